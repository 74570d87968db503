"""The walk over the messages of an OpenCode session, in order of time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from inspector.model import CompactionRecord, ItemKind, Origin
from inspector.read.adapter import Record
from inspector.read.adapters.opencode import compaction, sent
from inspector.read.adapters.opencode.nouns import Message, Part, Stored
from inspector.read.adapters.opencode.sent import Thoughts
from inspector.read.adapters.opencode.walk import KILO, StoreWalk, named, product_of
from inspector.read.build import RequestDraft
from inspector.read.times import iso
from inspector.read.tools import ToolKind, tool_kind
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title, preview, render

# Parts that only mark where a step begins or ends, or which files it left behind.
_SILENT = frozenset({"step-start", "step-finish", "snapshot", "patch"})
_PLAN = "plan"
_NO_TYPE = "part without a type"


class Messages(StoreWalk):
    """Walks the messages of one session."""

    def __init__(self, agent: str, stored: Stored, *, hold: bool) -> None:
        super().__init__(agent, stored, hold=hold)
        self._of: dict[str, Message] = {}
        self._entered: list[list[int]] = []
        """For each message so far the items of it that are sent as long as it is."""
        self._marks: list[int] = []
        """The places so far at which a compaction is asked for, or a summary stands."""
        self._pruned: list[tuple[int, int]] = []
        self._pending: Message | None = None
        """The request for a compaction that none has answered so far."""
        self._unheeded: set[str] = set()
        """Requests for a compaction whose tail was not looked at, since it failed."""
        version = as_text(stored.info.get("version"))
        self._is_kilo = product_of(Path(stored.path), version) == KILO
        self._runs = sent.runs(stored.messages) if self._is_kilo else []
        self._run: int | None = None
        """Of Kilo, that of the request at hand, or of the next one."""
        self._waits = any(two < one for one, two in pairwise(self._runs))
        """Whether prompts came while a run was under way."""
        self._is_known = sent.is_driven(version)
        self._thoughts = Thoughts(self.build)
        self._waiting: list[int] = []
        """Items of the message at hand that enter later."""
        self._said: set[str] = set()
        self._replays = False
        self._system = ""
        self._answered = {message.parent for message in stored.messages if message.is_summary}
        self._asks = any(compaction.request(message) for message in stored.messages)
        """Whether compactions are asked for by a part; versions of 2025 wrote the summary alone."""

    def _take_in(self) -> None:
        if self._is_known and any(message.info.get("agent") == _PLAN for message in self._stored.messages):
            self.build.unlogged("reminder of plan mode", "in the last message of the user, and in those that follow it")
        for place, message in enumerate(self._stored.messages):
            self._message(message, place)
        self._prune(None)

    def _message(self, message: Message, place: int) -> None:
        info = message.info
        self.build.record(message.at, message.id or f"message {place}", iso(message.created))
        self.build.seen(iso(as_dict(info.get("time")).get("completed")))
        self._prune(message.created)
        self._from[self.build.id] = len(self.build.ops)
        self._of.setdefault(self.build.id, message)
        self._entered.append([])
        if sent.is_mark(message):
            self._marks.append(place)
        role = info.get("role")
        if self._is_laid_out(place):
            self._run = self._runs[place]
            self._lay(None)
        stood, begun = len(self.build.context), len(self.build.items)
        if role == "user":
            self._user(message)
        elif role == "assistant" and message.is_summary:
            self._summary(message)
        elif role == "assistant":
            self._assistant(message)
        else:
            self.build.add(ItemKind.EVENT, info, "", "unknown", headline=preview(render(role)))
        if self._is_known and role == "assistant":
            self._thoughts.of(sent.model_of(message), begun)
        if not message.is_summary:
            self._entered[place] = self.build.context[stood:] + self._waiting
            self._waiting = []
        if role == "assistant" and sent.is_dropped(message):
            self._lay(None, self._entered[place])
            self._entered[place] = []

    # The user -----------------------------------------------------------------------------------------------------

    def _user(self, message: Message) -> None:
        system = as_text(message.info.get("system"))
        if system and system != self._system:
            self._system = system
            self.build.add(ItemKind.INSTRUCTIONS, system, "/system")
        replays, self._replays = self._replays, False
        for part in message.parts:
            self.build.at, value = part.at, part.value
            kind = as_text(value.get("type"))
            if kind == "text" and as_text(value.get("text")):
                self._text(value, replays)
            elif kind == "file":
                self._file(value)
            elif kind == "compaction":
                self._compaction_asked(message)
            elif kind == "subtask":
                self.build.add(ItemKind.ATTACHMENT, sent.RAN, "/type", "subtask", hold=True)
            elif kind == "agent" and as_text(value.get("name")):
                self.build.add(ItemKind.EVENT, value["name"], "/name", "agent")
            elif kind not in _SILENT:
                self.build.add_unknown(kind or _NO_TYPE, value)

    def _text(self, value: Record, replays: bool) -> None:
        text = value["text"]
        kind, origin, detail = ItemKind.USER, None, "typed"
        kilo = as_dict(as_dict(value.get("metadata")).get("kilo"))
        command = as_text(as_dict(kilo.get("injected")).get("title"))
        if value.get("ignored") is True:
            # Shown to the user by a plugin; never sent.
            kind, detail = ItemKind.EVENT, "ignored"
        elif value.get("synthetic") is True:
            continues = as_dict(value.get("metadata")).get("compaction_continue") is True
            again = "replayed" if text in self._said else "reminder"
            kind, detail = ItemKind.ATTACHMENT, "continue" if continues else again
        elif self._delegated:
            origin, detail = Origin.AGENT, "delegated"
        elif replays and text in self._said:
            # After an overflow the last prompt is sent again; the human said it once.
            kind, detail = ItemKind.ATTACHMENT, "replayed"
        else:
            self._said.add(text)
            self.opening = self.opening or as_title(command or text)
            # Kilo notes by which command it filled the text in; OpenCode does not.
            origin, detail = (Origin.HARNESS, "command") if command else (origin, detail)
        self.build.add(kind, text, "/text", detail, origin=origin)
        if detail == "command" and (words := command.partition(" ")[2].strip()):
            self.build.said(words, "", "typed", hold=True)

    def _file(self, value: Record) -> None:
        key = named(value, ("filename", "url", "mime"))
        if key:
            mime = as_text(value.get("mime"))
            kind = ItemKind.ATTACHMENT if sent.is_file_sent(mime) else ItemKind.EVENT
            number = self.build.add(kind, value[key], f"/{key}", "file")
            self._picture(number, mime)

    def _picture(self, number: int, mime: str) -> None:
        what = "PDF" if mime == "application/pdf" else "picture" if mime.startswith("image/") else ""
        if not what:
            return
        self.build.picture(number, "PDF" if what == "PDF" else "image")
        self.build.unlogged(f"error in place of a {what}", "where the model takes none")
        if self._is_kilo:
            self.build.unlogged(f"words in place of a {what}", "where a compaction kept it")

    def _compaction_asked(self, message: Message) -> None:
        self._pending = message
        answered = self.build.id in self._answered
        # The summariser is not sent it; it enters with what came of its answer.
        number = self.build.add(ItemKind.ATTACHMENT, sent.RECAP, "/type", "compaction", hold=True, enter=not answered)
        if answered:
            self._waiting.append(number)
        else:
            self.build.note_compaction(compaction.never_answered(message, self.build.id))

    # The agent ----------------------------------------------------------------------------------------------------

    def _assistant(self, message: Message) -> None:
        if sent.is_run_by_user(self._of.get(message.parent), message):
            self._run_by_user(message)
            return
        if self._is_known:
            self._thoughts.model = sent.model_of(message)
            self._order(self._thoughts.as_sent(self.build.context), None)
        steps = [part.value for part in message.parts if part.value.get("type") == "step-finish"]
        # Each with its own tokens and cost; those of a single one stand in the message, too.
        told = steps if len(steps) > 1 else [message.info]
        draft = self._step(message, told[0])
        results: list[Part] = []
        done = 0
        for part in message.parts:
            if part.value.get("type") == "step-finish":
                done += 1
                if done < len(told):
                    # Versions of 2025 kept all steps of a turn in one message.
                    self._results(results)
                    draft, results = self._step(message, told[done]), []
                continue
            first = len(self.build.items) + 1
            self._said_part(part)
            if len(self.build.items) >= first and self.build.items[first - 1].kind is not ItemKind.EVENT:
                self.build.produced(draft, first)
            if part.value.get("type") == "tool":
                results.append(part)
        self._results(results)
        self._error(message)

    def _run_by_user(self, message: Message) -> None:
        """A command behind ``!``, or one that starts a subagent: sent as a call, and no model made it."""
        for part in message.parts:
            origin = Origin.HUMAN if part.value.get("tool") == "bash" else Origin.HARNESS
            self._said_part(part, origin=origin)
        self._results([part for part in message.parts if part.value.get("type") == "tool"])
        self._error(message)

    def _step(self, message: Message, step: Record) -> RequestDraft:
        return self._call(message.at, as_text(message.info.get("modelID")), message.info, step)

    def _said_part(self, part: Part, *, enter: bool = True, origin: Origin | None = None) -> None:
        self.build.at, value = part.at, part.value
        kind = as_text(value.get("type"))
        if kind in ("text", "reasoning"):
            told = ItemKind.ASSISTANT if kind == "text" else ItemKind.REASONING
            self.build.text(told, value, "/text", enter=enter)
        elif kind == "tool":
            number = self._tool(value, "tool", as_text(value.get("callID")), enter=enter, origin=origin)
            state = as_dict(value.get("state"))
            if tool_kind(as_text(value.get("tool"))) is ToolKind.DELEGATE:
                child = as_text(as_dict(state.get("metadata")).get("sessionId"))
                self._subagent(child, as_text(state.get("title")), number)
        elif kind == "file":
            self._file(value)
        elif kind == "retry":
            self.build.add(ItemKind.EVENT, value, "", "retry", headline="retry", error=True)
        elif kind not in _SILENT:
            self.build.add_unknown(kind or _NO_TYPE, value)

    def _results(self, parts: Sequence[Part]) -> None:
        for part in parts:
            self.build.at = part.at
            name, state = as_text(part.value.get("tool")), as_dict(part.value.get("state"))
            call_id, metadata = as_text(part.value.get("callID")), as_dict(state.get("metadata"))
            failed = state.get("status") == "error" or bool(as_int(metadata.get("exit")))
            told, pointer = _result(state, ended=len(self._entered) < len(self._stored.messages))
            if told:
                hold = told == sent.INTERRUPTED
                number = self.build.add(ItemKind.TOOL_RESULT, told, pointer, "", name, call_id, error=failed, hold=hold)
                cleared = as_int(as_dict(state.get("time")).get("compacted"))
                if cleared:
                    self._pruned.append((cleared, number))
            self._feedback(as_text(state.get("error")), "/state/error", name, call_id)
            if state.get("status") != "error":
                self._answers(metadata, "/state/metadata", name, call_id)
        for part in parts:
            self._media(part)

    def _media(self, part: Part) -> None:
        """The pictures that a tool gave; by their names."""
        self.build.at = part.at
        for index, value in enumerate(map(as_dict, as_list(as_dict(part.value.get("state")).get("attachments")))):
            key = named(value, ("filename", "url", "mime"))
            if key and sent.is_file_sent(as_text(value.get("mime"))):
                number = self.build.add(ItemKind.ATTACHMENT, value[key], f"/state/attachments/{index}/{key}", "media")
                self.build.unlogged("line in front of pictures of tools", "where a model takes none in results")
                self._picture(number, as_text(value.get("mime")))

    def _error(self, message: Message) -> None:
        error = as_dict(message.info.get("error"))
        self.build.at = message.at
        for holder, pointer in ((as_dict(error.get("data")), "/error/data/message"), (error, "/error/name")):
            if self.build.text(ItemKind.EVENT, holder, pointer, "error", error=True):
                return

    # Compactions --------------------------------------------------------------------------------------------------

    def _summary(self, message: Message) -> None:
        """The summariser's answer: a request of its own, and what takes the place of history where it succeeded."""
        asked = self._of.get(message.parent)
        counts = not self._asks or bool(compaction.request(asked))
        self._run = sent.next_run(self._stored.messages, self._runs, len(self._entered))
        draft = self._step(message, message.info)
        draft.purpose = "compaction"
        first = len(self.build.items) + 1
        summary = None
        for part in message.parts:
            begins = len(self.build.items) + 1
            if part.value.get("type") == "text" and as_text(part.value.get("text")).strip():
                self.build.at = part.at
                kind, detail = (ItemKind.SUMMARY, "compact_summary") if counts else (ItemKind.ASSISTANT, "summary")
                number = self.build.add(kind, part.value["text"], "/text", detail, enter=False)
                summary = summary or number
            else:
                self._said_part(part, enter=False)
            self.build.produced(draft, begins)
        said = range(first, len(self.build.items) + 1)
        self._error(message)
        done = compaction.succeeded(message)
        if not sent.is_dropped(message):
            self._entered[-1] = [number for number in said if self.build.items[number - 1].kind is not ItemKind.EVENT]
        if not done:
            self.build.note_compaction(compaction.failed(asked, message, self.build.id))
            behind = self._stored.messages[len(self._entered) :]
            answer = next((one for one in behind if one.info.get("role") == "assistant"), None)
            if answer and answer.is_summary and answer.parent == message.parent:
                return  # It is tried again, and no request is sent before.
            # Not every version looks at the tail of a compaction that failed.
            gone = self._lost()
            lost = sum(self.build.items[number - 1].chars for number in gone)
            if lost and sent.is_all_sent(self._stored.messages, len(self._entered) - 1, lost):
                self._unheeded.add(message.parent)
                gone = self._lost()
            self._lay(compaction.dropped(message, self.build.id) if gone else None)
        elif not counts:
            self.build.note_compaction(compaction.unheeded(self._pending, message, self.build.id))
            self._lay(None)
            self._pending = None
        else:
            self._cut(asked, message, summary)
            self._pending = None

    def _is_laid_out(self, place: int) -> bool:
        """Whether a message is an answer for which Kilo's order counts anew: the first behind words of anybody, or of
        another run."""
        message, before = self._stored.messages[place], self._stored.messages[max(place - 1, 0)]
        is_request = message.info.get("role") == "assistant" and not message.is_summary
        can_differ = self._is_kilo and is_request and (self._waits or bool(self._marks))
        return can_differ and (before.info.get("role") == "user" or self._runs[place] != self._run)

    def _cut(self, asked: Message | None, message: Message, summary: int | None) -> None:
        start, before = compaction.tail_start(asked), self.build.context
        after = self._sent()
        missing = start if start and start not in self._of else ""
        stay = frozenset(after)
        gone = [self.build.items[number - 1] for number in before if number not in stay]
        self._order(after, compaction.complete(asked, message, self.build.id, summary, gone, missing))
        # The provider refused the context as too large.
        self._replays = compaction.request(asked).get("overflow") is True

    def _sent(self, but: Sequence[int] = ()) -> list[int]:
        """The items that the messages so far send, behind the instructions."""
        told, left = self.build.standing(ItemKind.INSTRUCTIONS), frozenset(but)
        messages = self._stored.messages[: len(self._entered)]
        if self._asks:
            order = sent.places(messages, self._marks, self._unheeded)
            if self._run is not None:
                order = sent.in_run(messages, order, self._runs, self._run)
        else:
            ends = [at for at in self._marks if compaction.succeeded(messages[at])]
            order = list(range(ends[-1] if ends else 0, len(self._entered)))
        known = frozenset(told) | left
        told += [number for place in order for number in self._entered[place] if number not in known]
        return self._thoughts.as_sent(told)

    def _lost(self) -> list[int]:
        after = frozenset(self._sent())
        return [number for number in self.build.context if number not in after]

    def _lay(self, record: CompactionRecord | None, but: Sequence[int] = ()) -> None:
        """Lay the context out as the messages so far are sent; some with another order than they came in."""
        self._order(self._sent(but), record)

    def _order(self, items: list[int], record: CompactionRecord | None) -> None:
        if record is not None or items != self.build.context:
            self.build.become(items, record)

    def _prune(self, before: int | None) -> None:
        """Clear the results that were cleared up to a moment, or to the end."""
        if not self._pruned:
            return
        due = sorted(entry for entry in self._pruned if before is None or entry[0] <= before)
        if due:
            self._pruned = [entry for entry in self._pruned if entry not in due]
            items = [number for _, number in due]
            at = self.build.items[items[0] - 1].source
            self.build.mask(items, compaction.pruned(at, due[0][0], len(items)))


def _result(state: Record, *, ended: bool) -> tuple[str, str]:
    """What a call is sent to have given, and where that stands; nothing of one that may be running still."""
    metadata = as_dict(state.get("metadata"))
    if state.get("status") == "error" and metadata.get("interrupted") is True and as_text(metadata.get("output")):
        return metadata["output"], "/state/metadata/output"
    for key in ("output", "error"):
        if as_text(state.get(key)):
            return state[key], f"/state/{key}"
    waits = state.get("status") in ("pending", "running")
    return (sent.INTERRUPTED, "/state/status") if waits and ended else ("", "")
