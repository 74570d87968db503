"""Summary → history: what a summary says of the human, of the work and of counts that the history does not bear out.

Rule: a claim is listed only where the history was looked through and shows otherwise, or shows nothing where it
would have to. In doubt nothing is listed: where lines before the compaction cannot be read, only what others show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from inspector.facts.extractor import Segment
from inspector.model import Claim, Item, Quote
from inspector.text.similarity import content
from inspector.text.units import Unit, split
from inspector.verdicts import claims_of_counts, claims_of_user, claims_of_work
from inspector.verdicts.claim_words import QUOTED, Told
from inspector.verdicts.claims_of_lists import few_listed, listed_messages, listed_twice, resting_on
from inspector.verdicts.files_seen import FilesSeen
from inspector.verdicts.history import History, end_held, history_held
from inspector.verdicts.work_record import WorkRecord

_ROOM = 16_000_000
"""Characters of texts that are held while the claims of one summary are looked into."""
_OF_USER: tuple[Callable[[Unit, History], Told | None], ...] = (
    claims_of_user.summary_request,
    claims_of_user.order_to_go_on,
    claims_of_user.quotation,
    claims_of_user.preference,
    claims_of_user.authorship,
)
_OF_WORK: tuple[Callable[[Unit, WorkRecord], Told | None], ...] = (
    claims_of_work.tests,
    claims_of_work.no_errors,
    claims_of_work.pushed,
    claims_of_work.replies,
    claims_of_work.completion,
)
_SHOWN: tuple[Callable[[Unit, WorkRecord], Told | None], ...] = (claims_of_work.no_errors,)
"""Those of the work that a step of it shows wrong by itself, whatever came later."""
_OF_FILES: tuple[Callable[[Unit, FilesSeen], Told | None], ...] = (
    claims_of_counts.tests_of,
    claims_of_counts.lines_of,
    claims_of_counts.files_in,
)


def find_claims(segment: Segment, summary: Item) -> tuple[Claim, ...]:
    """Claims of one summary, in its order; none where the log lacks most of the history."""
    if not history_held(segment):
        return ()
    found = [
        Claim(
            compaction=segment.compaction.number,
            quote=Quote(summary.number, unit.start, unit.end),
            text=unit.text,
            kind=told.kind,
            subject=told.subject,
            why=told.why,
        )
        for unit, told in _told(segment, segment.read(summary))
    ]
    return tuple(_once(found))


def _held(read: Callable[[Item], str]) -> Callable[[Item], str]:
    """The same texts, each read once as long as there is room: the checks ask for them one after the other."""
    texts: dict[int, str] = {}
    room = _ROOM

    def text(item: Item) -> str:
        nonlocal room
        known = texts.get(item.number)
        if known is None:
            known = read(item)
            if len(known) <= room:
                texts[item.number], room = known, room - len(known)
        return known

    return text


def _told(segment: Segment, text: str) -> list[tuple[Unit, Told]]:
    """The units of a summary that say too much, in their order, each with one reason."""
    pieces = split(text)
    units = [unit for unit in pieces if unit.shape not in ("code", "heading")]
    segment = replace(segment, read=_held(segment.read))
    history, work = History(segment), WorkRecord(segment)
    files = FilesSeen(work.steps)
    listed = listed_messages(units, text)
    found = {unit.start: (unit, told) for unit in units if (told := _first(unit, history, work, files))}
    for message in listed:
        told = claims_of_user.quotation(message.whole, history)
        if told is not None:
            found.setdefault(message.whole.start, (message.whole, told))
    for heading in (unit for unit in pieces if unit.shape == "heading"):
        few = few_listed(heading, listed, text, history)
        if few is not None:
            found.setdefault(heading.start, few)
    if end_held(segment) and not history.lines_missing:
        for unit, told in listed_twice(listed, history):
            found.setdefault(unit.start, (unit, told))
    wrong = [
        (quoted[1], item)
        for unit, _ in found.values()
        if (quoted := QUOTED.search(unit.text)) and (item := history.agent_wrote(quoted[1]))
    ]
    for unit, told in resting_on(units, wrong, history):
        found.setdefault(unit.start, (unit, told))
    return [found[start] for start in sorted(found)]


def _first(unit: Unit, history: History, work: WorkRecord, files: FilesSeen) -> Told | None:
    told = next((told for check in _OF_USER if (told := check(unit, history))), None)
    # Where lines cannot be read, a later run, commit or edit may stand in them.
    looks = _SHOWN if history.lines_missing else _OF_WORK
    told = told or next((told for look in looks if (told := look(unit, work))), None)
    if told or history.lines_missing:
        return told
    return next((told for count in _OF_FILES if (told := count(unit, files))), None)


def _once(claims: list[Claim]) -> Iterator[Claim]:
    """Each claim once: summaries repeat themselves."""
    seen: set[str] = set()
    for claim in claims:
        key = " ".join(content(claim.text))
        if key not in seen:
            seen.add(key)
            yield claim
