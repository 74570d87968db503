"""Kimi CLI's context files, in the order they were written: each rewrite of the context began a new one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import ItemKind, Origin, Session, Source, Usage
from inspector.read.adapter import Adapter, Report
from inspector.read.api.messages import key_of, message_parts
from inspector.read.build import RequestDraft, noted
from inspector.read.content import plain_stem
from inspector.read.conversation import Walk
from inspector.read.documents import unread_file
from inspector.read.limits import TooLarge
from inspector.read.lines import Line, read_lines
from inspector.read.prefix import Entry, Part
from inspector.read.values import as_dict, as_int, as_list, as_text, render

_NUMBER = re.compile(r"_(\d+)$")
_ROLES = frozenset({"system", "user", "assistant", "tool", "_system_prompt", "_checkpoint", "_usage"})
_MADE_ANEW = frozenset({ItemKind.SUMMARY, ItemKind.INSTRUCTIONS})
_COMPACTED = re.compile(r"\s*<system>[^<]*compacted", re.IGNORECASE)


def read_contexts(adapter: Adapter, path: Path, report: Report) -> Session:
    """One session from its context file and those that it replaced."""
    contexts = _Contexts(adapter.id, path)
    for part in _older(path):
        try:
            contexts.file(part, report)
        except TooLarge:
            raise
        except CannotRead as why:
            report(unread_file(part, why))
    contexts.file(path, report)
    stem = plain_stem(path)
    return contexts.session(adapter, path.parent.name if stem.startswith("context") else stem)


def _older(path: Path) -> list[Path]:
    """Contexts that were moved aside, oldest first."""
    if plain_stem(path) != "context":
        return []
    numbered = ((_NUMBER.search(other.stem), other) for other in path.parent.glob("context_*.jsonl"))
    return [other for _, other in sorted((int(number[1]), other) for number, other in numbered if number)]


class _Contexts(Walk):
    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self._prompt: int | None = None
        self._called: RequestDraft | None = None

    def file(self, path: Path, report: Report) -> None:
        """Take in one context file; its start is compared with the context that it replaced."""
        lines = list(read_lines(path, report))
        taken = self._take_over(path, lines) if self.conversation.ops else 0
        for line in lines[taken:]:
            self._row(path, line)
        self._prompt = self._called = None

    def _take_over(self, path: Path, lines: list[Line]) -> int:
        """Bring the context to what a new file starts with; gives how many of its rows that was.

        Those rows are copies of rows before, a new system prompt, or the summary; the first other row is new.
        """
        known, kept = self.conversation.by_key(), list[Entry]()
        taken, summary, at = 0, None, Source(str(path))
        for index, line in enumerate(lines):
            parts = self._parts(line)
            told = any(part.kind is ItemKind.SUMMARY for part in parts)
            if any(not known[part.key] and part.kind not in _MADE_ANEW for part in parts):
                break
            for part in parts:
                same = known[part.key]
                kept.append(same.pop(0) if same else Entry(part.key, self.conversation.make(part, line.at(path), None)))
                summary = kept[-1].item if part.kind is ItemKind.SUMMARY else summary
            taken, at = (index + 1, line.at(path) if told else at) if parts else (taken, at)
        record = None
        if summary is not None:
            name, notes = f"compaction at {Path(at.path).name}", ("What triggered it is not in this log.",)
            record = noted(name, at, "summary", summary=summary, notes=notes)
        self.conversation.change_to(kept, record)
        return taken

    def _row(self, path: Path, line: Line) -> None:
        record, at = line.record, line.at(path)
        role = as_text(record.get("role"))
        if role == "_usage":
            self._count(as_int(record.get("token_count")))
            return
        if role == "assistant":
            self._called = self.conversation.call(f"answer {len(self.build.drafts) + 1}", "", at)
            if self._prompt is not None:
                self._called.usage = Usage(input=self._prompt)
        parts = self._parts(line)
        numbers = [self.conversation.append(part, at, None) for part in parts]
        if role == "assistant" and numbers:
            self.build.produced(self._called, numbers[0])
        if role not in _ROLES:
            self.build.note_unknown(role, at)
            self.build.record(at)
            self.build.add(ItemKind.EVENT, record, "", "unknown", headline=role or "no role")

    def _count(self, tokens: int | None) -> None:
        """The number before an answer is what was sent; the one behind it has the answer added."""
        usage = self._called.usage if self._called else None
        sent = usage.input if usage and usage.output is None else None
        if self._called and sent is not None and tokens is not None and tokens >= sent:
            self._called.usage, self._called = Usage(input=sent, output=tokens - sent), None
        else:
            self._prompt = tokens

    def _parts(self, line: Line) -> list[Part]:
        role = as_text(line.record.get("role"))
        if role == "_system_prompt":
            prompt = line.record.get("content")
            key, where = key_of("system", prompt if isinstance(prompt, str) else ""), "/content"
            return [Part(key, ItemKind.INSTRUCTIONS, Origin.HARNESS, prompt, where, "system_prompt")] if prompt else []
        if role.startswith("_") or role not in _ROLES:
            return []
        content = line.record.get("content")
        first = as_dict(next(iter(as_list(content)), None)) if isinstance(content, list) else {}
        if role == "user" and _COMPACTED.match(as_text(first.get("text")) or as_text(content)):
            key = key_of("summary", render(content))
            return [Part(key, ItemKind.SUMMARY, Origin.HARNESS, content, "/content", "compact_summary")]
        return [_voiced(part) for part in message_parts(line.record, "", self.build.tools)]


def _voiced(part: Part) -> Part:
    """Texts in <system> tags are the harness's: checkpoints, notes on tools."""
    if part.origin is Origin.HUMAN and as_text(part.value).startswith("<system>"):
        return replace(part, kind=ItemKind.ATTACHMENT, origin=Origin.HARNESS, detail="reminder")
    return part
