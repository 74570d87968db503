"""What the Markdown of a call says of its arguments, and where its result stands."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import NamedTuple

from inspector.read.adapters.specstory.blocks import Block, trimmed
from inspector.read.adapters.specstory.turns import closes, fence_info
from inspector.read.lines import TextLine
from inspector.read.tools import ToolKind, tool_kind

_MARK = re.compile(r"(?:\*\*)?(Result|Error|Output):(?:\*\*)?\s*")
_SHELLS = frozenset({"bash", "sh", "shell", "zsh", "powershell"})
_PLAIN = frozenset({"", "text"})
_FIELD = re.compile(r"- ([\w.-]+): `(.*)`\s*")
_PAIR = re.compile(r"\b(path|pattern|glob|query|url) `([^`]*)`")
_PATCHED = re.compile(r"\*\*(?:Update|Add|Delete|Edit|Create)(?: file)?: `([^`]+)`\*\*", re.IGNORECASE)
_SPAN = re.compile(r"`([^`\n]+)`")
_ONLY_SPAN = re.compile(r"\s*`(.+)`\s*")
_WRITTEN = re.compile(r"(?:The file|File created successfully at:) (/\S+|[A-Za-z]:\\\S+)")
# What the extension puts behind the name of a tool: "• Read file: x".
_TOLD = re.compile(r"(?:•\s*)?(Read file|Edit file|Create file|Delete file|Run command): (.+)", re.DOTALL)
_SORTS = {"read": ToolKind.READ, "write": ToolKind.EDIT, "shell": ToolKind.RUN, "search": ToolKind.SEARCH}


class Told(NamedTuple):
    """A call as far as a transcript tells it; ``result`` is None where it has none, empty where nothing came."""

    arguments: dict[str, str]
    result: list[TextLine] | None
    is_error: bool = False


def read_call(block: Block) -> Told:
    """Arguments and result of a call. Names of arguments are the usual ones: file_path, command, pattern, …"""
    body = trimmed(block.lines)
    at, error = _result_at(block, body)
    before, result = (body, None) if at is None else (body[:at], _unfenced(body[at:]))
    if at and _MARK.fullmatch(body[at - 1].text):
        before = body[: at - 1]
    arguments = _arguments(block, trimmed(before))
    if result and not (arguments.keys() & {"file_path", "path"}) and block.sort in ("write", ""):
        written = _WRITTEN.match(result[0].text)
        if written:
            arguments["file_path"] = written[1].rstrip(".")
    return Told(arguments, result, error)


def _result_at(block: Block, body: Sequence[TextLine]) -> tuple[int | None, bool]:
    """Where in a body the result begins, and whether it is called an error."""
    plain, mark = [], ""
    for at, line in enumerate(body):
        if mark:
            mark = "" if closes(line.text, mark) else mark
            continue
        marked = _MARK.fullmatch(line.text)
        if marked:
            return at + 1, marked[1] == "Error"
        info = fence_info(line.text)
        if info is not None:
            mark = line.text.strip()[: len(line.text.strip()) - len(info)].strip()
            if info in _PLAIN:
                plain.append(at)
    if plain:
        return plain[-1] if block.sort == "write" else plain[0], False
    fenced = any(fence_info(line.text) is not None for line in body)
    if body and not fenced and block.summary.startswith("•") and block.sort not in ("write", "shell"):
        return 0, False
    return None, False


def _unfenced(lines: Sequence[TextLine]) -> list[TextLine]:
    """A result without the fence around it; what it holds of other fences stays."""
    kept = trimmed(lines)
    if not kept or fence_info(kept[0].text) is None:
        return kept
    last = next((at for at in range(len(kept) - 1, 0, -1) if fence_info(kept[at].text) == ""), len(kept))
    return kept[1:last]


def _arguments(block: Block, lines: Sequence[TextLine]) -> dict[str, str]:
    found: dict[str, str] = {}
    kind = _SORTS.get(block.sort) or tool_kind(block.name)
    _from_summary(block.summary, kind, found)
    text = "\n".join(line.text for line in lines)
    for line in lines:
        field = _FIELD.fullmatch(line.text)
        if field:
            found.setdefault(field[1], field[2])
    if found and not text.strip():
        return found
    if any(_FIELD.fullmatch(line.text) for line in lines):
        return found
    patched = _PATCHED.search(text)
    if patched:
        found.setdefault("file_path", patched[1])
    _from_body(lines, kind, found)
    return found


def _from_summary(summary: str, kind: ToolKind, found: dict[str, str]) -> None:
    plain = html.unescape(summary).strip()
    told = _TOLD.match(plain)
    if told:
        found["command" if told[1] == "Run command" else "file_path"] = told[2].strip()
    elif _PAIR.search(plain):
        found.update(_PAIR.findall(plain))
    elif span := _SPAN.search(plain):
        found[_main(kind)] = span[1]
    elif plain:
        found["description"] = plain.lstrip("• ")


def _from_body(lines: Sequence[TextLine], kind: ToolKind, found: dict[str, str]) -> None:
    """Inline code and the first fence say what was called with; what is left describes it."""
    words: list[str] = []
    fenced: list[str] | None = None
    mark = ""
    for line in lines:
        if mark:
            mark = "" if closes(line.text, mark) else mark
            if mark and fenced is not None:
                fenced.append(line.text)
        elif (info := fence_info(line.text)) is not None:
            mark = line.text.strip().removesuffix(info).strip()
            fenced = [] if fenced is None else [*fenced, ""]
            kind = ToolKind.RUN if info in _SHELLS else kind
        elif _PAIR.search(line.text):
            found.update(_PAIR.findall(line.text))
        elif (span := _ONLY_SPAN.fullmatch(line.text)) and _main(kind) not in found:
            found[_main(kind)] = span[1]
        elif line.text.strip() and not _PATCHED.fullmatch(line.text.strip()):
            words.append(line.text.strip())
    if fenced is not None:
        whole = html.unescape("\n".join(fenced))
        if kind is ToolKind.RUN:
            found.setdefault("command", whole)
        else:
            found.setdefault("content", whole)
    if words:
        found.setdefault("description", "\n".join(words))


def _main(kind: ToolKind) -> str:
    """The argument that matters most to a tool."""
    if kind is ToolKind.RUN:
        return "command"
    return "pattern" if kind is ToolKind.SEARCH else "file_path" if kind in _FILES else "description"


_FILES = (ToolKind.READ, ToolKind.EDIT, ToolKind.CREATE)
