"""inspector simulate: a strategy over a whole recorded session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from inspector.cli.commands.strategies import known_strategies
from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import SCHEMA, Column, figures, print_json, print_table, say
from inspector.cli.session import opened
from inspector.errors import UsageError
from inspector.model import Basis
from inspector.rerun.fates import Fate
from inspector.rerun.library import RECORDED
from inspector.rerun.recorded_sums import RecordedSums
from inspector.rerun.simulate import Simulation
from inspector.rerun.walk import Fired
from inspector.wording.fields import json_fields
from inspector.wording.units import number
from inspector.workbench.document import Stage
from inspector.workbench.simulations import simulated

_COLUMNS = (
    Column("strategy"),
    Column("trigger", right=True, key=True),
    *figures("fires", "peak", "prompts", "billed", "usd", "in context", "folded", "masked", "dropped", "silent"),
)

_MEANINGS = (
    "Fires: how often it compacts; to clear results alone is no firing. Peak: the largest prompt. Billed: tokens of "
    "prompts that no cache gave back.",
    "Then the facts of the session by where they are at its end: in the context, folded into a summary, masked (a "
    "placeholder stands there), dropped by a rule of the strategy, silent (gone by no rule).",
)


@click.command("simulate")
@file_argument
@json_option
@click.option(
    "--strategy", "names", multiple=True, required=True, help="Its name, several times too; free: all without a model."
)
@click.option("--trigger", "triggers", type=float, multiple=True, help="Fire at this share of the window instead.")
@click.option("--window", type=click.IntRange(1), help="The model's window in tokens, where the log does not tell.")
def command(wanted: Wanted, as_json: bool, names: Sequence[str], triggers: Sequence[float], window: int | None) -> None:
    """Simulate a strategy over a whole session.

    Shown is how often it compacts, what is billed, and what no longer stands there at the end. The recorded steps are
    used again, as if the agent had acted the same; until it or the log compacts, its prompts are those recorded. Facts
    that went into a summary are counted as folded: what a summary says of them takes a model.
    """
    for share in triggers:
        if not 0 < share <= 1:
            raise UsageError(f"--trigger {share} is not a share of the window.", hint="Give a number up to 1.")
    strategies = known_strategies()
    chosen = strategies.chosen(names)
    with opened(wanted, Stage.COUNT) as document:
        made = [
            (share, simulated(document, strategies, strategy.id, share, window))
            for strategy in chosen
            for share in (triggers or (None,))
        ]
    if as_json:
        shown = [_as_json(share, simulation) for share, simulation in made]
        print_json({"schema": SCHEMA, **shown[0]} if len(shown) == 1 else {"schema": SCHEMA, "simulations": shown})
        return
    print_table(_COLUMNS, [*_rows(made), _recorded_row(made[0][1].recorded)])
    for note in dict.fromkeys((*_MEANINGS, *(note for _, simulation in made for note in simulation.notes))):
        say(note)


def _rows(made: Sequence[tuple[float | None, Simulation]]) -> Iterator[list[str]]:
    for share, simulation in made:
        yield [
            simulation.strategy.id,
            "its own" if share is None else f"{share:g}",
            str(len(simulation.compactions)),
            number(simulation.peak, Basis.ESTIMATED),
            number(simulation.prompts, Basis.ESTIMATED),
            number(simulation.billed, Basis.ESTIMATED),
            "no price" if simulation.cost is None else f"≈{simulation.cost:,.2f}",
            *(f"{count:,}" for count in simulation.fates.values()),
        ]


def _recorded_row(recorded: RecordedSums) -> list[str]:
    """What the session itself comes to, below the strategies."""
    return [
        RECORDED,
        "–",
        str(recorded.compactions),
        *(number(tokens, Basis.ESTIMATED) for tokens in (recorded.peak, recorded.prompts, recorded.billed)),
        "no price" if recorded.cost is None else f"≈{recorded.cost:,.2f}",
        *["–"] * len(Fate),
    ]


def _as_json(share: float | None, simulation: Simulation) -> dict[str, object]:
    return {
        "strategy": simulation.strategy.id,
        "trigger": share,
        "requests": [json_fields(step, "number prompt fired reused recorded") for step in simulation.steps],
        "compactions": [_fired(fired) for fired in simulation.compactions],
        **json_fields(simulation, "peak prompts billed cost"),
        "facts": simulation.fates,
        "over": simulation.over,
        "recorded": json_fields(simulation.recorded, "compactions peak prompts billed cost summaries_left_out"),
        "basis": Basis.ESTIMATED.value,
        "notes": list(simulation.notes),
    }


def _fired(fired: Fired) -> dict[str, object]:
    return {
        **json_fields(fired, "request reason before after"),
        "folded": len(fired.run.folded),
        "dropped": len(fired.run.dropped),
        "silent": len(fired.run.silent),
        "error": fired.run.error or None,
    }
