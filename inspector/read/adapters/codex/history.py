"""The model-visible history of a thread while its rollout is read: what stands in it, and the way back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from inspector.model import Append, CompactionRecord, ItemKind, Origin, Rewind
from inspector.read.adapter import Record
from inspector.read.adapters.codex.responses import fingerprint, is_typed
from inspector.read.build import Builder, Piece
from inspector.read.values import as_text, render

_ABORTED = "aborted"


class _Mark(NamedTuple):
    """The point to return to when a user turn is rolled back."""

    op: int
    context: list[int]
    length: int


@dataclass(slots=True)
class History:
    """What the items of the context are known again by. The list of them only ever grows; a cut starts a new one."""

    build: Builder
    base: list[int] = field(default_factory=list)
    """Base instructions and tools: sent with every request, never part of the history, so no cut removes them."""
    base_text: str = ""
    """The base instructions as the header holds them."""
    base_listed: bool = False
    """Whether the history holds a copy of them, as it does where the model works in code."""
    own_base: int | None = None
    """The base instructions of the header, and"""
    sent_base: int | None = None
    """those that are sent: another model's stand in the new history of a compaction."""
    tools: int | None = None
    """The definitions that the history starts with, where the model works in code; first in ``base``."""
    prints: dict[int, int] = field(default_factory=dict)
    prompts: dict[int, str] = field(default_factory=dict)
    """Texts of what users wrote, for old compactions that do not list what they kept."""
    pending: dict[str, int] = field(default_factory=dict)
    """Calls without a result, by their ids."""
    made_up: dict[str, int] = field(default_factory=dict)
    """Results that the agent makes up as it sends, by the ids of their calls."""
    _marks: list[_Mark] = field(default_factory=list)

    def add(self, part: Piece, record: Record, *, enter: bool = True, keep_as: str = "") -> int:
        """Add an item of the record at hand. ``record`` is its response item, empty where the part was made up here;
        ``keep_as`` replaces the detail of prompts.
        """
        if part.kind is ItemKind.USER and enter and part.detail != "agent_message":
            self._mark()
        kept = bool(keep_as) and is_typed(part) and part.detail != "shortened"
        self.build.id = as_text(record.get("id"))
        number = self.build.take(part._replace(detail=keep_as if kept else part.detail, enter=enter))
        self.build.id = ""
        if is_typed(part):
            self.prompts[number] = render(part.value)
        same = fingerprint(record) if record and part.kind is not ItemKind.EVENT else None
        if same is not None:
            self.prints[number] = same
        return number

    def promote(self, number: int, text: str) -> None:
        """The item added last turns out to be a human's own prompt, though it looks like the harness's."""
        item = self.build.items[number - 1]
        if item.kind is not ItemKind.USER and self.build.context and self.build.context[-1] == number:
            self._mark()
            self.build.items[number - 1] = replace(item, kind=ItemKind.USER, origin=Origin.HUMAN, detail="typed")
            self.prompts[number] = text

    def add_base(self, value: str | list[object], pointer: str, detail: str, *, hold: bool = False) -> None:
        """Put base instructions or tool definitions in front of everything."""
        number = self.build.add(ItemKind.INSTRUCTIONS, value, pointer, detail, enter=False, hold=hold)
        if self.build.context:
            self.build.swap((), (number,), len(self.base))
        else:
            self.build.ops.append(Append(number))
            self.build.context = [*self.base, number]
        self.base.append(number)
        if detail == "base_instructions":
            self.own_base = self.sent_base = number

    def keep_base(self, number: int | None) -> None:
        """From the next cut on, ``number`` are the base instructions; None for those of the header."""
        now = self.own_base if number is None else number
        self.base = [now if n == self.sent_base and now is not None else n for n in self.base]
        self.sent_base = now

    def put_tools(self, number: int) -> None:
        """Definitions of tools came in: they are sent first, and replace those that were there."""
        self.build.swap(() if self.tools is None else (self.tools,), (number,))
        self.keep_tools(number)

    def keep_tools(self, number: int | None) -> None:
        """From the next cut on, ``number`` are the tools in front; None where the model has them outside of it."""
        rest = [n for n in self.base if n != self.tools]
        self.tools, self.base = number, rest if number is None else [number, *rest]

    def abort(self) -> None:
        """Calls that nothing answered are sent with a result made up, right behind them."""
        build = self.build
        for name, call in self.pending.items():
            if call in build.context:
                number = build.add(ItemKind.TOOL_RESULT, _ABORTED, "", "made_up", call_id=name, hold=True, enter=False)
                build.swap((), (number,), build.context.index(call) + 1)
                self.made_up[name] = number
        self.pending.clear()

    def answered(self, name: str) -> None:
        """A call has its result, and needs none made up."""
        self.pending.pop(name, None)
        if name in self.made_up:
            self.build.swap([self.made_up.pop(name)])

    def replace(self, insert: list[int], compaction: CompactionRecord | None) -> int:
        """The context becomes ``insert``; gives the index of the operation."""
        self.build.become(insert, compaction)
        return len(self.build.ops) - 1

    def rewind(self, turns: int) -> bool:
        """Drop the last user turns, from the first one on when there are fewer. False when there is none."""
        if turns < 1 or not self._marks:
            return False
        place = max(0, len(self._marks) - turns)
        mark = self._marks[place]
        self.build.ops.append(Rewind(mark.op - 1))
        self.build.context = mark.context[: mark.length]
        del self._marks[place:]
        return True

    def _mark(self) -> None:
        """Remember where a user turn starts: before what the harness put in right in front of its prompt."""
        ops, items = self.build.ops, self.build.items
        at, length = len(ops), len(self.build.context)
        while at and length > len(self.base):
            op = ops[at - 1]
            if type(op) is not Append or items[op.item - 1].kind is not ItemKind.INSTRUCTIONS:
                break
            at, length = at - 1, length - 1
        self._marks.append(_Mark(at, self.build.context, length))
