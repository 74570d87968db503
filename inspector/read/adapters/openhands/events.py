"""What the walks over V1's and V0's events do alike: add items, prompts and summaries, and keep the view."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from inspector.model import CompactionRecord, ItemKind, Origin, Source
from inspector.read.adapter import Record
from inspector.read.adapters.openhands.view import Condensed, View
from inspector.read.build import Builder, RequestDraft
from inspector.read.times import as_time
from inspector.read.values import as_text, preview, render

_GO_ON = "Please continue working on the task on whatever approach you think is suitable."
"""What an evaluation answers when the agent turns to its user.

Source: OpenHands/benchmarks 4e5469e0 benchmarks/utils/fake_user_response.py and legacy/utils/shared.py
(codeact_user_response); checked 2026-11-20.
"""


class EventWalk:
    """Walks the events of one session in order."""

    def __init__(self, build: Builder) -> None:
        self.build = build
        self.opening, self.cwd = "", ""
        self.unknown: Counter[str] = Counter()
        self._view = View()
        self._requests: dict[str, RequestDraft] = {}
        self._thread = ""
        """The delegate that the event at hand belongs to."""
        self._hidden = False
        """Whether the model is not shown the event at hand."""

    def _begin(self, record: Record, source: Source, id_: str) -> None:
        self._at, self._id, self._time = source, id_, as_time(record.get("timestamp"))
        self._items: list[int] = []
        self.build.seen(self._time)

    def _put(self, kind: ItemKind, origin: Origin, value: Any, pointer: str, **more: Any) -> int | None:
        """Add the value at a pointer into the event, unless there is nothing in it; a result may be empty."""
        if value in (None, "", []) and (kind is not ItemKind.TOOL_RESULT or value is None):
            return None
        at = self._at
        source = Source(at.path, at.line, at.start, at.end, at.pointer + pointer)
        more.setdefault("enter", not self._hidden)
        number = self.build.item(kind, origin, value, source, self._id, time=self._time, thread=self._thread, **more)
        if more["enter"] and not self._thread and kind is not ItemKind.EVENT:
            self._items.append(number)
        return number

    def _typed(self, content: Any, pointer: str) -> bool:
        """A message in the user's name that no agent sent; whether a human typed it."""
        text = render(content)
        if text.startswith(_GO_ON):
            self._put(ItemKind.ATTACHMENT, Origin.HARNESS, content, pointer, detail="evaluation")
            return False
        self._put(ItemKind.USER, Origin.HUMAN, content, pointer, detail="typed")
        self.opening = self.opening or preview(text)
        return True

    def _produced(self, draft: RequestDraft, first: int) -> None:
        if len(self.build.items) >= first:
            draft.first_item = draft.first_item or first
            draft.last_item = len(self.build.items)

    def _summary(self, holder: Record, pointer: str, draft: RequestDraft | None) -> int | None:
        """The summary of a condensation, in no context yet; ``draft`` is the condenser's request."""
        if not as_text(holder.get("summary")).strip():
            return None
        more: dict[str, Any] = {"detail": "compact_summary", "enter": False}
        number = self._put(ItemKind.SUMMARY, Origin.HARNESS, holder["summary"], pointer, **more)
        if draft:
            draft.first_item = draft.last_item = number
        return number

    def _write_condensation(
        self, done: Condensed, number: int | None, placed: bool, notes: list[str], **about: Any
    ) -> None:
        """Write a condensation down; ``number`` is its summary, ``placed`` whether that stands in the context."""
        if done.orphans:
            notes.append(f"Calls or results left without their other half went along: {done.orphans}.")
        if number is None:
            notes.append("It has no summary.")
        elif not placed:
            notes.append("Its summary has no place and was not put into the context.")
        compaction = CompactionRecord(
            id=self._id,
            source=self._at,
            kind="summary" if number else "trim",
            time=self._time,
            summary=number if placed else None,
            readable=placed or number is None,
            notes=tuple(notes),
            **about,
        )
        self.build.ops.append(replace(done.splice, compaction=compaction))
