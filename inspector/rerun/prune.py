"""Prune: single items cleared, shortened or left out, without a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import orjson

from inspector.model.run import State
from inspector.read.tools import ToolKind, path_argument, tool_kind
from inspector.rerun.estimate import Estimate
from inspector.rerun.strategy import Prune
from inspector.rerun.view import ViewEntry
from inspector.secrets.find import part_of

PLACEHOLDER = "[The result of this call was cleared to save room.]"
_DUPLICATE = "[This file was read again later; only the newest copy is kept.]"
_MARKS = ("[The result of this call was cleared", "[Output left out:", "[This file was read again")
_AS_XML = re.compile(r"<path>(.*?)</path>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Pruned:
    """The entries after a prune, and whether it saved so much that nothing more has to be done."""

    entries: tuple[ViewEntry, ...]
    enough: bool = False


def prune(entries: Sequence[ViewEntry], steps: Sequence[Prune], estimate: Estimate, on: str = "context") -> Pruned:
    """Every step that works on ``on``, in order."""
    now, enough = tuple(entries), False
    for step in steps:
        if step.on == on:
            before = now
            now = _OPS[step.op](now, step, estimate)
            size, saved = _chars(before), _chars(before) - _chars(now)
            enough = enough or bool(step.enough_if_saved and size and saved / size >= step.enough_if_saved)
    return Pruned(now, enough)


def _chars(entries: Sequence[ViewEntry]) -> int:
    return sum(len(entry.text) for entry in entries)


def _mask(entries: tuple[ViewEntry, ...], step: Prune, estimate: Estimate) -> tuple[ViewEntry, ...]:
    """Clear all candidates that nothing protects, if that saves enough."""
    hit = _unprotected(entries, step, estimate)
    changed = {place: _masked(entries[place], step) for place in hit}
    changed = {place: new for place, new in changed.items() if len(new.text) < len(entries[place].text)}
    saving = sum(estimate([entries[place]]) for place in changed)
    if saving < step.min_saving or not changed:
        return entries
    return tuple(changed.get(place, entry) for place, entry in enumerate(entries))


def _masked(entry: ViewEntry, step: Prune) -> ViewEntry:
    rule = f"prune: {step.op}"
    if step.shape == "line_count":
        text = f"[Output left out: {entry.text.count(chr(10)) + 1} lines]"
    elif step.shape == "head_tail":
        text = _ends(entry.text, step.head_chars, step.tail_chars)
        return entry.changed(text, State.TRUNCATED, rule)
    else:
        text = PLACEHOLDER
    return entry.changed(text, State.MASKED, rule)


def _ends(text: str, head: int, tail: int) -> str:
    """The head and tail of a text with the middle out; unchanged where that would save nothing."""
    left_out = len(text) - head - tail
    if left_out <= 60:
        return text
    behind = part_of(text, len(text) - tail, len(text))
    return f"{part_of(text, 0, head)}\n[… {left_out:,} characters left out …]\n{behind}"


def _truncate(entries: tuple[ViewEntry, ...], step: Prune, estimate: Estimate) -> tuple[ViewEntry, ...]:
    """Shorten candidates: what would pass the protected tokens to ``max_chars`` each, or every one to its head."""
    changed: dict[int, ViewEntry] = {}
    limit, used = step.protect.newest_tokens, 0
    for place in reversed(_candidates(entries, step)):
        entry = entries[place]
        if not limit:
            short = _ends(entry.text, step.head_chars, step.tail_chars)
        elif used + (size := estimate([entry])) <= limit:
            used += size
            continue
        else:
            # However little is left of the tokens: so many characters stay of each, and count.
            short = _ends(entry.text, step.max_chars // 5, step.max_chars - step.max_chars // 5)
            used += estimate([entry.changed(short, State.TRUNCATED, "")])
        if len(short) < len(entry.text):
            changed[place] = entry.changed(short, State.TRUNCATED, f"prune: {step.op}")
    return tuple(changed.get(place, entry) for place, entry in enumerate(entries))


def _dedupe(entries: tuple[ViewEntry, ...], step: Prune, estimate: Estimate) -> tuple[ViewEntry, ...]:
    """Earlier reads of a file that was read again are replaced by a notice."""
    paths = _read_paths(entries)
    newest = {path: place for place, path in paths.items()}
    return tuple(
        entry.changed(_DUPLICATE, State.MASKED, "prune: dedupe_reads")
        if place in paths and newest[paths[place]] != place and len(entry.text) > len(_DUPLICATE)
        else entry
        for place, entry in enumerate(entries)
    )


def _read_paths(entries: Sequence[ViewEntry]) -> dict[int, str]:
    """Place of a result → the file it shows."""
    asked: dict[str, str] = {}
    found: dict[int, str] = {}
    for place, entry in enumerate(entries):
        if entry.kind == "tool_call" and tool_kind(entry.tool) is ToolKind.READ and entry.call_id:
            path = path_of(entry)
            if path:
                asked[entry.call_id] = path
        elif entry.kind == "tool_output" and entry.call_id in asked:
            # One call may have several outputs; the longest holds the file.
            found[place] = asked[entry.call_id]
    return found


def path_of(entry: ViewEntry) -> str:
    """The file that a call names, or ""."""
    try:
        arguments = orjson.loads(entry.text)
    except orjson.JSONDecodeError:
        named = _AS_XML.search(entry.text)
        return named[1].strip() if named else ""
    return path_argument(arguments)


def _candidates(entries: Sequence[ViewEntry], step: Prune) -> list[int]:
    return [
        place
        for place, entry in enumerate(entries)
        if entry.kind in step.kinds and _wanted(entry.tool, step) and not entry.text.startswith(_MARKS)
    ]


def _wanted(tool: str, step: Prune) -> bool:
    names = {tool.lower(), tool_kind(tool).value}
    if names.intersection(step.except_):
        return False
    return not step.only or not tool or bool(names.intersection(step.only))


def _unprotected(entries: Sequence[ViewEntry], step: Prune, estimate: Estimate) -> list[int]:
    """Places of candidates that may be cleared. What is cleared already counts, so that a second time changes none."""
    guard = step.protect
    every = [place for place, entry in enumerate(entries) if entry.kind in step.kinds and _wanted(entry.tool, step)]
    end = len(every)
    if guard.newest_items:
        end = max(0, len(every) - guard.newest_items)
    places = every[:end]
    if guard.newest_turns:
        last = max((entry.turn for entry in entries), default=0) - guard.newest_turns
        places = [place for place in places if entries[place].turn <= last]
    if guard.newest_messages:
        last = max((entry.message for entry in entries), default=0) - guard.newest_messages
        places = [place for place in places if entries[place].message <= last]
    if guard.newest_tokens:
        places = _beyond(entries, places, guard.newest_tokens, estimate)
    return [place for place in places if not entries[place].text.startswith(_MARKS)]


def _beyond(entries: Sequence[ViewEntry], places: Sequence[int], tokens: int, estimate: Estimate) -> list[int]:
    """Those of the places that lie behind so many tokens, counted from the newest; the crossing one is out."""
    used, found = 0, []
    for place in reversed(places):
        used += estimate([entries[place]])
        if used > tokens:
            found.append(place)
    return found[::-1]


def _drop(entries: tuple[ViewEntry, ...], step: Prune, estimate: Estimate) -> tuple[ViewEntry, ...]:
    """Leave out all of some kinds; nothing tells of them."""
    return tuple(entry for entry in entries if entry.kind not in step.kinds)


_OPS: dict[str, Callable[[tuple[ViewEntry, ...], Prune, Estimate], tuple[ViewEntry, ...]]] = {
    "mask": _mask,
    "truncate": _truncate,
    "dedupe_reads": _dedupe,
    "drop": _drop,
}
