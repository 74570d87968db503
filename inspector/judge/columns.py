"""Several texts about one compaction, judged blind: the same statements, the same judge, no names, in no order.

Texts that say the same are one. Where not all fit one request there are several, with the same statements and the same
record. Every word of the answers is checked against the text that it is about.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from inspector.judge import ask as questions
from inspector.judge import column_text as checks
from inspector.judge.column_text import ColumnText, Statement
from inspector.judge.columns_answer import ColumnAnswer, ColumnsAnswer, read_columns
from inspector.judge.columns_plan import ColumnsPlan, plan_columns
from inspector.judge.passes import claims_together
from inspector.judge.places import find_evidence
from inspector.judge.reading import AskNth, each
from inspector.llm.chat import Message
from inspector.model import Claim, Judgement, Survival, Trust, Verdict
from inspector.reconstruct.segment import Segment
from inspector.survival.shares import DISTORTED, GONE, KEPT

LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class _Reading:
    """One reading of one text."""

    survivals: tuple[Survival, ...]
    alone: tuple[Survival, ...]
    claims: tuple[Claim, ...]
    trust: Trust
    notes: tuple[str, ...] = ()


def judge_columns(
    segment: Segment,
    statements: Sequence[Statement],
    contexts: Sequence[Segment],
    ask: AskNth,
    *,
    model: str = "",
    passes: int = 1,
    window: int | None = None,
) -> list[Judgement]:
    """What a judge finds in each of several contexts after the same compaction, in their order.

    ``segment`` is the recorded one; each context is the same segment with what one column made of it. ``window`` in
    tokens; None where it is not known. Raises InspectorError where there is no answer, and Unanswered where questions
    were written down instead.
    """
    planned = plan_columns(segment, statements, contexts, window)
    judge = _Judge(planned, ask)
    readings = each(judge.read, range(passes))
    return [
        _judgement(column, planned, [reading[place] for reading in readings], model)
        for place, column in enumerate(planned.columns)
    ]


class _Judge:
    """Asks about the texts of a plan."""

    def __init__(self, planned: ColumnsPlan, ask: AskNth) -> None:
        self._plan = planned
        self._ask = ask

    def read(self, nth: int) -> list[_Reading]:
        """One reading of every column, in their order; a second one has the texts in another order."""
        texts = shuffled({column.text for column in self._plan.columns if column.is_read}, nth)
        answers = dict(
            pair for found in each(lambda some: self._asked(some, nth), self._plan.batches(texts)) for pair in found
        )
        return [self._checked(column, *answers.get(column.text, (ColumnAnswer(), ""))) for column in self._plan.columns]

    def _asked(self, texts: Sequence[str], nth: int) -> list[tuple[str, tuple[ColumnAnswer, str]]]:
        """Some texts, each with what was answered about it, and what is to be said of that answer."""
        messages = self._plan.question(dict(zip(LETTERS, texts, strict=False)))
        answer, note = self._answer(messages, nth)
        found = []
        for letter, text in zip(LETTERS, texts, strict=False):
            told = answer.texts.get(letter)
            missing = note or ("" if told is not None else "The judge says nothing of this text.")
            found.append((text, (told or ColumnAnswer(), missing)))
        return found

    def _answer(self, messages: Sequence[Message], nth: int) -> tuple[ColumnsAnswer, str]:
        text = self._ask(messages, nth)
        answer = read_columns(text)
        if answer.whole:
            return answer, ""
        again = read_columns(self._ask(questions.mended(messages, text), nth))
        if again.whole:
            return again, ""
        note = "The judge's answer is not the JSON that was asked for, nor was it when asked again."
        return max((answer, again), key=lambda one: len(one.texts)), note

    def _checked(self, column: ColumnText, told: ColumnAnswer, note: str) -> _Reading:
        asked = self._plan.statements
        found = [
            checks.survival(column, statement, told.verdicts.get(number)) for number, statement in enumerate(asked, 1)
        ]
        summary = bool(column.summary.texts) and column.is_read
        alone = [checks.alone(column, one, told.verdicts.get(number)) for number, one in enumerate(asked, 1) if summary]
        claims, dropped = checks.claims(column, told.claims, self._plan.lines) if column.is_read else ([], 0)
        notes = [note] if note else []
        silent = sum(number not in told.verdicts for number in range(1, len(asked) + 1)) if column.is_read else 0
        if silent:
            notes.append(f"The judge says nothing of {silent} of {len(asked)} statements in this text.")
        if dropped:
            notes.append(f"{dropped} of the claims it names stand nowhere in this text and were left out.")
        named = [said for said in told.verdicts.values() if said.words]
        stood = sum(find_evidence(said.words, column.wrote) is not None for said in named)
        trust = Trust(given=len(named) + len(claims) + dropped, stood=stood + len(claims))
        return _Reading(tuple(found), tuple(alone), tuple(claims), trust, tuple(notes))


def shuffled(texts: set[str], nth: int) -> list[str]:
    """Texts in an order that depends on their content and on the reading alone."""

    def key(text: str) -> bytes:
        return hashlib.blake2b(f"{nth}\0{text}".encode("utf-8", "replace"), digest_size=8).digest()

    return sorted(texts, key=lambda text: (key(text), text))


def _judgement(column: ColumnText, planned: ColumnsPlan, readings: Sequence[_Reading], model: str) -> Judgement:
    first = readings[0]
    survivals, alone, claims, trust = list(first.survivals), list(first.alone), list(first.claims), first.trust
    for other in readings[1:]:
        alone = [_agreed(one, two) for one, two in zip(alone, other.alone, strict=True)]
        survivals = [_agreed(one, two) for one, two in zip(survivals, other.survivals, strict=True)]
        claims, trust = claims_together(claims, other.claims), trust + other.trust
    undecided = sum(one.verdict is Verdict.UNDECIDED for one in survivals)
    notes = (*planned.notes, *(note for reading in readings for note in reading.notes)) if column.is_read else ()
    return Judgement(
        compaction=column.compaction,
        model=model,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        passes=len(readings),
        facts=tuple(fact for fact, _ in planned.statements),
        survivals=tuple(survivals),
        alone=tuple(alone),
        claims=tuple(claims),
        trust=replace(trust, undecided=undecided),
        notes=tuple(dict.fromkeys(notes)),
    )


def _agreed(one: Survival, other: Survival) -> Survival:
    """A verdict that two readings give; where they give different ones it is undecided."""
    if _group(one.verdict) == _group(other.verdict):
        return replace(one, sure=True)
    why = f"Two readings differ: {one.verdict.value}, {other.verdict.value}."
    nearest = next((found[0] for found in (one.evidence, other.evidence) if found), None)
    return replace(one, verdict=Verdict.UNDECIDED, evidence=(), nearest=nearest, why=why, sure=False)


def _group(verdict: Verdict) -> str:
    # The opposite is told apart from what is merely changed: it is what a headline takes off.
    if verdict is Verdict.CONTRADICTED:
        return verdict.value
    groups = (("kept", KEPT), ("changed", DISTORTED), ("lost", GONE))
    return next((name for name, group in groups if verdict in group), verdict.value)
