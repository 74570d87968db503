"""Where elements stand in a text, from their tag to the one that closes them; linear, whatever a text holds."""

from __future__ import annotations

import re
from collections.abc import Iterator


def elements(text: str, opening: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Start and end of each element whose tag ``opening`` finds, its name the first group; none within another.

    An expression over tag, text and closing tag would go to the end of the text for each tag that nothing closes.
    """
    last = 0
    unclosed: set[str] = set()
    for tag in opening.finditer(text):
        if tag.start() < last or tag[1] in unclosed:
            continue
        closing = f"</{tag[1]}>"
        end = text.find(closing, tag.end())
        if end < 0:
            unclosed.add(tag[1])
        else:
            last = end + len(closing)
            yield tag.start(), last
