"""The probe questions there are: what was said, which files were touched, what comes next, and what was decided."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.model import FactKind
from inspector.rerun.material import Material
from inspector.rerun.probes.probe import Probe, ProbeKind, ProbeQuestion, live_facts, question, topic

_KINDS = (FactKind.CONSTRAINT, FactKind.GIVEN, FactKind.PREFERENCE)
_VALUE = re.compile(
    r"`[^`\n]{2,60}`|https?://[^\s)\]>\"']+|(?:[\w.-]+/)+[\w.-]*\w|\b[\w-]+\.(?:py|ts|tsx|js|rs|go|java|md|json|toml|ya?ml|sh)\b"
    r"|\b[A-Za-z]+_\w+\b|\b\d(?:[\d,.:]*\d)?"
)
_GAP = "_____"
_MOST = 20
"""Paths that one answer can be expected to list."""
_ASKED = (
    (
        frozenset({"edited", "created", "deleted", "moved"}),
        "Which files were changed, created or deleted in this work?",
    ),
    (frozenset({"read"}), "Which files were read in this work?"),
)
_ENDS = 600
_TASK = "What does the user want done at present, and how far is it?"
_NEXT = "What had just been done when the record ends, and what is the next step?"


def _recall(material: Material) -> Iterator[ProbeQuestion]:
    """Those with a value to fill in come first: no judge is needed for them."""
    facts = live_facts(material, _KINDS)
    valued = [(fact, match) for fact in facts if (match := _VALUE.search(fact.statement)) is not None]
    for fact, match in valued:
        gap = f"{fact.statement[: match.start()]}{_GAP}{fact.statement[match.end() :]}"
        text = f'What stands in the gap? "{gap}"'
        value = match[0].strip("`").rstrip(".,:")
        yield question(ProbeKind.RECALL, text, (value,), exact=True, fact=fact.id)
    told = frozenset(fact.id for fact, _ in valued)
    for fact in facts:
        others = [other.statement for other in facts if other.id != fact.id]
        subject = topic(fact.statement, others) if fact.id not in told else ""
        if subject:
            text = f'What did the user say that concerns "{subject}"?'
            yield question(ProbeKind.RECALL, text, (fact.statement,), exact=False, fact=fact.id)


def _artifact(material: Material) -> Iterator[ProbeQuestion]:
    """One about what was changed, one about what was read; those used again later are expected first."""
    later = frozenset(fact.value for fact in material.evidence if fact.needed_later)
    for actions, words in _ASKED:
        touched = [fact for fact in material.evidence if fact.action in actions and "." in fact.value]
        touched.sort(key=lambda fact: fact.value not in later)
        paths = tuple(dict.fromkeys(fact.value for fact in touched))[:_MOST]
        if paths:
            text = f"{words} Give the path of each, one a line."
            yield question(ProbeKind.ARTIFACT, text, paths, exact=True)


def _continuation(material: Material) -> Iterator[ProbeQuestion]:
    """One about the task, where the human set one; one about the next step, by the agent's last words."""
    tasks = tuple(fact.statement for fact in live_facts(material, (FactKind.TASK,)))
    if tasks:
        yield question(ProbeKind.CONTINUATION, _TASK, tasks[-3:], exact=False)
    said = [entry.text for entry in material.entries if entry.kind == "assistant" and entry.text.strip()]
    if said:
        yield question(ProbeKind.CONTINUATION, _NEXT, (said[-1].strip()[-_ENDS:],), exact=False)


def _decision(material: Material) -> Iterator[ProbeQuestion]:
    """One for each decision that still counts and has a subject of its own."""
    facts = live_facts(material, (FactKind.DECISION,))
    for fact in facts:
        subject = topic(fact.statement, (other.statement for other in facts if other.id != fact.id))
        if subject:
            text = f'What was decided concerning "{subject}", and why, if that was said?'
            yield question(ProbeKind.DECISION, text, (fact.statement,), exact=False, fact=fact.id)


RECALL = Probe(ProbeKind.RECALL, _recall)
ARTIFACT = Probe(ProbeKind.ARTIFACT, _artifact)
CONTINUATION = Probe(ProbeKind.CONTINUATION, _continuation)
DECISION = Probe(ProbeKind.DECISION, _decision)
PROBES = (RECALL, ARTIFACT, CONTINUATION, DECISION)
"""In the order in which they are asked."""
