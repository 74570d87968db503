"""Simulations of a session as a table: how often a strategy fires, what that costs, what is left at the end.

The recorded session is the first row, computed in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.gui.language import number, tr
from inspector.gui.models.figures import short
from inspector.gui.models.table import TableColumn
from inspector.rerun.fates import Fate
from inspector.rerun.recorded_roll import RecordedSums
from inspector.rerun.simulate import Simulation
from inspector.workbench.simulations import Rolled

Row = RecordedSums | Rolled
_NOT_SAID = "–"
"""Of the recorded session: where its facts stand at the end is not computed, nor whether it fits another window."""


def rows(rolled: Sequence[Rolled]) -> tuple[Row, ...]:
    """The recorded session ahead of its simulations; none without any."""
    return (rolled[0].simulation.recorded, *rolled) if rolled else ()


def share_words(share: float | None) -> str:
    """A trigger as people say it."""
    return tr("its own") if share is None else f"{100 * share:g} %"


def columns() -> tuple[TableColumn, ...]:
    """The columns."""
    over = tr("Requests that would not have fitted the window")
    fates = {
        Fate.IN_CONTEXT: (tr("In context"), tr("Facts that still stand in the context at the end")),
        Fate.FOLDED: (
            tr("Summarized"),
            tr("Facts whose items went into a summary; what it says of them takes a model"),
        ),
        Fate.MASKED: (tr("Masked"), tr("Facts whose items were cleared")),
        Fate.DROPPED: (tr("Dropped"), tr("Facts whose items a rule of the strategy dropped")),
        Fate.SILENT: (tr("Dropped by no rule"), tr("Facts whose items went without any rule of the strategy")),
    }
    return (
        TableColumn(tr("Trigger"), _trigger, lambda one: getattr(one, "share", None) or 0.0, True,
               about=tr("The share of the window from which on the strategy compacts")),
        TableColumn(
            tr("Compactions"),
            lambda one: number(_compactions(one)),
            _compactions,
            True,
            fired_words,
            about=tr("How often it would have compacted; each row names the requests"),
        ),
        _tokens(tr("Largest prompt"), "peak", tr("Tokens of the largest prompt")),
        _tokens(tr("All prompts"), "prompts", tr("Tokens of all prompts together")),
        _tokens(tr("Not from the cache"), "billed",
                tr("Tokens that no cache gave back, those of the summaries among them")),
        TableColumn(tr("US dollars"), _cost, lambda one: _sums(one).cost, True,
               about=tr("All requests by list price")),
        TableColumn(tr("Over the window"), lambda one: _counted(_over(one)), _over, True, lambda _: over, about=over),
        *(_fate(fate.value, title, tip) for fate, (title, tip) in fates.items()),
    )  # fmt: skip


def _sums(one: Row) -> RecordedSums | Simulation:
    return one.simulation if isinstance(one, Rolled) else one


def _trigger(one: Row) -> str:
    return share_words(one.share) if isinstance(one, Rolled) else tr("recorded")


def _compactions(one: Row) -> int:
    return len(one.simulation.compactions) if isinstance(one, Rolled) else one.compactions


def _over(one: Row) -> int | None:
    return one.simulation.over if isinstance(one, Rolled) else None


def _counted(value: int | None) -> str:
    return _NOT_SAID if value is None else number(value)


def fired_words(one: Row) -> str:
    """Every compaction of a simulation."""
    if not isinstance(one, Rolled):
        return tr("The recorded session, computed in the same way as the simulations.")
    told = [
        tr("request {n}: {before} → {after}").format(
            n=number(fired.request), before=short(fired.before), after=short(fired.after)
        )
        for fired in one.simulation.compactions[:20]
    ]
    return "\n".join(told) if told else tr("It never compacts.")


def _tokens(title: str, name: str, tip: str) -> TableColumn:
    return TableColumn(
        title,
        lambda one: f"≈{short(getattr(_sums(one), name))}",
        lambda one: getattr(_sums(one), name),
        True,
        lambda one: f"{tip}: ≈{number(getattr(_sums(one), name))}",
        about=tip,
    )


def _cost(one: Row) -> str:
    cost = _sums(one).cost
    return tr("no price") if cost is None else f"≈{cost:.2f}"


def _fate(fate: str, title: str, tip: str) -> TableColumn:
    def facts(one: Row) -> int | None:
        return one.simulation.fates.get(fate, 0) if isinstance(one, Rolled) else None

    return TableColumn(
        title,
        lambda one: _counted(facts(one)),
        facts,
        True,
        lambda _: tip,
        about=tip,
    )


def simulation_words(rolled: Rolled) -> str:
    """One simulation in a sentence, for a screen reader."""
    made = rolled.simulation
    return tr("trigger {share}: compacts {n} times, largest prompt {peak} tokens, {billed} not from the cache").format(
        share=share_words(rolled.share),
        n=number(len(made.compactions)),
        peak=number(made.peak),
        billed=number(made.billed),
    )
