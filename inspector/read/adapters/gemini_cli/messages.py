"""The walk over the messages of a Gemini CLI log, in order."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from inspector.model import CompactionRecord, ItemKind, Origin, Rewind, Severity, Splice, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.gemini_cli import calls, compaction, records
from inspector.read.adapters.gemini_cli.records import Told
from inspector.read.build import Builder, Piece, RequestDraft
from inspector.read.histories import History
from inspector.read.parts import STATE, pieces, usage
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_list, as_text, as_title, render

_TOKENS = ("input", "cached", "output", "thoughts", "total")
_SHOWN = ("info", "warning", "error")
_BROKEN_OFF = "[The previous response was interrupted before it completed.]"
"""What the program makes the model say between the result of a call that was cancelled and the next prompt."""


class Messages:
    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self.id, self.cwd, self.title, self.opening = "", "", "", ""
        self._history = History(self.build)
        self._records: list[Told] = []
        # Of each message in the list: the operation before it, and its items.
        self._list: dict[str, tuple[int, tuple[int, ...]]] = {}
        # All summaries so far, and those that stand in the context.
        self._summaries, self._standing = set[str](), set[str]()
        # Behind which compaction a text without words came.
        self._silent = -1
        self._answered: dict[str, int] = {}
        """Calls whose results a record of the user brings, and where it stands."""
        self._again: set[int] = set()
        self._failures: set[str] = set()
        self._restarted = False
        """Whether the program was started anew since the last message."""
        self._is_delegated = False
        """Whether this is a subagent's log: an agent gives the task, and the program says the rest."""
        self._broke_off = False
        """Whether results came in last, or a rewind left them as the last."""
        self._last: RequestDraft | None = None
        self._exact: dict[str, str] = {}
        """Texts of answers as they were sent, by message and by their words; the answer itself is logged trimmed."""
        self._is_managed = False
        """Whether the context manager was on, which makes something of the history whenever it is sent."""
        self._held = 0
        """How much of the context was written down in the last list."""

    def add(self, record: Told) -> None:
        """Take in one record; a compaction is told by those behind it, so the walk comes at the end."""
        self._records.append(record)

    def finish(self) -> None:
        self._history.compares = any(record.what == "set" for record in self._records)
        again = self._again = records.written_again(self._records)
        self._answered = records.answered_by_user(self._records, again)
        self._is_managed = compaction.is_managed(self._records, again)
        self._exact = records.exact_texts(self._records)
        for index, record in enumerate(self._records):
            if index in again:
                continue
            if record.what == "message":
                self._message(record, index)
            elif record.what == "content":
                self._content(record, index)
            elif record.what == "rewind":
                self._rewind(record)
            else:
                self._meta(record, index)

    def _meta(self, record: Told, index: int) -> None:
        told = as_dict(record.value.get("$set")) if record.what == "set" else record.value
        self.id = self.id or as_text(told.get("sessionId"))
        self.title = as_text(told.get("summary")) or self.title
        self._is_delegated = self._is_delegated or told.get("kind") == "subagent"
        for folder in as_list(told.get("directories"))[:1]:
            self.cwd = self.cwd or as_text(folder)
        for key in ("startTime", "lastUpdated"):
            self.build.seen(as_time(told.get(key)))
        self.build.link("parent", as_text(told.get("parentSessionId")))
        if record.what == "meta" and self.build.context:
            self._restarted = True
        if record.what == "set" and isinstance(told.get("messages"), list):
            self._replaced(record, told["messages"], index)

    def _message(self, record: Told, index: int) -> None:
        message = record.value
        self._restarted = False
        kind, own = as_text(message.get("type")), as_text(message.get("id")) or f"message {index}"
        self.build.record(record.at, own, as_time(message.get("timestamp")))
        before, held = len(self.build.ops) - 1, len(self.build.context)
        if kind == "gemini" and (own in self._list or self._runs_again(message, index)):
            self._grown(record)
        elif kind == "gemini":
            self._answer(record, own, index)
        elif kind == "user":
            self._user(record, own)
        elif kind or message.get("content"):
            self._shown(record, own, kind)
        before, items = self._list.get(own, (before, ()))
        self._list[own] = (before, (*items, *self.build.context[held:]))

    def _user(self, record: Told, own: str) -> None:
        held = calls.pieces_of_user(record.value)
        results = {piece.call_id for piece in held if piece.kind is ItemKind.TOOL_RESULT}
        if self._broke_off and not results:
            self._history.put(Piece(ItemKind.ASSISTANT, Origin.HARNESS, _BROKEN_OFF, "", "made_up", hold=True))
        # Stopped by the person or failed: results that no answer came to.
        self._broke_off = bool(results)
        for piece in held:
            told = piece._replace(error=piece.error or piece.call_id in self._failures)
            if self._is_delegated and piece.origin is Origin.HUMAN and not self.opening:
                told = told._replace(origin=Origin.AGENT, detail="delegated")
            elif self._is_delegated and piece.origin is Origin.HUMAN:
                told = told._replace(kind=ItemKind.ATTACHMENT, origin=Origin.HARNESS, detail="reminder")
            self._history.put(told)
            if piece.origin is Origin.HUMAN and not self.opening:
                self.opening = as_title(render(piece.value))

    def _answer(self, record: Told, own: str, index: int) -> None:
        message = record.value
        first = len(self.build.items) + 1
        told = usage(as_dict(message.get("tokens")), _TOKENS)
        made = [as_dict(one) for one in as_list(message.get("toolCalls"))]
        cancelled = {as_text(one.get("id")) for one in made if one.get("status") == calls.CANCELLED}
        self._broke_off = False
        # Calls that were cancelled may stand by themselves, behind the answer that made them.
        is_rest = bool(cancelled) and not message.get("tokens") and not message.get("content")
        draft = self._last if is_rest and self._last else None
        draft = draft or self._request(own, message, told)
        self._last = draft
        results: list[Piece] = []
        for piece in calls.pieces_in_answer(message, thoughts=True):
            if piece.origin is Origin.AGENT:
                self._history.put(self._untrimmed(own, piece))
            elif self._answered.get(piece.call_id, -1) > index:
                # It enters with the user's record, which may stand behind a compaction.
                if piece.error:
                    self._failures.add(piece.call_id)
            else:
                results.append(piece)
        self.build.produced(draft, first)
        for piece in results:
            self._history.put(piece)

    def _runs_again(self, message: Record, index: int) -> bool:
        """Whether a call that a restored checkpoint ends with is run again: no model is asked, or sent what it gave."""
        made, context = as_list(message.get("toolCalls")), self.build.context
        if not made or not context or message.get("tokens") or message.get("content"):
            return False
        last = self.build.items[context[-1] - 1]
        if last.kind is not ItemKind.TOOL_CALL or last.tool != as_dict(made[0]).get("name"):
            return False
        before = (one for one in reversed(self._records[:index]) if one.what in ("message", "set"))
        return any(
            "messages" in as_dict(one.value.get("$set")) for one in takewhile(lambda one: one.what == "set", before)
        )

    def _grown(self, record: Told) -> None:
        """An answer of a list that was written down comes once more: no model was asked, and the list is what is sent.

        A resumed start that gets words too early writes their calls there.
        """
        known = {self.build.items[number - 1].call_id for number in self.build.context}
        for piece in calls.pieces_in_answer(record.value, thoughts=False):
            if piece.kind is ItemKind.TOOL_CALL and piece.call_id not in known:
                self._history.put(piece._replace(enter=False))

    def _untrimmed(self, own: str, piece: Piece) -> Piece:
        """The text of an answer as it is sent, where a list that was written down has it."""
        if piece.kind is not ItemKind.ASSISTANT or piece.pointer != "/content":
            return piece
        exact = self._exact.get(own) or self._exact.get(as_text(piece.value).strip())
        return piece._replace(value=exact, hold=True) if exact and exact != piece.value else piece

    def _request(self, own: str, message: Record, told: Usage | None) -> RequestDraft:
        """The model is called, with what the context manager makes of the history where it is on."""
        build, model = self.build, as_text(message.get("model"))
        history = build.context
        sent = compaction.as_sent(build.items, history, self._held) if self._is_managed else history
        if sent == history:
            return build.request(own, model, usage=told)
        if compaction.lacks_results(build.items, history):
            build.unlogged(compaction.LOST, "in the message behind the call")
        context = tuple(piece if isinstance(piece, int) else self._made_up(piece) for piece in sent)
        build.ops.append(Splice(remove=None, insert=context))
        draft = build.request(own, model, usage=told)
        build.ops.append(Splice(remove=None, insert=tuple(history)))
        return draft

    def _made_up(self, piece: compaction.MadeUp) -> int:
        """An item that is sent in one request only, so that it does not stay in the context."""
        build, of = self.build, self.build.items[piece.of - 1]
        harness = Origin.HARNESS
        if piece.what == "text":
            return build.add(ItemKind.ATTACHMENT, piece.text, "", "made_up", origin=harness, hold=True, enter=False)
        if piece.what == "call":
            about = ("{}", "", "made_up", of.tool)
            return build.add(ItemKind.TOOL_CALL, *about, origin=harness, hold=True, enter=False)
        kind = of.kind if of.kind is ItemKind.TOOL_RESULT else ItemKind.ATTACHMENT
        number = len(build.items) + 1
        build.items.append(replace(of, number=number, kind=kind, origin=harness, detail="repeated", call_id=""))
        return number

    def _content(self, record: Told, index: int) -> None:
        """A content of a saved history, as it was sent."""
        role = as_text(record.value.get("role")) or "user"
        self.build.record(record.at, f"content {index}", as_time(record.value.get("timestamp")))
        held = list(pieces(record.value.get("parts"), "/parts", role))
        if role != "model":
            for piece in held:
                self._history.put(piece)
                if piece.origin is Origin.HUMAN and not self.opening:
                    self.opening = as_title(render(piece.value))
            return
        first = len(self.build.items) + 1
        made = any(piece.origin is Origin.AGENT for piece in held)
        draft = self.build.call(self.build.id, "", record.at) if made else None
        for piece in held:
            self._history.put(piece)
        self.build.produced(draft, first)

    def _shown(self, record: Told, own: str, kind: str) -> None:
        """What only the user was shown, and records that are not known."""
        content = record.value.get("content")
        value, pointer = (content, "/content") if content not in (None, "", []) else (kind or "unknown", "")
        known = kind in _SHOWN
        if not pointer:
            value, pointer = record.value, ""
        detail = kind if known else f"unknown {kind}".strip()
        self._history.put(Piece(ItemKind.EVENT, Origin.HARNESS, value, pointer, detail, error=kind == "error"))
        told = compaction.of_text(record, self._records) if known else None
        if told is not None and not self._told_by_list(told, has_words=bool(content)):
            self._history.cut = self._silent = len(self.build.ops)
            self.build.note_compaction(told)

    def _told_by_list(self, told: CompactionRecord, has_words: bool) -> bool:
        """Whether the compaction a text speaks of stands in the log itself: a splice with nothing called since.

        One that failed says so. A text without words is written once for each, whatever came of it.
        """
        cut, silent = self._history.cut, self._silent
        since = self.build.ops[cut:] if cut >= 0 else []
        self._silent = silent if has_words else cut
        if told.status == "failed" and (has_words or silent == cut):
            return False
        return len(since) == 1 and type(since[0]) is Splice and since[0].compaction is not None

    def _rewind(self, record: Told) -> None:
        """The message named and everything after it is gone; a name that is not known takes everything."""
        own = record.value["$rewindTo"]
        names = list(self._list)
        if own not in self._list:
            message = f"It goes back to message {own[:60]}, not in this log: it starts from nothing."
            self.build.problem(Severity.WARNING, "lost-rewind", message, record.at)
        place = names.index(own) if own in self._list else 0
        gone = [number for name in names[place:] for number in self._list[name][1]]
        before = self._list[own][0] if own in self._list else -1
        if own in self._list and before >= self._history.cut:
            self.build.ops.append(Rewind(before))
            left = frozenset(gone)
            self.build.context = [number for number in self.build.context if number not in left]
        else:
            self._history.leave(gone if own in self._list else self.build.context)
        for name in names[place:]:
            del self._list[name]
        self._broke_off = self._ends_with_result()

    def _ends_with_result(self) -> bool:
        return bool(self.build.context) and self.build.items[self.build.context[-1] - 1].kind is ItemKind.TOOL_RESULT

    def _replaced(self, record: Told, messages: list[Any], index: int) -> None:
        """The list as a whole is written anew: a compaction where it starts with a snapshot that is not known."""
        self._broke_off = False
        base, wanted, owners = record.at, list[Piece](), list[str]()
        for place, message in enumerate(messages):
            own = as_text(as_dict(message).get("id")) or f"message {index}.{place}"
            for piece in calls.pieces_in_row(as_dict(message), f"/$set/messages/{place}"):
                if piece.enter:
                    wanted.append(piece)
                    owners.append(own)
        if self._restarted and self.build.context and all(piece.detail == "environment" for piece in wanted):
            return  # the list of a start; what is resumed follows
        wanted = calls.with_summary(wanted)
        known = self._history.known(wanted)
        leaves = not set(self.build.context) <= set(known)
        if index - 1 not in self._again and (leaves or not self._is_managed):
            # A summary may say what the one before it said; its message has another name all the same.
            known = [
                None if piece.kind is ItemKind.SUMMARY and own not in self._list else number
                for piece, own, number in zip(wanted, owners, known, strict=True)
            ]
        told = self._shortened_by(record, wanted, known, index)
        is_state = any(render(piece.value).startswith(STATE) for piece in wanted)
        if told is not None and is_state:
            told = replace(told, method="context manager")
        if told is None:
            # Of an answer that is read back from its log the blanks at its ends are gone.
            known = [
                number if self._is_as_long(number, piece) else None for piece, number in zip(wanted, known, strict=True)
            ]
        before = len(self.build.ops) - 1
        if told is not None and not self._is_managed and is_state:
            self.build.unlogged("call made up for a result whose call is gone", "in front, behind a mark of its own")
            self.build.unlogged("newest message once more", "at the end of the first request behind a new state")
        self.build.record(base, "", told.time if told else None)
        self._history.replace(wanted, known, told)
        self._held = len(self.build.context)
        self._broke_off = self._ends_with_result()
        self._list = {}
        for own, number in zip(owners, self.build.context, strict=True):
            self._list[own] = (before, (*self._list.get(own, (before, ()))[1], number))
        for message in messages:
            self._list.setdefault(as_text(as_dict(message).get("id")), (before, ()))

    def _shortened_by(
        self, record: Told, wanted: list[Piece], known: list[int | None], index: int
    ) -> CompactionRecord | None:
        """The compaction that a new list tells of: by a snapshot that is not known, or by shorter texts."""
        both = zip(wanted, known, strict=True)
        told_by = [(render(piece.value).strip(), number) for piece, number in both if piece.kind is ItemKind.SUMMARY]
        new = {text for text, number in told_by if number is None}
        told = compaction.of_snapshot(record.at, record, self._records[index + 1 :]) if new else None
        if told is not None and told.trigger == "unknown" and new <= self._summaries - self._standing:
            told = None  # a saved chat brings back a summary that had gone; no text tells of a compaction
        self._standing = {text for text, _ in told_by}
        self._summaries |= self._standing
        if told is None and compaction.is_shortened(self.build, wanted, known):
            told = compaction.of_shortening(record.at, record)
        return told

    def _is_as_long(self, number: int | None, piece: Piece) -> bool:
        item = self.build.items[number - 1] if number else None
        return item is None or item.kind is not ItemKind.ASSISTANT or item.chars == len(render(piece.value))
