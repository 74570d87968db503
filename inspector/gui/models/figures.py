"""How figures are written: tokens with their basis, seconds, clock times. Unknown is words, never 0."""

from __future__ import annotations

from inspector.gui.language import moment, number, tr
from inspector.measure.bill import Bill
from inspector.model import Basis, ContextEntry, TokenCount
from inspector.report.cost import bill_words
from inspector.wording.units import UNKNOWN, dollars
from inspector.workbench.document import Document
from inspector.workbench.item_tokens import entry_tokens, tokens_of


def unknown() -> str:
    """What stands where the log does not tell."""
    return tr(UNKNOWN)


def whole(value: int | None) -> str:
    """A recorded number with thin separators."""
    return unknown() if value is None else number(value)


def short(value: float) -> str:
    """A number in three digits: ``31.4k``, ``1.2M``."""
    size = abs(value)
    if size >= 999_500:
        return f"{value / 1e6:.1f}M"
    if size >= 99_950:
        return f"{value / 1e3:.0f}k"
    return f"{value / 1e3:.1f}k" if size >= 1000 else f"{value:.0f}"


def tokens(count: TokenCount | None) -> str:
    """Tokens and how they are known: plain when recorded, ``[ ]`` when worked out, ``≈`` when it has an error."""
    if count is None or count.value is None:
        return unknown()
    text = number(count.value)
    if count.basis in (Basis.RECORDED, Basis.ENTERED):
        return text
    return f"[{text}]" if count.basis is Basis.COUNTED else f"≈{text}"


def basis_words(count: TokenCount | None) -> str:
    """How a count is known, as a sentence for a tooltip."""
    if count is None or count.value is None:
        return unknown()
    words = {
        Basis.RECORDED: tr("as the log says"),
        Basis.COUNTED: tr("counted from the log's text"),
        Basis.ESTIMATED: tr("estimated"),
        Basis.INFERRED: tr("deduced from what the log says"),
    }.get(count.basis, str(count.basis))
    by = tr(" with {tokenizer}").format(tokenizer=count.tokenizer) if count.tokenizer else ""
    error = tr(", ± {error}").format(error=number(count.error)) if count.error else ""
    return tr("{value} tokens, {words}{by}{error}").format(value=number(count.value), words=words, by=by, error=error)


_BLANKS = 8
"""Letters of a text for each one that is shown: most of them may be blanks."""


def short_line(text: str, most: int) -> str:
    """A text on one line, cut after so many characters."""
    # A first message may be a book: no more of it is looked at than can be needed.
    line = " ".join(text[: _BLANKS * most].split())
    return line if len(line) <= most and len(text) <= _BLANKS * most else line[: most - 1] + "…"


def seconds(value: float | None) -> str:
    """A duration."""
    if value is None:
        return unknown()
    if value < 60:
        return tr("{n} s").format(n=f"{value:.1f}")
    return tr("{m} min {s} s").format(m=int(value // 60), s=int(value % 60))


def time_of_day(iso: str | None) -> str:
    """The time of day of a recorded time."""
    at = moment(iso)
    return at.strftime("%H:%M:%S") if at else unknown()


def date_and_time(iso: str | None) -> str:
    """A recorded time in full, on this machine's clock."""
    at = moment(iso)
    return at.strftime("%Y-%m-%d %H:%M:%S") if at else unknown()


def cost_words(bill: Bill) -> tuple[str, str]:
    """What a session cost, and in full how that is known; "" where neither the log nor the list tells all of it."""
    if bill.recorded is not None:
        text = tr("cost {sum}").format(sum=dollars(bill.recorded))
        if bill.recorded_calls not in (None, bill.calls):
            part = tr("{text}, {n} of {of} calls")
            text = part.format(text=text, n=number(bill.recorded_calls or 0), of=number(bill.calls))
        return text, bill_words(bill)
    # A part of the list price would pass for the whole.
    if bill.listed is None or bill.listed_calls < bill.calls:
        return "", ""
    return tr("cost ≈{sum}").format(sum=dollars(bill.listed)), bill_words(bill)


def count_of(document: Document, item: int) -> TokenCount | None:
    """Tokens of an item. None while nothing is counted; a value of None where nothing can be."""
    return None if document.tally is None else tokens_of(document, item)


def count_of_entry(document: Document, entry: ContextEntry) -> TokenCount | None:
    """Tokens that an item takes in a context; None while nothing is counted."""
    return None if document.tally is None else entry_tokens(document, entry)
