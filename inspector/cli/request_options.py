"""Options of what is asked of a model: the settings of a request, and the price of a server of one's own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from inspector.ask.spending import SetPrice
from inspector.cli.session import Dollars
from inspector.model.settings import EFFORTS, Settings

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def _prices(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> tuple[SetPrice, ...]:
    """What ``[MODEL=]IN,OUT`` says, each; fails as wrong usage where one says nothing."""
    return tuple(_price(ctx, param, value) for value in values)


def _price(ctx: click.Context, param: click.Parameter, value: str) -> SetPrice:
    model, _, sums = value.rpartition("=")
    parts = sums.split(",")
    if len(parts) != 2:
        raise click.BadParameter(
            f"{value!r} is no price. Write IN,OUT in US dollars per million tokens, such as 0.5,1.5.", ctx, param
        )
    into, out = (Dollars().convert(part.strip(), param, ctx) for part in parts)
    return SetPrice(model.strip(), into, out)


class _Temperature(click.FloatRange):
    """From 0 to 2, and a number at all."""

    def __init__(self) -> None:
        super().__init__(0, 2)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The temperature; fails as wrong usage where it is none."""
        degree = float(super().convert(value, param, ctx))
        if not math.isfinite(degree):
            self.fail(f"{value} is no temperature.", param, ctx)
        return degree


def price_option(command: Decorated) -> Decorated:
    """--price, as a tuple of ``SetPrice`` under ``prices``."""
    return click.option(
        "--price",
        "prices",
        metavar="[MODEL=]IN,OUT",
        callback=_prices,
        multiple=True,
        help="US dollars per million tokens of what is served at an address: IN,OUT, or MODEL=IN,OUT for one model.",
    )(command)


def settings_options(command: Callable[..., object]) -> Callable[..., object]:
    """--max-output, --temperature, --effort, --seed; the command gets them as one ``Settings``."""

    def gathered(
        max_output: int | None, temperature: float | None, effort: str | None, seed: int | None, **rest: object
    ) -> object:
        settings = Settings(max_output=max_output, temperature=temperature, effort=effort or "", seed=seed)
        return command(settings=settings, **rest)

    gathered.__doc__ = command.__doc__
    gathered.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    decorated: Callable[..., object] = gathered
    for decorate in reversed(
        (
            click.option(
                "--max-output",
                type=click.IntRange(1),
                help="Tokens that a summary may have, thinking included (default: what the model may write).",
            ),
            click.option("--temperature", type=_Temperature(), help="From 0 to 2 (default: the model's own)."),
            click.option("--effort", type=click.Choice(EFFORTS), help="How long the model may think before it writes."),
            click.option("--seed", type=int, help="For models that repeat themselves under the same seed."),
        )
    ):
        decorated = decorate(decorated)
    return decorated
