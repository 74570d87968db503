"""The body of a turn cut into what was said, what was thought, and calls of tools."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.read.adapters.specstory.turns import THOUGHT, THOUGHT_ENDS, TOOL, Fence, Nest, closes
from inspector.read.lines import TextLine

_TAG = re.compile(r'<tool-use data-tool-type="([^"]*)" data-tool-name="([^"]*)">')
_BARE = re.compile(r"Tool use: \*\*(.+?)\*\*(.*)")
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
_NAMED = re.compile(r"Tool use: \*\*(.+?)\*\*")
_DETAILS = "<details><summary>Tool use: **"
_TITLE = "<summary>Thought Process</summary>"
_RULE = "---"
_MOST_SUMMARY = 12
"""Lines that the summary of a block may take."""


class Block(NamedTuple):
    """A part of a turn: ``kind`` is text, thought or tool; ``whole`` is False where its end is missing."""

    kind: str
    lines: list[TextLine]
    whole: bool = True
    sort: str = ""
    """read, write, search, shell, task, generic or unknown, as the transcript calls it."""
    name: str = ""
    summary: str = ""
    """What the transcript says of a call beside its name."""


def cut_blocks(body: Sequence[TextLine]) -> Iterator[Block]:
    """The parts of a turn in order; parts in which nothing stands are left out."""
    said: list[TextLine] = []
    fence = Fence()
    index = 0
    while index < len(body):
        text = body[index].text
        is_quoted = fence.mark and any(closes(line.text, fence.mark) for line in body[index:])
        behind = 0 if is_quoted else _end(body, index)
        if not behind:
            fence.step(text)
            said.append(body[index])
            index += 1
            continue
        yield from _text(said)
        said, fence = [], Fence()
        yield from _block(body[index:behind])
        index = behind
    yield from _text(said)


def _end(body: Sequence[TextLine], index: int) -> int:
    """The index behind the block that begins at ``index``; 0 where none does."""
    text = body[index].text
    if text.startswith((TOOL, THOUGHT)):
        return _behind_tags(body, index)
    if text.startswith(_DETAILS):
        return next((at + 1 for at in range(index, len(body)) if body[at].text.rstrip() == "</details>"), len(body))
    if _BARE.match(text):
        return _behind_bare(body, index)
    return 0


def _behind_tags(body: Sequence[TextLine], index: int) -> int:
    nest = Nest()
    for at in range(index, len(body)):
        nest.step(body[at].text)
        if not nest:
            return at + 1
    return len(body)


def _behind_bare(body: Sequence[TextLine], index: int) -> int:
    """An old call has no end of its own: it goes on to a rule, a thought or the next call."""
    fence = Fence()
    for at in range(index + 1, len(body)):
        text = body[at].text
        if not fence.mark and (text.rstrip() == _RULE or _BARE.match(text) or text.startswith((THOUGHT, TOOL))):
            return at
        fence.step(text)
    return len(body)


def _text(lines: Sequence[TextLine]) -> Iterator[Block]:
    kept = trimmed(lines, rules=True)
    if kept:
        yield Block("text", kept)


def trimmed(lines: Sequence[TextLine], *, rules: bool = False) -> list[TextLine]:
    """Lines without the blank ones at both ends; with ``rules`` without separators there, too."""
    first, last = 0, len(lines)
    blank = ("", _RULE) if rules else ("",)
    while first < last and lines[first].text.strip() in blank:
        first += 1
    while last > first and lines[last - 1].text.strip() in blank:
        last -= 1
    return list(lines[first:last])


def _block(lines: Sequence[TextLine]) -> Iterator[Block]:
    text = lines[0].text
    if text.startswith(THOUGHT):
        yield from _thought(lines)
        return
    bare = _BARE.match(text)
    if bare:
        yield Block("tool", list(lines[1:]), name=bare[1], summary=bare[2].strip())
        return
    tag = _TAG.match(text)
    whole = lines[-1].text.rstrip().endswith(("</tool-use>", "</details>"))
    most = lines[:_MOST_SUMMARY]
    told = _SUMMARY.search("\n".join(line.text for line in most))
    behind = next((at + 1 for at, line in enumerate(most) if "</summary>" in line.text), 1)
    summary = told[1] if told else ""
    named = _NAMED.search(summary)
    name = tag[2] if tag else named[1] if named else "tool"
    inside = list(lines[behind:])
    while inside and inside[-1].text.strip() in _CLOSING:
        inside.pop()
    rest = summary[named.end() :] if named else summary
    yield Block("tool", inside, whole, tag[1] if tag else "", name, rest.strip())


_CLOSING = frozenset({"</details></tool-use>", "</tool-use>", "</details>", ""})


def _thought(lines: Sequence[TextLine]) -> Iterator[Block]:
    """A thought without its tags, which may stand on its own first and last line."""
    inner = []
    for line in lines:
        text, start = line.text, line.start
        if line is lines[0]:
            skip = len(THOUGHT) + (len(_TITLE) if text[len(THOUGHT) :].startswith(_TITLE) else 0)
            text, start = text[skip:], start + skip
        end = line.end
        if line is lines[-1] and text.rstrip().endswith(THOUGHT_ENDS):
            kept = text.rstrip()[: -len(THOUGHT_ENDS)]
            text, end = kept, start + len(kept.encode())
        inner.append(TextLine(line.number, start, end, text))
    kept_lines = trimmed(inner)
    if kept_lines:
        yield Block("thought", kept_lines, lines[-1].text.rstrip().endswith(THOUGHT_ENDS))
