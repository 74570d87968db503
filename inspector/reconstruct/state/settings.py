"""Settings that rows of a Claude Code log carry: the permission mode and the working directory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from inspector.model import Compaction, Item, ItemKind, Session
from inspector.read.bodies import Bodies
from inspector.read.values import as_dict, as_text
from inspector.reconstruct.state.nouns import Back, StateKind, Thing

_LOOK = 400
"""Rows looked at on each side; a setting stands on nearly all of them."""
_NOT_HERE = "The rows on one side of the compaction do not tell."


def settings(session: Session, bodies: Bodies, compaction: Compaction, last: int) -> Iterator[Thing]:
    """What the rows before and after a compaction say; items up to number ``last`` belong to it."""
    at = compaction.record.source
    if at.line is None:
        return
    main = [item for item in session.items[:last] if not item.thread and item.source.path == at.path]
    before = [item for item in main if (item.source.line or 0) < at.line]
    after = [item for item in main if (item.source.line or 0) > at.line]
    for kind, key in ((StateKind.PERMISSIONS, "permissionMode"), (StateKind.CWD, "cwd")):
        was = _value(reversed(before[-_LOOK:]), bodies, key)
        now = _value(after[:_LOOK], bodies, key)
        if was is not None and now is not None:
            back = Back.KEPT if was[1] == now[1] else Back.CHANGED
            yield Thing(kind, was[1], back, was[0], now[0], value=now[1])
        elif was is not None:
            yield Thing(kind, was[1], Back.UNKNOWN, was[0], None, why=_NOT_HERE)


def _value(items: Iterable[Item], bodies: Bodies, key: str) -> tuple[int, str] | None:
    for item in items:
        # Only prompts carry the mode.
        if key == "permissionMode" and item.kind is not ItemKind.USER:
            continue
        value = as_text(as_dict(bodies.value(replace(item.source, pointer=""))).get(key))
        if value:
            return item.number, value
    return None
