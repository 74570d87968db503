"""The marks in a text that can be compared exactly: words, and runs that may be paths."""

from __future__ import annotations

import re

# A whole run is taken at once: trying a path pattern at every letter would be quadratic on long runs.
RUN = re.compile(r"[\w./\\@~+:$%{},-]+")
# A step of a route stands in brackets: app/[id]/page.tsx, app/(shop)/[[...slug]].tsx; a link's do not open one.
BRACKETED = re.compile(r"(?:[\w./\\@~+:$%{},-]++|(?<=[/\]-])\[{1,2}[\w.=-]{1,60}\]{1,2}|(?<=/)\([\w.-]{1,60}\))+")
WORD = re.compile(r"\w+")


def without_escapes(text: str) -> str:
    """JSON text with its escapes blanked, character for character, so that places stay the same.

    A line break is one: what belongs together stands on one line.
    """
    if "\\" not in text:
        return text
    return (
        text.replace("\\\\", "//").replace("\\n", " \n").replace("\\t", "  ").replace('\\"', ' "').replace("\\r", "  ")
    )
