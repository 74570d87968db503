"""Sessions as JUnit XML: a suite a compaction, a case a sentence, so that a build shows what no longer stands there.

The sentences that people wrote are asked for, or those of a fact bank. What the work showed is left out unless a bank
has it: most of it nobody misses, and a build that always fails tells nothing.

Rule: a sentence whose words stood there before a compaction and do not behind it fails, exactly. Where a judge read the
compaction, its verdicts decide. What did not stand there before, or cannot be read, is skipped with its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from inspector.model import Basis, Verdict
from inspector.reconstruct.compactions import UNDONE, WENT_BACK
from inspector.report.document import Report
from inspector.report.junit import add_case, add_result, add_suite, as_text, new_file
from inspector.report.sentences import missing_words, said_before
from inspector.report.told import Passage, ToldCompaction, ToldFact
from inspector.survival.shares import KEPT
from inspector.wording.damage import never_compacted
from inspector.wording.units import counted, place
from inspector.wording.verdicts import verdict_meaning, verdict_word

_LONGEST = 300
"""Characters of a name; the whole statement stands in the result."""
_NO_LONGER = "it no longer mattered when this was compacted, as the judge says"
_NOT_BEFORE = "its words did not stand there before this compaction either"


@dataclass(frozen=True, slots=True)
class ReportedSession:
    """One session."""

    path: str
    report: Report | None
    error: str = ""
    """Why there is no report."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How the cases of a file went."""

    passed: int
    failed: int
    skipped: int
    errors: int

    def __str__(self) -> str:
        told = (f"{self.failed} failed, {self.skipped} skipped, {self.passed} passed", self.errors)
        return told[0] + (f", {counted(self.errors, 'session')} could not be read" if self.errors else "")


def facts_junit(sessions: Sequence[ReportedSession], from_bank: bool = False) -> tuple[str, Counts]:
    """The file, and how its cases went; every fact is a case where they are ``from_bank``."""
    root = new_file("What compactions kept")
    paths = Counter(one.path for one in sessions)
    for one in sessions:
        if one.report is None:
            add_result(add_case(add_suite(root, one.path), "read the session"), "error", one.error)
            continue
        name = one.path if paths[one.path] == 1 else f"{one.path} ({one.report.card.id})"
        for compaction in one.report.compactions:
            _suite(root, name, compaction, from_bank)
        if one.report.damaged:
            add_result(add_case(add_suite(root, name), "read all of the log"), "skipped", one.report.damaged)
        if not one.report.compactions:
            why = never_compacted(bool(one.report.damaged), one.report.card.edits)
            add_result(add_case(add_suite(root, name), "compactions"), "skipped", why)
    text = as_text(root)
    failed, skipped, errors = (
        sum(int(suite.get(name, "0")) for suite in root.iter("testsuite")) for name in ("failures", "skipped", "errors")
    )
    return text, Counts(len(root.findall(".//testcase")) - failed - skipped - errors, failed, skipped, errors)


def _suite(root: ElementTree.Element, path: str, compaction: ToldCompaction, from_bank: bool) -> None:
    suite = add_suite(root, f"{path}, compaction {compaction.number}")
    names: dict[str, int] = {}
    for fact in compaction.facts:
        if from_bank or (fact.is_spoken and fact.group != "folded"):
            name = fact.statement[:_LONGEST]
            names[name] = names.get(name, 0) + 1
            case = add_case(suite, name if names[name] == 1 else f"{name} ({names[name]})")
            _result(case, fact, compaction, from_bank)
    if not names:
        why = compaction.unjudged or said_before(compaction)
        add_result(add_case(suite, "statements"), "skipped", why)


def _result(case: ElementTree.Element, fact: ToldFact, compaction: ToldCompaction, from_bank: bool) -> None:
    """How one case went; one that passed has no result."""
    word = verdict_word(fact.verdict)
    why = _why_skipped(fact, compaction, from_bank)
    if why:
        add_result(case, "skipped", f"{word}: {why}")
    elif fact.verdict not in KEPT:
        add_result(case, "failure", f"{word}: {verdict_meaning(fact.verdict)}", _details(fact), fact.verdict.value)


def _why_skipped(fact: ToldFact, compaction: ToldCompaction, from_bank: bool) -> str:
    """Why a case says neither yes nor no; "" where it does."""
    if compaction.outcome == UNDONE and fact.verdict not in KEPT:
        return WENT_BACK
    if fact.verdict is Verdict.SUPERSEDED:
        return f"{verdict_meaning(fact.verdict)}."
    if not fact.live:
        return f"{_NO_LONGER}."
    if fact.verdict is Verdict.UNDECIDED:
        return fact.why or compaction.unjudged or f"{verdict_meaning(fact.verdict)}."
    if fact.basis is not Basis.COUNTED or fact.verdict in KEPT:
        return ""
    if not fact.before:
        return f"{_NOT_BEFORE}."
    if compaction.judge and not compaction.partial:
        return f"{compaction.judge} read this compaction and names no statement of it."
    if fact.verdict is Verdict.PART and not from_bank:
        return f"{missing_words(fact)}."
    return ""


def _details(fact: ToldFact) -> str:
    """What was said, where, why it is called so, and what comes nearest."""
    # What a bank alone has was not said in this log.
    said = (f"said at {_at(one)}: {one.text}" for one in fact.said if one.item is not None)
    lines = [fact.statement, *said, f"why: {fact.why}"]
    lines += [f"words that do not stand there: {', '.join(fact.missing)}"] if fact.missing else []
    if fact.nearest:
        lines.append(f"nearest, at {_at(fact.nearest)}: {fact.nearest.text}")
    lines += [f"stands at {_at(found)}: {found.text}" for found in fact.found]
    lines.append(f"known by: {fact.basis.value}")
    return "\n".join(lines)


def _at(passage: Passage) -> str:
    return place(passage.line, passage.item)
