"""Rules about what is written: numbers that must not grow, signs and lines that must not stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.impact.act import Act
from inspector.impact.rule import NEVER, Rule

_AT_MOST = re.compile(
    r"\b(?:at most|no more than|not more than|never more than|up to|a maximum of|max(?:imum)?) "
    r"(?P<n>\d+)\b(?: (?P<noun>[a-z]+))?",
    re.IGNORECASE,
)
_NO_EMOJI = re.compile(rf"\b(?:no|{NEVER} (?:use|add|put)(?: any)?) emojis?\b", re.IGNORECASE)
_NO_CREDIT = re.compile(
    rf"\b(?:no|{NEVER})\b.{{0,40}}(?<!\w)(?:co-?author(?:ed)?|attribution|generated with)\b", re.IGNORECASE
)
_KEEP = re.compile(
    r"^\W*(?:please |also |but )*(?:keep|retain|preserve|do not remove|don'?t remove|never remove) "
    r"(?:the |existing |old )*`(?P<name>[\w.]{3,})(?:\(\))?`",
    re.IGNORECASE,
)
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2705\u274c\u2728\u26a0]")
_ENDING = re.compile(r"(?:ies|y|s|ing)$", re.IGNORECASE)
# What is so counted is rarely the value of a setting of that name.
_UNTELLING = frozenset("seconds second minutes lines words characters chars sentences files of per".split())
_NO_VERBS = frozenset("it them be is use the".split())
_LEAST_NOUN = 4


def text_rules(text: str) -> Iterator[Rule]:
    """The rules about written text that a sentence sets."""
    yield from _most(text)
    yield from _keep(text)
    if _NO_EMOJI.search(text):
        yield Rule("style", ("emoji",), _smiles)
    if _NO_CREDIT.search(text):
        yield Rule("style", ("co-author", "attribution"), _takes_credit)


def _most(text: str) -> Iterator[Rule]:
    for hit in _AT_MOST.finditer(text):
        noun = _noun(text, hit)
        if noun:
            most = int(hit["n"])
            setting = re.compile(rf"\b(\w*{noun}\w*)\b[\"']?\s*[:=]\s*(\d+)(?![\d.\w])", re.IGNORECASE)

            def broken(act: Act, setting: re.Pattern[str] = setting, most: int = most, noun: str = noun) -> str:
                if noun not in act.added.lower():
                    return ""
                wrong = [found for found in setting.finditer(act.added) if int(found[2]) > most]
                return f"set {wrong[0][1]} to {wrong[0][2]} in {act.changed[0][0]}" if wrong and act.changed else ""

            yield Rule("most", (noun,), broken)


def _keep(text: str) -> Iterator[Rule]:
    """What has to stay must not be taken out of a file: only a definition that goes shows it."""
    hit = _KEEP.match(text)
    if hit:
        name = hit["name"]
        defines = re.compile(
            rf"\b(?:def|class|fn|func|function|const|let|var|type|interface|struct|enum)\s+(?:\([^)]*\)\s*)?{re.escape(name)}\b"
        )

        def broken(act: Act) -> str:
            gone = defines.search(act.taken) and name not in act.added and act.changed
            return f"removed {name} from {act.changed[0][0]}" if gone else ""

        yield Rule("keep", (name,), broken)


def _noun(text: str, hit: re.Match[str]) -> str:
    """What is counted: the word behind the number, or the verb in front of "at most 4 times"."""
    noun = (hit["noun"] or "").lower()
    if noun in ("times", "time", ""):
        words = re.findall(r"[a-z]+", text[: hit.start()].lower())
        noun = words[-1] if words and words[-1] not in _NO_VERBS else ""
    return _ENDING.sub("", noun) if len(noun) > _LEAST_NOUN and noun not in _UNTELLING else ""


def _smiles(act: Act) -> str:
    hit = _EMOJI.search(act.added)
    fresh = hit is not None and not _EMOJI.search(act.taken)
    return f"wrote {hit[0]} into {act.changed[0][0]}" if hit and fresh and act.changed else ""


def _takes_credit(act: Act) -> str:
    commits = any(line.startswith("git commit") for line in act.commands)
    told = re.search(r"Co-Authored-By|Generated with", act.command, re.IGNORECASE)
    return f"committed with the line {told[0]}" if commits and told else ""
