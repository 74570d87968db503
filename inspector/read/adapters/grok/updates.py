"""The walk over updates.jsonl: what the client was shown, as items and requests, and where it was rewound."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from inspector.model import Append, Call, Capabilities, ItemKind, Origin, Session, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.adapters.grok import history
from inspector.read.adapters.grok.compactions import Compactions
from inspector.read.api.messages import key_of
from inspector.read.build import Builder, RequestDraft
from inspector.read.conversation import Conversation, Place
from inspector.read.documents import read_part
from inspector.read.lines import Line
from inspector.read.prefix import Part, typed
from inspector.read.times import from_epoch
from inspector.read.usage import usage_in, without
from inspector.read.values import as_dict, as_int, as_text, as_title, images_in, is_image
from inspector.read.voices import Voice, voice_of

_SILENT = frozenset(
    "plan available_commands_update current_mode_update config_option_update session_info_update usage_update "
    "tool_call_delta tool_call_delta_chunk hook_execution session_status retry_state relay_sync_status turn_started "
    "memory_flush_started memory_flush_completed memory_dream_completed memory_session_saved auto_continue_completed "
    "background_tasks response_started reasoning_completed interaction_resolved session_summary_generated".split()
)
_TOKENS = (
    "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens", "reasoning_tokens"
)  # fmt: skip
_TURN_TOKENS = ("inputTokens", "cachedReadTokens", "cacheCreationTokens", "outputTokens", "reasoningTokens")
_SMALL = "notes on pictures that were not sent", "behind the prompt, or in place of the result"
_INTERRUPTED = "notes on a turn that was interrupted", "in place of results that never came, and around the next prompt"
_NEVER_BEGUN = "calls that had not begun when a turn was broken off or a call was refused", "behind the one that had"
_NAMED = "files that a prompt names", "behind its words"
_AT = re.compile(r"(?:^|\s)@\S")
_SKILL = "the text of a skill or command", "behind the prompt that names it"
_NAME = re.compile(r"/\w[\w:-]*(?:\s|\Z)")
_TRIMMED = "results that were trimmed", "old ones, in this request: its tokens are fewer than before"
_PICTURES = "paths of a prompt's pictures", "in front of its words"
_TYPED = Voice(ItemKind.USER, Origin.HUMAN, "typed")
_DELEGATED = Voice(ItemKind.USER, Origin.AGENT, "delegated")
_CHUNKS = {"user_message_chunk", "agent_message_chunk", "agent_thought_chunk"}


@dataclass(slots=True)
class _Chunks:
    """A text that comes in pieces, each on a line of its own."""

    kind: str
    at: Source
    time: str | None
    prompt: Any = None
    """The number of the prompt that it belongs to, where it tells one."""
    is_typed: bool = False
    """Whether the person wrote it: other words in their name are hidden from them."""
    texts: list[str] = field(default_factory=list)
    pictures: list[Record] = field(default_factory=list)
    """What the person gave with the words, behind them."""


class Updates:
    def __init__(self, agent: str, path: Path, report: Report) -> None:
        self.build = Builder(agent, str(path))
        self._path = path
        self._series = Conversation(self.build, self.build.ops)
        self._compactions = Compactions(self._series, path.parent, report)
        self._id = self._model = self._opening = ""
        self._chunks: _Chunks | None = None
        self._draft: RequestDraft | None = None
        self._prompts: list[Place] = []
        self._calls: dict[str, str] = {}
        self._answered: set[str] = set()
        self._resulted = self._retried = False
        self._told = as_dict(read_part(path.with_name("summary.json"), report))
        self._is_delegated = as_text(self._told.get("session_kind")).startswith("subagent")
        """Whether what stands here as typed is another agent's."""
        self._compactions.open()

    @staticmethod
    def time_of(record: Record) -> str | None:
        """When a record was written: it has seconds since 1970, or milliseconds."""
        precise = as_int(as_dict(as_dict(record.get("params")).get("_meta")).get("agentTimestampMs"))
        return from_epoch(precise or record.get("timestamp"))

    def add(self, line: Line) -> None:
        update, base = history.update_in(line.record)
        kind = as_text(update.get("sessionUpdate"))
        at = line.at(self.build.path)
        self.build.record(at, "", self.time_of(line.record))
        self._base = base
        self._id = self._id or as_text(as_dict(line.record.get("params")).get("sessionId"))
        if kind in _CHUNKS:
            self._chunk(kind, update, line.record)
            return
        if kind not in _SILENT:
            self._flush()
        handler = _HANDLERS.get(kind)
        if handler:
            handler(self, update)
        elif kind not in _SILENT:
            self.build.note_unknown(kind)
            self._event(line.record, "", kind or "unknown")

    def finish(self, capabilities: Capabilities) -> Session:
        self._flush()
        self._compactions.give_up()
        self._settle()
        self._compactions.failed_requests(self.build.at, None)
        self._trimmed()
        told = self._told
        for draft in self.build.drafts:
            draft.model = draft.model or as_text(told.get("current_model_id"))
        self.build.models |= {draft.model: None for draft in self.build.drafts if draft.model}
        parent = as_text(told.get("parent_session_id"))
        self.build.link("parent", parent, path=self._beside(parent))
        own = self._id or self._path.parent.name
        title = as_text(told.get("session_summary")) or self._opening or own
        cwd = as_text(as_dict(told.get("info")).get("cwd"))
        return self.build.session(id=own, title=title, cwd=cwd, capabilities=capabilities)

    def _trimmed(self) -> None:
        """Name the requests that had fewer tokens than the one before, although the context only grew."""
        asked = [draft for draft in self.build.drafts if draft.usage and draft.usage.prompt and not draft.purpose]
        for before, draft in pairwise(asked):
            grew = all(type(op) in (Append, Call) for op in self.build.ops[before.op : draft.op])
            if grew and draft.usage and before.usage and (draft.usage.prompt or 0) < (before.usage.prompt or 0):
                self.build.unlogged(*_TRIMMED, request=draft.id)

    def _event(self, value: Any, pointer: str, detail: str, *, error: bool = False) -> int:
        return self.build.add(ItemKind.EVENT, value, pointer, detail, headline=detail, error=error)

    def _beside(self, session: str) -> str:
        log = self._path.parent.parent / session / "updates.jsonl"
        return str(log) if log.is_file() else ""

    def _chunk(self, kind: str, update: Record, record: Record) -> None:
        content, about = as_dict(update.get("content")), as_dict(update.get("_meta"))
        text = content.get("text")
        if self._chunks is not None and (self._chunks.kind, self._chunks.prompt) != (kind, about.get("promptIndex")):
            self._flush()
        if about.get("hostTurn") is True:
            # The program's own command; no model is sent it.
            self._flush()
            self._event(content, f"{self._base}/content", "command")
            return
        if is_image(content) and kind == "user_message_chunk" and self._chunks:
            self._chunks.pictures.append(content)
            return
        if not isinstance(text, str):
            self._flush()
            if as_text(content.get("type")).startswith("resource"):
                self.build.unlogged(*_NAMED)
            self._event(record, "", as_text(content.get("type")) or "unknown")
            return
        if self._chunks is None:
            self._chunks = _Chunks(kind, self.build.below(f"{self._base}/content/text"), self.build.time)
            self._chunks.prompt = about.get("promptIndex")
            self._chunks.is_typed = self._chunks.prompt is not None and about.get("hideFromScrollback") is not True
        self._chunks.texts.append(text)

    def _flush(self) -> None:
        """The text that came in pieces is whole."""
        chunks, self._chunks = self._chunks, None
        text = "".join(chunks.texts) if chunks else ""
        if chunks is None or not (text or chunks.pictures):
            return
        self._settle()
        hold = len(chunks.texts) > 1
        if chunks.kind == "user_message_chunk":
            self._prompt(text, chunks, hold)
            return
        thought = chunks.kind == "agent_thought_chunk"
        if self._retried and not thought:
            kept = self._compactions.as_kept(text)
            text, hold = kept, hold or kept != text
        kind = ItemKind.REASONING if thought else ItemKind.ASSISTANT
        key = key_of("thought", text.strip()) if thought else history.said_key(text)
        self._said(Part(key, kind, Origin.AGENT, text, chunks.at.pointer, hold=hold), chunks.at, chunks.time)

    def _prompt(self, text: str, chunks: _Chunks, hold: bool) -> None:
        typed_here = _DELEGATED if self._is_delegated else _TYPED
        kind, origin, detail, words = typed_here if chunks.is_typed else voice_of(text)
        sent: Any = text
        held = hold
        if not self._answered.issuperset(self._calls):
            self.build.unlogged(*_INTERRUPTED)
        self._retried = False
        if chunks.is_typed and _AT.search(text):
            self.build.unlogged(*_NAMED)
        if chunks.is_typed and _NAME.match(text):
            self.build.unlogged(*_SKILL)
        if chunks.is_typed and not self._is_delegated:
            # The client is shown what was typed; the model is sent it in a frame.
            sent, held = f"<user_query>\n{text}\n</user_query>", True
        if chunks.pictures:
            self.build.unlogged(*_PICTURES)
            sent, held = [{"type": "text", "text": sent}, *chunks.pictures], True
        part = Part(history.user_key(text), kind, origin, sent, chunks.at.pointer, detail, hold=held, said=typed(words))
        place, self._draft = self._series.place(), None
        self._series.append(part, chunks.at, chunks.time)
        if chunks.is_typed or origin is Origin.HUMAN:
            self._prompts.append(place)
            self._opening = self._opening or as_title(text)

    def _said(self, part: Part, at: Source, time: str | None) -> None:
        if self._draft is None or self._resulted:
            name = f"answer {len(self.build.drafts) + 1}"
            self._draft = self._series.call(name, self._model, at, started=time, limit=self._compactions.limit)
            self._resulted = False
        number = self._series.append(part, at, time)
        self._draft.first_item, self._draft.last_item = self._draft.first_item or number, number

    def _call(self, update: Record) -> None:
        call_id, name = as_text(update.get("toolCallId")), history.tool_of(update)
        if call_id in self._calls:
            return
        self._settle()
        self._calls[call_id] = name
        is_named = "x.ai/tool" in as_dict(update.get("_meta"))
        key = "rawInput" if update.get("rawInput") not in (None, {}, "") or is_named else "title"
        part = history.called(call_id, name, update.get(key), self._base, key, as_text(update.get("title")))
        self._said(part, self.build.at, self.build.time)
        if update.get("status") in ("completed", "failed"):
            self._result(update)

    def _result(self, update: Record) -> None:
        call_id = as_text(update.get("toolCallId"))
        if update.get("status") not in ("completed", "failed") or call_id in self._answered:
            return
        if not self._compactions.is_before(history.call_key(call_id)):
            self._settle()
        self._answered.add(call_id)
        self._resulted = True
        value, pointer, hold = history.told_by_tool(update, self._base)
        about: dict[str, Any] = {"tool": self._calls.get(call_id, ""), "call_id": call_id, "hold": hold}
        if images_in(value):
            self.build.unlogged(*_SMALL)
            self.build.unlogged("line in front of pictures of tools", "where no later file holds it")
        error, key = update.get("status") == "failed", history.result_key(call_id)
        part, at = Part(key, ItemKind.TOOL_RESULT, Origin.TOOL, value, pointer, error=error, **about), self.build.at
        if not pointer.endswith(history.TOLD) and (kept := self._compactions.result_kept(key)):
            part, at = replace(kept[0], tool=part.tool, error=error), kept[1]
        self._series.append(part, at, self.build.time)

    def _image_dropped(self, update: Record) -> None:
        self.build.unlogged(*_SMALL)
        self._event(update, self._base, "image_dropped")

    def _completed(self, update: Record) -> None:
        """An answer is whole; its usage leaves cached tokens out."""
        draft, self._draft = self._draft, None
        if draft is None:
            return
        draft.usage = usage_in(as_dict(update.get("usage")), _TOKENS)
        draft.id = as_text(update.get("message_id")) or draft.id
        draft.stop = as_text(update.get("stop_reason"))

    def _turn_completed(self, update: Record) -> None:
        """The usage is that of all calls of the turn: it is a call's own where there was one."""
        self._compactions.failed_requests(self.build.at, self.build.time)
        draft, usage = self._draft, as_dict(update.get("usage"))
        if draft is not None and draft.usage is None and usage.get("modelCalls") == 1:
            draft.usage = usage_in({**usage, "inputTokens": _fresh(usage)}, _TURN_TOKENS)
        if update.get("stop_reason") == "cancelled":
            self._forget(draft)
            self.build.unlogged(*_INTERRUPTED)
            self.build.unlogged(*_NEVER_BEGUN)
        self._draft = None

    def _forget(self, draft: RequestDraft | None) -> None:
        """An answer that was interrupted before it called a tool is not sent."""
        number, items = draft.first_item if draft and not self._resulted else None, self.build.items
        if number and all(item.kind is not ItemKind.TOOL_CALL for item in items[number - 1 :]):
            kept = [entry for entry in self._series.entries if entry.item < number]
            self._series.change_to(kept)

    def _retry(self, update: Record) -> None:
        if self._chunks is not None and self._chunks.kind == "user_message_chunk":
            self._flush()
        self._retried = True

    def _hooked(self, update: Record) -> None:
        """Words that it gave at a call reach the model; those at a start or a prompt do not."""
        if as_text(update.get("event_name")).endswith("tool_use"):
            self.build.unlogged("text that hooks add to tool calls", "behind their results, if there was any")

    def _model_changed(self, update: Record) -> None:
        self._model = as_text(update.get("model_id")) or as_text(update.get("new_model_id")) or self._model
        self._event(update, self._base, as_text(update.get("sessionUpdate")))

    def _compact_started(self, update: Record) -> None:
        self._compactions.give_up()
        self._settle()
        self._compactions.started(update, self.build.at, self.build.time)
        self._event(update, self._base, "auto_compact_started")

    def _compact_failed(self, update: Record) -> None:
        self._event(update, self._base, as_text(update.get("sessionUpdate")), error="error" in update)
        self._compactions.failed(update, self.build.at, self.build.time)

    def _checkpoint(self, update: Record) -> None:
        self._settle()
        self._compactions.checkpoint(update, self.build.at, self.build.time)

    def _compact_completed(self, update: Record) -> None:
        self._compactions.completed(update, self.build.at, self.build.time)
        self._draft = None

    def _settle(self) -> None:
        """What comes now stands behind a compaction that waits for its figures."""
        if self._compactions.settle():
            self._draft = None

    def _rewind(self, update: Record) -> None:
        index = as_int(update.get("target_prompt_index"))
        self._settle()
        self._draft = None
        if index is not None and index < len(self._prompts):
            self._series.back(self._prompts[index])
            del self._prompts[index:]
        else:
            message = "The prompt that it goes back to is not in this log; read on as if it did not."
            self.build.problem(Severity.WARNING, "lost-parent", message, self.build.at)

    def _subagent(self, update: Record) -> None:
        child = as_text(update.get("child_session_id")) or as_text(update.get("subagent_id"))
        title = as_text(update.get("description")) or as_text(update.get("subagent_type"))
        items = self.build.items
        calls = (number for number in reversed(self._series.items) if items[number - 1].kind is ItemKind.TOOL_CALL)
        started = next(calls, None)
        self.build.link("subagent", child, title, self._beside(child), started)


def _fresh(usage: Record) -> int | None:
    """Input that is in no cache: the input of a turn counts what a cache gave."""
    told, read = as_int(usage.get("inputTokens")), as_int(usage.get("cachedReadTokens"))
    return without(told, read)


_HANDLERS: dict[str, Callable[[Updates, Record], None]] = {
    "tool_call": Updates._call,
    "tool_call_update": Updates._result,
    "image_dropped": Updates._image_dropped,
    "response_completed": Updates._completed,
    "turn_completed": Updates._turn_completed,
    "retry_state": Updates._retry,
    "hook_execution": Updates._hooked,
    "model_changed": Updates._model_changed,
    "model_auto_switched": Updates._model_changed,
    "auto_compact_started": Updates._compact_started,
    "auto_compact_completed": Updates._compact_completed,
    "auto_compact_failed": Updates._compact_failed,
    "auto_compact_cancelled": Updates._compact_failed,
    "compaction_checkpoint": Updates._checkpoint,
    "rewind_marker": Updates._rewind,
    "subagent_spawned": Updates._subagent,
    "subagent_finished": Updates._subagent,
}
