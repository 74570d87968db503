"""A judge's readings in a document: put in, taken out, and read back from the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.errors import InspectorError
from inspector.model import Diagnostic, Item, Judgement, Session, Severity
from inspector.resources import samples
from inspector.store.judgements import KeptJudgements
from inspector.store.library import Library, session_name
from inspector.survival.outcome import Outcome
from inspector.workbench.document import Document

if TYPE_CHECKING:
    from inspector.judge.chain import Chain

READING = "reading.json"
"""Beside a sample: what a judge found in it, its answers recorded once."""


def chain_of(document: Document) -> Chain:
    """The compactions of a document that can be judged, with what is known of them."""
    # Only where a judge is asked.
    from inspector.judge.chain import Chain

    return Chain.of([one.segment for one in document.extraction or ()], document.judgements)


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
        if _still_stands(one, document.session, document.bodies.text):
            document.judgements[one.compaction] = one
        else:
            message = f"What {one.model} found about compaction {one.compaction} is of another log; it is left out."
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

    return tuple(
        adopt(one, document.judgements[one.compaction.number]) if one.compaction.number in document.judgements else one
        for one in exact
    )


def _still_stands(judgement: Judgement, session: Session, read: Callable[[Item], str]) -> bool:
    from inspector.judge.adopt import still_stands

    try:
        return still_stands(judgement, session, read)
    except InspectorError:
        # A line that cannot be read back holds no quote.
        return False


def _renew(document: Document) -> None:
    if document.exact is not None:
        document.comparison = with_judgements(document, document.exact)
    document.aftermath = None
