"""The walk over the entries of a pi log, in file order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspector.model import ItemKind, Origin, Severity, Source, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.pi import sent, words
from inspector.read.adapters.pi.remote import Remote, replacement
from inspector.read.adapters.pi.tree import Entry, Pruned, System
from inspector.read.build import About
from inspector.read.times import as_time, utc
from inspector.read.values import as_dict, as_int, as_list, as_text, render

# OpenClaw notes texts that it delivered itself as answers of these models; none was called.
_NOTICE = "gateway-injected"
"""That a command was carried out: the person reads it, no model does."""
_NO_MODEL = frozenset({"delivery-mirror", _NOTICE})
_BY_ROLE = {"assistant": ItemKind.ASSISTANT, "toolResult": ItemKind.TOOL_RESULT}
_NO_WORDS = frozenset({"toolResult", "system"})
"""Roles whose messages may stand between a call and its result."""
_GIVEN_NOTHING = re.compile(r"\bno (?:prior )?conversation (?:content|messages|history) (?:was|were)\b", re.IGNORECASE)
_SHORT = 1_500
_FAILED_ANSWERS_LEFT_OUT = "2026-01-19"


class Entries(Remote):
    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self.id, self.cwd, self.name = path.name.split(".")[0], "", ""
        self._sent: dict[tuple[str, int | None, str], tuple[int, ...]] = {}
        self._calls: dict[str, int] = {}
        self.drops_thoughts = False
        self._window: int | None = None
        """Of the model, since a compaction that tells it."""

    def add(self, record: Record, at: Source) -> None:
        kind = as_text(record.get("type"))
        own = as_text(record.get("id")) or f"entry {len(self._order)}"
        self.build.record(at, own, as_time(record.get("timestamp")))
        if kind == "title":
            # oh-my-pi keeps a line of a fixed size for it, ahead of the header.
            self._title(record)
            return
        if kind == "session":
            self._order.append("")
            self._header(record)
            return
        self._order.append(own)
        if own in self._known:
            self.build.problem(Severity.NOTE, "repeated-entry", f"Entry {own} stands twice; read once.", at)
            return
        self._go_to(record)
        self._prune(record)
        # What this entry puts into the context; the tree tells what else stands there.
        self.build.context = []
        self._take(kind, record)
        put, at_op, pending = tuple(self.build.context), len(self.build.ops) - 1, tuple(self._pending.items())
        self._known[own] = Entry(self._last, put, at_op, self._system, self._told, pending)
        self._last = own

    def _title(self, record: Record) -> None:
        self._is_oh_my_pi()
        self.name = as_text(record.get("title")).strip() or self.name

    def _header(self, record: Record) -> None:
        self.build.versions[f"session-v{as_int(record.get('version')) or 1}"] = None
        self.id = as_text(record.get("id")) or self.id
        self.cwd = as_text(record.get("cwd")) or self.cwd
        for key in ("parentSession", "branchedFrom"):
            parent = as_text(record.get(key))
            stem = re.split(r"[/\\]", parent)[-1].removesuffix(".jsonl")
            self.build.link("fork", stem.rsplit("_", 1)[-1], path=parent)

    def _take(self, kind: str, record: Record) -> None:
        sent.beside(self.build, kind, record)
        if kind == "compaction" or record.get("customType") == "session_exit":
            self._is_anew()
        if kind == "message":
            self._message(as_dict(record.get("message")))
        elif kind == "compaction" and (history := replacement(record)):
            self._sealed(record, history)
        elif kind == "compaction":
            self._compaction(record)
        elif kind == "branch_summary":
            self._close_calls()
            self._text(ItemKind.SUMMARY, record, "/summary", "branch_summary")
        elif kind == "custom_message":
            self._close_calls()
            self._custom(record, "/content")
        elif kind == "context_edit":
            self._edit(record)
        elif kind == "reset_boundary":
            self._cleared(record)
        else:
            if kind == "thinking_level_change" and "openclaw" in self.build.versions:
                self.drops_thoughts = record.get("thinkingLevel") == "off"
            if kind == "session_info":
                self.name = as_text(record.get("name")) or self.name
            keys = ("modelId", "thinkingLevel", "label", "name", "customType", "type")
            key = next((key for key in keys if as_text(record.get(key))), "")
            self._text(ItemKind.EVENT, record, f"/{key}", detail=kind or "unknown")

    def _custom(self, holder: Record, pointer: str) -> None:
        detail = as_text(holder.get("customType")) or "custom"
        self._text(ItemKind.ATTACHMENT, holder, pointer, detail=detail)
        if detail == "skill-prompt":
            # What a person wrote behind the name of oh-my-pi's skill.
            told = as_dict(holder.get("details"))
            self._text(ItemKind.USER, told, "/details/args", detail="typed", enter=False)

    def _message(self, message: Record) -> None:
        role = as_text(message.get("role"))
        if role not in _NO_WORDS and message.get("excludeFromContext") is not True:
            self._close_calls()
        if role == "assistant":
            self._assistant(message)
        elif role == "user":
            self._user(message)
        elif role == "toolResult":
            self._result(message)
        elif role in ("bashExecution", "pythonExecution"):
            self._ran(message)
        elif role == "fileMention":
            self._mentioned(message)
        elif role == "system":
            self._instruct(self._told.patched(message), "/message")
        elif role in ("custom", "hookMessage"):
            self._custom(message, "/message/content")
        elif role in ("branchSummary", "compactionSummary"):
            self._text(ItemKind.SUMMARY, message, "/message/summary", detail="carried_summary")
        else:
            self._text(ItemKind.EVENT, message, "/message/content", detail="unknown")
        if self.build.context and as_int(message.get("timestamp")) is not None:
            self._sent[_sent_as(message)] = tuple(self.build.context)

    def _edit(self, record: Record) -> None:
        """From here on one entry is left out of every request, or sent with another content."""
        target = as_text(record.get("targetId"))
        put, first = record.get("replacement"), len(self.build.items) + 1
        standing, entry = self._standing(), self._known.get(target)
        known = next((items for own, items in reversed(self._edits_here()) if own == target), None)
        gone = tuple(
            item for item in (known if known is not None else entry.items if entry else ()) if item in standing
        )
        if isinstance(put, dict) and gone:
            self._replacement(put.get("content"), gone)
        new = tuple(range(first, len(self.build.items) + 1))
        self._text(ItemKind.EVENT, record, "/targetId", detail="context_edit")
        if not gone:
            return
        at = standing.index(gone[0])
        edit = self.build.compaction(self.build.id, "edit", readable=True)
        self.build.ops.append(Splice(remove=gone, insert=new, at=at, compaction=edit))
        left = [item for item in standing if item not in gone]
        self._is_now((*left[:at], *new, *left[at:]))
        self._edits[self.build.id] = (target, new)

    def _replacement(self, content: Any, gone: tuple[int, ...]) -> None:
        old, pointer = self.build.items[gone[0] - 1], "/replacement/content"
        if old.kind in (ItemKind.ASSISTANT, ItemKind.REASONING, ItemKind.TOOL_CALL) and isinstance(content, list):
            for index, block in enumerate(content):
                self._block(block, f"{pointer}/{index}", enter=False)
        elif content not in (None, "", []):
            # An extension wrote it, even where it stands for words of the human.
            kind = ItemKind.ATTACHMENT if old.kind is ItemKind.USER else old.kind
            self.build.add(kind, content, pointer, "edited", old.tool, old.call_id, enter=False)

    def _user(self, message: Record) -> None:
        content, pointer = message.get("content"), "/message/content"
        if words.is_letta(message) and isinstance(content, list):
            self.build.versions["letta-code"] = None
            for voice, text, place in words.pieces(content):
                self.build.add(voice.kind, text, pointer + place, voice.detail, origin=voice.origin)
            return
        text = as_text(content)
        if not isinstance(content, str):
            text = as_text(as_dict(next(iter(as_list(content)), None)).get("text"))
            pointer = "/message/content/0/text"
        if message.get("attribution") == "agent":
            # A subagent's task, as oh-my-pi says itself.
            self._text(ItemKind.USER, message, "/message/content", "delegated", origin=Origin.AGENT)
            self._pictured(content)
            return
        holds = words.in_user_text(text)
        kind = ItemKind.ATTACHMENT if holds.mixed else ItemKind.USER
        self._text(kind, message, "/message/content", holds.detail)
        if holds.mixed and holds.typed:
            # In the context they stand with the text before them; here they are told apart from it.
            self.build.said(holds.typed, pointer, "typed", hold=True)
        self._pictured(content)
        if message.get("steering") is True:
            self.build.unlogged("notice above a prompt", "where the prompt came while the agent worked")

    def _assistant(self, message: Record) -> None:
        stop, model, usage = as_text(message.get("stopReason")), as_text(message.get("model")), sent.usage(message)
        failed, was_sent = stop in ("error", "aborted"), (self.build.time or "9") < _FAILED_ANSWERS_LEFT_OUT
        # What was tried again with success is marked so, and not sent.
        is_broken_off = failed and "oh-my-pi" in self.build.versions and not message.get("retryRecovery")
        enter = (not failed or is_broken_off or was_sent) and model != _NOTICE
        first = len(self.build.items) + 1
        draft, with_ = None, None
        # Aborted before anything came back: whether a model was called at all is not in the log.
        answered = stop != "aborted" or usage is not None or bool(message.get("content"))
        if model not in _NO_MODEL and answered:
            with_ = self._asks(message)
            own = as_text(message.get("responseId")) or self.build.id
            draft = self.build.request(own, model, usage=usage, stop=stop, cost=sent.cost(message))
            draft.started = utc(message.get("timestamp")) or self.build.time
            draft.limit = self._window
        content = message.get("content")
        if isinstance(content, str):
            self._text(ItemKind.ASSISTANT, message, "/message/content", enter=enter)
        for index, block in enumerate(as_list(content)):
            self._block(block, f"/message/content/{index}", enter)
        if as_text(message.get("errorMessage")):
            told = ("/message/errorMessage", stop or "error")
            self._text(ItemKind.EVENT, message, *told, error=stop != "aborted")
        self.build.produced(draft, first)
        self._answered(first, with_)
        if is_broken_off:
            self._broken_off.update(range(first, len(self.build.items) + 1))

    def _block(self, block: Any, pointer: str, enter: bool) -> None:
        holder = as_dict(block)
        kind = as_text(holder.get("type"))
        if kind == "toolCall":
            name, call_id = as_text(holder.get("name")), as_text(holder.get("id"))
            key = "arguments" if "arguments" in holder else "type"
            told, at = holder.get("arguments"), f"{pointer}/{key}"
            self._calls[call_id] = self.build.called(holder[key], at, name, call_id, told, enter=enter)
        elif kind in ("thinking", "text"):
            enter = enter and not (kind == "thinking" and self.drops_thoughts)
            said = ItemKind.REASONING if kind == "thinking" else ItemKind.ASSISTANT
            self._text(said, holder, f"{pointer}/{kind}", enter=enter)
        elif block is not None:
            self.build.add(ItemKind.ASSISTANT, block, pointer, kind or "unknown", enter=enter)

    def _result(self, message: Record) -> None:
        call: dict[str, Any] = {"tool": as_text(message.get("toolName")), "call_id": as_text(message.get("toolCallId"))}
        self._pending.pop(call["call_id"], None)
        error, pruned = message.get("isError") is True, utc(message.get("prunedAt"))
        if self._calls.get(call["call_id"]) in self._broken_off:
            self._broken_off.add(len(self.build.items) + 1)
        shown = sent.without_pictures(message.get("content"))
        if pruned:
            self._rewritten(message, pruned, error, call)
        elif shown is not None:
            about = ("", call["tool"], call["call_id"])
            self.build.add(ItemKind.TOOL_RESULT, shown, "/message/content", *about, error=error, hold=True)
        else:
            self._text(ItemKind.TOOL_RESULT, message, "/message/content", error=error, **call)
            self._pictured(message.get("content"))
        child = as_text(as_dict(message.get("details")).get("childSessionKey"))
        self.build.link("subagent", child, call["tool"], item=self._calls.get(call["call_id"]))
        for pointer, said in words.answers(message):
            self.build.said(said, pointer, "answer", **call, hold=pointer.startswith("/message/content"))

    def _rewritten(self, message: Record, time: str, error: bool, call: dict[str, Any]) -> None:
        """A result whose text was replaced in this line after it had been sent."""
        self._is_oh_my_pi()
        before, line = sent.before_pruning(message, Path(self.build.path)), ""
        if before is None:
            line, before = "What was sent first is no longer in this log.", ""
            self.build.unlogged("results as they were before they were cut", "up to the time at which each was cut")
        elif "artifact://" not in render(message.get("content")):
            self.build.unlogged("name and tag of a file", "above a read that a newer one superseded")
        pointer, kind = "/message/content", ItemKind.TOOL_RESULT
        number = self.build.add(kind, before, pointer, headline=line, error=error, hold=True, **call)
        new = self.build.add(kind, message.get("content"), pointer, "pruned", error=error, enter=False, **call)
        self._pruned.append(Pruned(time, self.build.id, number, new, self.build.at))

    def _compaction(self, record: Record) -> None:
        system, method = record.get("systemMessage"), as_text(record.get("method"))
        if system:
            message = system if isinstance(system, dict) else {"content": system}
            self._instruct(System().patched(message), "/systemMessage")
        archived = self._archived(record)
        text, told = as_text(record.get("summary")), record
        sends, (trigger, window, counted) = words.summary_sent(record), words.facts(record)
        self._window = window or self._window
        framed = sent.tidied(text) if method and not archived else text
        if framed != text:
            told = record | {"summary": framed}
        about = About(hold=framed != text, enter=False)
        if sends:
            told, place = {"text": sends}, "/message/content/0/text"
        else:
            place = "/summary"
        summary = self._text(ItemKind.SUMMARY, told, place, "compact_summary", **about)
        kept, missing = self._kept(record)
        notes = [missing] if missing else []
        if summary is None:
            notes.append("The summary is empty: of all before what was kept nothing is left.")
        times = None if method else sent.calls_for(text)
        notes += _doubts(record, text, times)
        pictures = sum(self.build.items[number - 1].images for number in archived)
        if pictures:
            notes.append(f"Part of the history stands in {pictures} pictures; what they show cannot be searched.")
        compaction = self.build.compaction(
            self.build.id,
            "summary",
            trigger,
            summary=summary,
            readable=True,
            status="partial" if missing.endswith("not in this log.") else "ok",
            reported_before=None if sends else as_int(record.get("tokensBefore")),
            reported_after=as_int(record.get("tokensAfter")),
            attempts=times,
            method=method,
            notes=(*notes, *counted),
        )
        if method:
            self._is_oh_my_pi()
        if summary is not None and not archived and not sends:
            self.build.unlogged("sentences around the summary", "in front of every summary and behind it")
        first = () if summary is None else (summary,)
        context = (*self._system, *first, *archived, *(item for item in kept if not self._is_foreign(item)))
        self.build.ops.append(Splice(remove=None, insert=context, compaction=compaction))
        # pi never sends the entry itself again; only its place on the path counts later.
        self._is_now(context)

    def _archived(self, record: Record) -> tuple[int, ...]:
        """The history that goes into the context as text and pictures, without any summarizer."""
        kind, detail = ItemKind.SUMMARY, "archive"
        add = self.build.add
        return tuple([add(kind, value, at, detail, hold=hold, enter=False) for at, value, hold in sent.archive(record)])

    def _kept(self, record: Record) -> tuple[tuple[int, ...], str]:
        """The items that a compaction keeps, in order, and what is wrong with how it names them."""
        if isinstance(record.get("retainedTail"), list):
            return self._retained(record["retainedTail"]), ""
        first = as_text(record.get("firstKeptEntryId"))
        index = as_int(record.get("firstKeptEntryIndex"))
        if not first and index is not None and index < len(self._order):
            # Version 1 counts the header as entry 0; what stands there is never kept itself.
            first = next((entry for entry in self._order[index:] if entry), "")
        path, first = self._path(), first or next(iter(self._later(record)), "")
        if first == self.build.id:
            # Its own id: so pi writes that an extension kept nothing.
            return (), ""
        if first in path:
            edited = dict(self._edits_here())
            stayed = path[path.index(first) :]
            kept = [item for entry in stayed for item in edited.get(entry, self._known[entry].items)]
            return tuple(item for item in kept if self.build.items[item - 1].kind is not ItemKind.INSTRUCTIONS), ""
        if first in self._known:
            return (), f"Its first kept entry {first} is on another branch, so nothing was kept."
        if first or index is not None:
            return (), f"Its first kept entry {first or index} is not in this log."
        return (), ""

    def _retained(self, tail: list[Any]) -> tuple[int, ...]:
        """Items of messages that a compaction writes out again; those said before are the same items."""
        kept: list[int] = []
        for index, value in enumerate(tail):
            message = as_dict(value)
            role, earlier = as_text(message.get("role")), self._sent.get(_sent_as(message), ())
            # An answer is known by its time alone; the texts of others may have been cut for the tail.
            if earlier and (role == "assistant" or self._chars(earlier) == len(render(message.get("content")))):
                kept += earlier
            elif "content" in message:
                kind, pointer = _BY_ROLE.get(role, ItemKind.ATTACHMENT), f"/retainedTail/{index}/content"
                kept.append(self.build.add(kind, message["content"], pointer, "retained", enter=False))
        return tuple(dict.fromkeys(kept))

    def _chars(self, items: tuple[int, ...]) -> int:
        return sum(self.build.items[item - 1].chars for item in items)


def _doubts(record: Record, text: str, times: int | None) -> Iterator[str]:
    """What is to be said of a summary itself, which took so many calls."""
    if sent.usage(record) and times is not None and times > 1:
        yield f"Its tokens are one sum over {times} calls of the summarizer."
    if len(text) < _SHORT and _GIVEN_NOTHING.search(text):
        yield "The summary says that it was given no conversation."
    if record.get("fromHook") is True:
        yield "An extension wrote the summary."


def _sent_as(message: Record) -> tuple[str, int | None, str]:
    """By what a message is known again: results of calls made at once may have the same time."""
    return as_text(message.get("role")), as_int(message.get("timestamp")), as_text(message.get("toolCallId"))
