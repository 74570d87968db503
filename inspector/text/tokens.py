"""The marks in a text that can be compared exactly: runs that may be paths, numbers with their units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from inspector.text.labels import LEFT, label_of, package_of
from inspector.text.normal import COUNTED, number_form

# A whole run is taken at once: trying a path pattern at every letter would be quadratic on long runs.
RUN = re.compile(r"[\w./\\@~+:$%{},-]+")
# A step of a route stands in brackets: app/[id]/page.tsx, app/(shop)/[[...slug]].tsx; a link's do not open one.
BRACKETED = re.compile(r"(?:[\w./\\@~+:$%{},-]++|(?<=[/\]-])\[{1,2}[\w.=-]{1,60}\]{1,2}|(?<=/)\([\w.-]{1,60}\))+")
WORD = re.compile(r"\w+")
# Whole words in either case ("30 Seconds"); what is short is another thing in capitals ("MIN", "MS").
_SPELLED = (
    r"ms|msecs?|millis|secs?|mins?|hrs?|[KMGTkmgt]i?[Bb]|chars?|px|rem|em|fps|FPS|[kMG]?Hz|rpm|RPM"
    r"|(?i:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|bytes?|percent"
    r"|tokens?|characters?|retr(?:y|ies)|attempts?|workers?|threads?|connections?|lines?|files?|tests?|commits?"
    r"|items?|rows?|requests?|errors?|warnings?|columns?|calls?|iterations?|steps?|pages?|entr(?:y|ies)|records?)"
)
# The first digit stands in front so that the search can jump from digit to digit. All of a number is taken: what looks
# ahead does what a group repeated possessively would, which Python before 3.11.5 gets wrong.
_REST = (
    r"([0-9]*+(?:[,_][0-9]{3}(?![0-9]))*(?![,_][0-9]{3}(?![0-9]))(?:\.[0-9]++)*(?!\.[0-9]))"
    r"(?:(-(?:alpha|beta|rc|pre|dev|next|canary)[\w.]*)|([smhdkKMB]|\s?%|\ [sh])(?!\w)|[ \-]?("
    + _SPELLED
    + r")\b)?(?![\w→\t])"
)
_NUMBER = re.compile(r"[0-9](?:(?<![\w.][0-9])|(?<=\bv[0-9]))" + _REST)
_MOST_DAYS = 4
_NOUNS = frozenset(
    """port timeout limit max maximum min minimum size ttl interval retry retries threshold workers threads width height
    delay budget depth batch concurrency capacity quota attempts expiry expires coverage score rate length
    window memory backoff deadline latency""".split()
)
# "limit = 60 * 1024", "max - 4", "3-month", "7/10": of such a number nobody says that it is the setting's.
_RECKONED = re.compile(
    r"[*+-][\w(]|/[\d(]|%[\w(]|[ \t]+(?:\*\*?|[+/%])[ \t]+[\w(]|[ \t]+-[ \t]+[\d(]|[ \t]+-[ \t]+\w+[ \t]*[;,)*]"
)
# "coverage of 4 dimensions": the number counts what stands behind it.
_COUNTING = re.compile(r"[ \t][a-z]{2,}(?<!us)(?<!ss)s\b")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


class Number(NamedTuple):
    """A number in a text. ``unit`` in its normal form, "" for none; ``label`` is the word it belongs to, or ""."""

    start: int
    end: int
    number: str
    unit: str
    label: str
    version: str
    """The whole as a version where it reads like one, else ""."""


def numbers_in(text: str) -> Iterator[Number]:
    """The numbers of a text that stand alone, in order."""
    for hit in _NUMBER.finditer(text):
        start, end = hit.span()
        digits = text[start] + hit[1]
        left = text[max(0, start - LEFT) : start]
        version = ""
        dots = digits.count(".")
        if hit[2] or dots > 1 or left.endswith("v"):
            version = digits + (hit[2] or "")
            yield Number(start, end, digits, "", package_of(left.removesuffix("v")), version)
            continue
        label = "" if _RECKONED.match(text, end) else label_of(left)
        if label and not hit[4] and left.rstrip(" `*~").endswith(" of") and _COUNTING.match(text, end):
            label = ""
        if dots and not hit[3] and not hit[4]:
            version = digits
            if not label and not is_setting(package := package_of(left)):
                label = package
        # Part of a hexadecimal name, not a number of days.
        if hit[3] and (left.endswith("-") or (hit[3] == "d" and len(digits) > _MOST_DAYS)):
            continue
        noun = (hit[4] or "").lower()
        if (
            noun in COUNTED - _MEASURES
            and text[end - len(noun) - 1] == " "
            and not noun.endswith("s")
            and digits != "1"
        ):
            # "Step 5 commit": the noun does not count.
            yield Number(start, start + len(digits), number_form(digits, "")[0], "", label, version)
            continue
        number, unit = number_form(digits, (hit[3] or hit[4] or "").strip())
        yield Number(start, end, number, unit, label, version)


_MEASURES = frozenset({"px", "em", "rem", "pt", "fps", "hz", "khz", "mhz", "ghz", "rpm"})
"""Units that stand behind any number in the singular."""


@lru_cache(maxsize=4_096)
def parts(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: ``maxRetries`` and ``MAX_RETRIES`` give max and retries."""
    return tuple(part.lower() for part in _PART.findall(name))


@lru_cache(maxsize=4_096)
def is_setting(label: str) -> bool:
    """Whether a label names something whose number matters: a port, a limit, a time to wait."""
    words = parts(label)
    # How long something took is a "duration" alone.
    return any(part in _NOUNS for part in words) or "duration" in words[1:]


def without_escapes(text: str) -> str:
    """JSON text with its escapes blanked, character for character, so that places stay the same.

    A line break is one: what belongs together stands on one line.
    """
    if "\\" not in text:
        return text
    return (
        text.replace("\\\\", "//").replace("\\n", " \n").replace("\\t", "  ").replace('\\"', ' "').replace("\\r", "  ")
    )
