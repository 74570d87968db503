"""From the messages of an SDK session to items as they are sent, which is not always how they are kept.

Words of the user lose their tags, a result is one text of JSON, and whatever is longer than 8,000 characters in it
loses its middle. Source: @cline/core 0.0.86 (MessageBuilder), @cline/llms 0.0.86, held against requests of 3.0.65.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from inspector.model import Item, ItemKind, Origin, Source
from inspector.read.adapter import Record
from inspector.read.adapters.cline.blocks import Blocks, Writer
from inspector.read.build import About
from inspector.read.values import as_dict, as_list, as_text, is_image, render

MOST_OF_A_RESULT = 8_000
_MOST_OF_A_FILE = 50_000
_TAGS = ("user_input", "user_command")
_PAIRS = {tag: re.compile(rf"<{tag}\b[^>]*>(.*?)</{tag}>", re.DOTALL) for tag in _TAGS}
_OPENINGS = {tag: re.compile(rf"<{tag}[^>]*>") for tag in _TAGS}
_MODE = re.compile(r'\s*<user_input mode="(\w+)"')
_HARNESS = re.compile(r"<(mode_notice|SYSTEM_NOTICE)>.*?</\1>|<(file_content) path=[^>]*>.*?</file_content>", re.DOTALL)
_DETAILS = {"mode_notice": "mode", "SYSTEM_NOTICE": "notice", "file_content": "file"}


class _Stretch(NamedTuple):
    """A part of a text in the user's name; ``detail`` is "" where it is the user's."""

    text: str
    detail: str


def bare(text: str) -> str:
    """A text in the user's name without the tags around what was typed."""
    for tag in _TAGS:
        inner = _PAIRS[tag].sub(r"\1", text)
        text = (inner if inner != text else _OPENINGS[tag].sub("", text)).strip()
    return text


def mode_of(message: Record) -> str:
    """The mode that a prompt was written in, such as act or plan; "" for every other message."""
    told = _MODE.match(render(message.get("content"))[:80]) if message.get("role") == "user" else None
    return told[1] if told else ""


def shortened(text: str, most: int = MOST_OF_A_RESULT) -> str:
    """A text without its middle where it is longer than that, with a mark that counts what is left out."""
    if len(text) <= most:
        return text
    kept = max(0, (most - len(_mark(len(text) - most))) // 2)
    mark = _mark(len(text) - 2 * kept)
    kept = max(0, (most - len(mark)) // 2)
    return text[:kept] + mark + (text[-kept:] if kept else "")


def _mark(left_out: int) -> str:
    return f"\n\n...[truncated {left_out} chars]...\n\n"


def as_sent(content: Any, failed: bool) -> Any:
    """A result as it is sent: a text, with pictures behind it; None where that is the logged value as always shown."""
    if isinstance(content, str):
        return shortened(content) if len(content) > MOST_OF_A_RESULT else None
    parts = as_list(content)
    if not parts or any(map(is_image, parts)):
        return None
    if not failed and all(as_dict(part).get("type") == "text" for part in parts):
        texts = [as_text(as_dict(part).get("text")) for part in parts]
        return "\n".join(map(shortened, texts)) if max(map(len, texts)) > MOST_OF_A_RESULT else None
    pictures: list[Any] = []
    try:
        text = orjson.dumps(_nested(content, pictures)).decode()
    except TypeError:
        return None
    return [{"type": "text", "text": text}, *pictures] if pictures else text


def holds_picture(value: Any, depth: int = 0) -> bool:
    """Whether a picture stands anywhere in the content of a result."""
    if is_image(value):
        return True
    parts = value if isinstance(value, list) else [*value.values()] if isinstance(value, dict) else []
    return depth < 5 and any(holds_picture(part, depth + 1) for part in parts)


def _nested(value: Any, pictures: list[Any], depth: int = 0) -> Any:
    """Texts shortened; where a list has pictures, these are taken out, and its texts stand bare."""
    if isinstance(value, str):
        return shortened(value)
    if depth < 20 and isinstance(value, list):
        found = [part for part in value if is_image(part)]
        pictures += found
        rest = [as_dict(part).get("text", part) for part in value if not is_image(part)] if found else value
        return [_nested(part, pictures, depth + 1) for part in rest]
    if depth < 20 and isinstance(value, dict):
        return {key: _nested(part, pictures, depth + 1) for key, part in value.items()}
    return value


def filled_in(prompts: Sequence[str], typed: Sequence[str]) -> dict[str, str]:
    """The prompts of a session that are a workflow's text, each with the command in whose place it was sent.

    ``typed`` is what was typed in all sessions, in order. A prompt that is not in it is taken for a command's text
    where that command was typed between the same two prompts and its words end the text. At an end of the session one
    neighbour is enough; a command without words needs both.
    """
    found: dict[str, str] = {}
    commands = [(place, line) for place, line in enumerate(typed) if line.startswith("/")]
    for before, text, after in zip(["", *prompts], prompts, [*prompts[1:], ""], strict=False):
        around = [found.get(before, before), after]
        for place, line in commands if any(around) and text not in typed else ():
            words = line.partition(" ")[2].strip()
            beside = [typed[place - 1] if place else "", typed[place + 1] if place + 1 < len(typed) else ""]
            same = all(near in ("", was_near) for near, was_near in zip(around, beside, strict=True))
            if same and text.endswith(f" {words}" if words else "") and (words or all(around)):
                found[text] = line
    return found


class Messages(Writer):
    """Writes the messages of a session."""

    filled: Mapping[str, str] = MappingProxyType({})
    """Texts of workflows, and the commands that stand for them."""
    is_delegated = False
    """Whether another agent says what stands here in the user's name."""

    def _texts(self, text: str, source: Source, tool: str) -> tuple[int, ...]:
        if self._is_answer():
            return super()._texts(text, source, tool)
        sent = bare(text)
        numbers: tuple[int, ...] = ()
        for part in _stretches(sent):
            command = "<user_command" in text[:200] or part.text.startswith("/")
            detail = part.detail or ("command" if command else "typed")
            kind = ItemKind.ATTACHMENT if part.detail else ItemKind.USER
            line = "" if part.detail else self.filled.get(part.text, "")
            about = About(hold=part.text != text)
            if line:
                about["origin"], detail = Origin.HARNESS, "command"
            elif self.is_delegated and not part.detail:
                about["origin"], detail = Origin.AGENT, "delegated"
            numbers += self._put(kind, part.text, source, detail, **about)
            if words := line.partition(" ")[2].strip():
                self._build.said(words, "", "typed", hold=True)
        return numbers

    def _block(self, block: Record, source: Source, tool: str) -> tuple[int, ...]:
        kind = block.get("type")
        if kind == "file" and as_text(block.get("content")):
            held = shortened(block["content"], _MOST_OF_A_FILE)
            text = f'<file_content path="{as_text(block.get("path"))}">\n{held}\n</file_content>'
            at = Source(source.path, pointer=f"{source.pointer}/content")
            return self._put(ItemKind.ATTACHMENT, text, at, "file", hold=True)
        if kind == "redacted_thinking":
            # Kept, and never sent.
            self._put(ItemKind.EVENT, block, source, kind)
            return ()
        return super()._block(block, source, tool)

    def _result(self, block: Record, source: Source) -> tuple[int, ...]:
        content, failed = block.get("content"), block.get("is_error") is True
        sent = as_sent(content, failed)
        if sent is None:
            return super()._result(block, source)
        call_id = as_text(block.get("tool_use_id"))
        name = self._build.tools.get(call_id, "") or as_text(block.get("name"))
        at = Source(source.path, pointer=f"{source.pointer}/content")
        return self._put(ItemKind.TOOL_RESULT, sent, at, tool=name, call_id=call_id, error=failed, hold=True)


def _stretches(text: str) -> Iterator[_Stretch]:
    """The user's words, and what the harness put around them."""
    at = 0
    for found in _HARNESS.finditer(text):
        if text[at : found.start()].strip():
            yield _Stretch(text[at : found.start()].strip(), "")
        yield _Stretch(found[0], _DETAILS[found[1] or found[2]])
        at = found.end()
    if text[at:].strip():
        yield _Stretch(text[at:].strip(), "")


def keys_of(message: Record, blocks: Blocks) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The items of a message by its blocks, as they are found again in another file."""
    content = message.get("content")
    parts = [content] if isinstance(content, str) else as_list(content)
    for part, numbers in zip(parts, blocks, strict=False):
        yield key_of(part), numbers


def key_of(part: Any) -> str:
    """Equal for the same block in both files."""
    told = as_dict(part)
    text = part if isinstance(part, str) else told.get("text") if told.get("type") == "text" else None
    if isinstance(text, str):
        return f"text {text.strip()}"
    try:
        return orjson.dumps(part, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:
        return repr(part)[:1000]


def is_open(message: Record, came: frozenset[str]) -> bool:
    """Whether an answer calls a tool that never came back: a note is sent in the place of its result."""
    blocks = map(as_dict, as_list(message.get("content")))
    return any(block.get("type") == "tool_use" and as_text(block.get("id")) not in came for block in blocks)


PROMPT, ANSWER, FINAL, RESULT = "prompt", "answer", "final", "result"


class Slot(NamedTuple):
    """A message in the context; a summary that is lost has no blocks."""

    blocks: Blocks
    role: str = ""
    is_kept: bool = False
    """Whether a basic compaction kept it before: then the next ones do."""


def role_of(message: Record) -> str:
    """What a message is: a prompt, results, an answer that calls tools, or the last of a turn, which calls none."""
    kinds = [as_text(as_dict(block).get("type")) for block in as_list(message.get("content"))]
    if message.get("role") == "assistant":
        return ANSWER if "tool_use" in kinds else FINAL
    if as_text(as_dict(message.get("metadata")).get("kind")) == "compaction_summary":
        return ""
    return RESULT if kinds and all(kind == "tool_result" for kind in kinds) else PROMPT


def basic(slots: Sequence[Slot], after: int, items: Sequence[Item]) -> list[Slot]:
    """What the basic way of compaction, which asks no model, leaves where ``after`` messages stay.

    Every prompt stays, then whatever an earlier one left, then the newest of the latest turn, then the last answers of
    turns before, the newest first. Prompts in a row become one message. Source: @cline/core 0.0.86, basic-compaction.
    """
    kept = {place for place, slot in enumerate(slots) if slot.role == PROMPT or slot.is_kept}
    for place in _candidates(slots):
        if _messages(slots, kept) >= after:
            break
        kept.add(place)
    return [_left(slots[place], items) for place in sorted(kept)]


def _candidates(slots: Sequence[Slot]) -> list[int]:
    """What may stay beside the prompts, first what stays soonest."""
    latest = max((place for place, slot in enumerate(slots) if slot.role == PROMPT), default=-1)
    tail = list(range(len(slots) - 1, latest, -1))
    finals, open_turn = [], True
    for place in range(latest, -1, -1):
        if slots[place].role == PROMPT:
            open_turn = True
        elif open_turn and slots[place].role == FINAL:
            finals.append(place)
            open_turn = False
    return tail + finals


def _messages(slots: Sequence[Slot], kept: set[int]) -> int:
    prompts = [slots[place].role == PROMPT for place in sorted(kept)]
    return sum(1 for index, prompt in enumerate(prompts) if not (prompt and index and prompts[index - 1]))


def _left(slot: Slot, items: Sequence[Item]) -> Slot:
    """What is left of a message: an answer loses its thinking."""
    if slot.role == PROMPT:
        return slot
    blocks = [block for block in slot.blocks if not block or items[block[0] - 1].kind is not ItemKind.REASONING]
    return Slot(blocks, slot.role, True)
