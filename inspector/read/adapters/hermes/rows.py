"""The walk over the messages of a Hermes session: what was said, what a compaction wrote again, what was taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.model import ItemKind, Origin, Source
from inspector.read.adapter import Record
from inspector.read.api.messages import message_parts, system_parts
from inspector.read.conversation import Walk
from inspector.read.prefix import Entry, Part, typed
from inspector.read.tables import PLAIN, json_in
from inspector.read.times import iso
from inspector.read.values import as_text

_PACKED = "\x00json:"
"""Ahead of a content that is a list of parts."""
_SUMMARIES = ("[CONTEXT COMPACTION", "[CONTEXT SUMMARY]:")
_FRAME = "[PRIOR CONTEXT — for reference only; not a new message]\n"
"""Ahead of a kept message that a summary stands in, behind its own words."""
_BEHIND = "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]"
_CHECKED = frozenset({"verification_required", "verify_hook_continue"})
_STEP = 3e-6
"""Seconds between rows that are written at once: each has a millionth more than the one before it."""


class Rows(Walk):
    def __init__(self, agent: str, path: Path, file: Path) -> None:
        super().__init__(agent, path)
        self._file = str(file)
        self._rows: list[Record] = []
        self._summaries: set[str] = set()
        """Texts of rows that hold one, as far as they were seen."""
        self._held_back: list[Entry] = []
        """Answers that were to be checked, since the last prompt."""
        self._rewound: set[int] = set()
        self._made: set[int] = set()
        """Keys of all parts that have an item."""
        self._is_child, self._model = False, ""
        self.build.unlogged("request to check an answer", "behind an answer that had to be checked")

    def begin(self, session: str, row: Record, is_child: bool) -> None:
        """A session begins; that it goes on from another one is told by its rows alone."""
        self._is_child, self._model, self._rows = is_child, as_text(row["model"]), []
        at = Source(self._file, pointer=f"sessions/{row['row']}/system_prompt{PLAIN}")
        parts = list(system_parts(row["system_prompt"], at.pointer))
        if row["source"] == "acp":
            self.build.unlogged("compactions by hand", "over the Agent Client Protocol, until the session is reloaded")
        if not is_child:
            for part in parts:
                self.conversation.append(part, at, iso(row["started_at"]))

    def gather(self, row: Record) -> None:
        """Take in one message; what it is, those around it tell."""
        self._rows.append(row)

    def end(self) -> None:
        """All messages of the session are in."""
        rows, place = self._rows, 0
        while place < len(rows):
            end = self._written_again(rows, place)
            if end > place:
                self._compaction(rows[place:end])
                place = end
                continue
            self._said(rows[place])
            place += 1
        self._leave(self._rewound)

    def _written_again(self, rows: Sequence[Record], place: int) -> int:
        """Where the messages end that a compaction wrote at once, from ``place`` on; ``place`` where none did."""
        if self._is_child and place == 0:
            return self._carried(rows)
        latest = max((_second(row) for row in rows[:place]), default=0.0)
        end, has_summary = place, False
        while end < len(rows):
            second = _second(rows[end])
            follows = _second(rows[end + 1]) if end + 1 < len(rows) else float("inf")
            if second > latest + _STEP and follows > second + _STEP:
                break
            if second > latest + _STEP and has_summary:
                break  # the next one
            has_summary = has_summary or self._is_new_summary(rows[end])
            latest, end = max(latest, second), end + 1
        return end if has_summary else place

    def _carried(self, rows: Sequence[Record]) -> int:
        """How many of a child's first rows its parent left: up to the summary, and those behind it that stood there."""
        standing, end, reach = [entry.key for entry in self.conversation.entries], 0, 0
        summary = next((place for place, row in enumerate(rows) if self._is_new_summary(row)), -1)
        for place, row in enumerate(rows):
            keys = [part.key for part in self._parts(row)]
            found = next((at for at in range(reach, len(standing)) if standing[at] in keys), -1)
            if place > summary and found < 0:
                break
            reach, end = max(reach, found + 1), place + 1
        return end if summary >= 0 else 0

    def _is_new_summary(self, row: Record) -> bool:
        text = as_text(row["content"])
        return (text.startswith(_SUMMARIES) or _BEHIND in text) and text not in self._summaries

    def _compaction(self, rows: Sequence[Record]) -> None:
        self._settle()
        known = self.conversation.by_key()
        entries = [entry for entry in self.conversation.entries if entry.item in self.conversation.instructions()]
        summary, told = None, rows[0]
        for row in rows:
            is_new = self._is_new_summary(row)
            self._record(row)
            for part in self._parts(row):
                if not _is_sent(part, row):
                    # Written again it is known; where a spoilt number moved its row, it stands here alone.
                    if part.key not in self._made:
                        self.make(part)
                    continue
                same = known[part.key]
                entry = same.pop(0) if same else Entry(part.key, self.make(part))
                entries.append(entry)
                if is_new and part.kind is ItemKind.SUMMARY:
                    summary, told = entry.item, row
            if is_new:
                self._summaries.add(as_text(row["content"]))
        self._record(told)
        record = self.build.compaction(self.build.id, "summary", summary=summary)
        self.conversation.change_to(entries, record)

    def _said(self, row: Record) -> None:
        self._record(row)
        taken_back = row["active"] == 0 and not row["compacted"]
        if not taken_back:
            self._leave(self._rewound)
        role = as_text(row["role"])
        if role == "user":
            self._settle()
        draft = None
        if role == "assistant":
            name, time, stop = f"message {row['row']}", self.build.time, as_text(row["finish_reason"])
            draft = self.conversation.call(name, self._model, self.build.at, started=time, stop=stop)
        for part in self._parts(row):
            enters = _is_sent(part, row)
            number = self.append(part) if enters else self.make(part)
            self.build.produced(draft, number)
            if taken_back and enters:
                self._rewound.add(number)
            if draft is not None and row["finish_reason"] in _CHECKED:
                self._held_back.append(Entry(part.key, number))

    def _settle(self) -> None:
        """A turn is over: of the answers that were to be checked none stands any more that another one followed."""
        held, self._held_back = {entry.item for entry in self._held_back}, []
        if self.conversation.entries and self.conversation.entries[-1].item not in held:
            self._leave(held)

    def _leave(self, items: set[int]) -> None:
        if items:
            self.conversation.change_to([one for one in self.conversation.entries if one.item not in items])
            self._rewound = self._rewound - items

    def _record(self, row: Record) -> None:
        at = Source(self._file, pointer=f"messages/{row['row']}")
        self.build.record(at, f"message {row['row']}", iso(row["timestamp"]))

    def make(self, part: Part) -> int:
        """The item of a part, not yet in the context."""
        self._made.add(part.key)
        return super().make(part)

    def _parts(self, row: Record) -> Iterator[Part]:
        """What a message is to the model; a summary inside a kept one is apart from it."""
        at, text = f"messages/{row['row']}", as_text(row["content"])
        if _BEHIND in text and text.startswith(_FRAME):
            own, behind, rest = text.removeprefix(_FRAME).partition(f"\n\n{_BEHIND}")
            pointer = f"{at}/content{PLAIN}"
            if own.strip():
                yield Part(hash(_FRAME), ItemKind.ATTACHMENT, Origin.HARNESS, _FRAME, pointer, "frame", hold=True)
                yield from (
                    replace(part, hold=True) for part in self._message(row | {"content": own, "tool_calls": None})
                )
            told = f"{behind}{rest}".lstrip() if own.strip() else text
            yield Part(hash(told), ItemKind.SUMMARY, Origin.HARNESS, told, pointer, "compact_summary", hold=True)
            yield from self._message(row | {"content": None})
            return
        for part in self._message(row):
            # It is written as whoever's words fit between those around it.
            is_summary = text.startswith(_SUMMARIES) and part.kind is ItemKind.ASSISTANT
            whose = replace(part, kind=ItemKind.SUMMARY, origin=Origin.HARNESS, detail="compact_summary")
            yield whose if is_summary else part

    def _message(self, row: Record) -> Iterator[Part]:
        content, sent = row["content"], as_text(row["api_content"])
        if as_text(content).startswith(_PACKED):
            content = json_in(content.removeprefix(_PACKED))
        message = {
            "role": row["role"],
            "content": content,
            "tool_calls": json_in(row["tool_calls"]),
            "tool_call_id": row["tool_call_id"],
            "reasoning_content": row["reasoning_content"] or row["reasoning"],
        }
        if as_text(row["tool_name"]):
            self.build.tools.setdefault(as_text(row["tool_call_id"]), row["tool_name"])
        for part in message_parts(message, f"messages/{row['row']}", self.build.tools):
            hold = not isinstance(content, str) and "/content" in part.pointer
            if part.kind is ItemKind.REASONING:
                own = "reasoning_content" if row["reasoning_content"] else "reasoning"
                part = replace(part, pointer=f"messages/{row['row']}/{own}{PLAIN}")
            elif part.pointer.endswith("/content"):
                part = replace(part, pointer=f"{part.pointer}{PLAIN}")
            if row["observed"] and part.kind is ItemKind.USER:
                part = replace(part, kind=ItemKind.ATTACHMENT, origin=Origin.TOOL, detail="channel")
            if sent and sent != content and part.kind is ItemKind.USER:
                pointer, words = f"messages/{row['row']}/api_content{PLAIN}", as_text(content)
                part = Part(hash(sent), ItemKind.ATTACHMENT, Origin.HARNESS, sent, pointer, "prompt", said=typed(words))
            yield replace(part, hold=True) if hold else part


def _is_sent(part: Part, row: Record) -> bool:
    """Whether a part is sent again: of thoughts those that are kept in a provider's own form, too."""
    return part.kind is not ItemKind.REASONING or bool(row["reasoning_details"] or row["codex_reasoning_items"])


def _second(row: Record) -> float:
    stamp: Any = row["timestamp"]
    return float(stamp) if isinstance(stamp, int | float) else 0.0
