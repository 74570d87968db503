"""What the walks over V1's and V0's events do alike: add items, prompts and summaries, and keep the view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.model import ItemKind, Source
from inspector.read.adapter import Record
from inspector.read.adapters.openhands.view import Condensed, View
from inspector.read.build import Builder, RequestDraft
from inspector.read.times import as_time
from inspector.read.values import as_text, render

_GO_ON = "Please continue working on the task on whatever approach you think is suitable."
"""What an evaluation answers when the agent turns to its user.

Source: OpenHands/benchmarks 4e5469e0 benchmarks/utils/fake_user_response.py and legacy/utils/shared.py
(codeact_user_response); checked 2026-11-20.
"""


class EventWalk:
    def __init__(self, build: Builder) -> None:
        self.build = build
        self.cwd = ""
        self._view = View()
        self._requests: dict[str, RequestDraft] = {}
        self._hidden = False
        """Whether the model is not shown the event at hand."""

    def _begin(self, record: Record, source: Source, id_: str) -> None:
        self.build.record(source, id_, as_time(record.get("timestamp")))
        # The view keeps the context, event by event.
        self.build.context = []

    def _put(self, kind: ItemKind, value: Any, pointer: str, *about: Any, **more: Any) -> int | None:
        """Add the value at a pointer into the event, unless there is nothing in it; a result may be empty."""
        if value in (None, "", []) and (kind is not ItemKind.TOOL_RESULT or value is None):
            return None
        return self.build.add(kind, value, pointer, *about, **{"enter": not self._hidden, **more})

    def _typed(self, content: Any, pointer: str) -> bool:
        """A message in the user's name that no agent sent; whether a human typed it."""
        text = render(content)
        if text.startswith(_GO_ON):
            self._put(ItemKind.ATTACHMENT, content, pointer, detail="evaluation")
            return False
        self._put(ItemKind.USER, content, pointer, detail="typed")
        return True

    def _summary(self, holder: Record, pointer: str, draft: RequestDraft | None) -> int | None:
        """The summary of a condensation, in no context yet; ``draft`` is the condenser's request."""
        if not as_text(holder.get("summary")).strip():
            return None
        number = self.build.add(ItemKind.SUMMARY, holder["summary"], pointer, "compact_summary", enter=False)
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
        about |= {"readable": placed or number is None, "notes": tuple(notes)}
        kind, summary = "summary" if number else "trim", number if placed else None
        compaction = self.build.compaction(self.build.id, kind, summary=summary, **about)
        self.build.ops.append(replace(done.splice, compaction=compaction))
