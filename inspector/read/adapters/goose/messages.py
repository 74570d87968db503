"""The walk over the messages of a Goose session, in order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.model import ItemKind, Origin, Severity, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.goose.stored import Message, Stored
from inspector.read.build import Builder, RequestDraft
from inspector.read.tables import json_in
from inspector.read.times import iso
from inspector.read.values import as_dict, as_dollars, as_int, as_text

# The harness's note behind a summary, in the agent's name; the wording of each version begins so.
_NOTE = re.compile(r"The previous message (?:is|contains) a |Your context was compacted")
_ASKED = re.compile(r"at the user's\s+request|user (?:asked|requested)")
_SILENT = frozenset({"toolConfirmationRequest", "actionRequired"})
_HIDDEN_BEFORE = (
    "The log does not say when a message was hidden from the agent; what was hidden before this compaction is shown "
    "as removed by it."
)


class Messages:
    def __init__(self, agent: str, stored: Stored) -> None:
        self.build = Builder(agent, stored.path, hold=stored.held)
        self._stored = stored
        about = as_dict(json_in(stored.row.get("model_config_json")))
        self._model = as_text(about.get("model_name")) or as_text(about.get("model"))
        self._limit = as_int(about.get("context_limit"))
        self._delegated = stored.row.get("session_type") in ("sub_agent", "subagent")
        self._open: RequestDraft | None = None
        self._started: list[tuple[int, RequestDraft]] = []
        self._summaries: list[tuple[int, RequestDraft]] = []
        self._said: set[str] = set()
        self._hidden: list[int] = []
        self._expected = ""
        """What the next message of the harness after a compaction is: note, then replay."""

    def read(self) -> None:
        messages = self._stored.messages
        summaries = frozenset(index for index in range(len(messages)) if self._is_summary(index))
        self._last_cut = max(summaries, default=-1)
        for index, message in enumerate(messages):
            self.build.record(message.at, message.id, iso(message.created))
            if index in summaries:
                self._compaction(message, messages[index + 1])
            else:
                self._message(message, index)
        self._spend()
        self._relatives()

    def _is_summary(self, index: int) -> bool:
        messages = self._stored.messages
        if index + 1 >= len(messages) or messages[index].role != "user" or messages[index].for_user:
            return False
        behind = messages[index + 1]
        return behind.role == "assistant" and not behind.for_user and bool(_NOTE.match(behind.text))

    def _message(self, message: Message, index: int) -> None:
        if self._expected == "note":
            self._expected = "replay"
            self.build.add(ItemKind.ATTACHMENT, message.text, message.text_at, "continue")
            return
        replayed = self._expected == "replay" and message.role == "user" and message.text in self._said
        self._expected = ""
        if bool(self._hidden) and message.for_agent and not message.for_user and bool(message.text):
            self._pair_summary(message)
            return
        if message.role == "assistant":
            draft = self._request(message)
        else:
            draft, self._open = None, None
        first = len(self.build.items) + 1
        for place, block in enumerate(message.content):
            self._block(message, as_dict(block), f"/{place}", replayed)
        made = range(first, len(self.build.items) + 1)
        self.build.produced(draft, first)
        if not message.for_agent and index > self._last_cut:
            # Hidden, and not by a compaction: by the summary of a single call, or never meant for the agent.
            if message.has("toolRequest", "toolResponse"):
                self._hidden += made
            else:
                self._take_back(made)

    def _take_back(self, made: Sequence[int]) -> None:
        """Leave out of the context what never was in it."""
        gone = frozenset(made)
        self.build.context = [number for number in self.build.context if number not in gone]
        ops = self.build.ops
        while ops and getattr(ops[-1], "item", None) in gone:
            ops.pop()

    def _request(self, message: Message) -> RequestDraft:
        """The request that an answer belongs to: several messages in a row are one answer."""
        if self._open is None:
            self._open = self.build.request(message.id, self._model, limit=self._limit)
            self._started.append((message.created, self._open))
        return self._open

    def _block(self, message: Message, block: Record, pointer: str, replayed: bool) -> None:
        kind = as_text(block.get("type"))
        if kind == "text":
            if as_text(block.get("text")):
                self._text(message, block["text"], f"{pointer}/text", replayed)
        elif kind in ("toolRequest", "frontendToolRequest"):
            self._tool_request(block, pointer)
        elif kind == "toolResponse":
            self._tool_response(block, pointer)
        elif kind == "thinking":
            self.build.text(ItemKind.REASONING, block, f"{pointer}/thinking")
        elif kind == "redactedThinking":
            value = {"encrypted_content": as_text(block.get("data"))}
            self.build.add(ItemKind.REASONING, [value], pointer, hold=True, detail="encrypted")
        elif kind == "image":
            whose = ItemKind.USER if message.role == "user" else ItemKind.ASSISTANT
            self.build.add(whose, block, pointer, "image")
        elif kind == "systemNotification":
            self.build.text(ItemKind.EVENT, block, f"{pointer}/msg", "notification")
        elif kind in _SILENT:
            self.build.add(ItemKind.EVENT, block, pointer, detail=kind, headline=kind)
        else:
            self.build.add_unknown(kind, block, pointer)

    def _text(self, message: Message, text: str, pointer: str, replayed: bool) -> None:
        kind, origin, detail = ItemKind.ASSISTANT, None, ""
        if message.role != "assistant":
            kind, detail = ItemKind.USER, "typed"
            if replayed:
                kind, detail = ItemKind.ATTACHMENT, "replayed"
            elif not message.for_user and message.for_agent:
                kind, detail = ItemKind.ATTACHMENT, "reminder"
            elif self._delegated:
                origin, detail = Origin.AGENT, "delegated"
            else:
                self._said.add(message.text)
        self.build.add(kind, text, pointer, detail, origin=origin)

    def _tool_request(self, block: Record, pointer: str) -> None:
        call_id, asked = as_text(block.get("id")), as_dict(block.get("toolCall"))
        value = as_dict(asked.get("value"))
        name = as_text(value.get("name"))
        at, shown = f"{pointer}/toolCall/value/arguments", value.get("arguments")
        if "arguments" not in value:
            at, shown = f"{pointer}/toolCall", block.get("toolCall")
        error = as_text(asked.get("status")) == "error"
        self.build.called(shown, at, name, call_id, value.get("arguments"), error=error)

    def _tool_response(self, block: Record, pointer: str) -> None:
        call_id, result = as_text(block.get("id")), as_dict(block.get("toolResult"))
        value = content = result.get("value")
        at, failed = f"{pointer}/toolResult/value", False
        if isinstance(value, dict):
            content, at, failed = value.get("content"), f"{at}/content", value.get("isError") is True
        if content is None and as_text(result.get("error")):
            content, at, failed = result["error"], f"{pointer}/toolResult/error", True
        if content is not None:
            tool = self.build.tools.get(call_id, "")
            self.build.add(ItemKind.TOOL_RESULT, content, at, "", tool, call_id, "", failed)

    # Compactions --------------------------------------------------------------------------------------------------

    def _compaction(self, message: Message, note: Message) -> None:
        draft = self.build.request(f"{message.id} summary", "", purpose="compaction")
        self._summaries.append((message.created, draft))
        summary = self._summary(message, "compact_summary") if message.text else None
        draft.first_item = draft.last_item = summary
        hidden = bool(self.build.standing(ItemKind.TOOL_RESULT))
        trigger, notes = "manual" if _ASKED.search(note.text) else "auto", (_HIDDEN_BEFORE,) if hidden else ()
        record = self.build.compaction(message.id, "summary", trigger, summary, notes=notes)
        self.build.cut((), record, () if summary is None else (summary,))
        self._open, self._hidden, self._expected = None, [], "note"

    def _summary(self, message: Message, detail: str) -> int:
        return self.build.add(ItemKind.SUMMARY, message.text, message.text_at, detail, enter=False)

    def _pair_summary(self, message: Message) -> None:
        """Calls and results whose place a short text has taken."""
        gone, self._hidden = frozenset(self._hidden), []
        at = next((place for place, number in enumerate(self.build.context) if number in gone), 0)
        told = self._summary(message, "tool_summary")
        note = "A call and its result were replaced by a short text; the log does not say when."
        record = self.build.compaction(message.id, "edit", "auto", told, notes=(note,))
        stay = [number for number in self.build.context if number not in gone]
        self.build.cut(stay, record, (told,), at)

    # Usage --------------------------------------------------------------------------------------------------------

    def _spend(self) -> None:
        """Give each request its entry of the ledger."""
        work = [entry for entry in self._stored.ledger if not entry["is_compaction"]]
        summed = [entry for entry in self._stored.ledger if entry["is_compaction"]]
        for drafts, entries in ((self._started, work), (self._summaries, summed)):
            for draft, entry in _paired(drafts, entries):
                draft.usage, draft.cost = _usage(entry), as_dollars(entry["cost"])
                model = as_text(entry["model"])
                draft.model = model or draft.model
                if model:
                    self.build.models[model] = None
            if entries and len(entries) != len(drafts):
                counts = f"The ledger has {len(entries)} requests where {len(drafts)} answers were found"
                message = f"{counts}; they were paired by time."
                self.build.problem(Severity.NOTE, "paired-by-time", message)

    def _relatives(self) -> None:
        parent = as_text(self._stored.row.get("parent_session_id"))
        self.build.link("parent", parent, path=f"{self._stored.path}/{parent}")
        for child in self._stored.children:
            id_, title = as_text(child["id"]), as_text(child["name"]) or as_text(child["description"])
            self.build.link("subagent", id_, title, path=f"{self._stored.path}/{id_}")


def _paired(drafts: Sequence[tuple[int, RequestDraft]], entries: Sequence[Record]) -> list[tuple[RequestDraft, Record]]:
    """One by one where there are as many, else each entry with the answer during which it was written."""
    if len(drafts) == len(entries):
        return [(draft, entry) for (_, draft), entry in zip(drafts, entries, strict=True)]
    found: dict[int, Record] = {}
    for entry in entries:
        when = as_int(entry["created_timestamp"]) or 0
        begun = [place for place, (created, _) in enumerate(drafts) if created <= when]
        if begun:
            found.setdefault(begun[-1], entry)
    return [(drafts[place][1], entry) for place, entry in sorted(found.items())]


def _usage(entry: Record) -> Usage | None:
    sent, output, total = (as_int(entry[key]) for key in ("input_tokens", "output_tokens", "total_tokens"))
    read, written = as_int(entry["cache_read_tokens"]), as_int(entry["cache_write_tokens"])
    if not sent and not output:
        return None
    cached = (read or 0) + (written or 0)
    beside = sent is None or cached > sent or (cached > 0 and total == sent + cached + (output or 0))
    return Usage(sent if beside or sent is None else sent - cached, read, written, output)
