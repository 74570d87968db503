"""Windows, longest answers and prices of some 3,000 models, from the table that litellm brings along.

Rule: litellm itself is not imported, which takes more than a second; its table is a JSON file of 3 MB, read when the
first name is asked for that our own list does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import orjson

FILE = "model_prices_and_context_window_backup.json"
_MODES = frozenset({"chat", "responses", "completion"})
_RATES = (
    "input_cost_per_token",
    "output_cost_per_token",
    "cache_read_input_token_cost",
    "cache_creation_input_token_cost",
)
_ABOVE = re.compile(r"input_cost_per_token_above_(\d+)k_tokens")
FourRates = tuple[float | None, float | None, float | None, float | None]
"""Input, output, cache read, cache write, in US dollars per million tokens; None where not known."""


@dataclass(frozen=True, slots=True)
class Row:
    """One model as litellm lists it."""

    window: int | None
    longest: int | None
    rates: FourRates
    above: tuple[tuple[int, FourRates], ...]
    """By the tokens of a prompt above which they hold, ascending."""


class _Rows(Mapping[str, Row]):
    """Each is made when somebody asks for it: most people have a handful of models."""

    def __init__(self, told: dict[str, dict[str, Any]]) -> None:
        self._told = told

    def __getitem__(self, name: str) -> Row:
        return _row(self._told[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)


@cache
def rows() -> Mapping[str, Row]:
    """Every model that writes text, by its name in lower case; empty where there is no such table."""
    found = find_spec("litellm")
    if found is None or not found.origin:
        return {}
    try:
        told = orjson.loads((Path(found.origin).parent / FILE).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return {}
    return _Rows({name.lower(): one for name, one in told.items() if one.get("mode") in _MODES})


@cache
def version() -> str:
    """Of the litellm whose table it is."""
    try:
        return version_of("litellm")
    except PackageNotFoundError:
        return "of an unknown version"


def _row(one: dict[str, Any]) -> Row:
    tiers = sorted(int(hit[1]) for key in one if (hit := _ABOVE.fullmatch(key)))
    above = tuple((1_000 * least, _rates(one, f"_above_{least}k_tokens")) for least in tiers)
    longest = _whole(one.get("max_output_tokens")) or _whole(one.get("max_tokens"))
    return Row(_whole(one.get("max_input_tokens")), longest, _rates(one, ""), above)


def _rates(one: dict[str, Any], tier: str) -> FourRates:
    return tuple(_million(one.get(f"{part}{tier}")) for part in _RATES)  # type: ignore[return-value]


def _million(price: object) -> float | None:
    """A 0 is left open: it stands for models by subscription, and for what nobody filled in."""
    return round(price * 1e6, 6) if isinstance(price, int | float) and price > 0 else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and value > 0 else None
