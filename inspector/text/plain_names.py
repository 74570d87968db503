"""Names of files without an ending, as ``Makefile`` or a folder ``Vault``: prose uses them without naming anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from inspector.text.text_index import Named, TextIndex, in_run

_LONGEST = 200
"""Characters on either side that are looked at for the rest of a path."""


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
            yield Named("/".join(spelled), spelled, front + name + behind, hit.place)
            return
        if is_file:
            yield Named(name, (name,), name, hit.place)
            return


def _run(text: str) -> str:
    return "".join(takewhile(lambda sign: sign == "." or in_run(sign, 0), text))
