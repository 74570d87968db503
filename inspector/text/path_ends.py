"""Paths by their ends, and names without an ending, which prose uses for other things than files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from inspector.text.text_index import Named, TextIndex

_RUN = re.compile(r"[\w./\\@~+-]*")
_LONGEST = 200


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
        # Read backwards: a pattern tied to the end would be tried from every start.
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
    found = _RUN.match(text)
    return found[0] if found else ""
