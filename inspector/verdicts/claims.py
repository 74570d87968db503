"""Summary → history: what a summary says of the human, of the work and of counts that the history does not bear out.

Rule: a claim is listed only where the history was looked through and shows otherwise, or shows nothing where it
would have to. In doubt nothing is listed: where lines before the compaction cannot be read, only what others show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from inspector.model import Claim, Item, Quote
from inspector.reconstruct.segment import Segment
from inspector.text.similarity import content
from inspector.text.units import Unit, split
from inspector.verdicts import claims_of_counts, claims_of_user, claims_of_work
from inspector.verdicts.claim_words import Doubt
from inspector.verdicts.claims_of_lists import few_listed, listed_messages, listed_twice
from inspector.verdicts.files_seen import FilesSeen
from inspector.verdicts.history import History, end_held, history_held
from inspector.verdicts.work_record import WorkRecord

_OF_USER: tuple[Callable[[Unit, History], Doubt | None], ...] = (
    claims_of_user.summary_request,
    claims_of_user.order_to_go_on,
    claims_of_user.quotation,
    claims_of_user.preference,
    claims_of_user.authorship,
)
_OF_WORK: tuple[Callable[[Unit, WorkRecord], Doubt | None], ...] = (
    claims_of_work.tests,
    claims_of_work.no_errors,
    claims_of_work.pushed,
    claims_of_work.replies,
    claims_of_work.completion,
)
_SHOWN: tuple[Callable[[Unit, WorkRecord], Doubt | None], ...] = (claims_of_work.no_errors,)
"""Those of the work that a step of it shows wrong by itself, whatever came later."""
_OF_FILES: tuple[Callable[[Unit, FilesSeen], Doubt | None], ...] = (
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


def _told(segment: Segment, text: str) -> list[tuple[Unit, Doubt]]:
    """The units of a summary that say too much, in their order, each with one reason."""
    pieces = split(text)
    units = [unit for unit in pieces if unit.shape not in ("code", "heading")]
    history, work = History(segment), WorkRecord(segment)
    listed = listed_messages(units, text)
    found: dict[int, tuple[Unit, Doubt]] = {}

    def add(claims: Iterable[tuple[Unit, Doubt | None]]) -> None:
        for unit, told in claims:
            if told is not None:
                found.setdefault(unit.start, (unit, told))

    files = FilesSeen(work.steps)
    add((unit, _first(unit, history, work, files)) for unit in units)
    add((message.whole, claims_of_user.quotation(message.whole, history)) for message in listed)
    add(few_listed([unit for unit in pieces if unit.shape == "heading"], listed, text, history))
    if end_held(segment) and not history.lines_missing:
        add(listed_twice(listed, history))
    return [found[start] for start in sorted(found)]


def _first(unit: Unit, history: History, work: WorkRecord, files: FilesSeen) -> Doubt | None:
    # Where lines cannot be read, a later run, commit or edit may stand in them.
    missing = history.lines_missing
    told = chain(
        (check(unit, history) for check in _OF_USER),
        (check(unit, work) for check in (_SHOWN if missing else _OF_WORK)),
        (check(unit, files) for check in (() if missing else _OF_FILES)),
    )
    return next(filter(None, told), None)


def _once(claims: list[Claim]) -> Iterator[Claim]:
    """Each claim once: summaries repeat themselves."""
    seen: set[str] = set()
    for claim in claims:
        key = " ".join(content(claim.text))
        if key not in seen:
            seen.add(key)
            yield claim
