"""What a line says about how something ended: passed, failed, done, open."""

from __future__ import annotations

import re

from inspector.text.word_rows import rows

_PASS = rows(
    "pass|passes|passed|passing|succeed|succeeds|succeeded|success|successful|successfully|green|works|working|clean"
    "|cleanly|fixed|ok",
    "exit|exits|exited with? code? 0",
)
_FAIL = rows(
    "fail|fails|failed|failing|failure|failures|broken|breaks|error|errors|errored|red|crash|crashes|crashed"
    "|time_out|times_out|timed_out",
    "exit|exits|exited with? code? #",
    "didn't|didnt|did_not|doesn't|doesnt|does_not pass|work",
)
_NO_FAILURE = rows("no|0|zero|without|without_any|no_longer|never|not *? fail*|error|errors|broken|crash*")
_NO_PASS = rows("not|never|no_longer|*n't yet? pass*|succeed*|work|works|worked|working|green|clean|fixed")
_WISHED = rows(
    "should|must|need_to|needs_to|to|until|if|unless|will|make_sure|ensure|verify|expect*|would|whether"
    " *? *? *? *? pass*|succeed*|fail*|work|works|worked|working|green",
    # "before it failed" tells what happened; "before it passes" what has yet to.
    "before|after *? *? *? pass|passes|passing|succeed|succeeds|fail|fails|work|works|green",
    # A deed that is left to be done, or only thought of.
    "be|if|once|when|until|not|not_yet|not_already pushed|merged|rebased|created|opened",
    "success criteri*|metric*|rate*|message*|case*|path*",
)
_OPEN = rows(
    "pending|in_progress|remaining|todo|to_do|next|open|outstanding|incomplete|under_way|unfinished",
)
_DONE = rows("complete|completed|done|finished|implemented|resolved|accomplished")
_NOT_DONE = rows(
    "not yet? started|done|complete|completed|finished|implemented",
    "partially|partly|half|nearly|almost done|complete|completed|finished|implemented|resolved",
)
_RESULTS = rows("test|tests|checks|command|commands|run|runs")
_MENDED = rows("fix*|error*")
_NOW = rows("fails|failing|broken|still|currently|now|red")
_PASS_SIGNS, _FAIL_SIGNS = "✓✅✔☑", "✗❌✘✖"
_OPEN_SIGNS = ("[ ]", *"⏳🔄⬜☐")
_DONE_SIGNS = ("[x]", "[X]", "~~", *_PASS_SIGNS)


def told_above(heading: str) -> frozenset[str]:
    """The outcomes that a heading tells of what it lists; one about errors and their mending tells none."""
    return told(heading) if _RESULTS.search(heading) and not _MENDED.search(heading) else frozenset()


def is_now(line: str) -> bool:
    """Whether a line tells of a failure that lasts, not of one that was."""
    return _NOW.search(line) is not None or not set(_FAIL_SIGNS).isdisjoint(line)


def asserted(line: str) -> str:
    """A line without the outcomes that it only wishes, plans or fears."""
    return _WISHED.sub(" ", line)


def told(line: str, name: str = "") -> frozenset[str]:
    """The outcomes a line tells, out of passed and failed. The name of what ended is left out: it may say fail."""
    line = asserted(line.replace(name, " ") if name else line)
    line, no_failure = _NO_FAILURE.subn(" ", line)
    line, no_pass = _NO_PASS.subn(" ", line)
    found = set()
    if no_failure or _PASS.search(line) or not set(_PASS_SIGNS).isdisjoint(line):
        found.add("passed")
    if no_pass or _FAIL.search(line) or not set(_FAIL_SIGNS).isdisjoint(line):
        found.add("failed")
    return frozenset(found)


def state_told(line: str, name: str = "") -> frozenset[str]:
    """The states of work a line tells, out of done and open."""
    if name:
        line = re.sub(re.escape(name), " ", line, flags=re.IGNORECASE)
    found = set()
    line, not_done = _NOT_DONE.subn(" ", line)
    if not_done or _OPEN.search(line) or any(sign in line for sign in _OPEN_SIGNS):
        found.add("open")
    if _DONE.search(line) or any(sign in line for sign in _DONE_SIGNS):
        found.add("done")
    return frozenset(found)
