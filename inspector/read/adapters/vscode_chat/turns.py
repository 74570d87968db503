"""The walk over the turns of a chat: each a prompt, and the rounds of calls that answer it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Unpack

from inspector.model import CompactionRecord, ItemKind, Severity, Source, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.vscode_chat.document import Chat
from inspector.read.build import About, Builder, RequestDraft, noted
from inspector.read.times import iso
from inspector.read.tools import ToolKind, headline, tool_kind
from inspector.read.usage import without
from inspector.read.values import as_dict, as_int, as_list, as_text, in_seconds, parsed

_COMMANDS = ("/compact", "/summarize")
_BACKGROUND = (
    "It was made in the background; requests after its round may still have been sent the context from before."
)


class Turns:
    def __init__(self, agent: str, path: Path, chat: Chat) -> None:
        self.build = Builder(agent, str(path), hold=chat.log)
        self._chat = chat
        self._rounds: dict[str, int] = {}
        """For each round the last item that was in the log when it was over."""
        self._summed: set[tuple[str, str]] = set()

    def read(self) -> None:
        for index, request in enumerate(as_list(as_dict(self._chat.data).get("requests"))):
            if isinstance(request, dict):
                self._turn(request, self._chat.at(index))

    def _put(self, kind: ItemKind, value: Any, pointer: str, detail: str = "", **about: Unpack[About]) -> int:
        # In a log, a place in the document is no place in a line.
        return self.build.add(kind, value, "" if self._chat.log else pointer, detail, **about)

    def _turn(self, request: Record, at: Source) -> None:
        self.build.record(at, as_text(request.get("requestId")), iso(request.get("timestamp")))
        result = as_dict(request.get("result"))
        told = as_dict(result.get("metadata"))
        command = self._prompt(request, told)
        self._model = as_text(told.get("resolvedModel")) or as_text(request.get("modelId"))
        summaries = self._summaries(told)
        for entry, pointer in summaries:
            if as_text(entry.get("toolCallRoundId")) in self._rounds:
                self._summary(entry, pointer, command)
            elif not as_text(entry.get("toolCallRoundId")):
                self._failure(entry, pointer, command)
        rounds = as_list(told.get("toolCallRounds"))
        draft = None
        for index, value in enumerate(rounds):
            if isinstance(value, dict):
                place = f"/result/metadata/toolCallRounds/{index}"
                draft = self._round(value, place, as_dict(told.get("toolCallResults")))
                for entry, pointer in summaries:
                    if value.get("id") and entry.get("toolCallRoundId") == value["id"]:
                        self._summary(entry, pointer, command)
        if not rounds:
            draft = self._response(request)
        self._usage(draft, told)
        self._lost(summaries)
        error = as_dict(result.get("errorDetails"))
        if as_text(error.get("message")):
            self._put(ItemKind.EVENT, error["message"], "/result/errorDetails/message", "error", error=True)

    def _prompt(self, request: Record, told: Record) -> str:
        """What the human typed; the message in which it was sent stands in the context in its place."""
        text = as_text(as_dict(request.get("message")).get("text"))
        rendered = as_list(told.get("renderedUserMessage"))
        if rendered:
            pointer = "/result/metadata/renderedUserMessage"
            self._put(ItemKind.ATTACHMENT, rendered, pointer, detail="frame")
        if text:
            detail = "command" if text.startswith("/") else "typed"
            self._put(ItemKind.USER, text, "/message/text", detail=detail, enter=not rendered)
        return next((command for command in _COMMANDS if text.startswith(command)), "")

    # Rounds -------------------------------------------------------------------------------------------------------

    def _call(self) -> RequestDraft:
        return self.build.request(self.build.id, self._model)

    def _round(self, value: Record, pointer: str, results: Record) -> RequestDraft:
        draft, first = self._call(), len(self.build.items) + 1
        draft.id = as_text(value.get("id")) or draft.id
        thought = as_dict(value.get("thinking"))
        if thought.get("text"):
            self._put(ItemKind.REASONING, thought["text"], f"{pointer}/thinking/text")
        if as_text(value.get("response")):
            self._put(ItemKind.ASSISTANT, value["response"], f"{pointer}/response")
        calls = [as_dict(call) for call in as_list(value.get("toolCalls"))]
        for index, call in enumerate(calls):
            name, asked = as_text(call.get("name")), parsed(call.get("arguments"))
            about = About(tool=name, call_id=as_text(call.get("id")), headline=headline(name, asked))
            key = "arguments" if "arguments" in call else "name"
            at = f"{pointer}/toolCalls/{index}/{key}"
            self._put(ItemKind.TOOL_CALL, call.get(key), at, **about)
        self.build.produced(draft, first)
        for call in calls:
            self._result(call, results)
        if value.get("compaction"):
            place = "" if self._chat.log else f"{pointer}/compaction"
            self.build.add_unknown("compaction of the provider", value["compaction"], place, "")
        self._rounds[as_text(value.get("id"))] = len(self.build.items)
        return draft

    def _result(self, call: Record, results: Record) -> None:
        call_id, name = as_text(call.get("id")), as_text(call.get("name"))
        escaped = call_id.replace("~", "~0").replace("/", "~1")
        content = as_dict(results.get(call_id)).get("content")
        for index, part in enumerate(as_list(content)):
            pointer = f"/result/metadata/toolCallResults/{escaped}/content/{index}"
            value = as_dict(part).get("value")
            value, pointer = (part, pointer) if value in (None, "", []) else (value, f"{pointer}/value")
            self._put(ItemKind.TOOL_RESULT, value, pointer, tool=name, call_id=call_id)
            for words in _answers(as_text(value)) if tool_kind(name) is ToolKind.ASK else ():
                self._put(ItemKind.USER, words, pointer, "answer", tool=name, call_id=call_id, enter=False, hold=True)

    def _response(self, request: Record) -> RequestDraft | None:
        """An answer without rounds: what was shown of it."""
        parts = [(index, as_dict(part)) for index, part in enumerate(as_list(request.get("response")))]
        if not parts:
            return None
        draft, first = self._call(), len(self.build.items) + 1
        for index, part in parts:
            kind, pointer = as_text(part.get("kind")), f"/response/{index}"
            if kind in ("", "markdownContent"):
                content = as_dict(part.get("content"))
                where, text = ("/content/value", content.get("value")) if content else ("/value", part.get("value"))
                if as_text(text):
                    self._put(ItemKind.ASSISTANT, text, pointer + where)
            elif kind == "thinking":
                if part.get("value"):
                    self._put(ItemKind.REASONING, part["value"], f"{pointer}/value")
            elif kind == "toolInvocationSerialized":
                name = as_text(part.get("toolId"))
                if name:
                    call_id = as_text(part.get("toolCallId"))
                    self._put(ItemKind.TOOL_CALL, name, f"{pointer}/toolId", tool=name, call_id=call_id)
            else:
                self._put(ItemKind.EVENT, part, pointer, detail=kind[:40], headline=kind)
        made = [item.number for item in self.build.items[first - 1 :] if item.kind is not ItemKind.EVENT]
        if made:
            draft.first_item, draft.last_item = made[0], made[-1]
        return draft

    def _usage(self, draft: RequestDraft | None, told: Record) -> None:
        """Tokens of the turn's last request; what of them was read from a cache is not said."""
        sent, output = as_int(told.get("promptTokens")), as_int(told.get("outputTokens"))
        if draft and sent:
            draft.usage = Usage(input=sent, output=output)

    # Compactions --------------------------------------------------------------------------------------------------

    def _summaries(self, told: Record) -> list[tuple[Record, str]]:
        listed = as_list(told.get("summaries"))
        if listed:
            places = ((entry, f"/result/metadata/summaries/{index}") for index, entry in enumerate(listed))
            return [(entry, pointer) for entry, pointer in places if isinstance(entry, dict)]
        one = told.get("summary")
        return [(one, "/result/metadata/summary")] if isinstance(one, dict) else []

    def _summary(self, entry: Record, pointer: str, command: str) -> None:
        """Everything up to and including a round goes; what came behind it stays."""
        text, round_ = as_text(entry.get("text")), entry["toolCallRoundId"]
        if (round_, text) in self._summed:
            return
        self._summed.add((round_, text))
        draft = self._summarizer(entry)
        at = f"{pointer}/text"
        number = self._put(ItemKind.SUMMARY, text, at, "compact_summary", enter=False) if text else None
        if draft:
            draft.first_item = draft.last_item = number
        last = self._rounds[round_]
        first = self.build.standing(ItemKind.INSTRUCTIONS)
        stay = [*first, *(one for one in self.build.context if one > last)]
        notes = (_BACKGROUND,) if entry.get("source") == "background" else ()
        record = self._record(entry, pointer, command, "ok", number, notes)
        self.build.cut(stay, record, () if number is None else (number,), len(first))

    def _summarizer(self, entry: Record) -> RequestDraft | None:
        usage = as_dict(entry.get("usage"))
        sent = as_int(usage.get("prompt_tokens"))
        if sent is None:
            return None
        cached = as_int(as_dict(usage.get("prompt_tokens_details")).get("cached_tokens"))
        draft = self._call()
        draft.purpose, draft.model = "compaction", as_text(entry.get("model"))
        draft.usage = Usage(without(sent, cached), cached, None, as_int(usage.get("completion_tokens")))
        return draft

    def _failure(self, entry: Record, pointer: str, command: str) -> None:
        outcome = as_text(entry.get("outcome")) or "the log does not say why"
        record = self._record(entry, pointer, command, "failed", None, (f"It failed: {outcome[:300]}.",))
        self.build.note_compaction(record)

    def _lost(self, summaries: list[tuple[Record, str]]) -> None:
        for entry, _ in summaries:
            round_ = as_text(entry.get("toolCallRoundId"))
            if round_ and round_ not in self._rounds:
                message = f"A summary goes up to the round {round_[:60]}, which is not in this chat."
                self.build.problem(Severity.WARNING, "lost-round", message, self.build.at)

    def _record(
        self, entry: Record, pointer: str, command: str, status: str, number: int | None, notes: tuple[str, ...]
    ) -> CompactionRecord:
        at = self.build.at
        return noted(
            f"{self.build.id}{pointer.rpartition('metadata')[2]}",
            at if self._chat.log else at.inside(at.pointer + pointer),
            "summary",
            "manual" if command else "auto",
            number,
            status=status,
            time=self.build.time,
            reported_before=as_int(entry.get("contextLengthBefore")),
            seconds=in_seconds(entry.get("durationMs")),
            model=as_text(entry.get("model")),
            notes=notes,
        )


def _answers(text: str) -> list[str]:
    """What was chosen or written for each question; the tool gives them as JSON."""
    found = []
    for answer in as_dict(as_dict(parsed(text)).get("answers")).values():
        chosen = [as_text(word) for word in as_list(as_dict(answer).get("selected"))]
        words = ", ".join(filter(None, chosen)) or as_text(as_dict(answer).get("freeText"))
        if words:
            found.append(words)
    return found
