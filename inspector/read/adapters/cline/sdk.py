"""Sessions of Cline's SDK: the messages of a session, and beside them the context after its latest compaction.

A summary is a message of its own with metadata; the model is sent the messages beside and whatever came after the
number of messages they stand for. Only the latest such context is kept, so of earlier compactions nothing is left
but their summary, where it was carried on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inspector.errors import CannotRead
from inspector.model import Capabilities, CompactionRecord, ItemKind, Link, Origin, Session, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.adapters.cline.blocks import Blocks, Writer
from inspector.read.adapters.cline.context import Context
from inspector.read.adapters.cline.task import Document, Task, iso
from inspector.read.build import Builder
from inspector.read.content import read_bytes
from inspector.read.documents import read_document
from inspector.read.usage import usage_in
from inspector.read.values import as_dict, as_int, as_list, as_text, render

_MESSAGES = ".messages.json"
_TOKENS = ("inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens")
_SIDECAR = ".compaction.json"
_HEAD = re.compile(rb'\{\s*"version"\s*:\s*1\s*,.{0,600}?"(?:sessionId|agent|source_message_count)"', re.DOTALL)


def is_messages(head: bytes) -> bool:
    """Whether a file starts as the messages of a session do."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:4096]
    return bool(_HEAD.match(start)) and b'"messages"' in head


def is_session(path: Path) -> bool:
    """Whether a file holds the messages of a session."""
    if path.is_dir():
        return False
    try:
        return is_messages(read_bytes(path, 64 * 1024)[0])
    except CannotRead:
        return False


def whole(path: Path) -> Path:
    """The messages that the context after a compaction belongs to, or a subagent's session."""
    folder, name = path.parent, path.parent.name
    main = folder / f"{name}{_MESSAGES}"
    mine = path.name.endswith((_SIDECAR, _MESSAGES)) or path.name == f"{name}.json"
    return main if mine and main.is_file() else path


def read(agent: str, path: Path, report: Report, capabilities: Capabilities) -> Session:
    """Read the messages of a session and what a compaction left beside them."""
    root = as_dict(read_document(path, report))
    build = Builder(agent, str(path))
    sent = Document(str(path), "/messages", tuple(as_dict(row) for row in as_list(root.get("messages"))))
    walk = _Walk(build, sent, _sidecar(path, report))
    if as_text(root.get("system_prompt")):
        at = Source(str(path), pointer="/system_prompt")
        number = build.item(
            ItemKind.INSTRUCTIONS, Origin.HARNESS, root["system_prompt"], at, detail="system_prompt", enter=False
        )
        walk.context.append(-1, [(number,)])
    walk.run()
    session = as_text(root.get("sessionId")) or path.name.split(".")[0]
    for log in sorted(path.parent.glob(f"*{_MESSAGES}")) if path.name.endswith(_MESSAGES) else ():
        if log != path:
            build.links.append(Link("subagent", log.name.removesuffix(_MESSAGES), path=str(log)))
    return build.session(id=session, title=walk.writer.opening, cwd="", capabilities=capabilities)


def _sidecar(path: Path, report: Report) -> tuple[Record, Path]:
    beside = path.with_name(path.name.removesuffix(_MESSAGES) + _SIDECAR)
    if not path.name.endswith(_MESSAGES) or not beside.is_file():
        return {}, beside
    return as_dict(read_document(beside, report)), beside


class _Walk:
    """Reads the messages in order, and puts the new context in at its place."""

    def __init__(self, build: Builder, sent: Document, sidecar: tuple[Record, Path]) -> None:
        self._build = build
        self._sent = sent
        self.writer = Writer(build, sent, frozenset())
        self.context = Context(build, Task(sent, sent))
        self._beside, self._path = sidecar
        self._of: dict[str, Blocks] = {}

    def run(self) -> None:
        """Walk all messages."""
        count = as_int(self._beside.get("source_message_count")) if self._beside else None
        if self._beside and (count is None or count > len(self._sent.records)):
            why = "The context after the latest compaction is of other messages than these; it is left out."
            self._build.problem(Severity.WARNING, "other-messages", why, Source(str(self._path)))
            count = None
        for index, message in enumerate(self._sent.records):
            if index == count:
                self._compacted()
            self._message(index, message)
        if count == len(self._sent.records):
            self._compacted()

    def _message(self, index: int, message: Record) -> None:
        time, first = iso(message.get("ts")), len(self._build.items) + 1
        self._build.seen(time)
        draft = None
        if message.get("role") == "assistant":
            model = as_text(as_dict(message.get("modelInfo")).get("id"))
            own = as_text(message.get("id")) or str(index)
            draft = self._build.call(own, model, self._sent.at(index), started=time)
            # Of the last call of a turn; the input leaves out what was cached.
            draft.usage = usage_in(as_dict(message.get("metrics")), _TOKENS)
        blocks = self.writer.message(index, None) if draft else self._typed(index, message)
        self.context.append(index, blocks)
        self._of[_same(message)] = blocks
        self._build.produced(draft, first)

    def _typed(self, index: int, message: Record) -> Blocks:
        """A message in the user's name. Texts without tags are the human's, unless the message says otherwise."""
        metadata = as_dict(message.get("metadata"))
        kind = as_text(metadata.get("kind"))
        if kind or as_text(metadata.get("displayRole")) == "system":
            return [self._noted(self._sent.at(index, "/content"), message, kind)]
        content = message.get("content")
        blocks = [block for block in map(as_dict, as_list(content)) if block.get("type") == "text"]
        texts = [content] if isinstance(content, str) else [as_text(block.get("text")) for block in blocks]
        self.writer.said = frozenset(text.strip() for text in texts)
        return self.writer.message(index, None)

    def _noted(self, at: Source, message: Record, kind: str) -> tuple[int, ...]:
        summary = kind == "compaction_summary"
        item = ItemKind.SUMMARY if summary else ItemKind.ATTACHMENT
        detail = "compact_summary" if summary else kind or "reminder"
        content, time = message.get("content"), iso(message.get("ts"))
        if content in (None, "", []):
            return ()
        return (self._build.item(item, Origin.HARNESS, content, at, time=time, detail=detail, enter=False),)

    def _compacted(self) -> None:
        """The context is what stands beside the messages from here on."""
        new: list[int] = []
        summary = before = None
        time: str | None = None
        for index, value in enumerate(as_list(self._beside.get("messages"))):
            message = as_dict(value)
            metadata = as_dict(message.get("metadata"))
            known = self._of.get(_same(message))
            if known is not None:
                new += [number for block in known for number in block]
                continue
            at = Source(str(self._path), pointer=f"/messages/{index}/content")
            numbers = self._noted(at, message, as_text(metadata.get("kind")) or "rewritten")
            if metadata.get("kind") == "compaction_summary":
                summary = numbers[0] if numbers else None
                before = as_int(metadata.get("tokensBefore"))
                time = iso(metadata.get("generatedAt")) or iso(message.get("ts"))
            new += numbers
        record = CompactionRecord(
            id=as_text(self._beside.get("source_last_message_key")) or "compaction",
            source=Source(str(self._path), pointer="/messages"),
            kind="summary" if summary else "trim",
            time=time or iso(self._beside.get("updated_at")),
            reported_before=before,
            summary=summary,
            readable=summary is not None,
            notes=("Only the latest compaction of a session is kept; earlier ones are not in this log.",),
        )
        self.context.become(new, record)


def _same(message: Mapping[str, Any]) -> str:
    """Equal for the same message in both files."""
    return f"{render(message.get('role'))} {render(message.get('content'))}"
