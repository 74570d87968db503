"""The columns of a session as they are kept for another time: what each runs, and which compactions take part.

Results are not in here: what is free is run again, what was paid for stands among the kept runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from inspector.model.settings import Settings
from inspector.rerun.column import Variant
from inspector.rerun.fit import Fit
from inspector.rerun.library import Strategies
from inspector.workbench.board import Board

_VERSION = 1


@dataclass(frozen=True, slots=True)
class ColumnList:
    """Variants by the letters that they had, in order."""

    variants: Mapping[str, Variant]
    compactions: frozenset[int]
    """Those that take part whichever is looked at."""
    named: int
    """How many letters were taken."""


def pack(board: Board, compactions: Iterable[int]) -> bytes:
    """The listed columns of a board. Secrets that were let go are not kept: another time asks again."""
    columns = [(key, board.variant(key)) for key in board.listed]
    return orjson.dumps(
        {
            "version": _VERSION,
            "named": board.named,
            "compactions": sorted(compactions),
            "columns": [
                {
                    "key": key,
                    "strategy": variant.strategy.id,
                    "model": variant.model,
                    "prompt": variant.prompt,
                    "repeats": variant.repeats,
                    "fit": variant.fit.value,
                    "focus": variant.focus,
                    "settings": variant.settings.given,
                }
                for key, variant in columns
            ],
        }
    )


def unpack(body: bytes | None, strategies: Strategies) -> ColumnList | None:
    """What was packed; None for nothing, or for what cannot be read: the first columns then stand in for it."""
    if body is None:
        return None
    try:
        told = orjson.loads(body)
        if told["version"] != _VERSION:
            return None
        columns = [(str(one["key"]), one) for one in told["columns"]]
        known = {key: _variant(one, strategies) for key, one in columns if one["strategy"] in strategies.all}
        return ColumnList(known, frozenset(map(int, told["compactions"])), int(told["named"]))
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        return None


def _variant(one: Mapping[str, Any], strategies: Strategies) -> Variant:
    return Variant(
        strategies.all[one["strategy"]],
        str(one["model"]),
        str(one["prompt"]),
        max(1, int(one["repeats"])),
        Fit(one["fit"]),
        str(one["focus"]),
        settings=Settings(**one.get("settings", {})),
    )
