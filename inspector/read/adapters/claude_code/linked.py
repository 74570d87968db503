"""The other files of a session: subagents' transcripts, and the summariser's own calls."""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Link, Source, Usage
from inspector.read.adapter import Record
from inspector.read.api.dialects import anthropic_usage
from inspector.read.content import plain_stem
from inspector.read.documents import small_object
from inspector.read.lines import Line, read_lines
from inspector.read.placeholders import is_placeholder
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_list, as_text

_BOUNDARY = re.compile(rb'"subtype": ?"compact_boundary"')


@dataclass(frozen=True, slots=True)
class SummarizerCall:
    """A summariser's call found on disk: what it was told and what it answered."""

    path: Path
    agent: str
    prompt: Source | None
    """Where the text of its prompt stands."""
    prompt_text: str
    answer: Source | None
    started: str
    ended: str
    model: str
    usage: Usage | None


def main_of(path: Path) -> Path:
    """The main transcript of a subagent's file or a session folder; ``path`` itself when there is none."""
    for folder in (path, *path.parents):
        if folder.name == "subagents":
            main = folder.parent.with_name(folder.parent.name + ".jsonl")
            return main if main.is_file() else path
    if path.is_dir():
        main = path.with_name(path.name + ".jsonl")
        return main if main.is_file() else path
    if path.name.startswith("agent-") and path.suffix == ".jsonl":
        main = path.with_name(f"{_session_of(path)}.jsonl")
        return main if main.is_file() else path
    return path


def agent_files(main: Path, session: str) -> list[Path]:
    """The files of a session's subagents, in both layouts, oldest name first."""
    folder = main.with_name(plain_stem(main)) / "subagents"
    found = sorted(folder.rglob("agent-*.jsonl")) if folder.is_dir() else []
    beside = [path for path in main.parent.glob("agent-*.jsonl") if path != main and _session_of(path) == session]
    return found + sorted(beside)


def subagent_link(path: Path, delegations: dict[str, int]) -> Link:
    """The link to a subagent's transcript; ``delegations`` maps prompts and call ids to the items that sent them."""
    told = small_object(path.with_suffix(".meta.json"))
    first = as_dict(as_dict(_first_record(path)).get("message")).get("content")
    item = delegations.get(as_text(told.get("toolUseId"))) or delegations.get(as_text(first))
    title = as_text(told.get("description")) or " ".join(as_text(first)[:200].split())[:80]
    return Link("subagent", path.stem.removeprefix("agent-"), title, str(path), item, "", _boundaries(path))


def _boundaries(path: Path) -> int:
    """How many boundaries a log holds, looked for byte by byte."""
    try:
        with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as text:
            return sum(1 for _ in _BOUNDARY.finditer(text))
    except (OSError, ValueError):
        # Gone meanwhile, or empty.
        return 0


def summarizer_call(path: Path) -> SummarizerCall:
    """Read a summariser's transcript: the last user row is its prompt, the last assistant row its answer."""
    prompt = answer = None
    times = []
    for line in _lines(path):
        times.append(as_time(line.record.get("timestamp")) or "")
        if line.record.get("type") == "user":
            prompt = line
        elif line.record.get("type") == "assistant":
            answer = line
    pointer, text = _text_of(prompt.record) if prompt else ("", "")
    message = as_dict(answer.record.get("message")) if answer else {}
    return SummarizerCall(
        path,
        path.stem.removeprefix("agent-"),
        prompt.at(path, pointer) if prompt and pointer else None,
        text,
        answer.at(path) if answer else None,
        (as_time(prompt.record.get("timestamp")) or "") if prompt else "",
        max(times, default=""),
        as_text(message.get("model")),
        _answer_usage(message),
    )


def _answer_usage(message: Record) -> Usage | None:
    """The tokens of a summariser's answer, without an output that cannot be that of its words."""
    usage = usage_of(message)
    if usage is None or usage.output is None or message.get("stop_reason"):
        return usage
    characters = sum(len(as_text(as_dict(block).get("text"))) for block in as_list(message.get("content")))
    return replace(usage, output=None) if is_placeholder(usage.output, characters) else usage


def _text_of(record: Record) -> tuple[str, str]:
    """Where the text of a user row stands, and the text."""
    content = as_dict(record.get("message")).get("content")
    if isinstance(content, str):
        return "/message/content", content
    for index, block in enumerate(as_list(content)):
        text = as_dict(block).get("text")
        if isinstance(text, str):
            return f"/message/content/{index}/text", text
    return "", ""


def usage_of(message: Record) -> Usage | None:
    """The tokens of one response, or None where none were reported."""
    usage = message.get("usage")
    return anthropic_usage(usage) if type(usage) is dict else None


def is_summarizer(path: Path) -> bool:
    """Whether a subagent's file is the summariser's own call."""
    return path.name.startswith("agent-acompact-")


def _session_of(path: Path) -> str:
    return as_text(as_dict(_first_record(path)).get("sessionId"))


def _lines(path: Path) -> Iterator[Line]:
    """The lines of a file beside the log: one that cannot be read is named where it is looked for, and costs no log."""
    with suppress(CannotRead):
        yield from read_lines(path, lambda _: None)


def _first_record(path: Path) -> Record:
    for line in _lines(path):
        return line.record
    return {}
