"""One item laid out for reading, as plain sections: made off the window's thread, shown by the reader."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import orjson

from inspector.gui.language import number, tr
from inspector.gui.models.lines import Excerpt, excerpt, wrap_hard
from inspector.model import Item, ItemKind, Origin
from inspector.read.tools import ToolKind, command_argument, path_argument, tool_kind
from inspector.read.values import as_dict, is_image
from inspector.workbench.document import Document

_ENCRYPTED = re.compile(r"[A-Za-z0-9+/=_-]{300,}")
_OPAQUE_KINDS = frozenset({ItemKind.REASONING, ItemKind.SUMMARY})
_MARKDOWN_LINE = 5_000
_DIFF_LINES = 5_000
_PROSE = frozenset({ItemKind.ASSISTANT, ItemKind.SUMMARY, ItemKind.USER, ItemKind.REASONING, ItemKind.INSTRUCTIONS})
_PAIRS = (("old_string", "new_string"), ("old_str", "new_str"), ("search", "replace"), ("oldText", "newText"))


class Layout(StrEnum):
    """What an item's text can be made into besides being shown as it stands in the log."""

    NONE = ""
    MARKDOWN = "markdown"
    CALL = "call"
    """A call of a tool: its command, its paths, what it changes as a diff."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A quiet line above what follows."""

    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown; nothing in it is loaded or run."""

    text: str


@dataclass(frozen=True, slots=True)
class Mono:
    """Text as it stands, character for character, fixed pitch."""

    text: str


@dataclass(frozen=True, slots=True)
class Diff:
    """Lines with their sign: ``+``, ``-``, `` ``, or ``@`` for one that is of the patch and of neither text."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Note:
    """The program's own words about what is missing."""

    text: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The place of a middle part that is not shown at first."""

    characters: int


@dataclass(frozen=True, slots=True)
class Picture:
    """An image, shown only on demand. ``place`` counts the pictures of the item from 0."""

    place: int
    words: str


Section = Heading | Prose | Mono | Diff | Note | LeftOut | Picture


@dataclass(frozen=True, slots=True)
class ItemBody:
    """An item ready to be read. ``text`` is the whole text as the model saw it, ``layout`` what it can be made into."""

    item: int
    text: str
    sections: tuple[Section, ...]
    layout: Layout = Layout.NONE


def read_body(document: Document, item: Item, laid_out: Collection[Layout] = ()) -> ItemBody:
    """Read an item back, as it stands in the log unless its layout is among those ``laid_out``. Raises LogChanged."""
    text = document.text(item.number)
    layout = _layout(item, text)
    pictures = tuple(_pictures(document, item)) if item.images else ()
    if not layout or layout not in laid_out:
        return ItemBody(item.number, text, (*_as_logged(item, text), *pictures), layout)
    if layout is Layout.MARKDOWN:
        return ItemBody(item.number, text, (Prose(text), *pictures), layout)
    value = document.bodies.value(item.source) if item.text is None else item.text
    return ItemBody(item.number, text, (*_call(item, value), *pictures), layout)


def _layout(item: Item, text: str) -> Layout:
    if item.kind is ItemKind.TOOL_CALL:
        return Layout.CALL
    is_prose = item.kind in _PROSE and item.origin is not Origin.TOOL and not _is_encrypted(item, text)
    return Layout.MARKDOWN if text and is_prose and _suits_markdown(text) else Layout.NONE


def _as_logged(item: Item, text: str) -> Iterator[Section]:
    if not text:
        yield Note(_empty(item))
    elif _is_encrypted(item, text):
        size = number(len(text))
        yield Note(tr("Encrypted by the provider: {size} characters, not readable.").format(size=size))
        yield LeftOut(len(text))
    else:
        yield from _long(text)


def _is_encrypted(item: Item, text: str) -> bool:
    return item.kind in _OPAQUE_KINDS and _ENCRYPTED.fullmatch(text) is not None


def _empty(item: Item) -> str:
    if item.kind is ItemKind.REASONING:
        return tr("The model reasoned here; what it thought is not in this log.")
    if item.kind is ItemKind.TOOL_RESULT:
        return tr("The tool gave back nothing.")
    return tr("The text of this item is not in this log.")


def _suits_markdown(text: str) -> bool:
    return excerpt(text).left_out == 0 and max(map(len, text.split("\n"))) <= _MARKDOWN_LINE


def _long(text: str) -> Iterator[Section]:
    part: Excerpt = excerpt(text)
    yield Mono(part.head)
    if part.left_out:
        yield LeftOut(part.left_out)
        yield Mono(part.tail)


def _call(item: Item, value: Any) -> Iterator[Section]:
    """A tool call laid out by what its tool does; every argument is shown, known or not."""
    arguments = value
    if isinstance(value, str):
        try:
            arguments = orjson.loads(value)
        except orjson.JSONDecodeError:
            yield from _patch_or_text(value)
            return
    if not isinstance(arguments, dict):
        yield from _long(_pretty(arguments))
        return
    rest = dict(arguments)
    kind = tool_kind(item.tool)
    if kind is ToolKind.RUN and (command := command_argument(rest)):
        yield from _long(f"$ {command}")
        # Only what is shown is taken out: a call may name a script beside its command.
        told = next(key for key in rest if command_argument({key: rest[key]}) == command)
        rest.pop(told)
    elif path := path_argument(rest):
        yield Heading(path)
        rest = {key: value for key, value in rest.items() if value != path}
    if kind in (ToolKind.EDIT, ToolKind.CREATE):
        yield from _edits(rest)
    for key in [key for key, value in rest.items() if isinstance(value, str) and "\n" in value]:
        yield Heading(key)
        yield from _patch_or_text(rest.pop(key))
    if rest:
        yield from _long(_pretty(rest))
    elif not arguments:
        yield Note(tr("Called without arguments."))


def _edits(rest: dict[str, Any]) -> Iterator[Section]:
    """Old and new texts as a diff; takes what it shows out of ``rest``."""
    nested = rest.get("edits")
    if isinstance(nested, list) and nested and all(isinstance(edit, dict) and _pair(edit) for edit in nested):
        for edit in rest.pop("edits"):
            own = dict(edit)
            yield diff(*(own.pop(key) for key in _pair(edit) or ()))
            if own:
                yield Mono(_pretty(own))
        return
    found = _pair(rest)
    if found:
        yield diff(*(rest.pop(key) for key in found))


def _pair(edit: dict[str, Any]) -> tuple[str, str] | None:
    """The names of an edit's old and new text."""
    return next((pair for pair in _PAIRS if all(isinstance(edit.get(key), str) for key in pair)), None)


def diff(old: str, new: str) -> Diff:
    """The lines of two texts, compared; very long ones are shown one behind the other instead."""
    from difflib import SequenceMatcher

    before, after = wrap_hard(old).split("\n") if old else [], wrap_hard(new).split("\n") if new else []
    if len(before) + len(after) > _DIFF_LINES:
        return Diff((*(("-", line) for line in before), *(("+", line) for line in after)))
    lines: list[tuple[str, str]] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            lines += [(" ", line) for line in before[a:b]]
        else:
            lines += [("-", line) for line in before[a:b]] + [("+", line) for line in after[c:d]]
    return Diff(tuple(lines))


def _patch_or_text(text: str) -> Iterator[Section]:
    if text.startswith(("*** Begin Patch", "diff --git", "--- ")) and excerpt(text).left_out == 0:
        lines = wrap_hard(text).split("\n")
        yield Diff(tuple((line[0], line[1:]) if line[:1] in ("+", "-", " ") else ("@", line) for line in lines))
    else:
        yield from _long(text)


def _pretty(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def _pictures(document: Document, item: Item) -> Iterator[Section]:
    if item.text is not None:
        # Held texts come from databases and decoded records, which are not read a second time.
        yield Note(tr("Images here: {n}; they cannot be shown from this kind of log.").format(n=number(item.images)))
        return
    for place, block in enumerate(image_blocks(document, item)):
        kind = as_dict(block.get("source") or block).get("media_type") or block.get("type") or tr("image")
        size = len(orjson.dumps(block))
        words = tr("image {n}: {kind}, {size} bytes encoded").format(n=place + 1, kind=kind, size=number(size))
        yield Picture(place, words)


def image_blocks(document: Document, item: Item) -> list[dict[str, Any]]:
    """The image blocks of an item, read back. Raises LogChanged."""
    value = document.bodies.value(item.source)
    blocks = value if isinstance(value, list) else [value]
    return [block for block in blocks if is_image(block)]
