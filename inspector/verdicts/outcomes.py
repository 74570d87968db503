"""What a line says about how something ended: passed, failed, done, open."""

from __future__ import annotations

import re

_PASS = re.compile(
    r"\b(?:pass(?:es|ed|ing)?|succe(?:eds?|eded|ss(?! (?:criteri|metric|rate|message|case|path))|ssful(?:ly)?)"
    r"|green|works|working|clean(?:ly)?|fixed|ok"
    r"|exit(?:s|ed)?(?: with)?(?: code)? 0)\b"
    r"|[✓✅✔☑]",
    re.IGNORECASE,
)
_FAIL = re.compile(
    r"\b(?:fail(?:s|ed|ing|ures?)?|broken|breaks|errors?|errored|red|crash(?:es|ed)?"
    r"|exit(?:s|ed)?(?: with)?(?: code)? [1-9]\d*|times? out"
    r"|timed out|did(?:n['’]?t| not) (?:pass|work)|does(?:n['’]?t| not) (?:pass|work))\b|[✗❌✘✖]",
    re.IGNORECASE,
)
_NO_FAILURE = re.compile(
    r"\b(?:no|0|zero|without(?: any)?|no longer|never|not)\s+(?:\w+\s+)?(?:fail\w*|errors?|broken|crash\w*)\b",
    re.IGNORECASE,
)
_NO_PASS = re.compile(
    r"\b(?:not|never|no longer|\w{2,6}n['’]t)\s+(?:yet\s+)?"
    r"(?:pass\w*|succeed\w*|work\w*|green|clean|fixed)\b",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:should|must|needs? to|to|until|if|unless|will|make sure|ensure|verify|expect\w*|would|whether)"
    r"\s+(?:[*_`]{0,2}\w+[*_`]{0,2}\s+){0,4}?[*_`]{0,2}(?:pass\w*|succeed\w*|fail\w*|work\w*|green)\b"
    # "before it failed" tells what happened; "before it passes" what has yet to.
    r"|\b(?:before|after)\s+(?:\w+\s+){0,3}?(?:pass(?:es|ing)?|succeeds?|fails?|works?|green)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\[ \]|[⏳🔄⬜☐]|\b(?:pending|in[ _-]progress|remaining|to ?do|not (?:yet )?(?:started|done|completed?)|next"
    r"|open|outstanding|incomplete|under way|unfinished)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\[[xX✓✔]\]|[✅✔✓☑]|~~|\b(?:completed?|done|finished|implemented|resolved|accomplished)\b", re.IGNORECASE
)


_LISTS_RESULTS = re.compile(
    r"^[\W\d]*(?:still |currently |now )?(?:pass|fail)(?:ing|ed|ures?)?\b|\b(?:tests?|checks|commands|runs?)\b",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:fails|failing|broken|still|currently|now|red)\b|[✗❌✘✖]|FAIL\b")


def told_above(heading: str) -> frozenset[str]:
    """The outcomes that a heading tells of what it lists; one about errors and their mending tells none."""
    return (
        told(heading)
        if _LISTS_RESULTS.search(heading) and not re.search(r"\b(?:fix|error)", heading, re.IGNORECASE)
        else frozenset()
    )


def is_now(line: str) -> bool:
    """Whether a line tells of a failure that lasts, not of one that was."""
    return _NOW.search(line) is not None


def asserted(line: str) -> str:
    """A line without the outcomes that it only wishes, plans or fears."""
    return _WISHED.sub(" ", line)


def told(line: str, name: str = "") -> frozenset[str]:
    """The outcomes a line tells, out of passed and failed. The name of what ended is left out: it may say fail."""
    if name:
        line = line.replace(name, " ")
    line = asserted(line)
    found = set()
    line, turned = _NO_FAILURE.subn(" ", line)
    if turned:
        found.add("passed")
    line, turned = _NO_PASS.subn(" ", line)
    if turned:
        found.add("failed")
    if _PASS.search(line):
        found.add("passed")
    if _FAIL.search(line):
        found.add("failed")
    return frozenset(found)


def state_told(line: str, name: str = "") -> frozenset[str]:
    """The states of work a line tells, out of done and open."""
    if name:
        line = re.sub(re.escape(name), " ", line, flags=re.IGNORECASE)
    found = set()
    line, turned = re.subn(
        r"\b(?:not (?:yet )?(?:started|done|completed?|finished|implemented)"
        r"|(?:partially|partly|half|nearly|almost)[ -](?:done|completed?|finished|implemented|resolved))\b",
        " ",
        line,
        flags=re.IGNORECASE,
    )
    if turned or _OPEN.search(line):
        found.add("open")
    if _DONE.search(line):
        found.add("done")
    return frozenset(found)
