"""Sessions of Continue: ``~/.continue/sessions/<id>.json`` of its command line and of its editor extensions.

Producer:  continuedev/continue: the command line ``cn`` (npm @continuedev/cli), the extensions. No version is stored.
Evidence:  sessions that cn 1.5.47 wrote here with a made model, held against the requests that were sent: automatic
           in the middle of a turn, by hand, resumed; its package's source: compaction, session, stream. Of the
           extensions the source alone: core/util/conversationCompaction.ts @207ef020, gui constructMessages.ts
           @049f34b7 in continuedev/continue; 2026-11-27.
Context:   the items of ``history`` in order; a tool's results stand in the item of its call (``toolCallStates``).
Compaction: an item with ``conversationSummary``. cn writes the session anew, with the summary as the agent's own
           words in front and nothing of what it replaced; so a file tells of its last compaction. The extensions put
           the summary beside the last message that it covers, leave the history in place, and send it at the end of
           the system prompt, without the messages up to there.
Not said:  instructions and tools, times, what set a compaction off, the summarizer's call, what was left out of it
           where the history was too long for it; cn's notice behind a compaction by hand, which the model is sent;
           an extension's compaction may have been asked for later than where its summary stands.
Damage:    cut documents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.errors import CannotRead
from inspector.model import ItemKind, Origin, Session, Source, Usage
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.build import ELSEWHERE, Builder
from inspector.read.content import plain_stem
from inspector.read.documents import read_document
from inspector.read.usage import disjoint, response_usage
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, as_title, parsed, render

_MARKS = (b'"history"', b'"contextItems"', b'"message"')
_LIST = "sessions.json"
_GOES_ON = "continue"
"""What cn says in the person's place once a turn is over in which it compacted."""
_NO_RESULT = "Tool cancelled"


class Continue(Adapter):
    id = "continue"
    title = "Continue"
    capabilities = can_say(always="compactions summary_text", sometimes="usage reasoning kept_tail")
    kept_in = (("CONTINUE_GLOBAL_DIR", ".continue", "sessions"),)

    def find(self, folder: Path) -> Iterable[Path]:
        """One file a session, beside a list of all."""
        yield from sorted(path for path in folder.glob("*.json") if path.name != _LIST)

    def recognise(self, probe: Probe) -> Match | None:
        """By the keys of a session and of the items in its history."""
        head = probe.head[:4096]
        if b'"sessionId"' in head and b'"workspaceDirectory"' in head and all(mark in probe.head for mark in _MARKS):
            return Match(0.95, "a session of sessionId, workspaceDirectory and a history with contextItems")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The title; no time is logged."""
        document = as_dict(parsed(probe.head.decode(errors="replace")))
        return Glance(as_title(as_text(document.get("title")) or plain_stem(probe.path)))

    def read(self, path: Path, report: Report) -> Session:
        document = as_dict(read_document(path, report))
        history = as_list(document.get("history"))
        if not history:
            raise CannotRead(f"{path} holds no history of a session.")
        walk = _Walk(Builder(self.id, str(path)))
        for index, item in enumerate(history):
            walk.add(item, index)
        walk.build.cost = as_dollars(as_dict(document.get("usage")).get("totalCost")) or None
        title = as_text(document.get("title")) or walk.build.opening
        return walk.build.session(
            id=as_text(document.get("sessionId")) or plain_stem(path),
            title=as_title(title),
            cwd=as_text(document.get("workspaceDirectory")),
            capabilities=self.capabilities,
        )


@dataclass(slots=True)
class _Walk:
    build: Builder
    _roles: list[str] = field(default_factory=list)
    """Since the last compaction."""

    def add(self, told: Any, index: int) -> None:
        item = as_dict(told)
        message, summary = as_dict(item.get("message")), as_text(item.get("conversationSummary"))
        self.build.record(Source(self.build.path, pointer=f"/history/{index}"), f"item {index}")
        role, content = as_text(message.get("role")), message.get("content")
        if summary and render(content) == summary:
            self._begins_anew(content)
            return
        if role == "user":
            self._user(item, content)
        elif role == "assistant":
            self._answer(item, message)
        elif role == "thinking":
            self.build.put(ItemKind.REASONING, content, "/message/content")
        elif role == "system":
            self.build.put(ItemKind.INSTRUCTIONS, content, "/message/content", "system_prompt")
        elif role == "tool":
            called = as_text(message.get("toolCallId"))
            self.build.put(ItemKind.TOOL_RESULT, content, "/message/content", call_id=called)
        else:
            self.build.add_unknown(role, told)
        self._roles.append(role)
        if summary:
            self._leaves_behind(summary)

    def _begins_anew(self, content: Any) -> None:
        """The command line's summary: all that the session was before it is gone."""
        number = self.build.add(
            ItemKind.SUMMARY, content, "/message/content", "compact_summary", origin=Origin.AGENT, enter=False
        )
        record = self.build.compaction(self.build.id, "summary", summary=number, notes=(ELSEWHERE,))
        self.build.cut(self.build.standing(ItemKind.INSTRUCTIONS), record, (number,), 0)
        self.build.unlogged("notice of a compaction by hand", "behind the summary, until the session is resumed")
        self._roles = []

    def _leaves_behind(self, summary: str) -> None:
        """An extension's summary: it stands at the end of the system prompt, and nothing up to here is sent."""
        number = self.build.add(ItemKind.SUMMARY, summary, "/conversationSummary", "compact_summary", enter=False)
        record = self.build.compaction(self.build.id, "summary", summary=number)
        self.build.cut(self.build.standing(ItemKind.INSTRUCTIONS), record, (number,), 0)
        self._roles = []

    def _user(self, item: Record, content: Any) -> None:
        for index, given in enumerate(as_list(item.get("contextItems"))):
            pointer = f"/contextItems/{index}/content"
            self.build.put(ItemKind.ATTACHMENT, as_dict(given).get("content"), pointer, "context")
        # In a turn that was compacted the prompt is gone: an answer stands ahead of the first words in its place.
        made = content == _GOES_ON and "assistant" in self._roles and "user" not in self._roles
        if made:
            self.build.put(ItemKind.ATTACHMENT, content, "/message/content", "continuation")
            return
        for pointer, part in _parts(content):
            self.build.put(ItemKind.USER, part, f"/message/content{pointer}", "typed")

    def _answer(self, item: Record, message: Record) -> None:
        told = as_dict(message.get("usage"))
        draft = self.build.request(self.build.id, as_text(told.get("model")), usage=_usage(told))
        first = len(self.build.items) + 1
        thought = as_text(as_dict(item.get("reasoning")).get("text"))
        self.build.put(ItemKind.REASONING, thought, "/reasoning/text", enter=False)
        for pointer, part in _parts(message.get("content")):
            self.build.put(ItemKind.ASSISTANT, part, f"/message/content{pointer}")
        for index, call in enumerate(map(as_dict, as_list(message.get("toolCalls")))):
            function, called = as_dict(call.get("function")), as_text(call.get("id"))
            name, args = as_text(function.get("name")), function.get("arguments")
            pointer = f"/message/toolCalls/{index}/function/arguments"
            self.build.called(args or "", pointer, name, called, parsed(args), hold=not args)
        self.build.produced(draft, first)
        for index, state in enumerate(map(as_dict, as_list(item.get("toolCallStates")))):
            given, pointer = as_list(state.get("output")), f"/toolCallStates/{index}/output"
            texts = [as_text(as_dict(one).get("content")) for one in given]
            # Several are sent as one text; of a call that was not carried out a text that is in no log.
            text, alone = "\n".join(texts) or _NO_RESULT, len(texts) == 1 and bool(texts[0])
            place = f"{pointer}/0/content" if alone else pointer if given else f"/toolCallStates/{index}/status"
            called, failed = as_text(state.get("toolCallId")), state.get("status") in ("errored", "canceled")
            tool = self.build.tools.get(called, "")
            self.build.add(ItemKind.TOOL_RESULT, text, place, "", tool, called, error=failed, hold=not alone)


def _parts(content: Any) -> Iterable[tuple[str, Any]]:
    """The parts of a message, each with its place below it: one text, or texts and pictures."""
    if not isinstance(content, list):
        return [("", content)]
    parts = enumerate(map(as_dict, content))
    return [(f"/{at}/text", part["text"]) if "text" in part else (f"/{at}", part) for at, part in parts]


def _usage(told: Record) -> Usage | None:
    """Tokens of a call, in the names of the service or in Continue's own."""
    if "promptTokens" not in told:
        return response_usage(told)
    details = as_dict(told.get("promptTokensDetails"))
    cached, written = as_int(details.get("cachedTokens")), as_int(details.get("cacheWriteTokens"))
    return disjoint(as_int(told["promptTokens"]), cached, written, as_int(told.get("completionTokens")), None)


ADAPTER = Continue()
