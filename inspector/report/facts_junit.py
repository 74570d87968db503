"""Sessions as JUnit XML: a suite a compaction, a case a statement, so that a build shows what a compaction lost.

What people said and agreed on is asked for, or all that stands in a fact bank. What else the work showed is left out:
most of it nobody misses, and a build that always fails tells nothing.

Rule: only what is sure accuses. A verdict that is held back is undecided, and what is undecided is skipped with its
reason, never failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from inspector.model import Verdict
from inspector.report.document import Passage, Report, ToldCompaction, ToldFact
from inspector.report.junit import add_case, add_result, add_suite, as_text, new_file
from inspector.survival.shares import KEPT, SPOKEN
from inspector.wording.units import counted, place
from inspector.wording.verdicts import verdict_meaning, verdict_word

_LONGEST = 300
"""Characters of a name; the whole statement stands in the result."""
_NO_LONGER = "It no longer mattered when this was compacted"
_NEVER = "It was never compacted, as far as its log tells."


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
        if not one.report.compactions:
            add_result(add_case(add_suite(root, name), "compactions"), "skipped", _NEVER)
    text = as_text(root)
    failed, skipped, errors = (
        sum(int(suite.get(name, "0")) for suite in root.iter("testsuite")) for name in ("failures", "skipped", "errors")
    )
    return text, Counts(len(root.findall(".//testcase")) - failed - skipped - errors, failed, skipped, errors)


def _suite(root: ElementTree.Element, path: str, compaction: ToldCompaction, from_bank: bool) -> None:
    suite = add_suite(root, f"{path}, compaction {compaction.number}")
    names: dict[str, int] = {}
    for fact in compaction.facts:
        if from_bank or fact.kind in SPOKEN:
            name = fact.statement[:_LONGEST]
            names[name] = names.get(name, 0) + 1
            _case(suite, name if names[name] == 1 else f"{name} ({names[name]})", fact, compaction)
    if not names:
        why = compaction.unjudged or "Nothing was found in what was compacted that had to stay."
        add_result(add_case(suite, "statements"), "skipped", why)


def _case(suite: ElementTree.Element, name: str, fact: ToldFact, compaction: ToldCompaction) -> None:
    case = add_case(suite, name)
    word = verdict_word(fact.verdict, fact.unsure)
    if fact.harm:
        add_result(case, "failure", f"{word}: {verdict_meaning(fact.verdict)}", _details(fact), fact.verdict.value)
    elif fact.verdict is Verdict.UNDECIDED:
        add_result(case, "skipped", f"{word}: {fact.why or compaction.unjudged or verdict_meaning(fact.verdict)}")
    elif fact.verdict not in KEPT:
        why = verdict_meaning(fact.verdict) if fact.verdict is Verdict.SUPERSEDED else _NO_LONGER
        add_result(case, "skipped", f"{word}: {why}.")


def _details(fact: ToldFact) -> str:
    """What was said, where, why it is called so, and what comes nearest."""
    lines = [fact.statement, *(f"said at {_at(said)}: {said.text}" for said in fact.said), f"why: {fact.why}"]
    if fact.nearest:
        lines.append(f"nearest, at {_at(fact.nearest)}: {fact.nearest.text}")
    lines += [f"stands at {_at(found)}: {found.text}" for found in fact.found]
    lines.append(f"known by: {fact.basis.value}" + (f", {fact.matcher}" if fact.matcher else ""))
    if fact.confidence is not None:
        lines.append(f"a careful reader shares it with a likelihood of {fact.confidence:.0%}")
    return "\n".join(lines)


def _at(passage: Passage) -> str:
    return place(passage.line, passage.item)
