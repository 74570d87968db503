"""Requests as they were sent against the contexts that the inspector gives; the compactions that requests show."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import groupby

from live.stub import Sent
from live.wire import Body, Piece, call_piece, tools_piece

_VOICES = {"summary": "user", "attachment": "user", "tool_result": "result"}
"""Of kinds of items that are no voices themselves."""
_NAMES = {"instructions": "system prompt", "tools": "tool definitions"}
"""What logs without them call these."""
_PICTURE = re.compile(r"\n?\[(?:image|PDF), [^\]\n]*\]")
"""What stands in a text for a picture or a PDF."""


@dataclass(slots=True)
class Compared:
    """One request: equal where nothing is missing, extra or misplaced."""

    number: int
    named: list[str] = field(default_factory=list)
    """What the log cannot hold, and the inspector says so."""
    missing: list[Piece] = field(default_factory=list)
    extra: list[Piece] = field(default_factory=list)
    misplaced: list[Piece] = field(default_factory=list)

    @property
    def is_equal(self) -> bool:
        """Whether every piece is there in its place, or named as not in the log."""
        return not (self.missing or self.extra or self.misplaced)

    def differences(self) -> Iterator[str]:
        """What differs, each with its place in the log."""
        for kind in ("missing", "extra", "misplaced"):
            for one in getattr(self, kind):
                text = f"({len(one.text)} characters) {one.text[:90]!r}"
                yield f"request {self.number}: {kind} {one.voice} {one.place} {text}"


def given(context: Body) -> Iterator[Piece]:
    """The pieces of ``inspector context --json``; pictures, PDFs and cleared items have no words."""
    for entry in context["entries"]:
        text = _PICTURE.sub("", entry["text"] or "")
        if entry["text"] is None or (entry["text"] and not text):
            continue
        place = f"item {entry['item']}" + (f", line {entry['line']}" if entry.get("line") is not None else "")
        if entry["kind"] == "tool_call":
            yield call_piece(entry["tool"], text, place)
        elif entry["detail"] == "tools" and entry["kind"] == "instructions":
            yield from tools_piece(text)
        else:
            yield Piece(_VOICES.get(entry["kind"], entry["kind"]), text, place)


def compare(
    number: int, sent: Sequence[Piece], ours: Sequence[Piece], names: Collection[str], name_of: Callable[[Piece], str]
) -> Compared:
    """Hold one request against one context. ``names`` are what the inspector says is not in the log; ``name_of`` says
    what a piece is called there. Where a text is one piece on one side and several on the other, only its words count;
    definitions of tools are the same by their names, wherever they stand."""
    found = Compared(number)
    sent, ours = _tools_first(sent), _tools_first(ours)
    a, b = list(map(_key, sent)), list(map(_key, ours))
    for tag, a1, a2, b1, b2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        left, mine = [], ours[b1:b2]
        for piece in sent[a1:a2]:
            name = name_of(piece) or _NAMES.get(piece.voice, "")
            if name not in names or _key(piece) in b[b1:b2]:
                left.append(piece)
                continue
            found.named.append(name)
            # A frame that is not in the log stands around one text that is, on lines of its own.
            lines = f"\n{piece.text}\n"
            held = [one for one in mine if one.voice == piece.voice and f"\n{one.text.strip()}\n" in lines]
            if held:
                mine.remove(max(held, key=lambda one: len(one.text)))
        if _words(left) != _words(mine):
            found.missing += left
            found.extra += mine
    # What is missing here and extra there stands at another place.
    for one in list(found.extra):
        twin = next((piece for piece in found.missing if _key(piece) == _key(one)), None)
        if twin is not None:
            found.missing.remove(twin)
            found.extra.remove(one)
            found.misplaced.append(one)
    return found


def _tools_first(pieces: Sequence[Piece]) -> list[Piece]:
    names = {name for piece in pieces if piece.voice == "tools" for name in json.loads(piece.text)}
    told = [Piece("tools", json.dumps(sorted(names)))] if names else []
    return [*told, *(piece for piece in pieces if piece.voice != "tools")]


def _key(piece: Piece) -> tuple[str, str]:
    # Which role the harness's texts have is no part of their words.
    return "user" if piece.voice == "instructions" else piece.voice, piece.text.strip()


def _words(pieces: Sequence[Piece]) -> str:
    return "".join("".join(piece.text.split()) for piece in pieces)


@dataclass(frozen=True, slots=True)
class Cut:
    """One compaction: how many main requests came before it, whether it worked, and who asked for it."""

    behind: int
    status: str
    trigger: str
    again: bool = field(default=False, compare=False)
    """Whether it failed before, asked for by hand, and was tried again unasked at the next prompt."""

    def __str__(self) -> str:
        return f"{self.trigger} behind request {self.behind}{'' if self.status == 'ok' else f', {self.status}'}"


def rounds(sent: Sequence[Sent]) -> Iterator[tuple[int, list[Sent]]]:
    """Calls of the summarizer that belong together, since the person did nothing between them and no main request
    stands there, each with how many main requests came before."""
    behind = 0
    told = (one for one in sent if one.kind in ("main", "compaction"))
    for (kind, _), group in groupby(told, lambda one: (one.kind, one.step_number)):
        calls = list(group)
        if kind == "main":
            behind += sum(one.status == 200 for one in calls)
        else:
            yield behind, calls


def attempts(sent: Sequence[Sent], takes_nothing: bool = False, takes_failures: bool = False) -> Iterator[Cut]:
    """Compactions as most agents make them: a round of calls is one. What it works with is told by ``Agent``."""
    refused = None
    for behind, calls in rounds(sent):
        last = calls[-1]
        worked = last.status == 200 and bool(last.text or takes_nothing)
        again = refused == behind and last.step != "compact"
        trigger = "manual" if again or last.step == "compact" else "auto"
        refused = behind if trigger == "manual" and not worked else None
        yield Cut(behind, "ok" if worked or takes_failures else "failed", trigger, again)


def same(took_place: Sequence[Cut], told: Sequence[Cut], logs_failures: bool) -> bool:
    """Whether the same are listed. A log need not tell who asked, and some leave no trace of failed ones."""
    real = [cut for cut in took_place if logs_failures or cut.status != "failed"]
    return len(real) == len(told) and all(
        one in (cut, replace(cut, trigger="unknown")) for cut, one in zip(real, told, strict=True)
    )
