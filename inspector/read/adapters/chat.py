"""Plain chat arrays: [{role, content}], {messages: […]}, and JSONL of messages or of such arrays.

Producer:  anything that keeps messages the way chat APIs take them.
Evidence:  documentation only; no real log was read. The message forms of chat completions and of the Anthropic
           Messages API; checked 2026-11-20.
Context:   the list is the context, oldest first; each answer was a call with what stands before it. JSONL of arrays
           or of {messages} is a series of contexts, tied together by the prefix rule (read/prefix.py).
Compaction: a ``compaction`` block (recorded), or a text that opens as summaries do with history before it
           (inferred: what it replaced is taken to be all of that history).
Not said:  tokens, times and models, unless a message carries them; what an array held before it was rewritten; the
           end of a call, where answers follow each other.
Damage:    torn last lines, messages without a role.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspector.model import Basis, ItemKind, Origin, Session, Severity, Source
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say
from inspector.read.api import glance_calls
from inspector.read.api.dialects import BY_PROVIDER, chat_usage
from inspector.read.api.exchange import Logged, exchange_in, read_records
from inspector.read.api.log import ApiLog
from inspector.read.api.messages import message_parts, system_parts, tool_part
from inspector.read.api.sniff import first_values
from inspector.read.build import noted
from inspector.read.content import plain_stem
from inspector.read.conversation import Walk
from inspector.read.drafts import Noted
from inspector.read.prefix import Entry, Part
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_list, as_text, as_title

_UNMARKED = "Nothing marks it; the text opens as summaries do."
_ROLES = frozenset({"system", "developer", "user", "human", "assistant", "tool", "function"})


class Chat(Adapter):
    id = "chat"
    title = "Chat messages"
    capabilities = can_say(
        always="summary_text",
        sometimes="usage system_prompt tools reasoning compactions timestamps",
    )

    def recognise(self, probe: Probe) -> Match | None:
        """By messages with roles, and nothing that a provider's call has."""
        values = first_values(probe)
        first = next((value for value in values if isinstance(value, dict | list)), None)
        # Gemini's have roles, too, and a role alone says nothing.
        if isinstance(first, dict) and _is_message(first) and "parts" not in first and len(first) > 1:
            return Match(0.5, f"messages with the role {first['role']}")
        listed = first if isinstance(first, list) else as_list(as_dict(first).get("messages"))
        bare = isinstance(first, list) or not ({"model", "response", "choices", "request"} & as_dict(first).keys())
        if bare and listed and _is_message(listed[0]):
            return Match(0.4, "a list of messages with roles")
        return None

    def glance(self, probe: Probe) -> Glance:
        for value in first_values(probe):
            for message in [value] if _is_message(value) else as_list(as_dict(value).get("messages")):
                if as_dict(message).get("role") in ("user", "human"):
                    parts = list(message_parts(message, "", {}))
                    return Glance(as_title(as_text(parts[0].value)) if parts else "")
        return glance_calls(probe)

    def read(self, path: Path, report: Report) -> Session:
        """Read one list of messages, or a series of them."""
        records = list(read_records(path, report))
        held = [logged for logged in records if not _is_message(logged.value)]
        series = [logged for logged in held if exchange_in(logged)]
        if len(series) < 2:
            return self._one(path, records)
        log = ApiLog(self.id, path)
        for logged in records:
            exchange = exchange_in(logged)
            if exchange:
                log.add(exchange)
            else:
                log.unknown(logged, "no messages")
        return log.finish(self.capabilities)

    def _one(self, path: Path, records: list[Logged]) -> Session:
        thread = _Thread(self.id, path)
        for logged in records:
            listed = as_dict(logged.value).get("messages")
            if isinstance(listed, list):
                thread.opening(as_dict(logged.value), logged)
                for index, message in enumerate(listed):
                    thread.add(Logged(message, logged.at, f"{logged.pointer}/messages/{index}"))
            else:
                thread.add(logged)
        if thread.odd:
            message = f"{thread.odd} records are no messages and are kept as events."
            thread.build.problem(Severity.NOTE, "unknown-record", message)
        return thread.session(self, plain_stem(path))


class _Thread(Walk):
    odd = 0

    def opening(self, holder: dict[str, Any], logged: Logged) -> None:
        """What stands beside the list: a system prompt and tools."""
        definitions = tool_part(holder.get("tools"), f"{logged.pointer}/tools")
        for part in (*system_parts(holder.get("system"), f"{logged.pointer}/system"), definitions):
            if part:
                self.conversation.append(part, logged.at, None)

    def add(self, logged: Logged) -> None:
        message, at = as_dict(logged.value), logged.at
        time = next((told for key in ("timestamp", "created_at") if (told := as_time(message.get(key)))), None)
        self.build.seen(time)
        if not _is_message(logged.value):
            self.odd += 1
            source = at.inside(logged.pointer)
            label = "no message"
            self.build.item(ItemKind.EVENT, Origin.HARNESS, logged.value, source, detail="unknown", headline=label)
            return
        parts = list(message_parts(message, logged.pointer, self.build.tools))
        draft = None
        if message["role"] == "assistant" and any(part.kind is not ItemKind.SUMMARY for part in parts):
            place = as_text(message.get("id")) or f"answer {len(self.build.drafts) + 1}"
            usage = chat_usage(as_dict(message.get("usage")))
            draft = self.conversation.call(place, as_text(message.get("model")), at, usage=usage, started=time)
        numbers = [self._part(part, at, time) for part in parts]
        if numbers:
            self.build.produced(draft, numbers[0])

    def _part(self, part: Part, at: Source, time: str | None) -> int:
        if part.kind is not ItemKind.SUMMARY or self.conversation.is_empty():
            return self.conversation.append(part, at, time)
        number = self.conversation.make(part, at, time)
        marked = part.detail in BY_PROVIDER
        readable, notes = part.detail != "encrypted_summary", () if marked else (_UNMARKED,)
        about = Noted(basis=Basis.RECORDED if marked else Basis.INFERRED, time=time, readable=readable, notes=notes)
        kind, place = "summary" if readable else "native", at.inside(part.pointer)
        record = noted(f"summary {number}", place, kind, summary=number, **about)
        self.conversation.replace_history([Entry(part.key, number)], record)
        return number


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) and as_text(value.get("role")) in _ROLES and not {"uuid", "sessionId"} & value.keys()


ADAPTER = Chat()
