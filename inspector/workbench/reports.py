"""From an opened session to its report: everything known so far, with the verdicts that its reviewer entered."""

from __future__ import annotations

from datetime import UTC, datetime

from inspector import __version__
from inspector.errors import LogChanged
from inspector.model import Basis
from inspector.model.basis import known_sum
from inspector.read.adapters import title_of
from inspector.reconstruct.state.nouns import State
from inspector.report.document import Consequence, Link, Problem, Report
from inspector.report.silences import silences
from inspector.store.library import Library, session_name
from inspector.wording.damage import damage_words
from inspector.workbench.card import Sentence, sentences
from inspector.workbench.document import Document
from inspector.workbench.harness import states_of
from inspector.workbench.judgements import Judgements
from inspector.workbench.taken_over import take_over
from inspector.workbench.write_up import bases_of, card_of, figure_of, told_compaction

BY = f"inspector {__version__}"


def report_of(document: Document, judgements: Judgements) -> Report:
    """The report of a document advanced to comparison; nothing is redacted yet. Raises LogChanged.

    Bands of the figure need the count; without it the recorded curve alone is drawn. What losses led to needs the
    consequences; without it the report says nothing about it.
    """
    session, states, consequences = document.session, _states(document), _consequences(document)
    compactions = tuple(
        told_compaction(document, one, states.get(one.number), judgements) for one in document.compactions
    )
    problems = tuple(
        Problem(one.severity.value, one.code, one.message, one.source.own_line if one.source else None)
        for one in session.diagnostics
    )
    return Report(
        card=card_of(document, title_of(session.agent), compactions, consequences or ()),
        figure=figure_of(document),
        compactions=compactions,
        problems=problems,
        damaged=damage_words(session),
        silent=tuple(silences(session)),
        bases=bases_of(compactions),
        consequences=consequences,
        made=now(),
        by=BY,
    )


def _states(document: Document) -> dict[int, State]:
    """The harness's state by compaction; none where the log is no longer what was read, which spoils no report."""
    try:
        return {state.compaction: state for state in states_of(document)}
    except LogChanged:
        return {}


def _consequences(document: Document) -> tuple[Consequence, ...] | None:
    if document.consequences is None:
        return None
    return tuple(_consequence(document, sentence) for sentence in sentences(document))


def _consequence(document: Document, sentence: Sentence) -> Consequence:
    findings = sentence.findings
    said = next((finding.said for finding in findings if finding.said is not None), None)
    links = [Link("said", said, document.session.line(said))] if said else []
    for finding in findings:
        words = f"{finding.subject}: {finding.why}" if finding.subject else finding.why
        links.append(Link(words, finding.item, document.session.line(finding.item)))
    bases = [finding.basis for finding in findings] or [Basis.INFERRED]
    costs = [finding.cost for finding in findings if finding.cost]
    return Consequence(
        compaction=sentence.compaction,
        title=sentence.words,
        links=tuple(links),
        sure=sentence.sure.value,
        basis=next((one for one in bases if one is Basis.INFERRED), bases[0]),
        fact=sentence.fact,
        tokens=known_sum(cost.tokens for cost in costs),
        seconds=known_sum(cost.seconds for cost in costs),
        dollars=known_sum(cost.dollars for cost in costs),
    )


def judgements_of(document: Document, library: Library) -> Judgements:
    """What the user entered for a session earlier. Raises InspectorError where the library cannot be read."""
    found = Judgements()
    session = session_name(document.session)
    found.load(library.verdicts(session), library.fact_notes(session), library.reviewed(session))
    if document.comparison is not None:
        take_over(document, found)
    return found


def now() -> str:
    """The time for a report."""
    return datetime.now(UTC).isoformat(timespec="seconds")
