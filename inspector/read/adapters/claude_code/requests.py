"""What is known of the requests that a transcript holds, and of the words that its rows hold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from inspector.model import Append, Item, ItemKind, Operation, Rewind, Source, Splice
from inspector.read.adapter import Record
from inspector.read.values import as_dict, as_list, as_text, render, resolve

_Items = tuple[int, ...]
REMINDER, _END = "<system-reminder>", "</system-reminder>"


@dataclass(slots=True)
class Run:
    """Rows that are one message: of one answer, or of the person and the harness in a row."""

    role: str
    answer: str
    content: list[Any] = field(default_factory=list)
    items: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Recorded:
    """The requests so far. Nothing of it is done in logs of versions that write none."""

    active: bool = False
    instructions: _Items = ()
    """System prompt and tools of the last request."""
    last: str = ""
    """The id of the last request, which the rows of its answer name."""
    shapes: dict[str, _Items] = field(default_factory=dict)
    blobs: dict[str, tuple[Record, Source]] = field(default_factory=dict)
    """Messages that no row holds as they were sent, until they were asked for."""
    rows: dict[str, list[_Items]] = field(default_factory=dict)
    """Messages that rows hold, by hash, each time that they came up."""
    sent: dict[str, tuple[_Items, ...]] = field(default_factory=dict)
    """The last requests by id: a tuple of items a message."""
    words: dict[int, list[int]] = field(default_factory=dict)
    """The items of the main thread by the hash of their words: the words themselves are read back where they stand."""
    reminders: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    """Reminders without their frame, by the hash of their first line: length, hash of all, and item."""
    framed: dict[int, int] = field(default_factory=dict)
    """The hash of a reminder in its frame, by item."""
    fresh: list[tuple[str, int]] = field(default_factory=list)
    """Words and items of the person and the harness since the last request."""
    run: Run | None = None
    _new: list[Run] = field(default_factory=list)
    """Messages with rows that no request could name yet."""

    def take_row(self, record: Record, items: list[Item]) -> None:
        """Learn the words of a row's items, and the message that the row is part of."""
        items = [item for item in items if item.kind is not ItemKind.EVENT]
        for item in items:
            text = item.text
            if text is None:
                text = _words(record, item)
            text = text.strip()
            self.words.setdefault(hash(text), []).append(item.number)
            if text.startswith(REMINDER):
                bare = _bare(text)
                told = len(bare), hash(bare), item.number
                self.reminders.setdefault(hash(bare.partition("\n")[0]), []).append(told)
                self.framed[item.number] = hash(text)
            if item.kind in (ItemKind.USER, ItemKind.ATTACHMENT):
                self.fresh.append((text, item.number))
        if record.get("type") in ("user", "assistant"):
            # What the person said inside a result stands in the context as part of it.
            self._extend(record, [item.number for item in items if not (item.kind is ItemKind.USER and item.call_id)])

    def _extend(self, record: Record, items: list[int]) -> None:
        message = as_dict(record.get("message"))
        role, answer, content = as_text(message.get("role")), as_text(message.get("id")), message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else as_list(content)
        run = self.run
        if run is None or run.role != role or (role == "assistant" and run.answer != answer):
            run = self.run = Run(role, answer)
        run.content += blocks
        run.items += items
        if not self._new or self._new[-1] is not run:
            self._new.append(run)

    def rows_of(self, text: str) -> list[int]:
        """The items of the rows that hold a text as a reminder, which it is with or without its frame."""
        bare = _bare(text)
        known = self.reminders.get(hash(bare.partition("\n")[0]), ())
        return [item for size, told, item in known if (size, told) == (len(bare), hash(bare))]

    def reminded(self, text: str) -> Iterator[tuple[str, list[int]]]:
        """A message of the system in parts: reminders without their frame, each with the items of the rows that hold
        it, and what stands between them."""
        place = behind = 0
        while place < len(text):
            line = text.find("\n", place)
            known = self.reminders.get(hash(text[place : line if line >= 0 else len(text)]), ())
            long = max((size for size, told, _ in known if hash(text[place : place + size]) == told), default=0)
            if long:
                if between := text[behind:place].strip():
                    yield between, []
                bare = text[place : place + long]
                yield bare, [item for size, told, item in known if (size, told) == (long, hash(bare))]
                behind = place + long
            place = max(behind, line + 1 if line >= 0 else len(text))
            while place == behind and text[place : place + 1] == "\n":
                place = behind = place + 1
        if between := text[behind:].strip():
            yield between, []

    def name_rows(self) -> None:
        """Work out by what hash a request names the messages that came since the last one."""
        for run in self._new:
            self.rows.setdefault(_hash(run.role, run.content), []).append(tuple(run.items))
        self._new.clear()


@dataclass(slots=True)
class Standing:
    """What stands in the context, followed only where requests are written down."""

    at: int = 0
    """Up to which operation ``items`` is right."""
    items: list[int] = field(default_factory=list)

    def now(self, ops: list[Operation]) -> list[int] | None:
        """The context after the last operation; None where more came since than appends and new beginnings."""
        for op in ops[self.at :]:
            if isinstance(op, Append):
                self.items.append(op.item)
            elif isinstance(op, Splice) and op.remove is None:
                self.items = list(op.insert)
            elif isinstance(op, Rewind) or (isinstance(op, Splice) and (op.remove or op.insert)):
                return None
            self.at += 1
        return self.items

    def set(self, ops: list[Operation], items: list[int]) -> None:
        """The context is this after the last operation."""
        self.at, self.items = len(ops), list(items)


def _bare(text: str) -> str:
    """A reminder without its frame."""
    return text[len(REMINDER) :].removesuffix(_END).strip() if text.startswith(REMINDER) else text


def _hash(role: str, content: list[Any]) -> str:
    plain = {"content": [_unmarked(block) for block in content], "role": role}
    try:
        return hashlib.sha256(orjson.dumps(plain, option=orjson.OPT_SORT_KEYS)).hexdigest()
    except (TypeError, ValueError):
        return ""


def _unmarked(block: Any) -> Any:
    """A block without the marks for the provider's cache, which are no part of the hash."""
    if isinstance(block, dict) and "cache_control" in block:
        return {key: value for key, value in block.items() if key != "cache_control"}
    return block


def _words(record: Record, item: Item) -> str:
    try:
        return render(resolve(record, item.source.pointer))
    except (LookupError, ValueError):
        return ""
