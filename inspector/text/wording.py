"""Words by which texts are compared, read once from ``resources/wording.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from inspector.resources import resource

FILE = "wording.toml"


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of all languages together, in lower case."""

    irregular: Mapping[str, str]
    """A form that no ending tells → the word it belongs to."""
    common: frozenset[str]
    """Of talk about anything."""
    manner: frozenset[str]
    """How a statement denies and binds, and who said it."""
    unpackaged: frozenset[str]
    """Prose that stands in front of a version, where a package would."""
    opposites: tuple[tuple[str, str], ...]
    undone: frozenset[str]
    """Of those, what can be done and taken back again."""


@cache
def wording() -> Wording:
    """The words shipped with the program."""
    told: dict[str, dict[str, Any]] = tomllib.loads(resource(FILE).read_text("utf-8"))
    irregular = (pair.partition("=")[::2] for words in told["irregular"].values() for pair in words.split())
    pairs = (pair.split() for entries in told["opposites"].values() for pair in entries)
    return Wording(
        dict(irregular),
        _words(told["common"]),
        _words(told["manner"]),
        _words(told["unpackaged"]),
        tuple((one, other) for one, other in pairs),
        _words(told["undone"]),
    )


def _words(lists: Mapping[str, str]) -> frozenset[str]:
    return frozenset(word for words in lists.values() for word in words.split())
