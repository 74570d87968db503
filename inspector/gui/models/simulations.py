"""Simulations of a session as table columns: how often a strategy fires, what that costs, what is left at the end."""

from __future__ import annotations

from inspector.gui.language import number, tr
from inspector.gui.models.figures import short
from inspector.gui.models.table import TableColumn
from inspector.rerun.fates import Fate
from inspector.workbench.simulations import Rolled


def share_words(share: float | None) -> str:
    """A trigger as people say it."""
    return tr("its own") if share is None else f"{100 * share:g} %"


def columns() -> tuple[TableColumn, ...]:
    """The columns."""
    fates = {
        Fate.IN_CONTEXT: (tr("In context"), tr("Facts that still stand in the context at the end")),
        Fate.FOLDED: (
            tr("Summarized"),
            tr("Facts whose items went into a summary; what it says of them takes a model"),
        ),
        Fate.MASKED: (tr("Masked"), tr("Facts whose items were cleared")),
        Fate.DROPPED: (tr("Dropped"), tr("Facts whose items a rule let go")),
        Fate.SILENT: (tr("Silent"), tr("Facts whose items went without any stage having decided it")),
    }
    return (
        TableColumn(tr("Trigger"), lambda one: share_words(one.share), lambda one: one.share or 0.0, True),
        TableColumn(
            tr("Fires"),
            lambda one: number(len(one.simulation.compactions)),
            lambda one: len(one.simulation.compactions),
            True,
            lambda one: fired_words(one),
        ),
        _tokens(tr("Peak"), "peak", tr("The largest prompt")),
        _tokens(tr("Prompts"), "prompts", tr("All prompt tokens together")),
        _tokens(tr("Billed"), "billed", tr("Tokens that no cache gave back, the summaries' own among them")),
        TableColumn(tr("US dollars"), _cost, lambda one: one.simulation.cost, True),
        TableColumn(tr("Over"), lambda one: number(one.simulation.over), lambda one: one.simulation.over, True,
               lambda _: tr("Requests that would not have fitted the window")),
        *(_fate(fate.value, title, tip) for fate, (title, tip) in fates.items()),
    )  # fmt: skip


def fired_words(one: Rolled) -> str:
    """Every compaction of a simulation."""
    told = [
        tr("request {n}: {before} → {after}").format(
            n=number(fired.request), before=short(fired.before), after=short(fired.after)
        )
        for fired in one.simulation.compactions[:20]
    ]
    return "\n".join(told) if told else tr("It never fires.")


def _tokens(title: str, name: str, tip: str) -> TableColumn:
    return TableColumn(
        title,
        lambda one: f"≈{short(getattr(one.simulation, name))}",
        lambda one: getattr(one.simulation, name),
        True,
        lambda one: f"{tip}: ≈{number(getattr(one.simulation, name))}",
    )


def _cost(one: Rolled) -> str:
    cost = one.simulation.cost
    return tr("no price") if cost is None else f"≈{cost:.2f}"


def _fate(fate: str, title: str, tip: str) -> TableColumn:
    return TableColumn(
        title,
        lambda one: number(one.simulation.fates.get(fate, 0)),
        lambda one: one.simulation.fates.get(fate, 0),
        True,
        lambda _: tip,
    )


def simulation_words(rolled: Rolled) -> str:
    """One simulation in a sentence, for a screen reader."""
    made = rolled.simulation
    return tr("trigger {share}: fires {n} times, peak {peak} tokens, {billed} billed").format(
        share=share_words(rolled.share),
        n=number(len(made.compactions)),
        peak=number(made.peak),
        billed=number(made.billed),
    )
