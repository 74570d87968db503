"""What a summary says of finished work that the log shows otherwise; without such a place nothing is said."""

from __future__ import annotations

from inspector.text.cues import cues
from inspector.text.difference import ungrouped
from inspector.text.openings import opening_word
from inspector.text.tokens import WORD
from inspector.text.units import Unit
from inspector.text.word_rows import rows
from inspector.verdicts.claim_words import Doubt, is_claimed, is_under, lists_messages
from inspector.verdicts.work_record import WorkRecord, is_hash

_ALL_PASS = rows(
    "all|every .. test|tests|verification .. pass|passes|passed|passing|green|succeed|succeeds|succeeded",
    "test|tests are? all pass|green",
    "tests pass|passes|passed|passing",
)
_EVERYTHING = rows("all|the existing|other|remaining tests", "full|whole|entire|complete test suite")
_PASSES = rows("pass|passes|passed|passing|green")
_LIMITS = rows("but|except|apart_from|other_than|fail*|only|pre-existing|skipped")
_NO_ERRORS = rows(
    "no *? error|errors|failure|failures|problem|problems|issue|issues were|was? encountered|occurred|found|hit|arose?"
    " in|during? this|the? conversation|session|work?"
)
_PUSHED = rows("was|were|been|and|changes|commit|commits pushed", "pushed to|with")
_REPLIED = rows("all .. comment|comments .. replied|replies", "replied|replies to all|each|every")
_WITH_COMMIT = rows("with .. commit|sha|shas|hash|hashes")
_FINISHED = rows(
    "all|every|everything .. complete|completed|done|addressed|finished|resolved",
    "implementation|work|task|feature|fix|session is|are|was now? fully|all? complete|finished|done",
)
_NOTHING_LEFT = ("none", "no pending task", "no pending work")
_LEFT = ("pending", "remaining", "task", "todo", "next", "open", "outstanding")
_AT_THE_END = ("current", "pending", "next", "status", "remaining", "state")


def tests(unit: Unit, work: WorkRecord) -> Doubt | None:
    """All tests are said to pass, and the runs that the log shows say otherwise."""
    hit = _ALL_PASS.search(unit.text)
    if hit is None or hit[0].lower().endswith("to pass") or not is_claimed(hit, unit) or not work.runs:
        return None
    return _failed(unit, work) or _partial(unit, work) or _skipped(unit, work)


def _failed(unit: Unit, work: WorkRecord) -> Doubt | None:
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
    if any(not run.bad for run in whole or work.runs) and (later or not is_under(unit, *_AT_THE_END)):
        return None
    how = f"{last.failed} failed" if last.failed else "it ended with an error"
    rest = ", and only single tests were run after it" if later else ""
    why = f"The last run of the tests failed ({work.place(last.item)}: {how}){rest}."
    return Doubt("completion", "unsupported" if later else "contradicted", why)


def _numbers(unit: Unit) -> set[int | None]:
    return {int(word) for word in WORD.findall(ungrouped(unit.text)) if word.isdecimal()}


def _partial(unit: Unit, work: WorkRecord) -> Doubt | None:
    if not _EVERYTHING.search(unit.text) or not _PASSES.search(unit.text) or not all(run.narrow for run in work.runs):
        return None
    last = work.place(work.runs[-1].item)
    return Doubt("completion", "unsupported", f"Every test run in the log names single tests (the last: {last}).")


def _skipped(unit: Unit, work: WorkRecord) -> Doubt | None:
    said = _numbers(unit)
    for run in reversed(work.runs):
        if run.skipped and not run.bad and run.total in said and run.passed not in said and "skip" not in unit.text:
            why = f"Of {run.total} tests {run.skipped} were skipped ({work.place(run.item)})."
            return Doubt("number", "contradicted", why)
        if run.total in said:
            return None
    return None


def no_errors(unit: Unit, work: WorkRecord) -> Doubt | None:
    """It is said that no error came up, and steps of the work failed."""
    if not work.errors or not _says_no_errors(unit.text):
        return None
    first = work.errors[0]
    where = work.place(first.result or first.item)
    many = f"{len(work.errors)} steps of the work failed, the first at {where}."
    one = f"A step of the work failed ({where})."
    return Doubt("completion", "contradicted", many if len(work.errors) > 1 else one)


def _says_no_errors(text: str) -> bool:
    """Within a sentence they may be errors of something; "no errors" alone, or encountered, are those of the work."""
    text = text.strip(" *-_.")
    first = _NO_ERRORS.search(text)
    hit = _NO_ERRORS.fullmatch(text, first.start()) if first else None
    return hit is not None and ("encountered" in hit[0].lower() or text[: hit.start()].lower() in ("", "there were "))


def pushed(unit: Unit, work: WorkRecord) -> Doubt | None:
    """A commit is said to be pushed, and no push follows it."""
    if not is_claimed(_PUSHED.search(unit.text), unit):
        return None
    for name in filter(is_hash, WORD.findall(unit.text)):
        made = next((item for commit, item in work.commits.items() if commit.startswith(name[:7])), None)
        if made is not None and not work.pushed_after(made.number):
            return Doubt("completion", "contradicted", f"No push follows the commit ({work.place(made)}).")
    return None


def replies(unit: Unit, work: WorkRecord) -> Doubt | None:
    """All comments are said to be answered with a commit, and a reply names none."""
    hit = _REPLIED.search(unit.text)
    if hit is None or not is_claimed(hit, unit) or not _WITH_COMMIT.search(unit.text, hit.start()):
        return None
    if not work.bare_replies:
        return None
    count, where = len(work.bare_replies), work.place(work.bare_replies[0])
    what = "A reply names" if count == 1 else f"{count} replies name"
    return Doubt("completion", "contradicted", f"{what} no commit ({where}).")


def completion(unit: Unit, work: WorkRecord) -> Doubt | None:
    """All that was left is called finished, and the user's last message got no answer."""
    if work.last_unheard is None or not work.worked or lists_messages(unit):
        return None
    # What was asked last set off the compaction and is unanswered by nature; only what is told to be left counts.
    is_left = is_under(unit, *_LEFT)
    if unit.text.lower().lstrip("*- ").startswith(_NOTHING_LEFT):
        says_so = is_left or any(word in unit.text.lower() for word in _LEFT)
    else:
        hit = _FINISHED.search(unit.text)
        is_quoted = hit is not None and '"' in unit.text[: hit.end()]
        says_so = is_left and is_claimed(hit, unit) and not is_quoted and opening_word(unit.text) not in cues().verbs
    if not says_so:
        return None
    where = work.place(work.last_unheard)
    return Doubt("completion", "contradicted", f"The user's last message got no answer ({where}).")
