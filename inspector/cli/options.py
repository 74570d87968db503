"""Options that several commands have, and what the commands get of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from inspector.ask.spending import SetPrice
from inspector.cli.paths import PATH
from inspector.model.settings import EFFORTS, Settings
from inspector.read.adapters import IDS

Command = TypeVar("Command", bound=Callable[..., object])
RETRY = "Ask again where an answer was refused, cut off, an error message, or only partly readable."


class Finite(click.FloatRange):
    """A number within bounds, and a number at all.

    Every comparison with "nan" is false, so it would pass as a budget and limit nothing.
    """

    def __init__(self, what: str, least: float, most: float | None = None) -> None:
        super().__init__(least, most)
        self._what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; fails as wrong usage where it is none."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is no {self._what}.", param, ctx)
        return number


DOLLARS = Finite("sum of money", 0)


def gathers(command: Command, gathered: Callable[..., object]) -> Command:
    """``gathered`` in the place of a command that gets some options as one value, with these behind its own."""
    gathered.__doc__ = command.__doc__
    params = getattr(command, "__click_params__", [])
    gathered.__click_params__ = [*params, *gathered.__click_params__]  # type: ignore[attr-defined]
    return gathered  # type: ignore[return-value]


# Which session -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which session to read, and how."""

    path: Path
    agent: str
    """The adapter to insist on, or ""."""
    alone: bool = False
    joined: bool = False
    """As one with the logs that it goes on from."""


AGENT = click.Choice(IDS)
"""The ids of the built-in adapters."""
alone_option = click.option("--alone", is_flag=True, help="Open a part (a subagent's log) by itself, not its session.")
joined_option = click.option(
    "--joined", is_flag=True, help="Open it as one session with the logs of this machine that it goes on from."
)
format_option = click.option(
    "--format", "agent", type=AGENT, metavar="AGENT", help="Insist on this agent's format; inspector agents lists them."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON (schema 2) instead of tables.")


def file_argument(command: Command) -> Command:
    """FILE with --format, --alone and --joined; the command gets them as one ``Wanted``."""

    @click.argument("file", type=PATH)
    @format_option
    @alone_option
    @joined_option
    def gathered(file: Path, agent: str | None, alone: bool, joined: bool, **rest: object) -> object:
        return command(wanted=Wanted(file, agent or "", alone, joined), **rest)

    gathered.__doc__ = command.__doc__
    # Options declared below this decorator come first in the help.
    params = getattr(command, "__click_params__", [])
    gathered.__click_params__ = [*gathered.__click_params__, *params]  # type: ignore[attr-defined]
    return gathered  # type: ignore[return-value]


# What is asked of a model --------------------------------------------------------------------------------------------


def _prices(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> tuple[SetPrice, ...]:
    """What ``[MODEL=]IN,OUT`` says, each; fails as wrong usage where one says nothing."""
    found = []
    for value in values:
        model, _, sums = value.rpartition("=")
        parts = sums.split(",")
        if len(parts) != 2:
            raise click.BadParameter(
                f"{value!r} is no price. Write IN,OUT in US dollars per million tokens, such as 0.5,1.5.", ctx, param
            )
        into, out = (DOLLARS.convert(part.strip(), param, ctx) for part in parts)
        found.append(SetPrice(model.strip(), into, out))
    return tuple(found)


price_option = click.option(
    "--price",
    "prices",
    metavar="[MODEL=]IN,OUT",
    callback=_prices,
    multiple=True,
    help="US dollars per million tokens of what is served at an address: IN,OUT, or MODEL=IN,OUT for one model.",
)
"""A tuple of ``SetPrice``."""


def settings_options(command: Command) -> Command:
    """--max-output, --temperature, --effort, --seed; the command gets them as one ``Settings``."""

    @click.option(
        "--max-output",
        type=click.IntRange(1),
        help="Tokens that a summary may have, thinking included (default: what the model may write).",
    )
    @click.option("--temperature", type=Finite("temperature", 0, 2), help="From 0 to 2 (default: the model's own).")
    @click.option("--effort", type=click.Choice(EFFORTS), help="How long the model may think before it writes.")
    @click.option("--seed", type=int, help="For models that repeat themselves under the same seed.")
    def gathered(
        max_output: int | None, temperature: float | None, effort: str | None, seed: int | None, **rest: object
    ) -> object:
        settings = Settings(max_output=max_output, temperature=temperature, effort=effort or "", seed=seed)
        return command(settings=settings, **rest)

    return gathers(command, gathered)
