"""The entries of one context as table columns, and what they add up to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.figures import basis_words, count_of, count_of_entry, tokens
from inspector.gui.models.rows import kind_word
from inspector.gui.models.table import TableColumn, time_column
from inspector.model import Basis, ContextEntry, Form, Item, Request, TokenCount
from inspector.workbench.cursor import answer_of
from inspector.workbench.document import Document

ORDER, FORM = 0, 4
"""Columns that give way where it is narrow: the order is that of the rows, the form is in the kind's tooltip."""


@dataclass(frozen=True, slots=True)
class ContextRow:
    """One entry with its place in the context, from 1; without an entry it is of the answer, and was not sent."""

    place: int
    entry: ContextEntry | None
    item: Item
    count: TokenCount | None


@dataclass(frozen=True, slots=True)
class Totals:
    """What a context adds up to, in tokens. ``recorded`` is the log's own number for the whole prompt."""

    counted: TokenCount | None
    recorded: TokenCount

    @property
    def unlogged(self) -> TokenCount | None:
        """The recorded part that the log does not hold; None while either side is unknown, and where less was sent."""
        if self.counted is None or self.counted.value is None or self.recorded.value is None:
            return None
        rest = self.recorded.value - self.counted.value
        return TokenCount(rest, Basis.ESTIMATED, self.counted.tokenizer, self.counted.error) if rest >= 0 else None


def rows(document: Document, op: int) -> list[ContextRow]:
    """The context after an operation, oldest first; needs the reconstruction."""
    assert document.reconstruction is not None, "contexts are asked for once replayed"
    entries = document.reconstruction.replay.entries_at(op)
    return [
        ContextRow(place, entry, document.item(entry.item), count_of_entry(document, entry))
        for place, entry in enumerate(entries, 1)
    ]


def answer(document: Document, request: Request, sent: int) -> list[ContextRow]:
    """What a request answered, behind the ``sent`` entries that it was sent."""
    numbers = answer_of(document.session, request)
    return [
        ContextRow(place, None, document.item(number), count_of(document, number))
        for place, number in enumerate(numbers, sent + 1)
    ]


def totals(document: Document, shown: list[ContextRow], recorded: TokenCount) -> Totals:
    """Sum a context; ``counted`` is None until the items are counted."""
    if document.tally is None:
        return Totals(None, recorded)
    tally = document.tally
    values = [row.count.value for row in shown if row.count is not None and row.count.value is not None]
    error = tally.calibration.error
    value = sum(values)
    spread = None if error is None else round(error * value)
    return Totals(TokenCount(value, Basis.ESTIMATED, tally.counts.tokenizer, spread), recorded)


def form_words(form: Form) -> str:
    """How much of an item stands in a context."""
    return {
        Form.WHOLE: tr("whole"),
        Form.SHORTENED: tr("shortened"),
        Form.PLACEHOLDER: tr("cleared"),
        Form.SUMMARY: tr("summary"),
    }[form]


def columns(color: Callable[[str], object]) -> tuple[TableColumn, ...]:
    """The columns; ``color`` gives that of a kind."""
    return (
        TableColumn(tr("Order"), lambda row: number(row.place), lambda row: row.place, right=True),
        TableColumn(tr("No."), lambda row: number(row.item.number), lambda row: row.item.number, right=True),
        TableColumn("", lambda row: "■", lambda row: row.item.kind.value, color=lambda row: color(row.item.kind.value)),
        TableColumn(
            tr("Kind"),
            lambda row: kind_word(row.item),
            lambda row: kind_word(row.item),
            tip=lambda row: f"{kind_word(row.item)} · {_form(row)}",
        ),
        TableColumn(tr("Form"), _form, _form),
        TableColumn(
            tr("Tokens"),
            lambda row: "…" if row.count is None else tokens(row.count),
            lambda row: row.count.value if row.count else None,
            True,
            lambda row: basis_words(row.count),
        ),
        time_column(lambda row: row.item.time),
        TableColumn(tr("What"), lambda row: row.item.preview, lambda row: row.item.preview.casefold(), fills=True),
    )


def _form(row: ContextRow) -> str:
    return tr("answer") if row.entry is None else form_words(row.entry.form)
