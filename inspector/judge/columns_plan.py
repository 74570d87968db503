"""How several texts are put to a judge: the record as detailed as there is room for, and texts in as few requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.judge import ask as questions
from inspector.judge.column_text import ColumnText, Statement, column_text
from inspector.judge.copy import CopiedPassage, copies_of, copy_of, labeller, lines_said
from inspector.judge.plan import tokens_in
from inspector.judge.retrieved import retrieved_for
from inspector.judge.traffic import ROOMS
from inspector.llm.chat import Message
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Verdict
from inspector.reconstruct.segment import Segment

AT_ONCE = 8
"""Texts in one request."""
_VERDICTS = 360
"""In one answer: statements times texts, so that it stays below the tokens that an answer may have."""
_STATEMENTS = 90
"""More than that are asked about only where they still matter."""
_REQUEST = 64_000
"""Tokens of a request where the model's window is not known, or is wider."""
_LOG = 5_000
"""Tokens of passages from the log."""
_TEXTS = 24_000
"""Tokens of texts that room is kept for beside the record, where there are so many."""
_RULES = 2_000
"""Tokens of the instructions and the marks."""
_LEAST = 4_000


@dataclass(frozen=True, slots=True, eq=False)
class ColumnsPlan:
    """What is asked about several columns."""

    columns: tuple[ColumnText, ...]
    statements: tuple[Statement, ...]
    before: tuple[CopiedPassage, ...]
    log: tuple[str, ...]
    listed: str
    """The statements as a judge sees them."""
    lines: dict[str, int]
    """Label of a passage → number of its item."""
    room: int
    """Tokens of texts in one request."""
    notes: tuple[str, ...] = ()

    def batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        """The texts in as few requests as they fit, in their order."""
        most = max(1, min(AT_ONCE, _VERDICTS // max(1, len(self.statements))))
        batch: list[str] = []
        size = 0
        for text, tokens in zip(texts, default_tokenizer().count_many(list(texts)), strict=True):
            if batch and (len(batch) == most or size + tokens > self.room):
                yield batch
                batch, size = [], 0
            batch.append(text)
            size += tokens
        if batch:
            yield batch

    def question(self, texts: Mapping[str, str]) -> list[Message]:
        """One request about some texts, by letter."""
        return questions.columns([*map(str, self.before)], self.listed, self.log, texts)


def plan_columns(
    segment: Segment, statements: Sequence[Statement], contexts: Sequence[Segment], window: int | None = None
) -> ColumnsPlan:
    """What is asked about some contexts after one compaction. Reads every text of the context before it."""
    ample = copy_of(segment).before
    columns = tuple(column_text(context, lines_said(ample)) for context in contexts)
    texts = sorted({column.text for column in columns if column.is_read})
    log = retrieved_for(texts, segment, _LOG)
    asked, notes = _asked(statements)
    label = labeller(segment)
    places = {fact.id: label(segment.session.items[fact.quotes[0].item - 1]) for fact, _ in asked}
    listed = "\n".join(
        f"{number}. [{places[fact.id]} {fact.kind.value}] {fact.statement}" for number, (fact, _) in enumerate(asked, 1)
    )
    whole = min(_REQUEST, window or _REQUEST) - (questions.LONGEST if window is not None else 0)
    rest = max(_LEAST, whole - _RULES - tokens_in((*log, listed)))
    before, more = _before(segment, max(_LEAST, rest - min(_TEXTS, tokens_in(texts))))
    return ColumnsPlan(
        columns=columns,
        statements=asked,
        before=before,
        log=log,
        listed=listed,
        lines={passage.label: passage.items[0] for passage in ample},
        room=max(_LEAST, rest - tokens_in(map(str, before))),
        notes=(*notes, *more),
    )


def _asked(statements: Sequence[Statement]) -> tuple[tuple[Statement, ...], tuple[str, ...]]:
    """The statements that are asked about: none that was taken back; of very many those that still matter."""
    open_ones = [one for one in statements if one[1].verdict is not Verdict.SUPERSEDED]
    if len(open_ones) <= _STATEMENTS:
        return tuple(open_ones), ()
    live = [one for one in open_ones if one[1].live]
    note = f"{len(open_ones) - len(live)} statements that no longer matter were not asked about."
    return tuple(live), (note,)


def _before(segment: Segment, room: int) -> tuple[tuple[CopiedPassage, ...], tuple[str, ...]]:
    """What stood before, as detailed as there is room for, and what has to be said of what was left out.

    What stays is not marked: each column keeps something else.
    """
    for copy in copies_of(segment, ROOMS):
        before = tuple(replace(passage, stays=False) for passage in copy.before)
        if tokens_in(map(str, before)) <= room:
            return before, ()
    talk = tuple(passage for passage in before if passage.kind != "tool")
    if tokens_in(map(str, talk)) <= room:
        return talk, ("The judge was not shown what tools did: the record with it is larger than its window.",)
    note = "The record is larger than the judge's window: claims were held against passages of it alone."
    return (), (note,)
