"""What a sentence forbids, as something that an act can be held against, and how its forms are read.

A form is a row of words: ``a|b`` is either, ``_`` a blank within one, ``?`` behind a word says that it may be missing
and ``*`` that any number of them may stand there; what stands in braces is read, by the table of slots below.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count

from inspector.impact.act import Act
from inspector.text.normal import tidy

_SLOTS = {
    "never": r"do not|don'?t|dont|never|must ?n[o']t|should ?n[o']t|may not|not allowed to|avoid|stop|cannot|can'?t"
    r"|without",
    "git": r"commit|force[- ]push|push|merge|rebase|amend|tag|squash",
    "save": r"commit(?:s|ting|ted)?|push(?:es|ing|ed)?",
    "some": r"\S+(?: and \S+)?(?: (?:folder|directory))?",
    "name": r"`[^`]+`|[\w./-]+",
    "bad": r"`[^`]+`|[\w./-]+",
    "code": "`[^`]+`",
    "what": ".{2,60}?",
    "number": r"\d+",
    "noun": "[a-z]+",
    "rest": ".*",
}
_ENDS = re.compile(r"[;!?]|\.(?=\s|$)|,? (?:but|instead|because|since|as it|as they|they|so that|use|it)\b| [-–—] ")
_PATH = re.compile(
    r"(?<![\w./-])(?:\.{0,2}/)?(?:[\w.@*-]+/+)+[\w.@*-]*|(?<![\w./-])[\w*-][\w.-]*\.[A-Za-z]\w{0,5}(?![\w/])"
)
_QUOTED = re.compile(r"`([^`]+)`|\"([^\"]{2,60})\"|'([^']{2,60})'|\(([a-z][\w-]* -[^)]+)\)")
_HOSTS = (".com", ".org", ".io", ".net", ".dev")
_NO_FILES = frozenset("e.g i.e etc vs node.js".split())

Check = Callable[[Act], str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing forbidden. ``broken`` gives what an act did, or "" where it keeps to the rule."""

    form: str
    """path, only, command, git, install, before, most, token."""
    words: tuple[str, ...]
    """What it is about: a human who names one of these afterwards may have asked for it."""
    broken: Check


def find(rows: tuple[str, ...], text: str) -> re.Match[str] | None:
    """Where a text has the first of some forms that it has at all."""
    return next(filter(None, (form(row).search(text) for row in rows)), None)


@cache
def form(row: str) -> re.Pattern[str]:
    """The expression of one form."""
    return re.compile("".join((r"(?<!\w)", *map(_word, row.split(), count()))), re.IGNORECASE)


def _word(word: str, place: int) -> str:
    bare = word.rstrip("?*")
    if bare == "{rest}":
        return r"\b(?P<rest>.*)"
    told = "|".join(_SLOTS[one[1:-1]] if one[0] == "{" else re.escape(one).replace("_", " ") for one in bare.split("|"))
    # A slot alone is read; beside other words it is one of them.
    read = f"(?P<{bare[1:-1]}>{told})" if bare[0] == "{" and "|" not in bare else rf"(?:{told})"
    ends = "" if bare in ("{code}", "{some}", "{what}") else r"(?!\w)"
    return f"(?:{',? ' if place else ''}{read}{ends}){word[len(bare) :]}"


def verb_of(word: str) -> str:
    """What git is told by "committing" or "pushes"."""
    return "push" if word.lower().startswith("push") else "commit"


def governed(rest: str) -> str:
    """The words that a verb governs, out of all that stands behind it."""
    end = _ENDS.search(_QUOTED.sub(lambda hit: "x" * len(hit[0]), rest))
    return rest[: end.start()] if end else rest


def targets(words: str) -> list[str]:
    """The paths and folders that words name; one written with a slash keeps it, a bare name has none."""
    named = [_with_its_slash(hit.rstrip(".,")) for hit in _PATH.findall(words)]
    plain = [word.strip("`.,:") for word in words.split()]
    threes = zip(plain, plain[1:], plain[2:], strict=False)
    named += [name for the, name, kind in threes if the == "the" and kind in ("folder", "directory", "dir")]
    return [name for name in dict.fromkeys(named) if name and name not in _NO_FILES and not name.endswith(_HOSTS)]


def _with_its_slash(path: str) -> str:
    tidied = tidy(path)
    return f"{tidied}/" if tidied and path.endswith("/") else tidied


def quoted(words: str) -> list[str]:
    """What stands in quotes of any kind, or in brackets as a command."""
    return ["".join(groups) for groups in _QUOTED.findall(words)]


def whole(names: list[str], ahead: str = r"\w", behind: str = r"\w") -> re.Pattern[str]:
    """The expression of any of some names where it is no part of another; of these signs none may stand beside it."""
    return re.compile(rf"(?<![{ahead}])(?:{'|'.join(map(re.escape, names))})(?![{behind}])")
