"""From a candidate to a fact: whether it is a statement, of which kind, how binding, and whether still open."""

from __future__ import annotations

import re

from inspector.facts.candidates import Candidate
from inspector.facts.forms import form_of, says_nothing
from inspector.facts.linear import model
from inspector.facts.said import HEADS, PLAN
from inspector.model import Basis, Fact, FactKind, Role, Session, Strength
from inspector.reconstruct.segment import fact_id, quoted, statement
from inspector.text.cues import cues
from inspector.text.openings import word_count
from inspector.text.phrases import phrase, says
from inspector.text.sentences import dangles

# Of the sentences of a plan that readers marked, six in ten are steps and rules; the others tell the background.
_PLANNED = 0.6
_LEAST_PLANNED = 5
# "**New file:** `tests/tides.py` (line 60)" says nothing but its name.
_NAMED = re.compile(
    r"\A\W*\*\*[^*\n]{1,40}\*\*:?|`[^`]*`|\([^()]*\)|(?<!/)(?:[\w.~-]{0,255}/)+[\w.*<>{}-]+"
    r"|\b[\w-]{1,255}\.(?:[a-z]{1,4}|json|yaml|toml|html)\b"
)
_LEAST_SAID = 2
_UNSAID = frozenset({"pasted", HEADS})
RULES = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE})


def is_statement(candidate: Candidate) -> bool:
    """Whether a candidate of the human's words or of a summary says something that a later reader would miss."""
    return surety(candidate) >= (_PLANNED if PLAN in candidate.features else _threshold(candidate))


def surety(candidate: Candidate) -> float:
    """How sure it is that a candidate states a fact, 0 to 1. What was chosen or accepted is sure."""
    if candidate.source in ("answer", "agreed"):
        return 1.0
    text = candidate.unit.text
    if not _UNSAID.isdisjoint(candidate.features) or says_nothing(text) or dangles(text):
        return 0.0
    if PLAN in candidate.features:
        unit = candidate.unit
        whole = (
            unit.shape in ("sentence", "bullet") and not unit.text.endswith(":") and not says("background", unit.text)
        )
        telling = word_count(unit.text) >= _LEAST_PLANNED and word_count(_NAMED.sub(" ", unit.text)) >= _LEAST_SAID
        return _PLANNED if whole and telling else 0.0
    return model(f"statement {candidate.source}").probability(candidate.features)


def _threshold(candidate: Candidate) -> float:
    return 1.0 if candidate.source in ("answer", "agreed") else model(f"statement {candidate.source}").threshold


def kind_of(candidate: Candidate) -> FactKind:
    """The kind of a candidate that is a statement: by the rule family of its words."""
    if candidate.source == "answer" or (candidate.source == "agreed" and "plan approved" not in candidate.features):
        return FactKind.DECISION
    text = candidate.unit.text
    form = form_of(text)
    if candidate.source == "summary" and form in _AGREED:
        return FactKind.DECISION
    kind = KINDS[form]
    return FactKind.PREFERENCE if kind is FactKind.CONSTRAINT and says("prefers", text) else kind


KINDS = {
    "approval": FactKind.TASK,
    "retraction": FactKind.DECISION,
    "prohibition": FactKind.CONSTRAINT,
    "request question": FactKind.TASK,
    "wish": FactKind.CONSTRAINT,
    "choice": FactKind.DECISION,
    "obligation": FactKind.CONSTRAINT,
    "keeping": FactKind.CONSTRAINT,
    "request": FactKind.TASK,
    "question": FactKind.TASK,
    "imperative": FactKind.TASK,
    "report": FactKind.GIVEN,
    "error": FactKind.GIVEN,
    "clause": FactKind.GIVEN,
    "fragment": FactKind.TASK,
}
# In a plan or a summary these families tell what was settled, not what somebody reports.
_AGREED = frozenset({"report", "clause", "fragment", "error"})


def strength_of(kind: FactKind, text: str) -> Strength | None:
    """How binding a rule is; None for what is no rule."""
    if kind not in RULES:
        return None
    binds = says("must", text) or any(cues().found_foreign(name, text) for name in ("obligation", "forbids"))
    if not binds and (says("may", text) or cues().found_foreign("permission", text)):
        return Strength.MAY
    wishes = says("should", text) or cues().found_foreign("wish", text)
    return Strength.SHOULD if kind is FactKind.PREFERENCE or (wishes and not binds) else Strength.MUST


def scope_of(text: str) -> str:
    """Where or until when a statement holds, in its own words; "" where it does not say."""
    found = phrase("scope").search(text)
    return found[0] if found else ""


def fact_of(session: Session, candidate: Candidate, extractor: str) -> Fact:
    """The fact that a candidate states."""
    unit = candidate.unit
    kind = kind_of(candidate)
    question = next((part.text for part in candidate.parts if part.role is Role.QUESTION), "")
    return Fact(
        id=fact_id(session, kind, candidate.item.number, unit.start, unit.text),
        kind=kind,
        # An answer says something with its question only.
        statement=statement(f'"{question}"="{unit.text}"' if question else unit.text),
        quotes=(quoted(candidate.item, unit.start, unit.end),),
        texts=(unit.text,),
        strength=strength_of(kind, unit.text),
        scope=scope_of(unit.text),
        extractor=extractor,
        basis=Basis.INFERRED,
        weight=round(surety(candidate), 3),
        parts=candidate.parts,
    )
