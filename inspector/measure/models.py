"""Models with their windows, longest outputs and prices: the list that ships with the program, and litellm's table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson

from inspector.measure.litellm_table import Row, rows, version
from inspector.resources import resource

_MAKERS = ("mistral", "deepseek", "xai", "moonshot", "zai")
"""Of models that logs name without their provider: the maker's own price is their list price."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Prices in US dollars per million tokens; None where not known."""

    input: float | None = None
    output: float | None = None
    cache_read: float | None = None
    cache_write: float | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """One family of models."""

    window: int | None
    """Tokens the model takes as it is usually served; None where only its price is known."""
    windows: tuple[int, ...]
    """Other windows that the same id is served with."""
    rates: Rates
    checked: str
    """The date of the list, or the version of litellm whose table it is from."""
    longest: int | None = None
    """Tokens that an answer may have at most; None where not known."""
    above: tuple[tuple[int, Rates], ...] = ()
    """Prices of a whole request whose prompt, cached tokens included, has more tokens than so many; ascending."""

    def rates_for(self, prompt: int) -> Rates:
        """The prices of a request with a prompt of so many tokens: all of it is billed at the rates of its size."""
        return next((rates for least, rates in reversed(self.above) if prompt > least), self.rates)


@cache
def find_model(name: str) -> Model | None:
    """What is known of a model by its id; None for one that no list knows.

    Where a provider stands before the name, litellm's entry for just that counts: Bedrock, Vertex and Azure ask prices
    of their own, some by region. Otherwise the first entry of our list that fits, and only then litellm's.
    """
    name = name.lower()
    plain = name.rsplit("/", 1)[-1].replace(".", "-")
    served = _listed(_shorter(name)[:-1])
    if served is not None and served.rates.input is not None:
        return served
    own = next((model for pattern, model in _models() if pattern.fullmatch(plain)), None)
    return own or served or _listed([f"{maker}/{name}" for maker in _MAKERS]) or _listed(_shorter(name)[-1:])


def longest_answer(name: str) -> int | None:
    """Tokens that a model may answer with at most; None where no list tells."""
    known = find_model(name)
    if known is not None and known.longest is not None:
        return known.longest
    listed = _listed([*_shorter(name.lower()), name.lower().rsplit("/", 1)[-1].replace(".", "-")])
    return listed.longest if listed is not None else None


@cache
def usual_windows() -> tuple[int, ...]:
    """Every size of window on the list, the smallest first."""
    return tuple(sorted({size for _, model in _models() for size in (model.window, *model.windows) if size}))


def _listed(names: Sequence[str]) -> Model | None:
    """The first entry of litellm's table under one of some names."""
    return next((_of_row(row) for name in names if (row := rows().get(name)) is not None), None)


def _shorter(name: str) -> list[str]:
    """A name, and what is left of it without the providers and gateways before it, one after the other."""
    parts = name.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]


def _of_row(row: Row) -> Model:
    above = tuple((least, Rates(*rates)) for least, rates in row.above)
    return Model(row.window, (), Rates(*row.rates), f"litellm {version()}", row.longest, above)


@cache
def _models() -> tuple[tuple[re.Pattern[str], Model], ...]:
    listed = orjson.loads(resource("models.json").read_bytes())
    return tuple((re.compile(entry["match"]), _of_entry(entry, listed["checked"])) for entry in listed["models"])


def _of_entry(entry: dict[str, Any], checked: str) -> Model:
    above = tuple((int(least), _rates(rates)) for least, rates in entry.get("above", {}).items())
    return Model(entry["window"], tuple(entry.get("windows", ())), _rates(entry), checked, None, above)


def _rates(entry: dict[str, Any]) -> Rates:
    return Rates(*(entry.get(part) for part in ("input", "output", "cache_read", "cache_write")))
