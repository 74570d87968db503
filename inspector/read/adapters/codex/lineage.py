"""Whose lines a rollout holds: forks and subagents start with a copy of their parent's, and may name a base file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from inspector.model import Link
from inspector.read.adapter import Record
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_int, as_text

_UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_LAST_UUID = re.compile(rf".*({_UUID})\.jsonl(?:\.zst)?\Z")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


@dataclass(slots=True)
class Lineage:
    """The thread a rollout belongs to, told by its first header, and where its own lines begin."""

    own: Record = field(default_factory=dict)
    """The payload of the first session_meta."""
    copying: bool = False
    unclear: bool = False
    """A copy was seen that nothing tells from the thread's own lines."""

    @property
    def id(self) -> str:
        """The thread's id; "" before any header."""
        return as_text(self.own.get("id")) or as_text(self.own.get("session_id"))

    @property
    def spawned(self) -> dict[str, Any]:
        """What the header says of the agent that started this thread, or an empty object."""
        subagent = as_dict(as_dict(self.own.get("source")).get("subagent"))
        return as_dict(subagent.get("thread_spawn"))

    @property
    def is_subagent(self) -> bool:
        """Whether another agent wrote the prompts."""
        return "subagent" in as_dict(self.own.get("source"))

    @property
    def parents(self) -> tuple[Link, ...]:
        """The threads this one comes from."""
        fork = as_text(self.own.get("forked_from_id"))
        parent = as_text(self.own.get("parent_thread_id")) or as_text(self.spawned.get("parent_thread_id"))
        links = [Link("parent", parent)] if parent else []
        return (*links, Link("fork", fork)) if fork and fork != parent else tuple(links)

    def header(self, payload: Record) -> bool:
        """Take a session_meta in; True for the thread's own first one."""
        if not self.own:
            self.own = payload
            return True
        other = as_text(payload.get("id"))
        if other and other != self.id:
            self.copying = True
        return False

    def is_copied(self, record: Record) -> bool:
        """Whether a line was copied from the parent. Lines must come in order of the file."""
        if not self.own or not (self.copying or self.parents):
            return False
        start, ordinal = as_int(self.own.get("subagent_history_start_ordinal")), as_int(record.get("ordinal"))
        if start is not None and ordinal is not None:
            self.copying = ordinal < start
            return self.copying
        payload = as_dict(record.get("payload"))
        if as_text(payload.get("turn_id")) and record.get("type") in ("turn_context", "event_msg"):
            self._turn(payload)
        born, time = self._born(), milliseconds(time_of(record) or "")
        return self.copying or (born is not None and time is not None and time < born)

    def _born(self) -> int | None:
        """When the thread began: a header is written anew, with a new time, where a turn is reverted."""
        told = (born_at(self.id), milliseconds(time_of(self.own) or ""))
        return min((time for time in told if time is not None), default=None)

    def _turn(self, payload: Record) -> None:
        """Copied lines bear new times, but turn ids and starts are kept: a turn older than the thread is a copy."""
        born, began = born_at(self.id), born_at(as_text(payload.get("turn_id")))
        started = as_int(payload.get("started_at"))
        if began is None and started is not None:
            began = started * 1000 + 999
        if born is None:
            born = milliseconds(as_text(self.own.get("timestamp")))
        if born is None or began is None:
            self.unclear = self.unclear or self.copying
            self.copying = False
        else:
            self.copying = began < born


def born_at(uuid: str) -> int | None:
    """Milliseconds since 1970 at which a version 7 UUID was made; None for any other text."""
    return int(uuid[:8] + uuid[9:13], 16) if re.fullmatch(_UUID, uuid) and uuid[14] == "7" else None


def milliseconds(time: str) -> int | None:
    """A recorded time as milliseconds since 1970, or None."""
    try:
        moment = datetime.fromisoformat(time)
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def time_of(record: Record) -> str | None:
    """When a record was written; None where its field holds no time as Codex writes it."""
    time = as_time(record.get("timestamp"))
    return time if time and _TIME.match(time) else None


def rollout_id(path: Path) -> str:
    """The last UUID in a rollout's name, or ""."""
    found = _LAST_UUID.match(path.name)
    return found[1] if found else ""


def rollouts(folder: Path) -> Iterator[Path]:
    """Every rollout under a folder; a compressed one only where the plain file is gone."""
    for path in sorted(folder.rglob("rollout-*.jsonl*")):
        if path.suffix == ".jsonl" or (path.suffix == ".zst" and not path.with_suffix("").exists()):
            yield path


class Neighbours:
    """The other rollouts of the same home, looked up by id; the folder is listed at the first question."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Path] | None = None

    def find(self, thread: str) -> Path | None:
        """The rollout of a thread, or None where it is not on this machine."""
        if self._known is None:
            folders = self._path.parents
            dated = len(folders) > 3 and all(folders[level].name.isdigit() for level in range(3))
            found = rollouts(folders[3]) if dated else self._path.parent.glob("rollout-*.jsonl*")
            self._known = {rollout_id(path): path for path in found}
        return self._known.get(thread)
