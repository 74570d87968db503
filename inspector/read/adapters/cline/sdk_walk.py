"""The walk over the messages of an SDK session: what is in the context before each call, compactions included."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.model import CompactionRecord, ItemKind, Severity, Source
from inspector.read.adapter import Record
from inspector.read.adapters.cline import sdk_messages
from inspector.read.adapters.cline.blocks import Blocks
from inspector.read.adapters.cline.context import Context
from inspector.read.adapters.cline.sdk import Told
from inspector.read.adapters.cline.task import Document, Task, put
from inspector.read.build import Builder, noted
from inspector.read.times import as_time, seconds_between, utc
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text

_TOKENS = ("inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens")
_ONLY_LATEST = "Only the latest compaction of a session is kept; earlier ones are not in this log."
_LOST = "Only the latest new context of a session is kept: what this one summed up as is not in this log."
_WHICH = "Which answers it kept beside the prompts follows from the agent's rule and their number; the log has no more."
_RACED = "A prompt came within a second of its end; its first request may still have been sent the context before."
_AGAIN = "what this compaction left out", "the prompt came as it ended, and its tokens are no fewer: it may be there"
_RULES = "rules of the project and of the person", "at the end of the system prompt, where there are any"
_OTHER_MODE = "system prompt of another mode", "where it ends: the log has it as it was last"
_NEAR = 5.0
"""Seconds between a compaction and the writing of its context."""


class Walk:
    """Reads the messages in order, and puts a new context in at its place."""

    def __init__(self, build: Builder, sent: Document, sidecar: tuple[Record, Any], told: list[Told]) -> None:
        self.build = build
        self._sent = sent
        self.writer = sdk_messages.Messages(build, sent, frozenset())
        self.context = Context(build, Task(sent, sent))
        self._beside, self._path = sidecar
        self._told = told
        self._prompt: tuple[int, ...] = ()
        self._raw: list[sdk_messages.Slot] = []
        """All messages that are sent at all."""
        self._slots: list[sdk_messages.Slot] = []
        """Those in the context."""
        self._mode = self._last_mode = ""
        """Of the newest prompt, and of the last one, whose system prompt alone is kept."""
        self._tokens: int | None = None
        """Prompt tokens of the latest request."""
        self._known: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
        """The items of every block so far."""

    def prompt(self, text: str, at: Source) -> None:
        """The system prompt, from here on."""
        number = put(self.build, ItemKind.INSTRUCTIONS, text, at, None, "system_prompt")
        self.build.unlogged(*_RULES)
        self.context.append(-1, [(number,)])
        self._prompt = (number,)

    def run(self) -> None:
        count = as_int(self._beside.get("source_message_count")) if self._beside else None
        sent = [not as_dict(message.get("metadata")).get("displayOnly") for message in self._sent.records]
        if self._beside and (count is None or count > sum(sent)):
            why = "The context after the latest compaction is of other messages than these; it is left out."
            self.build.problem(Severity.WARNING, "other-messages", why, Source(str(self._path)))
            count = None
        self._last_mode = next(filter(None, map(sdk_messages.mode_of, reversed(self._sent.records))), "")
        latest = self._latest() if count is not None else None
        for index, message in enumerate(self._sent.records):
            self._compact(utc(message.get("ts")), latest, index)
            if len(self._raw) == count:
                self._compacted(latest)
                count = None
            if sent[index]:
                self._message(index, message)
            else:
                at = self._sent.at(index, "/content")
                put(self.build, ItemKind.EVENT, message.get("content"), at, None, "display_only")
        self._compact(None, latest)
        if len(self._raw) == count:
            self._compacted(latest)
        self._interrupted()

    def _interrupted(self) -> None:
        blocks = [as_dict(block) for row in self._sent.records for block in as_list(row.get("content"))]
        came = frozenset(as_text(block.get("tool_use_id")) for block in blocks if block.get("type") == "tool_result")
        if any(sdk_messages.is_open(message, came) for message in self._sent.records[:-1]):
            self.build.unlogged("note in place of a result that never came", "behind its call")
        if any(
            block.get("type") == "tool_result" and sdk_messages.holds_picture(block.get("content")) for block in blocks
        ):
            self.build.unlogged("form of results with pictures", "in their place; each provider is sent another")

    def _message(self, index: int, message: Record) -> None:
        time, first = utc(message.get("ts")), len(self.build.items) + 1
        self.build.seen(time)
        draft = None
        self._mode = sdk_messages.mode_of(message) or self._mode
        if message.get("role") == "assistant":
            model = as_text(as_dict(message.get("modelInfo")).get("id"))
            own, metrics = _id_of(index, message), as_dict(message.get("metrics"))
            sent, read, written, output = (as_int(metrics.get(name)) for name in _TOKENS)
            usage = disjoint(sent, read, written, output, None)
            draft = self.build.call(own, model, self._sent.at(index), started=time, usage=usage)
            self._tokens = sent
            if self._mode != self._last_mode:
                self.build.unlogged(*_OTHER_MODE, request=own)
            draft.cost = as_dollars(metrics.get("cost"))
        blocks = self.writer.message(index, None) if draft else self._typed(index, message)
        self.context.append(index, blocks)
        slot = sdk_messages.Slot(blocks, sdk_messages.role_of(message))
        self._raw.append(slot)
        self._slots.append(slot)
        for key, numbers in sdk_messages.keys_of(message, blocks):
            self._known.setdefault(key, []).append((as_text(message.get("id")), numbers))
        self.build.produced(draft, first)

    def _typed(self, index: int, message: Record) -> Blocks:
        """A message in the user's name."""
        metadata = as_dict(message.get("metadata"))
        kind = as_text(metadata.get("kind"))
        if kind or as_text(metadata.get("displayRole")) == "system":
            return [self._noted(self._sent.at(index, "/content"), message, kind)]
        return self.writer.message(index, None)

    def _noted(self, at: Source, message: Record, kind: str) -> tuple[int, ...]:
        summary = kind == "compaction_summary"
        item = ItemKind.SUMMARY if summary else ItemKind.ATTACHMENT
        detail = "compact_summary" if summary else kind or "reminder"
        content, time = message.get("content"), utc(message.get("ts"))
        if content in (None, "", []):
            return ()
        return (put(self.build, item, content, at, time, detail),)

    # Compactions ------------------------------------------------------------------------------------------------

    def _latest(self) -> Told | None:
        """What the program's log tells of the compaction whose context stands beside the messages."""
        written = as_time(self._beside.get("updated_at"))
        fitting = [told for told in self._told if told.status == "ok" and told.time]
        near = [told for told in fitting if abs(_apart(told.time, written)) <= _NEAR]
        return near[-1] if near else None

    def _compact(self, time: str | None, latest: Told | None, index: int = 0) -> None:
        """Put in effect what was over by then, before the message at ``index``."""
        while self._told and (time is None or self._told[0].time <= time):
            told = self._told.pop(0)
            raced = told.status == "ok" and self._raced(told, time, index)
            if told is latest:
                # It is put in where the file beside says.
                continue
            if told.status == "skipped":
                text, at = "Nothing could be cut.", told.record.source
                put(self.build, ItemKind.EVENT, text, at, None, "compaction_skipped", hold=True)
            elif told.status != "ok":
                self.build.note_compaction(told.record)
            elif told.after is not None:
                self._lost(told, told.after, (_RACED,) if raced else ())

    def _raced(self, told: Told, time: str | None, index: int) -> bool:
        """Whether the request that follows may have been sent the context before: a new one is put in a moment after
        it is told of, and then there are fewer tokens."""
        if told.trigger != "manual" or _apart(told.time, time) >= 1:
            return False
        behind = enumerate(self._sent.records[index:], index)
        asked = next(((at, one) for at, one in behind if one.get("role") == "assistant"), None)
        if asked is None:
            return False
        sent = as_int(as_dict(asked[1].get("metrics")).get("inputTokens"))
        if sent is None or self._tokens is None:
            return True
        if sent >= self._tokens:
            self.build.unlogged(*_AGAIN, request=_id_of(*asked))
        return sent >= self._tokens

    def _lost(self, told: Told, after: int, notes: tuple[str, ...]) -> None:
        """A compaction of which only its size is known."""
        slots, behind = self._slots, list[sdk_messages.Slot]()
        if told.trigger == "manual" and told.before is not None and told.before <= len(self._raw):
            # By hand it works on all that was ever written, whatever of it is in the context.
            slots, behind = self._raw[: told.before], self._raw[told.before :]
        if told.method == "basic":
            kept, note = sdk_messages.basic(slots, after, self.build.items), _WHICH
            self.build.unlogged("notes of what was done", "in the prompts behind an earlier compaction")
        else:
            kept, note = [sdk_messages.Slot([]), *(slots[1 - after :] if after > 1 else [])], _LOST
            self.build.unlogged("summary of an earlier compaction", "behind the system prompt")
        self._become([*kept, *behind], replace(told.record, notes=(*told.record.notes, note, *notes)))

    def _become(self, slots: list[sdk_messages.Slot], record: CompactionRecord) -> None:
        self._slots = slots
        numbers = [number for slot in slots for block in slot.blocks for number in block]
        self.context.become([*self._prompt, *numbers], record)

    def _compacted(self, latest: Told | None) -> None:
        """The context is what stands beside the messages from here on."""
        slots: list[sdk_messages.Slot] = []
        summary = before = None
        time: str | None = None
        if as_text(self._beside.get("system_prompt")):
            self._changed(self._beside["system_prompt"])
        for index, value in enumerate(as_list(self._beside.get("messages"))):
            message = as_dict(value)
            metadata = as_dict(message.get("metadata"))
            if metadata.get("kind") == "compaction_summary":
                at = Source(str(self._path), pointer=f"/messages/{index}/content")
                numbers = self._noted(at, message, "compaction_summary")
                summary = numbers[0] if numbers else None
                before = as_int(metadata.get("tokensBefore"))
                time = utc(metadata.get("generatedAt")) or utc(message.get("ts"))
                slots.append(sdk_messages.Slot([numbers]))
            else:
                slots.append(sdk_messages.Slot(self._again(index, message)))
        known = bool(self._told) or latest is not None
        record = noted(
            as_text(self._beside.get("source_last_message_key")) or "compaction",
            Source(str(self._path), pointer="/messages"),
            "summary" if summary else "trim",
            summary=summary,
            time=time or as_time(self._beside.get("updated_at")),
            reported_before=before,
            notes=() if known else (_ONLY_LATEST,),
        )
        if latest is not None:
            own = latest.record
            record = replace(
                record, trigger=own.trigger, time=own.time, reported_before=own.reported_before,
                reported_after=own.reported_after, seconds=own.seconds, method=own.method, model=own.model,
                notes=own.notes,
            )  # fmt: skip
        self._become(slots, record)

    def _changed(self, text: str) -> None:
        now = self.build.items[self._prompt[0] - 1] if self._prompt else None
        if now is None or now.chars != len(text):
            at = Source(str(self._path), pointer="/system_prompt")
            self._prompt = (put(self.build, ItemKind.INSTRUCTIONS, text, at, None, "system_prompt"),)

    def _again(self, index: int, message: Record) -> Blocks:
        """A message that was kept, block by block: those that were there, and what was put in or reworded."""
        content = message.get("content")
        parts = [content] if isinstance(content, str) else as_list(content)
        blocks: Blocks = []
        for place, part in enumerate(parts):
            found = self._known.get(sdk_messages.key_of(part))
            if found:
                # The same words may stand there twice.
                own = next((at for at, (name, _) in enumerate(found) if name and name == message.get("id")), 0)
                blocks.append((found.pop(own) if len(found) > 1 else found[own])[1])
                continue
            pointer = f"/messages/{index}/content" + ("" if part is content else f"/{place}")
            blocks.append(self._reworded(part, message, pointer))
        return blocks

    def _reworded(self, part: Any, message: Record, pointer: str) -> tuple[int, ...]:
        told = as_dict(part)
        text = part if isinstance(part, str) else as_text(told.get("text")) or as_text(told.get("content"))
        value, pointer = (text, pointer if part is text else f"{pointer}/text") if text else (part, pointer)
        kind, detail = ItemKind.ATTACHMENT, "rewritten"
        if told.get("type") == "tool_result":
            kind, value, pointer = ItemKind.TOOL_RESULT, told.get("content"), f"{pointer.removesuffix('/text')}/content"
        elif message.get("role") == "assistant":
            kind = ItemKind.ASSISTANT
        elif as_text(text).startswith("<SYSTEM_NOTICE>"):
            detail = "notice"
        if value in (None, "", []):
            return ()
        return (put(self.build, kind, value, Source(str(self._path), pointer=pointer), utc(message.get("ts")), detail),)


def _id_of(index: int, message: Record) -> str:
    return as_text(message.get("id")) or str(index)


def _apart(one: str, other: str | None) -> float:
    found = seconds_between(one, other)
    found = seconds_between(other, one) if found is None else found
    return 1e9 if found is None else found
