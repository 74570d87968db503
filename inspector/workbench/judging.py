"""A judge's readings in a document: put in, taken out, and read back from the library."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from inspector.errors import CannotRead, InspectorError
from inspector.model import (
    Diagnostic,
    Evidence,
    Item,
    ItemKind,
    Judgement,
    Quote,
    Session,
    Severity,
    Survival,
    Verdict,
    Zone,
)
from inspector.resources import samples
from inspector.store.judgements import KeptJudgements
from inspector.store.library import Library, session_name
from inspector.survival.outcome import Outcome
from inspector.workbench.decided import decided_at, done_by, still_done
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements

if TYPE_CHECKING:
    from inspector.judge.chain import Chain
    from inspector.rerun.judging import JudgedCompactions, Judging

_Place = TypeVar("_Place", Quote, Evidence)
READING = "reading.json"
"""Beside a sample: what a judge found in it, its answers recorded once."""


def chain_of(document: Document, judgements: Judgements) -> Chain:
    """The compactions of a document that can be judged, with what is known of them.

    What a person decided about a statement says whether it is followed, whatever a judge made of it.
    """
    # Only where a judge is asked.
    from inspector.judge.chain import Chain

    exact, entered = {one.compaction.number: one for one in document.exact or ()}, judgements.copy()

    def decided(found: Judgement) -> Judgement:
        return _as_decided(found, exact[found.compaction], entered) if found.compaction in exact else found

    return Chain.of([one.segment for one in document.extraction or ()], document.judgements, decided)


def let_judge_read(
    judging: Judging, document: Document, library: Library, chain: Chain, wanted: Container[int] | None
) -> JudgedCompactions:
    """Put a judge's readings of these compactions, or all, into a document; each is kept before anything is made of it:
    it was paid for."""
    from inspector.rerun.judging import judge_all

    kept, name = KeptJudgements(library), session_name(document.session)

    def done(judgement: Judgement) -> None:
        if judgement.passes:
            kept.keep(name, judgement)

    told = judge_all(judging, chain, wanted, done)
    put_judgements(document, told.found)
    return told


def _as_decided(found: Judgement, exact: Outcome, entered: Judgements) -> Judgement:
    from inspector.judge.adopt import adopt

    outcome = adopt(exact, found)
    own = decided_at(outcome, entered)
    if not own:
        return found

    def told(survival: Survival, name: str) -> Survival:
        if name not in own:
            return survival
        return replace(survival, verdict=own[name], live=own[name] is not Verdict.SUPERSEDED)

    # A statement stands in the outcome at its place of the reading, under the id that the person decided about.
    names = [fact.id for fact in outcome.facts[: len(found.facts)]]
    return replace(found, survivals=tuple(map(told, found.survivals, names)))


def recall_judgements(document: Document, library: Library) -> None:
    """Read what judges found in this session earlier; what no longer fits the log is left out, and said.

    A sample may have a reading beside it, so that it tells its whole story without a model; one of the user's own
    stands above that.
    """
    try:
        kept = KeptJudgements(library).of(session_name(document.session))
    except InspectorError as why:
        document.troubles.append(Diagnostic(Severity.NOTE, "judgement-damaged", why.message))
        return
    for one in (*_shipped(Path(document.session.path)), *kept):
        standing = _as_it_stands(one, document.session, document.bodies.text)
        if standing is not None:
            document.judgements[one.compaction] = standing
        else:
            about = f"What {one.model} found about compaction {one.compaction}"
            message = f"{about} is not of this log as it is now; it is left out."
            document.troubles.append(Diagnostic(Severity.NOTE, "judgement-of-another-log", message))


def _shipped(log: Path) -> tuple[Judgement, ...]:
    """The recorded reading of a sample; none of any other log."""
    path = log.parent / READING
    if not (log.resolve().is_relative_to(samples().resolve()) and path.is_file()):
        return ()
    import orjson

    from inspector.model.wire import from_json

    return tuple(from_json(orjson.dumps(one), Judgement) for one in orjson.loads(path.read_bytes()))


def put_judgements(document: Document, found: Iterable[Judgement]) -> None:
    """Lay these over what is exact; what rests on verdicts is to be computed again."""
    for one in found:
        document.judgements[one.compaction] = one
    _renew(document)


def with_judgements(document: Document, exact: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """The outcomes with a judge's reading laid over each compaction that one read."""
    if not document.judgements:
        return exact
    # Only where a judge was asked.
    from inspector.judge.adopt import adopt

    laid: list[Outcome] = []
    done: dict[str, int] = {}
    for one in exact:
        found = document.judgements.get(one.compaction.number)
        laid.append(still_done(adopt(one, found) if found is not None else one, done))
        done = done_by(laid[-1], done)
    return tuple(laid)


def _as_it_stands(found: Judgement, session: Session, read: Callable[[Item], str]) -> Judgement | None:
    """A judgement with its passages where they stand now; None where one stands no longer: the log is another.

    A hook has a compaction read before its summary is in the log, where it then stands behind other opening words.
    """
    items = session.items

    def stands(at: Quote | Evidence, words: str) -> bool:
        return at.item <= len(items) and read(items[at.item - 1])[at.start : at.end] == words

    def moved(at: _Place, words: str, *, is_summary: bool = True) -> _Place:
        if stands(at, words):
            return at
        summary = next((one for one in items[at.item - 1 :] if one.kind is ItemKind.SUMMARY), None)
        start = read(summary).find(words) if summary is not None and is_summary else -1
        if summary is None or start < 0:
            raise CannotRead("These words stand there no longer.")
        return replace(at, item=summary.number, start=start, end=start + len(words))

    def of_survival(one: Survival) -> Survival:
        told = (*one.evidence, *filter(None, (one.nearest,)))
        places = [moved(at, at.text, is_summary=at.zone is Zone.SUMMARY) for at in told]
        return replace(one, evidence=tuple(places[: len(one.evidence)]), nearest=one.nearest and places[-1])

    try:
        said = (pair for fact in found.facts for pair in zip(fact.quotes, fact.texts, strict=True))
        if not all(stands(*pair) for pair in said):
            return None
        claims = tuple(replace(one, quote=moved(one.quote, one.text)) for one in found.claims)
        return replace(found, claims=claims, survivals=tuple(map(of_survival, found.survivals)))
    except InspectorError:
        # A line that cannot be read back holds no words either.
        return None


def _renew(document: Document) -> None:
    if document.exact is not None:
        document.comparison = with_judgements(document, document.exact)
    document.consequences = None
