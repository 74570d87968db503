"""Items of a Grok context, as checkpoints, summariser requests and chat_history.jsonl hold them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from inspector.model import ItemKind, Origin, Source
from inspector.read.adapter import Record, Report
from inspector.read.api.messages import key_of
from inspector.read.documents import read_part
from inspector.read.lines import read_lines
from inspector.read.prefix import Part, typed
from inspector.read.times import as_time
from inspector.read.tools import headline
from inspector.read.values import as_dict, as_int, as_list, as_text, is_image, render
from inspector.read.voices import voice_of

_QUERY = re.compile(r"\s*<user_query>\s*(.*?)\s*</user_query>\s*\Z", re.DOTALL)
_FILES = re.compile(r"\s*<image_files>.*?</image_files>(?=\s*<user_query>)", re.DOTALL)
"""Where the pictures of a prompt lie, in front of its words."""


@dataclass(slots=True)
class Asked:
    """A summariser's request, as compaction_requests/<id>.json tells it."""

    path: Path
    document: Record
    used: bool = field(default=False)

    @property
    def created(self) -> str:
        return as_time(self.document.get("created_at")) or ""

    @property
    def summary(self) -> str:
        """What it answered; "" where it failed."""
        return as_text(self.document.get("summary"))

    @property
    def error(self) -> str:
        """Why it failed; "" where it did not."""
        return as_text(self.document.get("error"))

    @property
    def attempts(self) -> int | None:
        """How often the model was asked."""
        return as_int(self.document.get("attempts"))

    @property
    def focus(self) -> str:
        """What a person asked it to look after."""
        return as_text(self.document.get("user_context"))

    def prompt(self) -> tuple[Any, Source] | None:
        """The prompt: the last message of the user that it sent."""
        items = as_list(self.document.get("chat_history"))
        for index in range(len(items) - 1, -1, -1):
            item = as_dict(items[index])
            if item.get("type") == "user" and item.get("content"):
                return item["content"], Source(str(self.path), pointer=f"/chat_history/{index}/content")
        return None


def requests_of(folder: Path, report: Report) -> list[Asked]:
    """The summariser's requests of a session, in order of time."""
    found = []
    for path in sorted((folder / "compaction_requests").glob("*.json")):
        document = read_part(path, report)
        if isinstance(document, dict):
            found.append(Asked(path, document))
    return sorted(found, key=lambda asked: asked.created)


COMPACTED = "compaction_meta"
"""What a compaction calls the items that it wrote."""
Placed = tuple[Part, Source]
"""A part and where it stands."""


def as_it_is(folder: Path) -> list[Placed]:
    """The context as it now is."""
    path = folder / "chat_history.jsonl"
    found: list[Placed] = []
    for line in read_lines(path, lambda problem: None) if path.is_file() else ():
        at = line.at(path)
        found += ((part, at) for part in item_parts(line.record, ""))
    return found


def as_asked(asked: Asked) -> list[Placed]:
    """What a summariser was sent."""
    at = Source(str(asked.path))
    items = as_list(asked.document.get("chat_history"))
    return [
        (part, at) for index, item in enumerate(items) for part in item_parts(as_dict(item), f"/chat_history/{index}")
    ]


def opening(contexts: Iterable[Sequence[Placed]]) -> list[Placed]:
    """What the harness put in front of the first message, from the context that shows most of it.

    One that was compacted lacks reminders; the summariser may be sent the end of a context alone, with words of hooks
    in front.
    """
    fronts = [list(takewhile(_is_in_front, context)) for context in contexts]
    whole = [front for front in fronts if any(part.detail in ("environment", COMPACTED) for part, _ in front)]
    untouched = [front for front in whole if not any(part.detail == COMPACTED for part, _ in front)]
    said = [[placed for placed in front if placed[0].kind is ItemKind.INSTRUCTIONS] for front in fronts]
    return max([*untouched, *whole] or said, key=len, default=[])


def _is_in_front(placed: Placed) -> bool:
    part, _ = placed
    return part.origin is Origin.HARNESS and part.kind is not ItemKind.SUMMARY


def behind(contexts: Iterable[Sequence[Placed]], keys: Sequence[int]) -> list[Placed] | None:
    """The reminders that a context has right behind a beginning with these keys; None where none begins so."""
    for context in contexts:
        if [part.key for part, _ in context[: len(keys)]] == list(keys) and len(context) > len(keys):
            rest = context[len(keys) :]
            return list(takewhile(lambda placed: placed[0].detail == "system_reminder", rest))
    return None


def item_parts(item: Record, base: str) -> Iterator[Part]:
    """The parts of one item at ``base``."""
    kind, content = as_text(item.get("type")), item.get("content")
    if kind == "system" and content:
        key = key_of("system", render(content).strip())
        yield Part(key, ItemKind.INSTRUCTIONS, Origin.HARNESS, content, f"{base}/content", "system_prompt")
    elif kind == "user" and content:
        yield _user(item, base)
    elif kind == "assistant":
        if content:
            yield Part(said_key(render(content)), ItemKind.ASSISTANT, Origin.AGENT, content, f"{base}/content")
        for index, call in enumerate(as_list(item.get("tool_calls"))):
            call, place = as_dict(call), f"{base}/tool_calls/{index}"
            yield called(as_text(call.get("id")), as_text(call.get("name")), call.get("arguments"), place, "arguments")
    elif kind == "tool_result" and content:
        call_id = as_text(item.get("tool_call_id"))
        key = result_key(call_id)
        yield Part(key, ItemKind.TOOL_RESULT, Origin.TOOL, content, f"{base}/content", call_id=call_id)
    elif kind == "reasoning":
        name = next((name for name in ("content", "summary") if item.get(name)), "")
        if name:
            key = key_of("thought", render(item[name]).strip())
            yield Part(key, ItemKind.REASONING, Origin.AGENT, item[name], f"{base}/{name}")
    elif item:
        key = key_of("odd", render(item))
        yield Part(key, ItemKind.ATTACHMENT, Origin.HARNESS, item, base, kind or "unknown")


TOLD = ("for_prompt", "OkayOutput", "Error")
"""How places end that hold a result as the model was told it."""


def told_by_tool(update: Record, base: str) -> tuple[Any, str, bool]:
    """What a tool gave back: its text, where it stands, and whether it has to be held."""
    output = as_dict(update.get("rawOutput"))
    if output.get("type") == "MCP":
        told, at = as_dict(output.get("output")), f"{base}/rawOutput/output"
        if isinstance(told.get("OkayOutput"), str):
            return told["OkayOutput"], f"{at}/OkayOutput", False
        if isinstance(told.get("Error"), str):
            return f"Failed to call {as_text(output.get('tool_name'))}: {told['Error']}", f"{at}/Error", True
    prompted = _for_prompt(output, f"{base}/rawOutput")
    if prompted:
        return (*prompted, False)
    texts = []
    for index, block in enumerate(as_list(update.get("content"))):
        for holder, place in ((as_dict(as_dict(block).get("content")), "content/text"), (as_dict(block), "text")):
            if isinstance(holder.get("text"), str):
                texts.append((holder["text"], f"{base}/content/{index}/{place}"))
                break
    if len(texts) == 1:
        return (*texts[0], False)
    if texts:
        return "\n".join(text for text, _ in texts), f"{base}/content", True
    blocks = [as_dict(block).get("content") for block in as_list(update.get("content"))]
    if any(map(is_image, blocks)):
        return blocks, f"{base}/content", True
    for key in ("rawOutput", "content"):
        if update.get(key) is not None:
            return update[key], f"{base}/{key}", False
    return "", base, True


def _for_prompt(output: Any, at: str, deep: int = 2) -> tuple[str, str] | None:
    """What the model was told: in the output itself, or in what it wraps, under a name that ends alike."""
    if not isinstance(output, dict):
        return None
    for key, value in output.items():
        if key.endswith("for_prompt") and isinstance(value, str):
            return value, f"{at}/{key}"
    inner = (_for_prompt(value, f"{at}/{key}", deep - 1) for key, value in output.items() if deep)
    return next(filter(None, inner), None)


def tool_of(update: Record) -> str:
    """A tool's name; older logs have its kind alone. One that does not exist stands in the title alone."""
    about, title = as_dict(as_dict(update.get("_meta")).get("x.ai/tool")), as_text(update.get("title"))
    return as_text(about.get("name")) or as_text(update.get("kind")) or (title if title.isidentifier() else "other")


def update_in(record: Record) -> tuple[Record, str]:
    """The update of a record, and where it stands: enveloped, or bare as older logs have it."""
    for holder, base in ((as_dict(record.get("params")), "/params/update"), (record, "/update")):
        if isinstance(holder.get("update"), dict):
            return holder["update"], base
    return (record, "") if "sessionUpdate" in record else ({}, "")


def user_key(text: str) -> int:
    """The same for a prompt as typed and as wrapped for the model."""
    wrapped = _QUERY.match(text)
    return key_of("user", (wrapped[1] if wrapped else text).strip())


def said_key(text: str) -> int:
    return key_of("assistant", text.strip())


def call_key(call_id: str) -> int:
    return key_of("call", call_id)


def result_key(call_id: str) -> int:
    """Of a tool's result: what the client was shown is not always what the model was sent."""
    return key_of("result", call_id)


def _user(item: Record, base: str) -> Part:
    content = item["content"]
    text = render([block for block in content if not is_image(block)] if isinstance(content, list) else content)
    text = _FILES.sub("", text, count=1)
    reason = as_text(item.get("synthetic_reason"))
    key, pointer = user_key(text), f"{base}/content"
    # Behind the summary stands where the pictures lie that came before it.
    if reason == COMPACTED and not text.lstrip().startswith(("<user_info", "<image_files>")):
        return Part(key, ItemKind.SUMMARY, Origin.HARNESS, content, pointer, "compact_summary")
    if reason == "interjection":
        return Part(key, ItemKind.USER, Origin.HUMAN, content, pointer, "queued")
    if reason or text.lstrip().startswith("<user_info"):
        kind = ItemKind.INSTRUCTIONS if reason == "project_instructions" else ItemKind.ATTACHMENT
        return Part(key, kind, Origin.HARNESS, content, pointer, reason or "environment")
    kind, origin, detail, words = voice_of(text)
    return Part(key, kind, origin, content, pointer, detail, said=typed(words))


def called(call_id: str, name: str, value: Any, at: str, key: str, line: str = "") -> Part:
    """A tool's call, with what stands at a key of it; where nothing does, an empty text."""
    kind, origin, own, line = ItemKind.TOOL_CALL, Origin.AGENT, call_key(call_id), line or headline(name, value)
    nothing = value is None
    value, at = ("", at) if nothing else (value, f"{at}/{key}")
    return Part(own, kind, origin, value, at, tool=name, call_id=call_id, headline=line, hold=nothing)
