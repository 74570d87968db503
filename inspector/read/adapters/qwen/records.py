"""The walk over the records of a Qwen Code log, in file order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from inspector.model import CompactionRecord, ItemKind, Origin, Rewind, Severity, Source, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.qwen import compression
from inspector.read.adapters.qwen.compression import Calls, Told
from inspector.read.build import Builder, Piece, RequestDraft, noted
from inspector.read.drafts import Noted
from inspector.read.histories import History
from inspector.read.lines import Line
from inspector.read.parts import contents, pieces, usage
from inspector.read.times import as_time, seconds_between
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title, preview, render, version_numbers

_REMINDS = (0, 24)
"""The first version that is known to put its reminders in front."""
_MUCH, _LONG = 500_000, 3_600
"""Characters of results, and seconds without a call, from which on older results are cleared."""
_CHARS = 4
"""Characters that the agent counts as a token."""
_FORGOTTEN = "notes in the place of results that were forgotten", "behind their calls"
_ABORTED = "User intentionally cancelled"
"""Words of a result whose turn a person broke off; another stands where a call was not allowed."""
_UNTOLD = "The log has no record of it but its calls."
_OWN_WORDS = {"": "", "mid_turn_user_message": "queued"}


class Records:
    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self.id, self.cwd, self.title, self.opening = "", "", "", ""
        self._history = History(self.build)
        # Of each record: the operation after it, and the context there: how much of which list, as lists only grow
        # and a cut makes a new one.
        self._known: dict[str, tuple[int, list[int], int]] = {}
        self._last = ""
        self._asked = ""
        self._template = ""
        """A command that was typed, and whose template follows in the person's name."""
        self._calls = Calls(self.build)
        self._waiting: list[tuple[Piece, int]] = []
        """What was told since the last answer: it is sent behind a compression that it set off."""
        self._manual = -1
        """The operation of the last compression by hand, whose command is logged behind it."""
        self._sent: int | None = None
        self._limit: int | None = None
        self._results = 0
        self._answered: str | None = None
        self._clears: Source | None = None
        self._requests: dict[str, RequestDraft] = {}
        self.own: str | None = None
        """The subagent whose log this is, "" where it is nobody's; None before the first record."""

    def add(self, line: Line) -> None:
        record = line.record
        at, time = line.at(self.build.path), as_time(record.get("timestamp"))
        self.build.record(at, as_text(record.get("uuid")), time, self._subagent(record))
        self._header(record)
        if not self.build.thread:
            self._go_to(record)
        kind = as_text(record.get("type"))
        if kind in ("assistant", "user") and not self.build.thread:
            self._manual, self._asked = -1, self._asked if kind == "assistant" else ""
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

    def finish(self) -> None:
        """Name what is sent with every request and is not in the log."""
        if not self.build.drafts:
            return
        self.build.unlogged("system prompt", "in front")
        self.build.unlogged("tool definitions", "in front")
        newest = max((version_numbers(version) for version in self.build.versions), default=())
        if newest >= _REMINDS:
            self.build.unlogged("startup reminders", "in front of the first message")
        if newest >= _REMINDS and self._clears:
            self.build.unlogged("marks of results that were cleared", "in the place of older results")
            message = (
                "Qwen Code may have cleared older results of tools before this: more than 500,000 characters of them, "
                "or an hour without a call. Its log does not say so, and the contexts show them whole."
            )
            self.build.problem(Severity.NOTE, "may-be-cleared", message, self._clears)

    def _header(self, record: Record) -> None:
        self.id = self.id or as_text(record.get("sessionId"))
        self.cwd = self.cwd or as_text(record.get("cwd"))
        self.build.version(record.get("version"))
        self.build.link("fork", as_text(as_dict(record.get("forkedFrom")).get("sessionId")))

    def _subagent(self, record: Record) -> str:
        """The id of the subagent whose record this is, or ""."""
        thread = as_text(record.get("agentId")) or ("sidechain" if record.get("isSidechain") is True else "")
        self.own = thread if self.own is None else self.own
        if thread == self.own:
            return ""
        self.build.link("subagent", thread, as_text(record.get("agentName")))
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
        if kind == "user" and not self.build.thread:
            self._given_up()
            self._forget_aborted()
        mine = _is_typed(record) and not (self.build.thread or self.own)
        follows = mine and as_text(record.get("parentUuid")) in self._known
        if follows and self._waiting and self._waiting[-1][0].origin is Origin.HUMAN:
            message = (
                "The prompt before this one got no answer. Qwen Code sends it again where its process ended, and takes "
                "it back where a person pressed Esc. Its log does not tell which; the contexts show it."
            )
            self.build.problem(Severity.NOTE, "may-be-taken-back", message, self.build.at)
        command, self._template = (self._template, "") if mine else ("", self._template)
        told = as_dict(record.get("toolCallResult"))
        if "hookContext" in as_dict(record.get("systemPayload")):
            # The hook speaks to every result, too, and no record has that (0.24.4).
            self.build.unlogged("text that hooks add to prompts", "behind tool results, if there was any")
        for piece in self._pieces(record, "user"):
            if piece.kind is ItemKind.USER and piece.detail in ("typed", "command"):
                if mine:
                    detail = _OWN_WORDS.get(subtype) or piece.detail
                    self.opening = self.opening or as_title(command or render(piece.value))
                    piece = piece._replace(detail=detail)
                    if command:
                        piece = piece._replace(origin=Origin.HARNESS, detail="command")
                elif (self.build.thread or self.own) and not subtype:
                    piece = piece._replace(origin=Origin.AGENT, detail="delegated")
                    if self.own and self._requests:
                        self.build.unlogged("note on who sent the prompt", "in front of every prompt but the first")
                else:
                    detail = subtype or as_text(record.get("provenance")) or kind
                    piece = piece._replace(kind=ItemKind.ATTACHMENT, origin=Origin.HARNESS, detail=detail)
            if piece.kind is ItemKind.TOOL_RESULT and told.get("status") in ("error", "cancelled"):
                piece = piece._replace(error=True)
            number = self._history.put(piece)
            if piece.kind is ItemKind.TOOL_RESULT and not self.build.thread:
                self._results += self.build.items[number - 1].chars
            if piece.enter and not self.build.thread:
                self._waiting.append((piece, number))
        if words := command.partition(" ")[2].strip():
            self._history.put(Piece(ItemKind.USER, Origin.HUMAN, words, "", "typed", hold=True, enter=False))
        if not self.build.thread:
            self._calls.clear()

    def _answer(self, record: Record) -> None:
        """An answer, or the next part of one: records of the same uuid are one request."""
        held = self._pieces(record, "model")
        first = len(self.build.items) + 1
        told = usage(as_dict(record.get("usageMetadata")))
        # A subagent's answer is written in two: words and tokens, then the calls.
        same = as_text(record.get("parentUuid")) if self.own and not told else ""
        draft = self._requests.get(self.build.id) or self._requests.get(same)
        if draft is None:
            if not self.build.thread:
                # Of an automatic compression that failed in front of it, telemetry alone tells.
                self._failed(self._calls.of_failure(self._filled(), as_int(record.get("contextWindowSize"))))
                self._may_have_cleared()
            model = as_text(record.get("model"))
            draft = self.build.request(self.build.id, model)
        if self.build.id:
            self._requests[self.build.id] = draft
        draft.usage = told or draft.usage
        draft.limit = as_int(record.get("contextWindowSize")) or draft.limit
        if not self.build.thread:
            self._waiting = []
            self._limit = draft.limit
            self._sent = (told.prompt or 0) + (told.output or 0) if told else None
        for piece in held:
            self._history.put(piece)
        self.build.produced(draft, first)

    def _may_have_cleared(self) -> None:
        """Note the first call before which results may have been cleared in silence, by the agent's own defaults."""
        idle = seconds_between(self._answered, self.build.time) or 0
        if self._clears is None and self._results and (self._results > _MUCH or idle > _LONG):
            self._clears = self.build.at
        self._answered = self.build.time

    def _event(self, record: Record, kind: str) -> None:
        subtype = as_text(record.get("subtype"))
        payload = record.get("systemPayload")
        command = as_text(as_dict(payload).get("rawCommand"))
        if command:
            self._command(command.strip(), as_dict(payload))
        if subtype == "ui_telemetry" and not self.build.thread:
            self._calls.add(as_dict(as_dict(payload).get("uiEvent")))
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

    def _command(self, command: str, payload: Record) -> None:
        """A command by which the person compresses: its invocation may come before or behind what it did."""
        self._template = command if payload.get("sentToModel") is True else self._template
        if not command.startswith("/compress"):
            self._asked = ""
            return
        op = self.build.ops[self._manual] if self._manual >= 0 else None
        focus = compression.focus_of(command)
        if isinstance(op, Splice) and op.compaction and focus:
            self.build.ops[self._manual] = replace(op, compaction=replace(op.compaction, focus=focus))
        if payload.get("phase") != "result":
            self._asked = "" if op else command
        elif told := compression.failed_command(payload, self.build.at, self.build.time, self.build.id):
            self._asked = ""
            calls = self._calls.of_compaction("manual", by_hand=True)
            self._calls.note(calls)
            self.build.note_compaction(_with_calls(told, calls))

    def _given_up(self) -> None:
        """Note an automatic compression behind which the turn ended with no answer: it had not made enough room.

        What waited to be sent is then forgotten; in the place of results the agent says that it has none.
        """
        calls = self._calls.without_answer(self._filled(), self._limit) if self._waiting else []
        if not calls:
            return
        if any(piece.kind is ItemKind.TOOL_RESULT for piece, _ in self._waiting):
            self.build.unlogged(*_FORGOTTEN)
        forgotten, self._waiting = [number for _, number in self._waiting], []
        self._failed(calls, forgotten)

    def _forget_aborted(self) -> None:
        """Results of a turn that the person broke off are recorded, and never sent."""
        results = [(piece, number) for piece, number in self._waiting if piece.kind is ItemKind.TOOL_RESULT]
        if any(piece.error and _ABORTED in render(piece.value) for piece, _ in results):
            self.build.unlogged(*_FORGOTTEN)
            self._history.leave([number for _, number in results])
            self._waiting = [one for one in self._waiting if one not in results]

    def _filled(self) -> int | None:
        """Tokens of the context with what waits to be sent, as the agent estimates them."""
        if self._sent is None:
            return None
        return self._sent + sum(self.build.items[number - 1].chars for _, number in self._waiting) // _CHARS

    def _failed(self, calls: list[Told], forgotten: Sequence[int] = ()) -> None:
        if not calls:
            return
        at = calls[-1].at
        self._calls.note(calls)
        about = Noted(status="failed", time=calls[-1].time, reported_before=self._sent, notes=(_UNTOLD,))
        told = noted(f"compression at line {at.line}", at, "summary", "auto", **about)
        self._history.leave(forgotten)
        self.build.note_compaction(_with_calls(told, calls))

    def _compressed(self, record: Record) -> None:
        payload = as_dict(record.get("systemPayload"))
        told = compression.of_record(record, self.build.at, bool(self._asked))
        goes_on = _reason(payload) in _GOES_ON
        if goes_on and self._calls.refused():
            told, goes_on = replace(told, trigger="overflow"), False
        focus, self._asked = compression.focus_of(self._asked), ""
        if told.status != "ok":
            self.build.note_compaction(told)
            return
        if not isinstance(payload.get("compressedHistory"), list):
            note = "The new context is not in this log."
            self.build.problem(Severity.WARNING, "no-new-context", note, self.build.at)
            told = replace(told, status="partial", notes=(*told.notes, note))
            self.build.note_compaction(told)
            return
        history = contents(as_list(payload["compressedHistory"]), "/systemPayload/compressedHistory")
        wanted = [piece for piece in history if piece.enter]
        known = self._history.known(wanted)
        if _reason(payload) in (*_GOES_ON, "payload_overflow"):
            # What is not asked for by hand is always summarized, if only into the words of the summary before.
            new = next((place for place, piece in enumerate(wanted) if piece.kind is ItemKind.SUMMARY), None)
            known = [None if place == new else number for place, number in enumerate(known)]
        marked = compression.find_summary(wanted, known)
        told = compression.without_summary(told, marked, known)
        if told.kind == "summary":
            told = self._with_its_calls(told)
        if goes_on:
            # The prompt or the results that filled the context are sent next; whether the record has them is chance.
            late = [(piece, number) for piece, number in self._waiting if number not in known]
            marked += [piece for piece, _ in late]
            known = [*known, *(number for _, number in late)]
        self._manual = len(self.build.ops) if told.trigger == "manual" else -1
        self._history.replace(marked, known, replace(told, focus=focus))
        results = self.build.standing(ItemKind.TOOL_RESULT)
        self._results = sum(self.build.items[number - 1].chars for number in results)

    def _with_its_calls(self, told: CompactionRecord) -> CompactionRecord:
        """A compression with what telemetry tells of the summarizer's calls, and what they were shown."""
        calls = self._calls.of_compaction(told.trigger, by_hand=told.trigger == "manual")
        self._calls.note(calls)
        prompts = {number for piece, number in self._waiting if piece.kind is not ItemKind.TOOL_RESULT}
        if told.trigger == "auto" and prompts:
            told = replace(told, shown=tuple(number for number in self.build.context if number not in prompts))
        return _with_calls(told, calls)


def _with_calls(told: CompactionRecord, calls: list[Told]) -> CompactionRecord:
    if not calls:
        return told
    reason = told.reason or next((one.error for one in reversed(calls) if one.error), "")
    model = as_text(calls[-1].event.get("model"))
    return replace(told, attempts=len(calls), model=model, reason=reason if told.status == "failed" else "")


def _reason(payload: Record) -> str:
    return as_text(as_dict(payload.get("info")).get("triggerReason"))


_GOES_ON = ("token_limit", "image_overflow")
"""What sets off a compression in front of a call. A payload that was refused is not sent again."""


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
