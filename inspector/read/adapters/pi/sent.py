"""Texts that pi and oh-my-pi put together: commands of the user, archives, results before they were cut.

And what calls of a model cost, with those that no answer of the work stands for.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from inspector.model import Usage
from inspector.read.adapter import Record
from inspector.read.build import Builder
from inspector.read.usage import usage_in
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text

_SPLIT = "**Turn Context (split turn):**"
_BLIND = "[Current model does not support images."
_OMITTED = {"type": "text", "text": "(tool image omitted: model does not support images)"}
_NO_HISTORY = "No prior history."
_MARKS = str.maketrans({"\u2588": "\n", "\x0e": None, "\x0f": None})
"""In an archive: line ends, and where a picture of it is drawn paler."""
_RULE = "--------------"
_SHAKEN = re.compile(r"artifact://(\d+)(?: \(region (\d+)\))?")
_REGION = re.compile(r"^### region (\d+) \([^\n]*\)\n\n", re.MULTILINE)
_CLOSING = re.compile(r"</[a-z_-]+>")
_RULED = re.compile(r"\|[-:\s|]+\|")
_LARGEST = 20_000_000


def shell_text(message: Record) -> str:
    """A command that the user ran, as the one message in which the model is told of it."""
    output = as_text(message.get("output"))
    text = f"Ran `{as_text(message.get('command'))}`\n" + (f"```\n{output}\n```" if output else "(no output)")
    code, full = message.get("exitCode"), as_text(message.get("fullOutputPath"))
    if message.get("cancelled") is True:
        text += "\n\n(command cancelled)"
    elif as_int(code) != 0 and code is not None:
        text += f"\n\nCommand exited with code {code}"
    if message.get("truncated") is True and full:
        text += f"\n\n[Output truncated. Full output: {full}]"
    return text


def python_text(message: Record) -> str:
    """Code that the user ran, as the one message in which the model of oh-my-pi is told of it."""
    output, code = as_text(message.get("output")), as_int(message.get("exitCode"))
    text = f"Ran Python:\n```python\n{as_text(message.get('code'))}\n```\n"
    text += f"Output:\n```\n{output}\n```" if output else "(no output)"
    if message.get("cancelled") is True:
        return text + "\n\n(execution cancelled)"
    return text + (f"\n\nExecution failed with code {code}" if code else "")


def file_text(file: Record) -> str:
    """A file that a prompt names, as oh-my-pi sends it behind the prompt."""
    content = as_text(file.get("content"))
    lines = (f'<file path="{as_text(file.get("path"))}">', *((content,) if content else ()), "</file>")
    return "\n".join(lines)


def without_pictures(content: Any) -> list[Any] | None:
    """The parts of a result that says itself that its model takes no pictures; None for every other."""
    parts = as_list(content)
    if not any(_BLIND in as_text(as_dict(part).get("text")) for part in parts):
        return None
    left: list[Any] = []
    for part in parts:
        is_picture = as_dict(part).get("type") == "image"
        if not is_picture or not left or left[-1] != _OMITTED:
            left.append(_OMITTED if is_picture else part)
    return left if left != parts else None


def calls_for(summary: str) -> int | None:
    """How often the summarizer was asked for a summary: a turn that was cut in two gets a call of its own."""
    history, mark, _ = summary.partition(_SPLIT)
    if not mark:
        return None
    return 1 if history.removesuffix("\n\n---\n\n").strip() == _NO_HISTORY else 2


def tidied(text: str) -> str:
    """A text as oh-my-pi puts it into a frame: without runs of blank lines, ends of lines and padding of tables."""
    done: list[str] = []
    fenced, lines = False, text.split("\n")
    for index, raw in enumerate(lines):
        line = raw.rstrip()
        start = line.lstrip()
        if start.startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and not line:
            if any(not near.strip() for near in (*lines[index + 1 : index + 2], *lines[max(index - 1, 0) : index])):
                continue
        elif not fenced and len(start) > 1 and start[0] == start[-1] == "|":
            line = line[: len(line) - len(start)] + _row(start)
        elif not fenced and _CLOSING.fullmatch(start) and done and not done[-1]:
            done.pop()
        done.append(line)
    return "\n".join(done).strip("\n")


def _row(row: str) -> str:
    cells = [cell.strip() for cell in row.split("|")]
    if not _RULED.fullmatch(row):
        return "|".join(cells)
    ruled = (f"{':' * cell.startswith(':')}---{':' * cell.endswith(':')}" for cell in cells if cell)
    return f"|{'|'.join(ruled)}|"


def archive(record: Record) -> list[tuple[str, Any, bool]]:
    """Pointer, value and whether it is put together, of each piece of an archived history, as it is sent."""
    holder, base = as_dict(as_dict(record.get("preserveData")).get("snapcompact")), "/preserveData/snapcompact"
    frames = [
        (f"{base}/frames/{index}", {"type": "image", "data": as_text(as_dict(frame).get("data"))}, True)
        for index, frame in enumerate(as_list(holder.get("frames")))
        if as_text(as_dict(frame).get("data"))
    ]
    head, tail = (as_text(holder.get(key)).translate(_MARKS) for key in ("textHead", "textTail"))
    if not head and not tail:
        # Older archives hold one text; which part of it went as text beside the pictures is not told.
        head = as_text(holder.get("text")).translate(_MARKS)
    if head and frames and (tail or "textHead" in holder):
        head += f"\n{_RULE} imaged middle below\n"
    if tail:
        cut = f"\n{_RULE} middle history omitted above\n" if as_int(holder.get("truncatedChars")) else ""
        tail = (f"{_RULE} imaged middle above\n" if frames else cut) + tail
    if head and tail and not frames:
        head, tail = head + tail, ""
    first = [(f"{base}/textHead" if "textHead" in holder else f"{base}/text", head, True)] if head else []
    return [*first, *frames, *([(f"{base}/textTail", tail, True)] if tail else [])]


def before_pruning(message: Record, log: Path) -> str | None:
    """What a result was before its text was replaced in place, where the log or a file beside it still has it."""
    placeholder = "".join(as_text(as_dict(block).get("text")) for block in as_list(message.get("content")))
    named = _SHAKEN.search(placeholder)
    if named:
        return _region(log.with_suffix("") / f"{named[1]}.shake.log", named[2] or "1")
    return _numbered(as_dict(as_dict(message.get("details")).get("displayContent")))


def _numbered(shown: Record) -> str | None:
    """A file as it was read, but for the line above it that names it."""
    lines, numbers = as_text(shown.get("text")).split("\n"), as_list(shown.get("lineNumbers"))
    if len(lines) != len(numbers):
        return None
    return "\n".join(f"{number}:{line}" for number, line in zip(numbers, lines, strict=True))


def _region(path: Path, number: str) -> str | None:
    """One of the results that were taken out together; they stand in one file, each under a heading."""
    try:
        if path.stat().st_size > _LARGEST:
            return None
        text = path.read_text("utf-8", "replace")
    except OSError:
        return None
    parts = _REGION.split(text)
    found = dict(zip(parts[1::2], parts[2::2], strict=False)).get(number)
    return None if found is None else found.removesuffix("\n") if found is parts[-1] else found.removesuffix("\n\n")


def usage(holder: Record) -> Usage | None:
    """Tokens of one answer; pi's input leaves cached tokens out. All zeros stand for an answer that never came."""
    return usage_in(as_dict(holder.get("usage")), ("input", "cacheRead", "cacheWrite", "output", "reasoning"))


def cost(holder: Record) -> float | None:
    """What pi reckoned an answer to cost, by its own list of prices."""
    return as_dollars(as_dict(as_dict(holder.get("usage")).get("cost")).get("total"))


def beside(build: Builder, kind: str, record: Record) -> None:
    """An entry with tokens of its own: pi sums up, or keeps a cache warm, oh-my-pi chooses an effort."""
    told = usage(record)
    if told:
        purpose = as_text(record.get("kind")) or as_text(record.get("purpose")) or kind
        model = as_text(record.get("model"))
        build.request(f"{build.id} {kind}", model, purpose=purpose, usage=told, cost=cost(record))
