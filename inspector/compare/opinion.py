"""A second opinion on verdicts, by a model and on request only; where it differs from the rules, both are shown.

The rules' verdict stays what it is. A model that calls a fact kept has to quote the words that keep it, and they have
to stand in the context after; otherwise its opinion is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.compare.intervals import KEPT
from inspector.compare.survival import Outcome
from inspector.compare.zones import After, look_after
from inspector.extract.pipeline import Found
from inspector.llm.ask import Ask, find_quote, json_objects, number_of, word_of
from inspector.llm.chat import Message
from inspector.llm.marks import marks_for, sendable
from inspector.model import Basis, Evidence, Fact, Survival, Verdict

_AT_ONCE = 20
_VERDICTS = (Verdict.VERBATIM, Verdict.REWORDED, Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED, Verdict.LOST)
_RULES = """\
You compare statements with a text that is all that is left of the work they come from. For each statement decide:
verbatim (stands there word for word), reworded (all of it, in other words), weakened (hedged, or a part missing),
altered (a number, path or time differs), contradicted (the opposite stands there), lost (not there).
Write one JSON object a line, nothing else:
{"n": number of the statement, "verdict": "reworded", "quote": "the exact words of the text that say it"}
Copy the quote letter by letter from the text; leave it empty where the statement is lost."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a model says of one fact, beside what the rules say."""

    fact: str
    """Id of the fact."""
    ruled: Verdict
    judged: Verdict
    evidence: tuple[Evidence, ...]
    why: str
    basis: Basis = Basis.JUDGED

    @property
    def agrees(self) -> bool:
        """Whether both say that it was kept, or both that it was not. Undecided agrees with nothing."""
        if Verdict.UNDECIDED in (self.ruled, self.judged):
            return False
        return (self.ruled in KEPT) == (self.judged in KEPT)


def second_opinion(found: Found, outcome: Outcome, ask: Ask) -> tuple[Opinion, ...]:
    """A model's opinion on the facts that still matter, in their order. Raises InspectorError."""
    segment = found.segment
    after = look_after(segment.session, segment.compaction, segment.read)
    statements = {fact.id for fact in found.facts}
    open_ones = [
        (fact, survival)
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
        if fact.id in statements and survival.live and survival.verdict is not Verdict.SUPERSEDED
    ]
    found_opinions: list[Opinion] = []
    for start in range(0, len(open_ones), _AT_ONCE):
        found_opinions += _asked(open_ones[start : start + _AT_ONCE], after, ask)
    return tuple(found_opinions)


def _asked(pairs: Sequence[tuple[Fact, Survival]], after: After, ask: Ask) -> Iterator[Opinion]:
    answers: dict[int | None, dict[str, object]] = {}
    for told in json_objects(ask(_messages([fact.statement for fact, _ in pairs], after))):
        if word_of(told, "verdict") in _VERDICTS:
            # Each statement once: what a model repeats is not asked for.
            answers.setdefault(number_of(told), told)
    for number, (fact, survival) in enumerate(pairs, 1):
        judged, evidence, why = _read(answers.get(number), after)
        yield Opinion(fact.id, survival.verdict, judged, evidence, why)


def _read(told: dict[str, object] | None, after: After) -> tuple[Verdict, tuple[Evidence, ...], str]:
    """What an answer says of one statement: a verdict, the words it rests on, and why."""
    if told is None:
        return Verdict.UNDECIDED, (), "The model says nothing of it."
    judged = Verdict(word_of(told, "verdict"))
    if judged is Verdict.LOST:
        return judged, (), "The model finds it nowhere."
    evidence = _evidence(str(told.get("quote") or ""), after)
    if evidence is None:
        return Verdict.UNDECIDED, (), f"The model calls it {judged.value}, but the words it quotes are not there."
    return judged, (evidence,), "The model quotes these words."


def _evidence(quote: str, after: After) -> Evidence | None:
    for text in after.texts:
        match = find_quote(quote, text.text)
        if match is not None:
            return Evidence(text.zone, text.item.number, match.start(), match.end(), match[0])
    return None


def _messages(statements: Sequence[str], after: After) -> list[Message]:
    left = sendable("\n\n".join(f"## {text.zone.value}\n{text.text}" for text in after.texts))
    listed = sendable("\n".join(f"{number}. {words}" for number, words in enumerate(statements, 1)))
    marks = marks_for(f"{left}\n{listed}")
    body = f"Text:\n{marks.around(left)}\n\nStatements:\n{marks.around(listed)}"
    return [Message("system", f"{_RULES}\n{marks.rule}"), Message("user", body)]
