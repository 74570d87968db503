"""Names that are everyday words, as ``session`` or a folder ``Vault``: prose uses them without naming anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from inspector.text.text_index import Hit, Named, TextIndex, in_run
from inspector.text.tokens import WORD

_KINDS = frozenset(
    """function functions method methods class classes variable variables flag flags field fields property properties
    parameter parameters argument arguments option options const let var def fn func struct interface enum trait
    type""".split()
)
_LONGEST_KIND = 16
_PLURAL = "(s)"
_LONGEST = 200
"""Characters on either side that are looked at for the rest of a path."""


def is_plain(name: str) -> bool:
    """Whether a name is one word in small letters, as prose has them."""
    return name.isascii() and name.isalpha() and name.islower()


def is_named(hit: Hit, texts: TextIndex) -> bool:
    """Whether a word is a name where it stands: in backticks, called, with a value, or behind a word for its kind."""
    text = texts.texts[hit.place]
    before, behind = text[max(0, hit.start - _LONGEST_KIND) : hit.start], text[hit.end : hit.end + len(_PLURAL)]
    called = behind.startswith("(") and behind != _PLURAL
    valued = behind.startswith(":") and behind[1:].lstrip(" ")[:1].isdecimal()
    kinds = WORD.findall(before)[-1:] if before.rstrip("\"'“").endswith((" ", "\t")) else []
    return called or valued or "`" in (before[-1:], behind[:1]) or any(kind.lower() in _KINDS for kind in kinds)


def ends_alike(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether the shorter of two paths is the end of the longer."""
    return all(a == b for a, b in zip(reversed(tuple(one)), reversed(tuple(other)), strict=False))


def unmarked(steps: Sequence[str], texts: TextIndex) -> Iterator[Named]:
    """The first place of a path whose last step has no ending.

    Makefile and LICENSE are taken for files wherever they stand; another name (``-scheme Vault``) only in a path.
    """
    name = steps[-1]
    is_file = name.endswith("file") or name.isupper()
    for hit in texts.find_all(name):
        text = texts.texts[hit.place]
        front = _run(text[max(0, hit.start - _LONGEST) : hit.start][::-1])[::-1]
        behind = _run(text[hit.end : hit.end + _LONGEST]).rstrip(".-")
        spelled = (*filter(None, front.split("/")), name)
        is_part = front.endswith("/") or (not front and behind.startswith("/"))
        if is_part and "//" not in front and ends_alike(spelled, steps):
            yield Named("/".join(spelled), spelled, front + name + behind, hit.place, None)
            return
        if is_file:
            yield Named(name, (name,), name, hit.place, None)
            return


def _run(text: str) -> str:
    return "".join(takewhile(lambda sign: sign == "." or in_run(sign, 0), text))
