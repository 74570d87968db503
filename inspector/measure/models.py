"""The list of models that ships with the program: windows and prices, with the date they were looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import orjson

from inspector.resources import resource


@dataclass(frozen=True, slots=True)
class Model:
    """One family of models. Prices in US dollars per million tokens; None where not known."""

    pattern: re.Pattern[str]
    window: int
    """Tokens the model takes as it is usually served."""
    windows: tuple[int, ...]
    """Other windows that the same id is served with."""
    input: float | None
    output: float | None
    cache_read: float | None
    cache_write: float | None
    checked: str
    """The date of the list."""


@cache
def find_model(name: str) -> Model | None:
    """The first entry of the list that fits a model's id, whatever provider stands before it; None if none does."""
    plain = name.lower().rsplit("/", 1)[-1].replace(".", "-")
    return next((model for model in _models() if model.pattern.fullmatch(plain)), None)


@cache
def usual_windows() -> tuple[int, ...]:
    """Every size of window on the list, the smallest first."""
    return tuple(sorted({size for model in _models() for size in (model.window, *model.windows)}))


@cache
def _models() -> tuple[Model, ...]:
    listed = orjson.loads(resource("models.json").read_bytes())
    return tuple(
        Model(
            re.compile(entry["match"]),
            entry["window"],
            tuple(entry.get("windows", ())),
            entry.get("input"),
            entry.get("output"),
            entry.get("cache_read"),
            entry.get("cache_write"),
            listed["checked"],
        )
        for entry in listed["models"]
    )
