"""The walk over the records of a Qwen Code log, in file order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from inspector.model import ItemKind, Link, Origin, Rewind, Severity, Source, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.qwen import compression
from inspector.read.build import Builder, RequestDraft
from inspector.read.histories import History
from inspector.read.lines import Line
from inspector.read.parts import Piece, contents, pieces, usage
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_int, as_list, as_text, preview, render

_OWN_WORDS = {"": "", "mid_turn_user_message": "queued"}


class Records:
    """Walks the records of one log."""

    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self.id, self.cwd, self.title, self.opening = "", "", "", ""
        self._history = History(self.build)
        # Of each record: the operation after it, and the context there: how much of which list, as lists only grow
        # and a cut makes a new one.
        self._known: dict[str, tuple[int, list[int], int]] = {}
        self._last = ""
        self._asked = False
        self._requests: dict[str, RequestDraft] = {}
        self._linked: set[str] = set()

    def add(self, line: Line) -> None:
        """Take in one record."""
        record = line.record
        at, time = Source(self.build.path, line.number, line.start, line.end), as_time(record.get("timestamp"))
        self.build.record(at, as_text(record.get("uuid")), time, self._subagent(record))
        self._header(record)
        if not self.build.thread:
            self._go_to(record)
        kind = as_text(record.get("type"))
        if kind == "assistant":
            self._answer(record)
        elif kind in ("user", "tool_result"):
            self._given(record, kind)
        elif kind == "system" and record.get("subtype") == "chat_compression" and not self.build.thread:
            self._compressed(record)
        else:
            self._event(record, kind)
        if self.build.id and not self.build.thread:
            context = self.build.context
            self._known[self.build.id] = (len(self.build.ops) - 1, context, len(context))
            self._last = self.build.id

    def _header(self, record: Record) -> None:
        self.id = self.id or as_text(record.get("sessionId"))
        self.cwd = self.cwd or as_text(record.get("cwd"))
        self.build.version(record.get("version"))
        source = as_text(as_dict(record.get("forkedFrom")).get("sessionId"))
        if source and source not in self._linked:
            self._linked.add(source)
            self.build.links.append(Link("fork", source))

    def _subagent(self, record: Record) -> str:
        """The id of the subagent whose record this is, or ""."""
        thread = as_text(record.get("agentId")) or ("sidechain" if record.get("isSidechain") is True else "")
        if thread and thread not in self._linked:
            self._linked.add(thread)
            self.build.links.append(Link("subagent", thread, as_text(record.get("agentName"))))
        return thread

    def _go_to(self, record: Record) -> None:
        """Step back where a record hangs on an earlier one than the last."""
        if "parentUuid" not in record or self.build.id in self._known:
            return
        parent = as_text(record["parentUuid"])
        if parent == self._last:
            return
        if parent and parent not in self._known:
            message = f"Its parent {parent[:60]} is not in this log; read as if it followed the record before."
            self.build.problem(Severity.WARNING, "lost-parent", message, self.build.at)
            return
        op, context, length = self._known.get(parent, (-1, [], 0))
        # Records that put nothing into the context often hang beside the path.
        if op != len(self.build.ops) - 1:
            self.build.ops.append(Rewind(op))
            self.build.context = context[:length]

    def _pieces(self, record: Record, role: str) -> list[Piece]:
        return list(pieces(as_dict(record.get("message")).get("parts"), "/message/parts", role))

    def _given(self, record: Record, kind: str) -> None:
        """What the model was told: the human's words, results of tools, and what the harness says in their place."""
        subtype = as_text(record.get("subtype"))
        if kind == "tool_result" and subtype == "code_mode_tool_result":
            self._event(record, kind)
            return
        mine = _is_typed(record) and not self.build.thread
        told = as_dict(record.get("toolCallResult"))
        for piece in self._pieces(record, "user"):
            if piece.kind is ItemKind.USER and piece.detail in ("typed", "command"):
                if mine:
                    detail = _OWN_WORDS.get(subtype) or piece.detail
                    self.opening = self.opening or preview(render(piece.value))
                    piece = piece._replace(detail=detail)
                elif self.build.thread and not subtype:
                    piece = piece._replace(origin=Origin.AGENT, detail="delegated")
                else:
                    detail = subtype or as_text(record.get("provenance")) or kind
                    piece = piece._replace(kind=ItemKind.ATTACHMENT, origin=Origin.HARNESS, detail=detail)
            if piece.kind is ItemKind.TOOL_RESULT and told.get("status") in ("error", "cancelled"):
                piece = piece._replace(error=True)
            self._history.put(piece)

    def _answer(self, record: Record) -> None:
        """An answer, or the next part of one: records of the same uuid are one request."""
        held = self._pieces(record, "model")
        first = len(self.build.items) + 1
        told = usage(as_dict(record.get("usageMetadata")))
        draft = self._requests.get(self.build.id) if self.build.id else None
        if draft is None:
            model = as_text(record.get("model"))
            draft = self.build.request(self.build.id, model)
            if self.build.id:
                self._requests[self.build.id] = draft
        draft.usage = told or draft.usage
        draft.limit = as_int(record.get("contextWindowSize")) or draft.limit
        for piece in held:
            self._history.put(piece)
        self.build.produced(draft, first)

    def _event(self, record: Record, kind: str) -> None:
        """What the model is not told."""
        subtype = as_text(record.get("subtype"))
        payload = record.get("systemPayload")
        command = as_text(as_dict(payload).get("rawCommand"))
        self._asked = command.lstrip().startswith("/compress") if command else self._asked
        if subtype == "custom_title":
            self.title = as_text(as_dict(payload).get("customTitle")) or self.title
        detail = subtype or f"unknown {kind}".strip()
        for value, pointer in (
            (command, "/systemPayload/rawCommand"),
            (as_text(as_dict(payload).get("message")), "/systemPayload/message"),
            (payload, "/systemPayload"),
            (record, ""),
        ):
            if value:
                head = "" if isinstance(value, str) else f"{detail} {preview(render(value))}"
                self._history.put(Piece(ItemKind.EVENT, Origin.HARNESS, value, pointer, detail, headline=head))
                return

    def _compressed(self, record: Record) -> None:
        payload = as_dict(record.get("systemPayload"))
        told, self._asked = compression.of_record(record, self.build.at, self._asked), False
        if told.status != "ok":
            self.build.ops.append(Splice(compaction=told))
            return
        if not isinstance(payload.get("compressedHistory"), list):
            note = "The new context is not in this log."
            self.build.problem(Severity.WARNING, "no-new-context", note, self.build.at)
            told = replace(told, status="partial", notes=(*told.notes, note))
            self.build.ops.append(Splice(compaction=told))
            return
        history = contents(as_list(payload["compressedHistory"]), "/systemPayload/compressedHistory")
        wanted = [piece for piece in history if piece.enter]
        known = self._history.known(wanted)
        marked = compression.find_summary(wanted, known)
        told = compression.without_summary(told, marked, known)
        self._history.replace(marked, known, told)


def _is_typed(record: Record) -> bool:
    """Whether a user record holds words of the human."""
    mine = record.get("provenance") in (None, "real_user")
    return record.get("type") == "user" and as_text(record.get("subtype")) in _OWN_WORDS and mine


def typed(record: Record) -> str:
    """The first words of the human in a record, or ""."""
    if not _is_typed(record) or record.get("agentId"):
        return ""
    for piece in pieces(as_dict(record.get("message")).get("parts"), "", "user"):
        if piece.origin is Origin.HUMAN and piece.kind is ItemKind.USER:
            return render(piece.value)
    return ""
