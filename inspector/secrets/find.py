"""Where secrets stand in a text, also where a program has escaped it, as in the arguments of a tool call.

Nothing is sent to find out whether one is live. What only looks random is left alone: commits and ids are what
summaries have to keep.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache

from inspector.secrets.rules import rules_for
from inspector.secrets.tables import KIND, WORDS, in_tables

Found = tuple[int, int, str]
"""Start, end, kind."""
_ESCAPED = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)|\x1b\[[\d;]*m", re.DOTALL)
"""Also a terminal's colours, which may stand between a name and its value, or within one."""
_SIGNS = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}
_LATER = re.compile(rb"[\x80-\xbf]+")
"""The bytes of a sign behind its first."""
_DEEP = 3
"""How often text may be quoted within quoted text: a command in a call, in a log that a command prints."""
_LONG = 20
_NEAR = 8_192
"""Characters around a part of a text where what it needs to be known for a secret may stand; a key is 3,300 long."""
_WHOLE = 16_384
"""Characters of a text that is looked through whole, once for all of its parts."""
_REST = re.compile(r"(?:[\w+/=~%-]|\.(?=\w)){0,512}", re.ASCII)
"""What goes on behind a secret is a part of it: patterns know its least length, not how long it is."""
_WRAPPED = re.compile(
    r"""(?:["'`][ \t]{0,4}(?:[+.][ \t]{0,4}(?:\r?\n[ \t]{0,80})?|\\?\r?\n[ \t]{0,80}[+.]?[ \t]?)["'`]
    |\\\r?\n[ \t]{0,80}(?=[\w+/=]{8}))(?:[\w+/=~%-]|\.(?=\w)){4,512}""",
    re.ASCII | re.VERBOSE,
)
"""The same on the next line, or in the string that is joined to it."""


def find_secrets(text: str) -> list[Found]:
    """Where secrets stand in a text, in order and apart from each other; those that overlap are one."""
    found: list[Found] = []
    plain = _Plain(text)
    for _ in range(_DEEP):
        found += [(*plain.place(start, end), kind) for start, end, kind in _in_plain(plain.text)]
        deeper = plain.unescaped()
        if deeper is None:
            break
        plain = deeper
    return _apart(found)


def hint_of(secret: str) -> str:
    """What may be told of a secret. Four letters of a short password would be half of it."""
    return f"{secret[:4] if len(secret) >= _LONG else ''}… ({len(secret)} characters)"


def part_of(text: str, start: int, end: int, *, every: bool = False) -> str:
    """A part of a text without what only the whole tells to be a secret: half a key is known for none.

    The others are left to whoever cleans what it becomes a part of, unless ``every`` one is to go. Of a long text
    ``_NEAR`` characters around the part are looked through.
    """
    part = text[start:end]
    if len(part) == len(text) and not every:
        return part
    first = max(0, start - _NEAR)
    if len(text) <= _WHOLE:
        found = list(_in_whole(text))
    else:
        found = [(at + first, last + first, kind) for at, last, kind in find_secrets(text[first : end + _NEAR])]
    found = [one for one in found if one[1] > start and one[0] < end]
    known = {(at + start, last + start) for at, last, _ in find_secrets(part)} if found and not every else set()
    parts, at = list[str](), start
    for begin, last, kind in found:
        if (begin, last) not in known:
            parts += [text[at : max(at, begin)], f"[redacted: {kind}]"]
            at = last
    return "".join((*parts, text[at:end]))


@lru_cache(maxsize=512)
def _in_whole(text: str) -> tuple[Found, ...]:
    """The secrets of a text that is asked for part by part, and again for a copy that is more or less detailed."""
    return tuple(find_secrets(text))


def _in_plain(text: str) -> Iterator[Found]:
    data = text.encode("utf-8", "surrogatepass")
    low = data.lower()
    spans = [(*span, rule.kind) for rule in rules_for(low) for span in rule.find(data)]
    if any(word in low for word in WORDS):
        spans += [(*span, KIND) for span in in_tables(data)]
    if not spans:
        return
    places = _characters(data, text, sorted({place for start, end, _ in spans for place in (start, end)}))
    for start, end, kind in spans:
        last = places[end]
        for goes_on in (_REST, _WRAPPED):
            rest = goes_on.match(text, last)
            last = rest.end() if rest else last
        yield places[start], last, kind


def _characters(data: bytes, text: str, places: Iterable[int]) -> dict[int, int]:
    """The characters that bytes stand at, counted from one to the next."""
    if len(data) == len(text):
        return {place: place for place in places}
    found, last, count = {}, 0, 0
    for place in places:
        count += len(_LATER.sub(b"", data[last:place]))
        found[place], last = count, place
    return found


def _apart(found: list[Found]) -> list[Found]:
    """Those that overlap joined, so that nothing of one is left; called what the longest is."""
    apart: list[Found] = []
    longest = 0
    for start, end, kind in sorted(found, key=lambda one: (one[0], -one[1])):
        if not apart or start >= apart[-1][1]:
            apart.append((start, end, kind))
            longest = end - start
            continue
        first, last, known = apart[-1]
        apart[-1] = (first, max(last, end), kind if end - start > longest else known)
        longest = max(longest, end - start)
    return apart


class _Plain:
    """A text with its escapes undone, and the way back to where things stand in the original."""

    def __init__(self, text: str, below: _Plain | None = None) -> None:
        self.text = text
        self._below = below
        # Of each stretch its first character here, and the first and last that this one stands for in the text below.
        self._starts: list[int] = []
        self._firsts: list[int] = []
        self._lasts: list[int] = []

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of this text, of one character or more, stands in the original, with the escapes in it."""
        if self._below is None:
            return start, end
        return self._below.place(self._under(start, self._firsts), self._under(end - 1, self._lasts) + 1)

    def _under(self, place: int, sides: list[int]) -> int:
        stretch = bisect_right(self._starts, place) - 1
        return sides[stretch] + place - self._starts[stretch]

    def unescaped(self) -> _Plain | None:
        """The same with one more level of escapes undone; None where there is none."""
        if "\\" not in self.text and "\x1b[" not in self.text:
            return None
        pieces: list[str] = []
        plain = _Plain("", self)
        last = length = 0
        for hit in _ESCAPED.finditer(self.text):
            sign = _sign(hit[0])
            pieces += [self.text[last : hit.start()], sign]
            plain._open(length, last, last)
            length += hit.start() - last
            if sign:
                plain._open(length, hit.start(), hit.end() - 1)
                length += 1
            last = hit.end()
        plain._open(length, last, last)
        plain.text = "".join((*pieces, self.text[last:]))
        return plain

    def _open(self, start: int, first: int, last: int) -> None:
        if self._starts and self._starts[-1] == start:
            # An empty stretch between two escapes.
            self._firsts[-1], self._lasts[-1] = first, last
            return
        self._starts.append(start)
        self._firsts.append(first)
        self._lasts.append(last)


def _sign(escape: str) -> str:
    if escape[0] == "\x1b":
        return ""
    return chr(int(escape[2:], 16)) if len(escape) > 2 else _SIGNS.get(escape[1], escape[1])
