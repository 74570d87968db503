"""Message histories of Pydantic AI: what ``all_messages_json()`` or ``ModelMessagesTypeAdapter`` writes.

Producer:  pydantic/pydantic-ai, and the compaction capabilities of pydantic-ai-harness. No version is stored.
Evidence:  files that 2.62.0 with harness 0.62.0 wrote here against a made model, held against the requests that were
           sent: SummarizingCompaction, AnthropicCompaction, OpenAICompaction and a history processor; 2026-11-27. Slim
           2.66.0 writes the last three alike (2026-11-28).
Context:   requests and responses in order; of a request that has instructions the latest count. With a compaction
           part the context begins at that part.
Compaction: a ``compaction`` part. In a response it is the provider's: Anthropic's can be read, OpenAI's not. In a
           request it is the harness's, which writes the list anew: the first prompt and the newest messages stay, older
           than the summary. What it replaced is in no file, and neither are earlier compactions.
Not said:  tools, windows, what a history processor dropped, the words around a summary and around what is asked for
           again (retry-prompt), calls of the harness's summarizer. Whether thinking is sent again hangs on the model.
Damage:    cut documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from inspector.model import CompactionRecord, ItemKind, Origin, Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.api.exchange import Logged, read_records
from inspector.read.api.messages import call_part, compaction_part, key_of, packed, result_part, system_parts, text_part
from inspector.read.api.sniff import first_values
from inspector.read.build import ELSEWHERE, RequestDraft, noted
from inspector.read.content import plain_stem
from inspector.read.conversation import Walk
from inspector.read.drafts import Noted
from inspector.read.prefix import Entry, Part
from inspector.read.times import as_time, span
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, as_title, parsed

_KINDS = frozenset({"request", "response"})
_USAGE = ("input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens", "output_reasoning_tokens")
_KEPT = "Answers that it kept stand here without the contexts in which they were written."


class PydanticAi(Adapter):
    id = "pydantic-ai"
    title = "Pydantic AI"
    capabilities = can_say(
        always="usage timestamps", sometimes="system_prompt reasoning compactions summary_text kept_tail"
    )

    def recognise(self, probe: Probe) -> Match | None:
        """By a message with its kind and the kinds of its parts."""
        for value in _flat(first_values(probe)):
            first = as_dict(next(iter(as_list(value.get("parts"))), None))
            if "part_kind" in first:
                return Match(0.95, f"a message with a part of the kind {as_text(first['part_kind'])}")
            if isinstance(value.get("parts"), list) and value.get("kind") in _KINDS and "role" not in value:
                return Match(0.7, f"a {value['kind']} with parts")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first prompt, and the times of the messages in the head."""
        messages = list(_flat(first_values(probe)))
        parts = (as_dict(part) for message in messages for part in as_list(message.get("parts")))
        texts = (as_text(part.get("content")) for part in parts if part.get("part_kind") == "user-prompt")
        times = span(as_time(message.get("timestamp")) for message in messages)
        return Glance(as_title(next(filter(None, texts), "")), *times)

    def read(self, path: Path, report: Report) -> Session:
        """Read the messages of a list, or of the lists on its lines."""
        walk = _Walk(self.id, path)
        messages = [one for logged in read_records(path, report) for one in _messages(logged)]
        # A list that was written anew tells its summary in front of the messages that it kept, which are older.
        for place, (message, logged) in enumerate(messages):
            behind = messages[place + 1 :] if walk.is_summary(message) else []
            walk.message(message, logged, [other for other, _ in behind])
        walk.settle()
        stem = plain_stem(path)
        return walk.session(self, walk.name or stem, walk.build.opening or stem)


def _flat(values: Any) -> Iterator[Record]:
    for value in values:
        yield from map(as_dict, value) if isinstance(value, list) else (as_dict(value),)


def _messages(logged: Logged) -> Iterator[tuple[Any, Logged]]:
    listed = logged.value if isinstance(logged.value, list) else None
    for index, message in enumerate(listed or ()):
        yield message, Logged(message, logged.at, f"{logged.pointer}/{index}")
    if listed is None:
        yield logged.value, logged


class _Walk(Walk):
    """One list under way."""

    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self.name = ""
        self._instructions: Part | None = None
        self._asked: str | None = None
        """When the latest request was made."""
        self._kept = 0
        """Messages to come that are older than the summary in front of them."""
        self._summary: tuple[Entry, int, CompactionRecord] | None = None
        """That summary, its place in the context and its record."""

    @staticmethod
    def is_summary(message: Any) -> bool:
        """Whether a request tells the summary of a client's own compaction."""
        parts = map(as_dict, as_list(as_dict(message).get("parts")))
        return as_dict(message).get("kind") == "request" and any(p.get("part_kind") == "compaction" for p in parts)

    def message(self, value: Any, logged: Logged, behind: list[Any]) -> None:
        message, at = as_dict(value), logged.at
        if as_text(message.get("kind")) not in _KINDS or not isinstance(message.get("parts"), list):
            self.build.record(at.inside(logged.pointer))
            self.build.add_unknown(as_text(message.get("kind")), value)
            return
        time = as_time(message.get("timestamp"))
        self.build.seen(time)
        self.name = self.name or as_text(message.get("conversation_id"))
        if self._kept:
            self._kept -= 1
        else:
            self.settle()
        if message["kind"] == "request":
            self._request(message, logged, time, behind)
        else:
            self._response(message, logged, time)

    def settle(self) -> None:
        """Put the summary that stands in front of what it kept where it belongs, with the compaction that it is of."""
        if self._summary is not None:
            (entry, place, record), self._summary = self._summary, None
            entries = self.conversation.entries
            self.conversation.change_to([*entries[:place], entry, *entries[place:]], record)

    def _request(self, message: Record, logged: Logged, time: str | None, behind: list[Any]) -> None:
        self._asked = time
        for told in system_parts(message.get("instructions"), f"{logged.pointer}/instructions"):
            self._instruct(told, logged, time)
        for part, block in self._parts(message, logged):
            if part.kind is not ItemKind.SUMMARY or block.get("part_kind") != "compaction":
                self.conversation.append(part, logged.at, time)
                continue
            number = self.conversation.make(replace(part, detail="compact_summary"), logged.at, time)
            older = (as_time(as_dict(other).get("timestamp")) or "" for other in behind)
            kept = next((place for place, other in enumerate(older) if not time or other > time), len(behind))
            answers = any(as_dict(other).get("kind") == "response" for other in behind[:kept])
            at, notes = self.build.items[number - 1].source, (ELSEWHERE, _KEPT) if answers else (ELSEWHERE,)
            record = noted(f"summary {number}", at, "summary", summary=number, time=time, notes=notes)
            self._kept, self._summary = kept, (Entry(part.key, number), len(self.conversation.entries), record)

    def _instruct(self, told: Part, logged: Logged, time: str | None) -> None:
        """The instructions of the latest request stand in front, in place of those before."""
        known, self._instructions = self._instructions, told
        if known is not None and known.key == told.key:
            return
        entry = Entry(told.key, self.conversation.make(told, logged.at, time))
        rest = [other for other in self.conversation.entries if known is None or other.key != known.key]
        self.conversation.change_to([entry, *rest])

    def _response(self, message: Record, logged: Logged, time: str | None) -> None:
        parts = list(self._parts(message, logged))
        compacts = as_dict(message.get("provider_details")).get("compaction") is True
        draft = None
        if self._summary is None and not compacts:
            first = parts[0][0] if parts else None
            if first is not None and first.kind is ItemKind.SUMMARY:
                # It stands in the answer that came with it; the context of that call begins with it already.
                self._native(first, logged, time)
                parts = parts[1:]
            draft = self._call(message, logged)
        numbers = []
        for part, _ in parts:
            if part.kind is ItemKind.SUMMARY:
                numbers.append(self._native(part, logged, time, message if compacts else None))
            else:
                numbers.append(self.conversation.append(part, logged.at, time))
        if numbers:
            self.build.produced(draft, numbers[0])

    def _call(self, message: Record, logged: Logged, purpose: str = "") -> RequestDraft:
        name, told = as_text(message.get("provider_response_id")), as_dict(message.get("usage"))
        at = logged.at.inside(logged.pointer)
        name = name or f"answer {len(self.build.drafts) + 1}"
        draft = self.conversation.call(name, as_text(message.get("model_name")), at, started=self._asked)
        draft.usage = disjoint(*(as_int(told.get(key)) for key in _USAGE))
        cost = told.get("cost")
        draft.cost = as_dollars(parsed(cost) if isinstance(cost, str) else cost)
        draft.stop, draft.purpose = as_text(message.get("finish_reason")), purpose
        return draft

    def _native(self, part: Part, logged: Logged, time: str | None, asked: Record | None = None) -> int:
        """The provider's compaction: what stood before it is not sent again. ``asked`` is a call made for it alone."""
        draft = self._call(asked, logged, "compaction") if asked else None
        number = self.conversation.make(part, logged.at, time)
        readable, at = part.detail != "encrypted_summary", self.build.items[number - 1].source
        kind, notes = "summary" if readable else "native", (ELSEWHERE,) if self.conversation.is_empty() else ()
        about = Noted(time=time, readable=readable, model=draft.model if draft else "", notes=notes)
        record = noted(f"compaction {number}", at, kind, "auto", number, **about)
        self.conversation.replace_history([Entry(part.key, number)], record)
        return number

    def _parts(self, message: Record, logged: Logged) -> Iterator[tuple[Part, Record]]:
        for index, value in enumerate(message["parts"]):
            block = as_dict(value)
            for part in self._of(block, f"{logged.pointer}/parts/{index}", message["kind"] == "response"):
                # What is no object is told as it stands.
                yield part if isinstance(value, dict) else replace(part, value=value), block

    def _of(self, block: Record, at: str, answers: bool) -> Iterator[Part]:
        kind, content, place = as_text(block.get("part_kind")), block.get("content"), f"{at}/content"
        if kind == "system-prompt":
            yield from system_parts(content, place)
        elif kind == "user-prompt":
            yield from _said(content, place)
        elif kind.endswith("tool-return") or (kind == "retry-prompt" and as_text(block.get("tool_name"))):
            called = as_text(block.get("tool_call_id"))
            self.build.tools.setdefault(called, as_text(block.get("tool_name")))
            failed = kind == "retry-prompt" or block.get("outcome") in ("failed", "denied")
            yield replace(result_part(block, "content", at, called, self.build.tools), error=failed)
        elif kind.endswith("tool-call"):
            named = {"name": block.get("tool_name"), "id": block.get("tool_call_id"), "args": block.get("args")}
            yield call_part(named, at, "args", self.build.tools)
        elif kind == "compaction":
            yield compaction_part({**as_dict(block.get("provider_details")), "content": content}, at)
        elif kind == "thinking":
            text, key = as_text(content), key_of("thought", as_text(block.get("signature")) or as_text(content).strip())
            told = "" if text else "reasoning, its text is not in this log"
            where = place if text else at
            yield Part(key, ItemKind.REASONING, Origin.AGENT, text, where, headline=told, hold=not text)
        elif kind == "text":
            yield from [text_part(content, "assistant", place)] if as_text(content).strip() else []
        else:
            role = (ItemKind.ASSISTANT, Origin.AGENT) if answers else (ItemKind.ATTACHMENT, Origin.HARNESS)
            yield Part(key_of(kind, packed(block)), *role, block, at, kind or "unknown")


def _said(content: Any, place: str) -> Iterator[Part]:
    """What a person's prompt holds: a text, or texts and media in their order."""
    if isinstance(content, str):
        yield from [text_part(content, "user", place)] if content.strip() else []
        return
    for index, one in zip(count(), as_list(content), strict=False):
        held = as_dict(one)
        if isinstance(one, str) and one.strip():
            yield text_part(one, "user", f"{place}/{index}")
        elif as_text(held.get("content")):
            yield text_part(held["content"], "user", f"{place}/{index}/content")
        elif held and held.get("kind") != "cache-point":
            image = "image" in as_text(held.get("kind")) or as_text(held.get("media_type")).startswith("image/")
            detail = "image" if image else as_text(held.get("kind")) or "unknown"
            yield Part(key_of("media", packed(held)), ItemKind.USER, Origin.HUMAN, held, f"{place}/{index}", detail)


ADAPTER = PydanticAi()
