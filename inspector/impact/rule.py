"""What a sentence forbids, as something that an act can be held against, and the words that all forms share."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from inspector.impact.act import Act
from inspector.text.normal import tidy

NEVER = (
    r"(?:do not|don'?t|dont|never|must ?n[o']t|should ?n[o']t|may not|not allowed to|avoid|stop|cannot|can'?t|without)"
)
_ENDS = re.compile(r"[;!?]|\.(?=\s|$)|,? (?:but|instead|because|since|as it|as they|they|so that|use|it)\b| [-–—] ")
_PATH = re.compile(
    r"(?<![\w./-])(?:\.{0,2}/)?(?:[\w.@*-]+/)+[\w.@*-]*|(?<![\w./-])[\w*-][\w.-]*\.[A-Za-z]\w{0,5}(?![\w/])"
)
_FOLDER = re.compile(r"\bthe `?([\w-]+)`? (?:folder|directory|dir)\b", re.IGNORECASE)
_NOT_FILES = re.compile(
    r"(?:e\.g|i\.e|etc\.?|vs\.?|\d+(?:\.\d+)*\w?|node\.js|\w+\.(?:com|org|io|net|dev))$", re.IGNORECASE
)
_QUOTED = re.compile(r"`([^`]+)`|\"([^\"]{2,60})\"|'([^']{2,60})'|\(([a-z][\w-]* -[^)]+)\)")

Check = Callable[[Act], str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing forbidden. ``broken`` gives what an act did, or "" where it keeps to the rule."""

    form: str
    """path, only, command, git, install, before, most, token, keep, style."""
    words: tuple[str, ...]
    """What it is about: a human who names one of these afterwards may have asked for it."""
    broken: Check


def governed(rest: str) -> str:
    """The words that a verb governs, out of all that stands behind it."""
    masked = re.sub(r"`[^`]*`|\"[^\"]*\"", lambda hit: "x" * len(hit[0]), rest)
    end = _ENDS.search(masked)
    return rest[: end.start()] if end else rest


def targets(words: str) -> list[str]:
    """The paths and folders that words name; one written with a slash keeps it, a bare name has none."""
    named = [_with_its_slash(hit.rstrip(".,")) for hit in _PATH.findall(words)]
    named += _FOLDER.findall(words)
    return [name for name in dict.fromkeys(named) if name and not _NOT_FILES.match(name)]


def _with_its_slash(path: str) -> str:
    tidied = tidy(path)
    return f"{tidied}/" if tidied and path.endswith("/") else tidied


def quoted(words: str) -> list[str]:
    """What stands in quotes of any kind, or in brackets as a command."""
    return ["".join(groups) for groups in _QUOTED.findall(words)]
