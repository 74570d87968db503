"""Facts found by a model, on request only: each with words that stand in the log exactly so, or it is not taken.

Not among the built-in extractors: it costs money, and what it finds is marked as judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from inspector.extract.extractor import Segment, fact_id, quoted, statement
from inspector.llm.ask import Ask, find_quote, json_objects, number_of, word_of
from inspector.llm.chat import Message
from inspector.llm.marks import marks_for, sendable
from inspector.model import Basis, Fact, FactKind, Item, ItemKind, Origin, Strength

_BATCH = 24_000
"""Characters of the human's words in one request."""
_KINDS = (FactKind.CONSTRAINT, FactKind.PREFERENCE, FactKind.DECISION, FactKind.TASK, FactKind.GIVEN)
_BINDING = (FactKind.CONSTRAINT, FactKind.PREFERENCE)
_RULES = """\
You read what a user said to a coding agent. Find each sentence that still has to be known when the work goes on:
constraint (demanded or forbidden), preference, decision (chosen or approved), task (asked to be done), given (told as
true). Leave out pasted output, thanks and chatter. Write one JSON object a line, nothing else:
{"n": number of the message, "kind": "constraint", "strength": "must" or "should" or "may", "quote": "the exact words"}
Copy the quote letter by letter from one message; never join or shorten."""


@dataclass(slots=True, eq=False)
class ByModel:
    """Asks a model for the facts in the human's words."""

    ask: Ask
    name: str = "model"
    rejected: list[str] = field(default_factory=list)
    """Quotes that stand nowhere in the message they were said to be from."""

    def extract(self, segment: Segment) -> Iterable[Fact]:
        """The facts, in order of the log. Raises InspectorError where the model cannot be asked."""
        for batch in _batches(segment):
            numbered = dict(enumerate(batch, 1))
            for told in json_objects(self.ask(_messages([text for _, text in batch]))):
                fact = self._fact(segment, numbered, told)
                if fact is not None:
                    yield fact

    def _fact(self, segment: Segment, numbered: dict[int, tuple[Item, str]], told: dict[str, object]) -> Fact | None:
        number, words, kind = number_of(told), told.get("quote"), word_of(told, "kind")
        if number not in numbered or not isinstance(words, str) or not words.strip():
            return None
        item, text = numbered[number]
        match = find_quote(words, text)
        if match is None or kind not in _KINDS:
            self.rejected.append(words)
            return None
        strength = word_of(told, "strength")
        binding = kind in _BINDING and strength in tuple(Strength)
        return Fact(
            id=fact_id(segment.session, FactKind(kind), item.number, match.start(), match[0]),
            kind=FactKind(kind),
            statement=statement(match[0]),
            quotes=(quoted(item, match.start(), match.end()),),
            texts=(match[0],),
            strength=Strength(strength) if binding else None,
            extractor=self.name,
            basis=Basis.JUDGED,
        )


def unlike(ruled: Sequence[Fact], judged: Sequence[Fact]) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """Where rules and model disagree: facts that the rules alone found, and those that the model alone found."""

    def overlaps(one: Fact, others: Sequence[Fact]) -> bool:
        mine = one.quotes[0]
        return any(
            mine.item == quote.item and mine.start < quote.end and quote.start < mine.end
            for other in others
            for quote in other.quotes
        )

    said = [fact for fact in ruled if fact.kind in _KINDS and not fact.from_summary]
    return (
        tuple(fact for fact in said if not overlaps(fact, judged)),
        tuple(fact for fact in judged if not overlaps(fact, ruled)),
    )


def _batches(segment: Segment) -> Iterator[list[tuple[Item, str]]]:
    batch: list[tuple[Item, str]] = []
    size = 0
    for item in segment.items:
        if item.kind is not ItemKind.USER or item.origin is not Origin.HUMAN:
            continue
        text = segment.read(item)
        if batch and size + len(text) > _BATCH:
            yield batch
            batch, size = [], 0
        batch.append((item, text[:_BATCH]))
        size += len(text)
    if batch:
        yield batch


def _messages(texts: Sequence[str]) -> list[Message]:
    said = "\n\n".join(f"## message {number}\n{sendable(text)}" for number, text in enumerate(texts, 1))
    marks = marks_for(said)
    return [Message("system", f"{_RULES}\n{marks.rule}"), Message("user", marks.around(said))]
