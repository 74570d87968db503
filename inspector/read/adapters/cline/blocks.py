"""From the messages of a task to items: block by block, with the human's words told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Unpack

from inspector.model import ItemKind, Source
from inspector.read.adapter import Record
from inspector.read.adapters.cline.calls import Shown, kind_of, parsed
from inspector.read.adapters.cline.task import Document, put
from inspector.read.adapters.cline.words import ENVIRONMENT, Part, harness_detail, in_answer, in_user_text, tool_of
from inspector.read.build import About, Builder
from inspector.read.times import utc
from inspector.read.tools import headline
from inspector.read.values import as_dict, as_list, as_text, as_title, is_image

Blocks = list[tuple[int, ...]]
"""The items of each block of a message; none for a block with nothing in it."""
_SHOWN_TOOLS = {
    "readFile": "read_file",
    "editedExistingFile": "replace_in_file",
    "newFileCreated": "write_to_file",
    "searchFiles": "search_files",
    "listFilesTopLevel": "list_files",
    "listFilesRecursive": "list_files",
    "appliedDiff": "apply_diff",
}


class Writer:
    """Adds the items of messages. None enters the context by itself: the walk says what is in it."""

    def __init__(self, build: Builder, sent: Document, said: frozenset[str]) -> None:
        self._build = build
        self._sent = sent
        self.said = said
        """The human's words, for texts that have no tags around them."""
        self.opening = ""
        self._pending: list[tuple[str, str]] = []
        self._message: Record = {}
        """The message at hand, its place and its time."""
        self._index = 0
        self._time: str | None = None

    def message(self, index: int, time: str | None) -> Blocks:
        """The items of one message that was sent or came back."""
        message = self._sent.records[index]
        self._message, self._index = message, index
        self._time = utc(message.get("ts")) or time
        content, answer = message.get("content"), self._is_answer()
        if answer:
            self._pending = []
        if message.get("type") == "reasoning":
            key = next((key for key in ("text", "summary", "content") if message.get(key)), "")
            at = self._sent.at(index, f"/{key}")
            return [self._put(ItemKind.REASONING, message[key], at)] if key else []
        if isinstance(content, str):
            return [self._texts(content, self._sent.at(index, "/content"), "")]
        blocks: Blocks = []
        tool = ""
        for place, block in enumerate(as_list(content)):
            told = as_dict(block)
            text = as_text(told.get("text"))
            if text and told.get("type", "text") == "text":
                if not answer:
                    tool = "" if text.startswith(ENVIRONMENT) else tool_of(text) or tool
                blocks.append(self._texts(text, self._sent.at(index, f"/content/{place}/text"), tool))
            else:
                blocks.append(self._block(told, self._sent.at(index, f"/content/{place}"), tool))
        return blocks

    def _is_answer(self) -> bool:
        return self._message.get("role") == "assistant"

    def _put(
        self, kind: ItemKind, value: Any, source: Source, detail: str = "", **about: Unpack[About]
    ) -> tuple[int, ...]:
        return (put(self._build, kind, value, source, self._time, detail, **about),)

    def _texts(self, text: str, source: Source, tool: str) -> tuple[int, ...]:
        summary = bool(self._message.get("isSummary"))
        if summary or self._message.get("isTruncationMarker"):
            told = harness_detail(text)
            kind = ItemKind.SUMMARY if summary and not told else ItemKind.ATTACHMENT
            detail = "compact_summary" if kind is ItemKind.SUMMARY else told or "notice"
            parts = [Part(kind, text, detail)]
        else:
            parts = in_answer(text) if self._is_answer() else in_user_text(text, tool, self.said)
        return tuple([self._part(part, text, source) for part in parts])

    def _part(self, part: Part, text: str, source: Source) -> int:
        """One stretch of a text; a text that is one item as a whole is read back instead of held."""
        kind, words, detail, tool, line = part
        call_id, error = "", False
        if kind is ItemKind.TOOL_CALL:
            # Calls in tags have no id; a result names the tool only, and they come in the same order.
            call_id = f"{self._index}.{len(self._pending)}"
            self._pending.append((tool, call_id))
        elif kind is ItemKind.TOOL_RESULT:
            # A header on its own only announces the result.
            alone = words[-40:].rstrip().endswith("] Result:")
            call_id = "" if alone else next((own for named, own in self._pending if named == tool), "")
            error = "The tool execution failed" in words[:400]
        elif kind is ItemKind.USER and not self.opening:
            self.opening = as_title(words)
        about = About(tool=tool, call_id=call_id, headline=line, error=error, hold=len(words) != len(text))
        return put(self._build, kind, words, source, self._time, detail, **about)

    def _block(self, block: Record, source: Source, tool: str) -> tuple[int, ...]:
        kind = as_text(block.get("type"))
        if kind == "tool_use":
            return self._call(block, source)
        if kind == "tool_result":
            return self._result(block, source)
        if kind in ("thinking", "redacted_thinking"):
            pointer = "/thinking" if as_text(block.get("thinking")) else ""
            value = block["thinking"] if pointer else block
            return self._put(ItemKind.REASONING, value, _below(source, pointer))
        if is_image(block):
            item = ItemKind.TOOL_RESULT if tool else ItemKind.ATTACHMENT
            return self._put(item, block, source, "image", tool=tool)
        if not block or kind == "text":
            return ()
        item = ItemKind.ASSISTANT if self._is_answer() else ItemKind.ATTACHMENT
        return self._put(item, block, source, f"unknown {kind}".strip())

    def _call(self, block: Record, source: Source) -> tuple[int, ...]:
        name, call_id = as_text(block.get("name")), as_text(block.get("id"))
        key = "input" if "input" in block else "name"
        if key not in block:
            return ()
        about = About(tool=name, call_id=call_id, headline=headline(name, block.get("input")))
        return self._put(ItemKind.TOOL_CALL, block[key], _below(source, f"/{key}"), **about)

    def _result(self, block: Record, source: Source) -> tuple[int, ...]:
        call_id, content = as_text(block.get("tool_use_id")), block.get("content")
        name = self._build.tools.get(call_id, "")
        if content in (None, "", []):
            return ()
        below, failed = _below(source, "/content"), block.get("is_error") is True
        numbers = self._put(ItemKind.TOOL_RESULT, content, below, tool=name, call_id=call_id, error=failed)
        for place, part in enumerate(content if isinstance(content, list) else [content]):
            text = part if isinstance(part, str) else as_text(as_dict(part).get("text"))
            pointer = "" if isinstance(content, str) else f"/{place}" if isinstance(part, str) else f"/{place}/text"
            self._words(text, name, _below(below, pointer))
        return numbers

    def _words(self, text: str, tool: str, source: Source) -> None:
        """The human's words inside a result; they stand in the context with it."""
        for part in in_user_text(text, tool or "unknown", ()) if "<" in text or '"feedback"' in text else ():
            if part.kind is ItemKind.USER:
                self._put(part.kind, part.text, source, part.detail, hold=True)

    # What was shown, where the messages are not at hand --------------------------------------------------------

    def given(self, shown: Document, rows: Iterable[Shown]) -> Blocks:
        """What the human said, and what commands gave, as the window showed it."""
        blocks: Blocks = []
        for place, record, kind in rows:
            text, source = as_text(record.get("text")), shown.at(place, "/text")
            self._time = utc(record.get("ts"))
            # The first text of all is the task; later ones are the model's.
            first = kind == "text" and not self.opening and place < 3
            if (first or kind in ("user_feedback", "user_feedback_diff", "task")) and text:
                self.opening = self.opening or as_title(text)
                blocks.append(self._put(ItemKind.USER, text, source, "typed"))
            elif kind in ("command_output", "browser_action_result", "mcp_server_response") and text:
                tool = "browser_action" if kind.startswith("browser") else "execute_command"
                blocks.append(self._put(ItemKind.TOOL_RESULT, text, source, tool=tool))
        return blocks

    def made(self, shown: Document, rows: Iterable[Shown]) -> Blocks:
        """What the model wrote and called, as the window showed it."""
        blocks: Blocks = []
        for place, record, kind in rows:
            text, source = as_text(record.get("text")), shown.at(place, "/text")
            self._time = utc(record.get("ts"))
            if text and kind in _PROSE_KINDS:
                blocks.append(self._put(ItemKind.ASSISTANT, text, source))
            elif text and kind in _CALL_KINDS:
                name, line = _CALL_KINDS[kind], ""
                if kind == "tool":
                    told = parsed(text)
                    name = _SHOWN_TOOLS.get(as_text(told.get("tool")), as_text(told.get("tool")) or "tool")
                    line = headline(name, told)
                blocks.append(self._put(ItemKind.TOOL_CALL, text, source, tool=name, headline=line))
        return blocks


_PROSE_KINDS = frozenset({"text", "completion_result", "plan_mode_respond", "followup"})
_CALL_KINDS = {
    "tool": "tool",
    "command": "execute_command",
    "browser_action": "browser_action",
    "browser_action_launch": "browser_action",
    "use_mcp_server": "use_mcp_tool",
}


def _below(source: Source, pointer: str) -> Source:
    return Source(source.path, None, None, None, source.pointer + pointer) if pointer else source


def human_texts(shown: Document) -> frozenset[str]:
    """The human's words as the window showed them."""
    first = next((record for record in shown.records if kind_of(record) in ("text", "task")), None)
    told = [record for record in shown.records if kind_of(record) == "user_feedback"]
    texts = (as_text(record.get("text")).strip() for record in (*([first] if first else []), *told))
    return frozenset(text for text in texts if text)


def has_reasoning(message: Record) -> bool:
    """Whether a message holds the model's thinking itself."""
    blocks = as_list(message.get("content"))
    return any(as_text(as_dict(block).get("type")) in ("thinking", "reasoning") for block in blocks)
