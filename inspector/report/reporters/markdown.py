"""Markdown: reads as plain text and renders anywhere; nothing of the log becomes a link, an image or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from inspector.model import Basis, FactKind
from inspector.report.cost import bill_words
from inspector.report.document import Consequence, Report
from inspector.report.reporter import Reporter
from inspector.report.sentences import (
    compaction_words,
    harm_counts,
    losses_in,
    missing_words,
    nothing_followed,
    nothing_stands_out,
    places,
    said_before,
    used_again,
)
from inspector.report.state import STATE_TITLE, UNTOLD
from inspector.report.survey import SessionRow, Survey, SurveyGroup
from inspector.report.told import GROUPS, ToldCompaction, ToldFact, ToldWork
from inspector.report.work import NEVER_TESTED, WORK_TITLE, count_words, examples, survey_lines, under_way_words
from inspector.survival.shares import SPOKEN
from inspector.wording.harmless import harmless
from inspector.wording.times import clock, span
from inspector.wording.units import UNKNOWN, counted, cut_short, known, number, percent, place, tokens
from inspector.wording.verdicts import HARM_UNKNOWN, NOT_LOST, verdict_word

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~$&^]|^[#+=-])")
"""What acts anywhere, and what only opens a line: a hyphen within a word is left to be read."""
_ADDRESS = re.compile(r"(?i)\b(?:https?|ftp|file|mailto|javascript|data|www)(?=[:.])|(?<!\w)@(?=\w)|#(?=\d)")
"""What renderers, and places where issues are discussed, make a link of without being asked."""
_KEPT_SHOWN = 400
_TITLE = 200
_TRACES_SHOWN = 8
_LISTED = ("undecided", "absent", "part", "there", "done")
"""Of these groups all is listed; the others are counted."""


def _session(report: Report) -> str:
    return "\n".join(_session_lines(report)).rstrip() + "\n"


def _survey(survey: Survey) -> str:
    return "\n".join(_survey_lines(survey)).rstrip() + "\n"


def escaped(words: str) -> str:
    """One line in which nothing of Markdown or HTML is left to act; addresses and names do not become links."""
    line = " ".join(harmless(words).split())
    return _SPECIAL.sub(r"\\\1", _ADDRESS.sub("\\g<0>\u2060", line))


def _session_lines(report: Report) -> Iterator[str]:
    card = report.card
    yield f"# {escaped(cut_short(card.title, _TITLE))}\n"
    by = " ".join(filter(None, (card.agent_title, card.version)))
    yield f"{escaped(by)}, {escaped(', '.join(card.models) or f'model {UNKNOWN}')}."
    when = span(card.started, card.ended)
    sums = (counted(card.items, "item"), counted(card.requests, "request"), counted(card.compactions, "compaction"))
    known = [f"Largest prompt {tokens(card.peak)} tokens."] if card.peak.value is not None else []
    known += [f"Window {tokens(card.limit)} tokens."] if card.limit.value is not None else []
    known += [bill_words(card.cost)] if card.cost.is_known else []
    yield " ".join((*([f"{when[:1].upper()}{when[1:]}."] if when else []), f"{', '.join(sums)}.", *known)) + "\n"
    if report.damaged:
        yield f"{escaped(report.damaged)}\n"
    yield "## What stands out\n"
    if card.headlines:
        yield from (f"{place}. {escaped(line.words)}" for place, line in enumerate(card.headlines, 1))
    else:
        yield escaped(nothing_stands_out(report.compactions, bool(report.damaged), card.edits))
    yield ""
    yield from _compaction_table(report.compactions)
    first = next((one.number for one in report.compactions if any(fact.absent for fact in one.facts)), None)
    for one in report.compactions:
        yield from _compaction(one, explains=one.number == first)
    if report.consequences is not None and report.compactions:
        yield from _consequences(report.consequences, nothing_followed(report.compactions))
    yield from _tail(report)


def _compaction_table(compactions: Iterable[ToldCompaction]) -> Iterator[str]:
    rows = [
        (
            f"C{one.number}", place(one.line, one.item) if one.line or one.item else "", clock(one.time),
            known(one.kind), known(one.trigger), one.went, tokens(one.before), tokens(one.after), harm_counts(one),
        )
        for one in compactions
    ]  # fmt: skip
    if rows:
        yield "## Compactions\n"
        yield from _table(("", "where", "time", "kind", "trigger", "outcome", "before", "after", "what was said"), rows)


def _compaction(one: ToldCompaction, *, explains: bool) -> Iterator[str]:
    """``explains``: whether it is said here what it means that words are not there."""
    yield f"## Compaction {one.number}\n"
    yield f"{escaped(compaction_words(one))}\n"
    yield from (f"> {escaped(note)}\n" for note in filter(None, (*one.notes, one.unjudged)))
    yield f"{escaped(said_before(one))}\n"
    if one.harms:
        yield "### Lost or changed while it mattered\n"
        for fact in one.harms:
            yield from _harm(fact)
        yield ""
    if one.claims:
        yield "### Said by the summary without support\n"
        for claim in one.claims:
            what = f"**{claim.kind}** ({place(claim.line, claim.item)})"
            yield f"- {what}: “{escaped(claim.text)}” {escaped(claim.why)} ({claim.basis.value})"
        yield ""
    if one.work is not None:
        yield from _work(one.work)
    for name, facts in one.groups:
        if name in _LISTED:
            yield from _group(name, facts, explains)
    if one.moved:
        yield f"### {STATE_TITLE}\n"
        told = [tuple(map(escaped, (row.kind, row.back, row.what, row.how_and_why))) for row in one.moved]
        yield from _table(("what", "afterwards", "which", "how"), told)
        if one.state_unknown:
            yield f"{escaped(UNTOLD.format(why=one.state_unknown))}\n"
    yield from _work_shown(one)
    counts = [f"{GROUPS[name].lower()}: {len(facts):,}" for name, facts in one.groups if name not in _LISTED]
    if counts:
        how = f"`inspector survival LOG --compaction {one.number} --all`"
        yield f"Not listed here, {'; '.join(counts)} ({how} lists them).\n"


def _group(name: str, facts: Iterable[ToldFact], explains: bool) -> Iterator[str]:
    """One list of the human's words: what is missing of each, and what comes nearest."""
    yield f"### {GROUPS[name]}\n"
    if name == "absent" and explains:
        yield f"{NOT_LOST}\n"
    for fact in facts:
        yield f"- “{escaped(fact.statement)}” ({', '.join((places(fact.said), *_labels(fact)))})"
        if name == "part":
            yield f"  - {escaped(missing_words(fact))}"
        if name in ("absent", "part") and (passage := next(iter((*fact.found, fact.nearest)), None)):
            what = "what stands there" if fact.found else "nearest"
            yield f"  - {what}, {places((passage,))}: “{escaped(passage.text[:_KEPT_SHOWN])}”"
        if fact.note:
            yield f"  - note: {escaped(fact.note)}"
    yield ""


def _labels(fact: ToldFact) -> Iterator[str]:
    """Beside its place: what a judge or the reviewer says, and what was asked of a pick."""
    if fact.basis is not Basis.COUNTED:
        kind = f" {fact.judged.kind.value}" if fact.judged else ""
        yield f"{verdict_word(fact.verdict)}{kind}, {fact.basis.value}"
    if fact.question is not None:
        yield f"asked: {escaped(fact.question.text)}"


def _work_shown(one: ToldCompaction) -> Iterator[str]:
    """What the work showed, by its kind."""
    told = [share for share in one.shares if FactKind(share.kind) not in SPOKEN]
    if told:
        yield f"### {GROUPS['work']}\n"
        yield from (f"- {share.kind}: {share.kept:,} of {share.n:,} there{used_again(share)}" for share in told)
        yield ""


def _work(work: ToldWork) -> Iterator[str]:
    yield f"### {WORK_TITLE}\n"
    if work.counts:
        yield f"{count_words(work.counts)} ({work.basis.value}). {NEVER_TESTED}\n"
    if work.under_way is not None:
        yield f"{escaped(under_way_words(work.under_way))}\n"
    told = list(examples(work, _TRACES_SHOWN))
    rows = [
        (fact.shown, place(fact.line, fact.item or 0), escaped(fact.statement[:_KEPT_SHOWN]))
        for _, facts, _ in told
        for fact in facts
    ]
    if rows:
        yield from _table(("the work shows", "at", "fact"), rows)
    more = sum(left for _, _, left in told)
    if more:
        yield f"{more:,} more are in the JSON report.\n"


def _harm(fact: ToldFact) -> Iterator[str]:
    kind = f" {fact.judged.kind.value}" if fact.judged else ""
    yield f"- **{verdict_word(fact.verdict)}**{kind}: “{escaped(fact.statement)}” ({places(fact.said)})"
    for passage in fact.found:
        yield f"  - stands now in {passage.zone}, {places((passage,))}: “{escaped(passage.text)}”"
    if not fact.found and fact.nearest:
        yield f"  - nearest, {places((fact.nearest,))}: “{escaped(fact.nearest.text)}”"
    if fact.judged and fact.judged.verdict is not fact.verdict:
        yield f"  - the judge says {verdict_word(fact.judged.verdict)}: {escaped(fact.why)} ({fact.basis.value})"
    else:
        yield f"  - {escaped(fact.why)} ({fact.basis.value})"
    if fact.note:
        yield f"  - note: {escaped(fact.note)}"


def _consequences(consequences: Iterable[Consequence], none: str) -> Iterator[str]:
    yield "## What followed\n"
    told = list(consequences)
    if not told:
        yield f"{none}\n"
    for one in told:
        yield f"- **C{one.compaction}** {escaped(one.title)} ({escaped(one.sure)}, {one.basis.value})"
        yield from (f"  - {place(link.line, link.item)}: {escaped(link.words)}" for link in one.links)
    yield ""


def _tail(report: Report) -> Iterator[str]:
    yield "## Problems of the log\n"
    if not report.problems:
        yield "None."
    for problem in report.problems:
        where = f" ({place(problem.line, None)})" if problem.line else ""
        yield f"- {problem.severity}: {escaped(problem.message)}{where}"
    yield "\n## How this is known\n"
    yield from (f"- **{basis}**: {words}" for basis, words in report.bases)
    yield "- What stands in the context may still be overlooked."
    yield from (f"- {escaped(words)}" for words in (report.card.window_why, *report.silent) if words)
    yield from _redaction(report.redacted, [(one.kind, one.placeholder, one.times) for one in report.removed])
    yield f"\nWritten {clock(report.made)} by {escaped(report.by)}."


def _redaction(redacted: bool, removed: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    yield "\n## Redaction\n"
    rows = [
        f"- {escaped(kind)} → {escaped(placeholder)}, {counted(times, 'time')}" for kind, placeholder, times in removed
    ]
    if not redacted:
        yield "Nothing was redacted: this report may hold secrets and names."
    else:
        yield from rows or ["Nothing was found that had to be removed."]


def _survey_lines(survey: Survey) -> Iterator[str]:
    yield "# Sessions\n"
    compactions = sum(len(row.rounds) for row in survey.rows)
    failed = [row for row in survey.rows if row.error]
    sums = f"{counted(len(survey.rows), 'session')}, {counted(compactions, 'compaction')}"
    unread = f"; {counted(len(failed), 'session')} could not be read" if failed else ""
    yield f"{sums}{unread}.\n"
    if survey.unjudged:
        unjudged = counted(survey.unjudged, "compaction")
        yield f"{unjudged} cannot be read in full, in no distribution.\n"
    if survey.shown:
        yield f"{WORK_TITLE}: {count_words(survey.shown)}. {NEVER_TESTED}\n"
        yield from (f"- {escaped(line)}" for line in survey_lines(survey.rows))
        yield ""
    told = [(name, groups) for name, groups in survey.distributions if groups]
    if not told:
        yield f"{survey.untold}\n"
    for name, groups in told:
        yield f"## What was said, by {name}\n"
        yield from _table(
            (
                name,
                "sessions",
                "compactions",
                "sentences",
                "there",
                "in part",
                "not there",
                "lost or changed",
                "single compactions",
            ),
            [_distribution(group) for group in groups],
        )
    yield "## All sessions\n"
    rows = [(escaped(row.path), *_sums(row), escaped(row.error or cut_short(row.title, _TITLE))) for row in survey.rows]
    yield from _table(("session", "agent", "requests", "peak", "compactions", "sentences not there", "title"), rows)
    yield from _redaction(survey.redacted, [(one.kind, one.placeholder, one.times) for one in survey.removed])
    yield f"\nWritten {clock(survey.made)} by {escaped(survey.by)}."


def _sums(row: SessionRow) -> tuple[str, ...]:
    if row.error:
        return escaped(row.agent), *[""] * 4
    told = (f"{row.requests:,}", number(row.peak), str(len(row.rounds)), losses_in(row))
    return escaped(f"{row.agent} {row.version}".strip()), *told


def _distribution(group: SurveyGroup) -> tuple[str, ...]:
    quartiles = " · ".join(f"{share:.0%}" for share in group.quartiles) if group.quartiles else "too few"
    share = percent(group.kept / group.facts) if group.facts else UNKNOWN
    return (
        escaped(group.name), f"{group.sessions:,}", f"{group.compactions:,}", f"{group.facts:,}",
        f"{group.kept:,} ({share})", f"{group.part:,}", f"{group.absent:,}",
        number(group.harmed) if group.harmed else HARM_UNKNOWN, quartiles,
    )  # fmt: skip


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


REPORTER = Reporter("md", "Markdown", _session, _survey)
