"""The walk over the events of an OpenHands conversation folder (V1, the SDK)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from inspector.model import CompactionRecord, ItemKind, Origin, Rewind, Severity, Source
from inspector.read.adapter import Record
from inspector.read.adapters.openhands.events import EventWalk, Shown, Statistics, Told
from inspector.read.build import Builder, RequestDraft
from inspector.read.values import as_dict, as_int, as_list, as_text, preview, render

_ROOT = "__root__"
_NO_TREE = frozenset({"ConversationStateUpdateEvent", "ConversationErrorEvent"})
_SILENT = frozenset(
    "ConversationStateUpdateEvent ConversationErrorEvent PauseEvent InterruptEvent TokenEvent StreamingDeltaEvent "
    "LLMCompletionLogEvent HookExecutionEvent ACPToolCallEvent ServerErrorEvent CondensationRequest".split()
)
_REFUSED = "User rejected the action"
_ASKED = "The user asked for it, or the agent did after the model refused the context; the log does not say which."


class _Entry(NamedTuple):
    op: int
    moment: tuple[list[Shown], int, str]


class Conversation(EventWalk):
    """Walks the events of one conversation in file order."""

    def __init__(self, agent: str, path: Path, state: Record, build: Builder | None = None) -> None:
        super().__init__(build or Builder(agent, str(path)))
        self.id, self.cwd = as_text(state.get("id")), _cwd(state)
        self._leaf = as_text(state.get("leaf_event_id"))
        self._window = as_int(as_dict(as_dict(state.get("agent")).get("llm")).get("max_input_tokens"))
        self._stats = Statistics(state)
        self._known: dict[str, _Entry] = {}
        self._last = ""
        self._asked: CompactionRecord | None = None
        self._condensed = 0
        self._multiple = False

    def add(self, record: Record, source: Source) -> None:
        """Take in one event; ``source`` points at it, and is a file of its own as a rule."""
        self._begin(record, source, as_text(record.get("id")) or source.pointer or Path(source.path).stem)
        if self.build.id in self._known:
            note = f"Event {self.build.id} stands twice; read once."
            self.build.problem(Severity.NOTE, "repeated-event", note, source)
            return
        kind = as_text(record.get("kind"))
        self._go_to(record)
        handler = _HANDLERS.get(kind)
        if handler:
            handler(self, record)
        else:
            self._other(kind, record)
        if self.build.context:
            self._view.add(self.build.id, self.build.context)
        self._known[self.build.id] = _Entry(len(self.build.ops) - 1, self._view.moment())
        if kind not in _NO_TREE:
            self._last = self.build.id

    def close(self) -> None:
        """Step back to the event that the conversation was left at, and close what is open."""
        self._never_came()
        entry = self._known.get(self._leaf)
        if entry and self._leaf != self._last:
            self.build.ops.append(Rewind(entry.op))

    def _go_to(self, record: Record) -> None:
        """Step back where an event hangs on another one than the last."""
        parent = record.get("parent_id")
        if not isinstance(parent, str) or parent == self._last or as_text(record.get("kind")) in _NO_TREE:
            return
        if parent == _ROOT:
            parent, entry = "", _Entry(-1, ([], 0, ""))
        elif parent in self._known:
            entry = self._known[parent]
        else:
            message = f"Its parent {parent} is not in this log; read as if it followed the event before."
            self.build.problem(Severity.WARNING, "lost-parent", message, self.build.at)
            return
        self._never_came()
        self.build.ops.append(Rewind(entry.op))
        self._view.back(entry.moment)
        self._last = parent

    def _other(self, kind: str, record: Record) -> None:
        if kind not in _SILENT:
            self.build.note_unknown(kind)
        told = next((key for key in ("detail", "error", "title", "value", "key", "kind") if record.get(key)), "id")
        line = f"{kind} {preview(render(record.get(told)))}" if told != "kind" else kind
        failed = "Error" in kind
        self._put(ItemKind.EVENT, record.get(told), f"/{told}", kind or "unknown", headline=line, error=failed)

    def _system(self, record: Record) -> None:
        prompt, told = as_dict(record.get("system_prompt")), as_dict(record.get("dynamic_context"))
        for value, pointer, detail in (
            (prompt.get("text"), "/system_prompt/text", "system_prompt"),
            (told.get("text"), "/dynamic_context/text", "environment"),
            (record.get("tools"), "/tools", "tools"),
        ):
            self._put(ItemKind.INSTRUCTIONS, value, pointer, detail=detail)

    def _message(self, record: Record) -> None:
        message, source = as_dict(record.get("llm_message")), record.get("source")
        content, pointer = message.get("content"), "/llm_message/content"
        if source == "agent" or message.get("role") == "assistant":
            draft = self._request(as_text(record.get("llm_response_id")) or self.build.id)
            first = len(self.build.items) + 1
            self._reasoning(message, "/llm_message")
            self._put(ItemKind.ASSISTANT, content, pointer)
            self.build.produced(draft, first)
        elif source == "user" and not record.get("sender"):
            if not self._typed(content, pointer):
                return
        elif source == "user":
            self._put(ItemKind.USER, content, pointer, "delegated", origin=Origin.AGENT)
        else:
            self._put(ItemKind.ATTACHMENT, content, pointer, detail=as_text(source) or "message")
        self._added(record)

    def _added(self, record: Record) -> None:
        added = record.get("extended_content")
        self._put(ItemKind.ATTACHMENT, added, "/extended_content", detail="skill")

    def _action(self, record: Record) -> None:
        draft = self._request(as_text(record.get("llm_response_id")) or self.build.id)
        first = len(self.build.items) + 1
        self._reasoning(record, "")
        self._put(ItemKind.ASSISTANT, record.get("thought"), "/thought")
        call = as_dict(record.get("tool_call"))
        function = as_dict(call.get("function"))
        name = as_text(record.get("tool_name")) or as_text(function.get("name")) or as_text(call.get("name"))
        for value, pointer in (
            (function.get("arguments"), "/tool_call/function/arguments"),
            (call.get("arguments"), "/tool_call/arguments"),
            (record.get("action"), "/action"),
            (record.get("tool_name"), "/tool_name"),
        ):
            if value not in (None, "", []):
                self.build.called(value, pointer, name, as_text(record.get("tool_call_id")), record.get("action"))
                break
        self.build.produced(draft, first)

    def _reasoning(self, holder: Record, base: str) -> None:
        item = as_dict(holder.get("responses_reasoning_item"))
        for value, pointer in (
            (holder.get("reasoning_content"), "/reasoning_content"),
            (holder.get("thinking_blocks"), "/thinking_blocks"),
            (item.get("summary"), "/responses_reasoning_item/summary"),
        ):
            if self._put(ItemKind.REASONING, value, base + pointer):
                break

    def _observation(self, record: Record) -> None:
        seen = record.get("observation")
        told = as_dict(seen)
        failed = told.get("is_error") is True or bool(as_text(told.get("error")))
        failed = failed or as_int(as_dict(told.get("metadata")).get("exit_code")) not in (None, 0)
        for key in ("content", "output", "message", "error"):
            if told.get(key) not in (None, "", [], False, True):
                self._result(record, told[key], f"/observation/{key}", error=failed)
                break
        else:
            self._result(record, seen, "/observation", error=failed)
        self._added(record)

    def _error(self, record: Record) -> None:
        self._result(record, record.get("error"), "/error", error=True)

    def _refusal(self, record: Record) -> None:
        reason, pointer = record.get("rejection_reason"), "/rejection_reason"
        self._result(record, reason, pointer, error=True, detail="rejected")
        by_hook = record.get("rejection_source") == "hook"
        if as_text(reason).strip() and reason != _REFUSED and not by_hook:
            self._put(ItemKind.USER, reason, pointer, detail="feedback", enter=False)

    def _result(self, record: Record, value: Any, pointer: str, **more: Any) -> None:
        if value in ("", []):
            return
        more |= {"tool": as_text(record.get("tool_name")), "call_id": as_text(record.get("tool_call_id"))}
        self._put(ItemKind.TOOL_RESULT, value, pointer, **more)

    def _request(self, response: str) -> RequestDraft:
        """The request that an answer belongs to: calls made at once are events of their own."""
        draft = self._requests.get(response)
        if draft is None:
            self._never_came()
            told = self._stats.by_response.get(response)
            draft = self._call(response, told)
            draft.limit = (told.limit if told else None) or self._window
            self._requests[response] = draft
        return draft

    def _call(self, response: str, told: Told | None, **more: Any) -> RequestDraft:
        model = told.model if told else ""
        draft = self.build.request(response, model, **more)
        if told:
            draft.usage, draft.seconds, draft.cost = told.usage, told.seconds, told.cost
        return draft

    def _ask(self, record: Record) -> None:
        self._never_came()
        self._other("CondensationRequest", record)
        notes = (_ASKED, "It never came.")
        self._asked = self.build.compaction(self.build.id, "summary", status="failed", notes=notes)

    def _never_came(self) -> None:
        if self._asked is not None:
            self.build.note_compaction(self._asked)
            self._asked = None

    def _condensation(self, record: Record) -> None:
        asked, self._asked = self._asked, None
        told = self._summarizer(as_text(record.get("llm_response_id")))
        offset = as_int(record.get("summary_offset"))
        number = self._summary(record, "/summary", told)
        forgotten = {as_text(event) for event in as_list(record.get("forgotten_event_ids"))}
        replaced = self._replaced(forgotten, offset) if number else set()
        shown = Shown(f"{self.build.id}-summary", (number,)) if number and offset is not None else None
        done = self._view.condense(forgotten | replaced, shown, offset, self.build.items)
        # Early logs name the summary before by an id that stands nowhere else.
        missing = done.missing - (bool(replaced) and any(event not in self._known for event in forgotten))
        notes = [_ASKED] if asked else []
        if missing:
            notes.append(f"Events it names that were not in the context: {missing}.")
        self._write_condensation(done, number, shown is not None, "unknown" if asked else "auto", notes, told)

    def _summarizer(self, response: str) -> RequestDraft | None:
        """The condenser's own request; older events do not name it, and its statistics stand in order."""
        place, self._condensed = self._condensed, self._condensed + 1
        told = self._stats.by_response.get(response)
        if not response and place < len(self._stats.condenser):
            response, told = self._stats.condenser[place]
        return self._call(response, told, purpose="compaction") if told else None

    def _replaced(self, forgotten: set[str], offset: int | None) -> set[str]:
        """The summary before, where it goes without being named.

        Until January 2026 only the newest summary was shown, and an earlier one had a new id at every request;
        since then a summary is forgotten like any event, by an id that ends so. One that stands before the new
        one's place has stayed.
        """
        self._multiple = self._multiple or any(event.endswith("-summary") for event in forgotten)
        before = self._view.summary
        place = self._view.place(before) if before else None
        if place is None or self._multiple or (offset is not None and offset > place):
            return set()
        return {before}


def _cwd(state: Record) -> str:
    working = as_text(as_dict(state.get("workspace")).get("working_dir"))
    tools = map(as_dict, as_list(as_dict(state.get("agent")).get("tools")))
    params = (as_dict(tool.get("params")) for tool in tools)
    return working or next(filter(None, (as_text(param.get("working_dir")) for param in params)), "")


_HANDLERS: dict[str, Callable[[Conversation, Record], None]] = {
    "SystemPromptEvent": Conversation._system,
    "MessageEvent": Conversation._message,
    "ActionEvent": Conversation._action,
    "ObservationEvent": Conversation._observation,
    "UserRejectObservation": Conversation._refusal,
    "AgentErrorEvent": Conversation._error,
    "Condensation": Conversation._condensation,
    "CondensationRequest": Conversation._ask,
}
