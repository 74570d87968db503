"""Whose verdicts stand, how far the judging is, and how to name a model, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.gui.language import number, tr
from inspector.gui.models.figures import date_and_time
from inspector.model import Judgement
from inspector.wording.verdicts import reader_words
from inspector.workbench.document import Document

if TYPE_CHECKING:
    from inspector.ask.ways import Way
    from inspector.llm.guard import Wait
    from inspector.workbench.judge_runs import Course


def ways_words() -> str:
    """How a model can be named, a line each."""
    return "\n".join(
        (
            tr("With a key: set ANTHROPIC_API_KEY (or another provider's, or the keyring), then name anthropic/…"),
            tr("With a server of your own: NAME@http://127.0.0.1:8080/v1"),
            tr("With a subscription: an agent's own command, such as command:claude -p, run as a plain model"),
        )
    )


def way_tip(way: Way) -> str:
    """How a model that can be asked is asked, and what reading a compaction costs there."""
    dollars = way.price.dollars
    cost = (
        tr("price not known before it answers")
        if dollars is None
        else tr("about ${dollars} a compaction by list price").format(dollars=f"{dollars:.2f}")
    )
    return f"{way.name} · {way.about} · {cost}"


def basis_line(judgement: Judgement | None) -> str:
    """``read by anthropic/… (1 pass, 31 of 31 quotes stand in the log)``, or that no model read it."""
    if judgement is None:
        return tr("not read by a model")
    trust = judgement.trust
    passes = tr("1 pass") if judgement.passes == 1 else tr("{n} passes").format(n=number(judgement.passes))
    quotes = tr("{stood} of {given} quotes stand in the log").format(
        stood=number(trust.stood), given=number(trust.given)
    )
    reader = reader_words(judgement.model, is_partial=judgement.partial)
    return tr("read by {model} ({passes}, {quotes})").format(model=reader, passes=passes, quotes=quotes)


def judgement_notes(judgement: Judgement | None) -> tuple[str, ...]:
    """What has to be known of a reading: when it was, what was asked again, what was not read or believed."""
    if judgement is None:
        return ()
    trust = judgement.trust
    again = tr("Asked once more: {n} of its verdicts, which plain sight refuted; {open} of them still undecided.")
    moved = tr("{n} of its quotes stood on another line than it said.")
    return tuple(
        line
        for line in (
            tr("Judged at {time}.").format(time=date_and_time(judgement.made)) if judgement.made else "",
            again.format(n=number(trust.asked_again), open=number(trust.undecided)) if trust.asked_again else "",
            moved.format(n=number(trust.moved)) if trust.moved else "",
            *judgement.notes,
        )
        if line
    )


def course_words(course: Course) -> str:
    """``2 of 5 judged, reading compaction 3 for 12 s``; "" while nothing is read."""
    if not course.reading:
        return ""
    told = tr("{n} of {of} judged").format(n=number(course.judged), of=number(course.wanted))
    if course.wait is not None:
        return f"{told}. {wait_words(course.wait)}"
    reading = tr("reading compaction {n}") if len(course.reading) == 1 else tr("reading compactions {n}")
    waited = tr(" for {n} s").format(n=number(int(course.seconds))) if course.seconds >= 1 else ""
    return f"{told}, {reading.format(n=', '.join(map(number, course.reading)))}{waited}"


def wait_words(wait: Wait) -> str:
    """Why a model is not asked yet, and in how many seconds it is."""
    again = tr("asked again in {n} s").format(n=number(math.ceil(wait.seconds)))
    return f"{wait.why} {again[:1].upper()}{again[1:]}."


def ended_words(course: Course, failed: int) -> str:
    """How judging ended."""
    told = tr("{n} of {of} compactions judged.").format(n=number(course.judged), of=number(course.wanted))
    return f"{told} {tr('{n} failed; Review says why.').format(n=number(failed))}" if failed else told


def failed_words(compaction: int, why: str) -> str:
    """Why there is no new judgement."""
    return tr("Compaction {n} was not judged: {why}").format(n=number(compaction), why=why)


def judged_already(document: Document, numbers: Sequence[int]) -> str:
    """Which of these compactions are judged, and by whom; "" for none."""
    found: dict[str, list[int]] = {}
    for one in numbers:
        if one in document.judgements:
            found.setdefault(document.judgements[one].model, []).append(one)
    if not found:
        return ""
    named = "; ".join(
        tr("{compactions} by {model}").format(compactions=" ".join(f"┊C{one}" for one in places), model=model)
        for model, places in found.items()
    )
    words = tr("Already judged: {named}. What is read now takes its place; a question that was answered costs nothing.")
    if any(document.judgements[one].partial for places in found.values() for one in places):
        words = f"{words} {tr('An answer that could be read in part only is asked for once more, at its price.')}"
    return words.format(named=named)
