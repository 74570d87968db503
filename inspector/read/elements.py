"""Where elements stand in a text, from their tag to the one that closes them; linear, whatever a text holds."""

from __future__ import annotations

import re
from collections.abc import Iterator


def elements(text: str, opening: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Start and end of each element whose tag ``opening`` finds, its name the first group; none within another.

    A closing tag may repeat the attributes, as Claude Code writes it around what was pasted. An expression over tag,
    text and closing tag would go to the end of the text for each tag that nothing closes.
    """
    last = 0
    unclosed: set[str] = set()
    for tag in opening.finditer(text):
        if tag.start() < last or tag[1] in unclosed:
            continue
        closings = (f"</{tag[0].strip()[1:]}", f"</{tag[1]}>")
        ends = (end + len(one) for one in closings if (end := text.find(one, tag.end())) >= 0)
        end = next(ends, 0)
        if not end:
            unclosed.add(tag[1])
        else:
            last = end
            yield tag.start(), last
