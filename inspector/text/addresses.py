"""Web addresses in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.text.normal import url_form

_URL = re.compile(r"https?://[A-Za-z0-9\[][^\s\x00-\x1f\x7f\"'`<>\\|^{}\]“”„‘’«»\u3000-\u303f\uff00-\uffef]*")
_CLOSING = ".,;:!?'\")]}>*`"
# ``$HOST``, ``${host}``, ``{id}`` and ``[USER]`` stand for something that the text does not tell.
_BLANK = frozenset("$[{")
# In a program's own trace: the line and column of a script, or of a page that has none.
_POSITION = re.compile(r"(?P<script>/[^/]*\.[A-Za-z]\w*)(?::[0-9]+){1,2}|(?P<page>/[^/:]*)(?::[0-9]+:[0-9]+|:0)")


def urls_in(text: str) -> Iterator[tuple[int, int, str]]:
    """The web addresses of a text: where they stand, and their normal form. One with a placeholder is none."""
    place = text.find("http")
    while place >= 0:
        hit = _URL.match(text, place)
        end = place + (len(_ended(hit[0])) if hit else len("http"))
        if hit and _BLANK.isdisjoint(text[place + len("https://") + 1 : end + 1]):
            yield place, end, url_form(text[place:end])
        place = text.find("http", end)


def _ended(url: str) -> str:
    """An address without what stands behind it: a next one, the bracket around it, a line number."""
    for sign in (",http", ";http"):
        url = url.partition(sign)[0]
    while url.count(")") > url.count("("):
        url = url[: url.rfind(")")]
    url = url.rstrip(_CLOSING)
    last = url.rfind("/")
    position = _POSITION.fullmatch(url, last) if last > len("https://") else None
    return url[: position.end("script" if position["script"] else "page")] if position else url
