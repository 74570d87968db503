"""What a summary says of finished work that the log shows otherwise; without such a place nothing is said."""

from __future__ import annotations

import re

from inspector.text.cues import cues
from inspector.text.openings import opening_word
from inspector.text.units import Unit
from inspector.verdicts.claim_words import DENIES, Told, lists_messages
from inspector.verdicts.work_record import WorkRecord

_ALL_PASS = re.compile(
    r"\b(?:all|every)\b.{0,40}?\b(?:tests?|verification)\b.{0,30}?"
    r"\b(?:(?<!to )pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b"
    r"|\btests? (?:are )?all (?:pass|green)|\btests pass(?:es|ed|ing)?\b",
    re.IGNORECASE,
)
_EVERYTHING = re.compile(
    r"\b(?:all|the) (?:existing|other|remaining) tests\b|\b(?:full|whole|entire|complete) test[ -]suite\b",
    re.IGNORECASE,
)
_PASSES = re.compile(r"\bpass(?:es|ed|ing)?\b|\bgreen\b", re.IGNORECASE)
_LIMITS = re.compile(r"\b(?:but|except|apart from|other than|fail\w*|only|pre-existing|skipped)\b", re.IGNORECASE)
_NO_ERRORS = re.compile(
    r"^\W*(?:there were )?no (?:\w+ )?(?:errors?|failures?|problems?|issues?)\b(?: (?:were|was))?"
    r"(?: (?:encountered|occurred|found|hit|arose))?(?: (?:in|during) (?:this|the) (?:conversation|session|work))?\W*$"
    r"|\bno (?:\w+ )?errors? (?:were )?encountered(?: (?:in|during) (?:this|the) (?:conversation|session))?\W*$",
    re.IGNORECASE,
)
_PUSHED = re.compile(r"\b(?:was|were|been|and|changes|commits?)\s+pushed\b|\bpushed (?:to|with)\b", re.IGNORECASE)
_REPLIED = re.compile(
    r"\ball\b[^.;]{0,60}\bcomments?\b[^.;]{0,40}\brepl(?:ied|ies)\b|\brepl(?:ied|ies) to (?:all|each|every)\b",
    re.IGNORECASE,
)
_WITH_COMMIT = re.compile(r"\bwith\b[^.;]{0,40}\b(?:commit|SHAs?|hash(?:es)?)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\b\d[\d,]*\b")
_HASH = re.compile(r"\b[0-9a-f]{7,40}\b")
_FINISHED = re.compile(
    r"\b(?:all|every|everything)\b(?:(?![.,;:]\s).){0,60}?\b(?:complete[d]?|done|addressed|finished|resolved)\b"
    r"|\b(?:implementation|work|task|feature|fix|session) (?:is|are|was) (?:now )?(?:fully |all )?"
    r"(?:complete|finished|done)\b"
    r"|^\W*(?:none|no pending (?:tasks?|work))\b",
    re.IGNORECASE,
)
_OF_WORK = re.compile(r"pending|remaining|task|todo|next|open|outstanding", re.IGNORECASE)
_AT_THE_END = re.compile(r"current|pending|next|status|remaining|state", re.IGNORECASE)
_NOT_YET = re.compile(r"\b(?:yet|so far|still (?:need|have|has|to)|not all|except|apart from)\b", re.IGNORECASE)


def tests(unit: Unit, work: WorkRecord) -> Told | None:
    """All tests are said to pass, and the runs that the log shows say otherwise."""
    hit = _ALL_PASS.search(unit.text)
    if hit is None or DENIES.search(unit.text[: hit.end()]) or lists_messages(unit) or not work.runs:
        return None
    return _failed(unit, work) or _partial(unit, work) or _skipped(unit, work)


def _failed(unit: Unit, work: WorkRecord) -> Told | None:
    said = _numbers(unit)
    # How many passed is no claim that none failed.
    if _LIMITS.search(unit.text) or any({run.passed, None if run.bad else run.total} & said for run in work.runs):
        return None
    whole = [run for run in work.runs if not run.narrow]
    last = (whole or work.runs)[-1]
    later = any(run.item.number > last.item.number and not run.bad for run in work.runs)
    if not last.bad:
        return None
    # A story told in order may speak of an earlier run that passed; how things stand at the end is not told so.
    if any(not run.bad for run in whole or work.runs) and (later or not _AT_THE_END.search(unit.section)):
        return None
    how = f"{last.failed} failed" if last.failed else "it ended with an error"
    rest = ", and only single tests were run after it" if later else ""
    why = f"The last run of the tests failed ({work.place(last.item)}: {how}){rest}."
    return Told("completion", "unsupported" if later else "contradicted", why)


def _numbers(unit: Unit) -> set[int | None]:
    return {int(number.replace(",", "")) for number in _NUMBER.findall(unit.text)}


def _partial(unit: Unit, work: WorkRecord) -> Told | None:
    if not _EVERYTHING.search(unit.text) or not _PASSES.search(unit.text) or not all(run.narrow for run in work.runs):
        return None
    last = work.place(work.runs[-1].item)
    return Told("completion", "unsupported", f"Every test run in the log names single tests (the last: {last}).")


def _skipped(unit: Unit, work: WorkRecord) -> Told | None:
    said = _numbers(unit)
    for run in reversed(work.runs):
        if run.skipped and not run.bad and run.total in said and run.passed not in said and "skip" not in unit.text:
            why = f"Of {run.total} tests {run.skipped} were skipped ({work.place(run.item)})."
            return Told("number", "contradicted", why)
        if run.total in said:
            return None
    return None


def no_errors(unit: Unit, work: WorkRecord) -> Told | None:
    """It is said that no error came up, and steps of the work failed."""
    if not _NO_ERRORS.search(unit.text) or not work.errors:
        return None
    first = work.errors[0]
    where = work.place(first.result or first.item)
    many = f"{len(work.errors)} steps of the work failed, the first at {where}."
    one = f"A step of the work failed ({where})."
    return Told("completion", "contradicted", many if len(work.errors) > 1 else one)


def pushed(unit: Unit, work: WorkRecord) -> Told | None:
    """A commit is said to be pushed, and no push follows it."""
    hit = _PUSHED.search(unit.text)
    if hit is None or DENIES.search(unit.text[: hit.end()]) or lists_messages(unit):
        return None
    for name in _HASH.findall(unit.text):
        made = next((item for commit, item in work.commits.items() if commit.startswith(name[:7])), None)
        if made is not None and not work.pushed_after(made.number):
            return Told("completion", "contradicted", f"No push follows the commit ({work.place(made)}).")
    return None


def replies(unit: Unit, work: WorkRecord) -> Told | None:
    """All comments are said to be answered with a commit, and a reply names none."""
    hit = _REPLIED.search(unit.text)
    if hit is None or not _WITH_COMMIT.search(unit.text, hit.start()) or DENIES.search(unit.text[: hit.end()]):
        return None
    if lists_messages(unit) or not work.bare_replies:
        return None
    count, where = len(work.bare_replies), work.place(work.bare_replies[0])
    what = "A reply names" if count == 1 else f"{count} replies name"
    return Told("completion", "contradicted", f"{what} no commit ({where}).")


def completion(unit: Unit, work: WorkRecord) -> Told | None:
    """All that was left is called finished, and the user's last message got no answer."""
    hit = _FINISHED.search(unit.text)
    # What was asked last set off the compaction and is unanswered by nature; only what is told to be left counts.
    if (
        hit is None
        or work.last_unheard is None
        or not work.worked
        or opening_word(unit.text) in cues().verbs
        or DENIES.search(unit.text[: hit.end()])
        or lists_messages(unit)
        or '"' in unit.text[: hit.end()]
        or _NOT_YET.search(unit.text)
    ):
        return None
    is_bare = unit.text.lower().lstrip("*- ").startswith("none")
    if not _OF_WORK.search(f"{unit.section} {unit.text}" if is_bare else unit.section):
        return None
    where = work.place(work.last_unheard)
    return Told("completion", "contradicted", f"The user's last message got no answer ({where}).")
