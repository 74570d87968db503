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
        TableColumn(tr("Trigger"), lambda one: share_words(one.share), lambda one: one.share or 0.0, True,
               about=tr("The share of the window from which on the strategy compacts")),
        TableColumn(
            tr("Compactions"),
            lambda one: number(len(one.simulation.compactions)),
            lambda one: len(one.simulation.compactions),
            True,
            lambda one: fired_words(one),
            about=tr("How often it would have compacted; each row names the requests"),
        ),
        _tokens(tr("Largest prompt"), "peak", tr("Tokens of the largest prompt")),
        _tokens(tr("All prompts"), "prompts", tr("Tokens of all prompts together")),
        _tokens(tr("Not from the cache"), "billed",
                tr("Tokens that no cache gave back, those of the summaries among them")),
        TableColumn(tr("US dollars"), _cost, lambda one: one.simulation.cost, True,
               about=tr("All requests by list price")),
        TableColumn(tr("Over the window"), lambda one: number(one.simulation.over), lambda one: one.simulation.over,
               True, lambda _: over, about=over),
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
    return "\n".join(told) if told else tr("It never compacts.")


def _tokens(title: str, name: str, tip: str) -> TableColumn:
    return TableColumn(
        title,
        lambda one: f"≈{short(getattr(one.simulation, name))}",
        lambda one: getattr(one.simulation, name),
        True,
        lambda one: f"{tip}: ≈{number(getattr(one.simulation, name))}",
        about=tip,
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
