"""The walk over the events of a Copilot log, in file order: what each of them says, as items and requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from inspector.model import ItemKind, Origin, Severity, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.copilot.context import Context
from inspector.read.adapters.copilot.event import Event, Words, answer, feedback, is_driven, open_event, voice
from inspector.read.adapters.copilot.put_in import PutIn, ToldErrors
from inspector.read.adapters.copilot.usage import usage_told
from inspector.read.build import About, Builder, RequestDraft
from inspector.read.lines import Line
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, as_title, in_seconds, is_image, preview
from inspector.read.voices import Voice

# Events that only mark or repeat what others say.
_SILENT = frozenset({"hook.start", "assistant.message_start"})
_SHORT = frozenset({"session.binary_asset", "skill.invoked"})
_SESSION_START = "sessionStart"
"""The one kind of hook whose words are a message; those of others stand in the prompt or result that they go with."""


class Events:
    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self.id, self.cwd, self.opening = "", "", ""
        self._context = Context(self.build)
        self._errors = ToldErrors(self.build)
        self._put_in = PutIn(self.build)
        self._calls: dict[str, int] = {}
        self._requests: dict[str, dict[str, RequestDraft]] = {}
        self._early: dict[str, RequestDraft] = {}
        self._told: dict[str, Record] = {}
        """The usage of an answer, which is written ahead of it, by thread."""
        self._asked: set[str] = set()
        """Threads whose model was called and has not answered yet."""
        self._seen: set[str] = set()
        self._system: tuple[int, str] = (0, "")
        self._model = ""
        self._under_way = False
        self._measured = False
        """Whether the log tells the usage of every call."""

    def add(self, line: Line) -> None:
        event = open_event(self.build.path, line)
        if event.id in self._seen:
            self.build.problem(Severity.NOTE, "repeated-event", f"Event {event.id} stands twice; read once.", event.at)
            return
        self._seen.add(event.id)
        self.build.record(event.at, event.id, event.time, event.thread)
        self._link(event)
        _HANDLERS.get(event.kind, Events._other)(self, event)

    def finish(self) -> None:
        """Settle what the log leaves open."""
        self._context.settle()
        self._errors.finish()

    def _human(self, words: Words, call_id: str = "") -> None:
        """Words of the human that stand in the context inside another item, if at all: in the result of that call."""
        self.build.said(words.text, words.pointer, words.detail, call_id=call_id, hold=words.framed)

    def _link(self, event: Event) -> None:
        data = event.data
        title = as_text(data.get("agentDisplayName")) or as_text(data.get("agentName"))
        call = as_text(data.get("toolCallId")) if event.kind == "subagent.started" else event.thread
        item = self._calls.get(call) or self._calls.get(event.thread)
        self.build.link("subagent", event.thread, title, item=item)

    def _other(self, event: Event) -> None:
        """Everything that the model is not told, as an event of the log."""
        if event.kind == "abort" and not event.thread:
            self._context.broke_off = True
        if event.kind.startswith("model.") and self._context.called(event):
            self._errors.learn(event)
            return
        self._put_in.learn(event)
        if not event.thread and self._put_in.skill(event):
            self._context.message(event, is_user=True)
            return
        if event.kind == "hook.start" and event.data.get("hookType") == "preToolUse":
            self.build.unlogged("text that hooks add to tool calls", "behind their results, if there was any")
        if event.kind in _SILENT or (event.kind == "hook.end" and event.data.get("success") is not False):
            return
        words = feedback(event.kind, event.data)
        if words:
            self._human(words)
        detail, error = event.kind or "unknown", event.kind in ("session.error", "subagent.failed", "hook.end")
        message = event.data.get("message")
        if event.kind in _SHORT:
            self.build.add(ItemKind.EVENT, event.kind, "/type", detail, error=error)
        elif as_text(message):
            self.build.add(ItemKind.EVENT, message, "/data/message", detail, error=error)
        elif "data" in event.record:
            head = f"{event.kind} {preview(_told(event.data))}"
            self.build.add(ItemKind.EVENT, event.record["data"], "/data", detail, headline=head, error=error)
        else:
            self.build.add(ItemKind.EVENT, event.record, "", detail, error=error)

    def _session(self, event: Event) -> None:
        self._context.settle()
        data = event.data
        self.id = self.id or as_text(data.get("sessionId"))
        self.cwd = self.cwd or as_text(as_dict(data.get("context")).get("cwd"))
        self.build.version(data.get("copilotVersion"))
        if event.kind == "session.resume" and not event.thread:
            self._context.forget_thinking()
        if not event.thread:
            self._model = as_text(data.get("selectedModel")) or self._model
        self.build.link("parent", as_text(data.get("detachedFromSpawningParentSessionId")))
        self._other(event)

    def _model_change(self, event: Event) -> None:
        if not event.thread:
            before, self._model = self._model, as_text(event.data.get("newModel")) or self._model
            if before and before != self._model:
                self._context.forget_thinking()
        self._other(event)

    def _turn(self, event: Event) -> None:
        self._under_way = True if not event.thread else self._under_way
        # A provider need not give its answers names that differ: only those of one round can be parts of one.
        self._requests.pop(event.thread, None)
        self._asked.add(event.thread)

    def _usage(self, event: Event) -> None:
        self._told[event.thread] = as_dict(event.data.get("usage"))

    def _turn_end(self, event: Event) -> None:
        """Each answer's round ends so; the last one of the agent's turn is one whose answer asks for no tool."""
        self.build.end_turn()

    def _prompt(self, event: Event) -> None:
        """The system prompt; it is written again whenever the user's turn comes, changed or not."""
        text = event.data.get("content")
        if not as_text(text):
            return
        number, before = self._system
        if event.thread or (not self.build.context and not number):
            new = self.build.add(ItemKind.INSTRUCTIONS, text, "/data/content", "system_prompt")
        else:
            new = self.build.add(ItemKind.INSTRUCTIONS, text, "/data/content", "system_prompt", enter=False)
            if text == before:
                return
            self._context.change_prompt(number, new)
        if not event.thread:
            self._system = (new, as_text(text))

    def _user(self, event: Event) -> None:
        data = event.data
        said = voice(data, event.thread)
        content, sent = data.get("content"), data.get("transformedContent")
        if not event.thread:
            self._context.close_calls(self._calls)
        self._context.message(event, is_user=True)
        if said.origin is not Origin.HARNESS and as_text(content):
            self._framed(said, as_text(content), as_text(sent) or as_text(content))
            if said.origin is Origin.HUMAN:
                self.opening = self.opening or as_title(as_text(content))
        elif as_text(sent):
            self.build.add(said.kind, sent, "/data/transformedContent", said.detail, origin=said.origin)
        elif as_text(content):
            self.build.add(said.kind, content, "/data/content", said.detail, origin=said.origin)
        self._put_in.files(data)
        for index, attached in enumerate(map(as_dict, as_list(data.get("attachments")))):
            if attached.get("taggedFilesEntry"):
                continue
            key = next((one for one in ("text", "path", "displayName") if as_text(attached.get(one))), "")
            if key == "path" and as_text(attached.get("mimeType")).startswith("image/") and is_driven(self.build):
                # The picture itself comes behind it.
                told, path = f"Image file at path {attached[key]}", f"/data/attachments/{index}/{key}"
                self.build.add(ItemKind.ATTACHMENT, told, path, "file", headline=attached[key], hold=True)
            elif key:
                self.build.add(ItemKind.ATTACHMENT, attached[key], f"/data/attachments/{index}/{key}", "file")

    def _framed(self, said: Voice, words: str, sent: str) -> None:
        """Words, with what was sent around them: the date ahead, reminders behind."""
        ahead, found, behind = sent.partition(words)
        self._frame(ahead)
        number = self.build.add(said.kind, words, "/data/content", said.detail, origin=said.origin, enter=bool(found))
        if not found and said.origin is Origin.HUMAN and is_driven(self.build):
            self._context.unsent.append(number)
        self._frame(behind)

    def _frame(self, text: str) -> None:
        if text.strip():
            pointer = "/data/transformedContent"
            self.build.add(ItemKind.ATTACHMENT, text, pointer, "sent_form", hold=True)

    def _notification(self, event: Event) -> None:
        self._context.message(event)
        self.build.text(ItemKind.ATTACHMENT, event.data, "/data/content", "notification")

    def _hook(self, event: Event) -> None:
        added = as_dict(event.data.get("output")).get("additionalContext")
        if not as_text(added):
            self._other(event)
            return
        starts = event.data.get("hookType") == _SESSION_START and not event.thread
        enter = not starts and not is_driven(self.build)
        pointer = "/data/output/additionalContext"
        number = self.build.add(ItemKind.ATTACHMENT, added, pointer, detail="hook", enter=enter)
        if starts:
            self._context.put_in_front(number)

    def _request(self, event: Event) -> RequestDraft | None:
        """The request that an answer belongs to: several events may hold parts of one.

        None where the harness says something in the model's name, as it does to look after a command that ended
        meanwhile: without having called the model.
        """
        data, thread = event.data, event.thread
        keys = (as_text(data.get(key)) for key in ("apiCallId", "requestId", "messageId"))
        key = next(filter(None, keys), event.id)
        draft = self._requests.get(thread, {}).get(key) or self._early.pop(thread, None)
        if draft is None:
            told = self._told.pop(thread, None)
            self._context.message(event)
            nameless = self._measured and not told and not data.get("apiCallId")
            if nameless and (thread not in self._asked or "turnId" not in data):
                return None
            draft = self.build.request(key, "")
            draft.limit = None if thread else self._context.limit
            if told:
                self._measure(draft, told)
        self._asked.discard(thread)
        if event.kind == "assistant.reasoning":
            self._early[thread] = draft
        else:
            self._requests.setdefault(thread, {})[key] = draft
            draft.id, draft.source = key, event.at
        draft.model = draft.model or as_text(data.get("model")) or ("" if thread else self._model)
        if draft.model:
            self.build.models[draft.model] = None
        output = as_int(data.get("outputTokens"))
        if output is not None:
            before = draft.usage or Usage()
            draft.usage = replace(before, output=max(output, before.output or 0))
        return draft

    def _measure(self, draft: RequestDraft, told: Record) -> None:
        self._measured = True
        draft.limit = as_int(told.get("maxPromptTokens")) or draft.limit
        draft.usage, draft.seconds = usage_told(told), in_seconds(told.get("duration"))
        draft.cost = as_dollars(told.get("cost"))
        if not draft.thread:
            self._context.answered(draft, draft.seconds)

    def _answer(self, event: Event) -> None:
        data = event.data
        draft = self._request(event)
        if not event.thread:
            self._under_way = False
        first = len(self.build.items) + 1
        reasoning = as_text(data.get("reasoningText"))
        told = self.build.items[draft.last_item - 1] if draft and draft.last_item else None
        if reasoning and not (told and told.kind is ItemKind.REASONING and told.chars == len(reasoning)):
            self.build.add(ItemKind.REASONING, reasoning, "/data/reasoningText")
        self.build.text(ItemKind.ASSISTANT, data, "/data/content")
        for index, asked in enumerate(as_list(data.get("toolRequests"))):
            if isinstance(asked, dict):
                self._call(event, asked, f"/data/toolRequests/{index}", "name")
        self.build.produced(draft, first)

    def _reasoning(self, event: Event) -> None:
        if as_text(event.data.get("content")):
            draft = self._request(event)
            first = len(self.build.items) + 1
            self.build.add(ItemKind.REASONING, event.data["content"], "/data/content")
            self.build.produced(draft, first)

    def _call(self, event: Event, holder: Record, pointer: str, name_key: str) -> None:
        name, call_id = as_text(holder.get(name_key)), as_text(holder.get("toolCallId"))
        if (call_id and call_id in self._calls) or not (name or "arguments" in holder):
            return
        key = "arguments" if "arguments" in holder else name_key
        number = self.build.called(holder.get(key), f"{pointer}/{key}", name, call_id, holder.get("arguments"))
        if call_id:
            self._calls[call_id] = number

    def _started(self, event: Event) -> None:
        """A tool starts: told already by the answer that asked for it, unless that is not in the log."""
        self._call(event, event.data, "/data", "toolName")

    def _result(self, event: Event) -> None:
        data = event.data
        call_id = as_text(data.get("toolCallId"))
        tool = self.build.tools.get(call_id, "")
        result, error = data.get("result"), data.get("error")
        self._context.message(event)
        if not event.thread and self._put_in.shell(data):
            return
        about = About(tool=tool, call_id=call_id, enter=False)
        numbers = []
        for value, pointer in (
            (as_dict(result).get("content"), "/data/result/content"),
            (as_text(result), "/data/result"),
            (as_dict(error).get("message"), "/data/error/message"),
            (as_text(error), "/data/error"),
        ):
            if value not in (None, "", []):
                told = About(error=data.get("success") is False, **about)
                numbers.append(self.build.add(ItemKind.TOOL_RESULT, value, pointer, **told))
                if pointer.startswith("/data/error") and not event.thread:
                    self._errors.failed(event, call_id, numbers[-1], as_text(value))
                break
        pictures = as_dict(result).get("binaryResultsForLlm")
        if any(map(is_image, as_list(pictures))):
            pointer = "/data/result/binaryResultsForLlm"
            numbers.append(self.build.add(ItemKind.TOOL_RESULT, pictures, pointer, detail="image", **about))
        if numbers and not event.thread:
            self._context.result(numbers, self._calls)
        words = answer(data, tool)
        if words and not event.thread:
            self._human(words, call_id)

    def _compaction_start(self, event: Event) -> None:
        self._other(event)
        if not event.thread:
            self._context.begin(event)

    def _compaction_complete(self, event: Event) -> None:
        if event.thread:
            self._other(event)
            return
        if event.data.get("outcome") == "not_applicable":
            self._context.forget()
            self._other(event)
            return
        summary = None
        if as_text(event.data.get("summaryContent")).strip():
            content = event.data["summaryContent"]
            pointer = "/data/summaryContent"
            summary = self.build.add(ItemKind.SUMMARY, content, pointer, "compact_summary", enter=False)
        self._context.complete(event, summary, self._under_way)

    def _truncation(self, event: Event) -> None:
        count = as_int(event.data.get("messagesRemovedDuringTruncation")) or 0
        self._other(event)
        if not event.thread and count:
            self._context.truncate(event, count)

    def _cleared(self, event: Event) -> None:
        self._other(event)
        if event.thread:
            return
        self._context.clear()
        self.build.text(ItemKind.ATTACHMENT, event.data, "/data/initialMessage", "carried_over")


def _told(data: Record) -> str:
    """The short values of an event, for its line in a list."""
    return ", ".join(f"{key} {value}" for key, value in data.items() if type(value) in (str, int, bool))[:400]


_HANDLERS: dict[str, Callable[[Events, Event], None]] = {
    "session.start": Events._session,
    "session.resume": Events._session,
    "session.shutdown": Events._session,
    "session.usage_record": Events._usage,
    "session.model_change": Events._model_change,
    "session.compaction_start": Events._compaction_start,
    "session.compaction_complete": Events._compaction_complete,
    "session.truncation": Events._truncation,
    "session.context_cleared": Events._cleared,
    "system.message": Events._prompt,
    "system.notification": Events._notification,
    "session.mode_notice_delivered": Events._notification,
    "user.message": Events._user,
    "assistant.turn_start": Events._turn,
    "assistant.turn_end": Events._turn_end,
    "assistant.message": Events._answer,
    "assistant.reasoning": Events._reasoning,
    "tool.execution_start": Events._started,
    "tool.execution_complete": Events._result,
    "hook.end": Events._hook,
}
