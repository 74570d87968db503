"""The compactions of a session as table columns."""

from __future__ import annotations

from collections.abc import Callable

from inspector.gui.language import number, tr
from inspector.gui.models.figures import basis_words, seconds, tokens, unknown, whole
from inspector.gui.models.table import TableColumn, time_column
from inspector.model import Basis, Compaction, Has, TokenCount
from inspector.reconstruct.compactions import moved, reported_before
from inspector.wording.compactions import growth_words, sentences
from inspector.workbench.document import Document, uncompacted

_WITHOUT_SUMMARY = frozenset({"trim", "edit"})


def name(compaction: Compaction) -> str:
    """How a compaction is called everywhere: ``┊C2``, or ``E7`` for results cleared in place."""
    return f"E{compaction.number}" if compaction.record.kind == "edit" else f"┊C{compaction.number}"


def none_words(document: Document) -> str:
    """Why there is no compaction, and what was cleared in place instead: the same wherever one would be shown."""
    if document.session.capabilities.compactions is Has.NO and not document.edits:
        return tr("This agent's logs do not record compactions, and no drop in tokens suggests one.")
    return uncompacted(document, tr("Compactions lists them"))


def change(compaction: Compaction) -> str:
    """Prompt tokens before and after: ``164,213 → 31,402``."""
    return f"{tokens(compaction.before)} → {tokens(compaction.after)}"


def change_in_tokens(compaction: Compaction) -> str:
    """The same with its unit: ``164,213 → 31,402 tokens``, or ``164,213 tokens → not in this log``."""
    if compaction.after.value is not None:
        return tr("{change} tokens").format(change=change(compaction))
    if compaction.before.value is None:
        return tr("tokens: {x}").format(x=unknown())
    return tr("{before} tokens → {after}").format(before=tokens(compaction.before), after=unknown())


def cause(compaction: Compaction) -> str:
    """What set it off, or of what kind it is where no log tells that: ``auto``, ``summary``; "" for neither."""
    record = compaction.record
    return next((word for word in (record.trigger, record.kind) if word != "unknown"), "")


def before_words(compaction: Compaction) -> str:
    """How the size before is known, and what the record of the compaction itself says of it."""
    told = reported_before(compaction)
    if told is None:
        return basis_words(compaction.before)
    own = tr("{prompt} in the last prompt; {n} tokens by the record of the compaction itself, which counts otherwise")
    return own.format(prompt=basis_words(compaction.before), n=number(told))


def is_guessed(compaction: Compaction) -> bool:
    """Whether only a drop in tokens shows it."""
    return compaction.record.basis is not Basis.RECORDED


def outcome_words(outcome: str) -> str:
    """An outcome with what it means."""
    return {
        "ok": tr("ok"),
        "done": tr("done: how much it freed is not in this log"),
        "ineffective": tr("ineffective: freed under a tenth"),
        "inflated": tr("inflated: larger than before"),
        "failed": tr("failed: nothing was removed"),
        "undone": tr("undone: the session went back to a point before it"),
        "loop": tr("fired again within 2 requests"),
        "opaque": tr("opaque: its text cannot be read"),
    }.get(outcome, outcome)


def told(word: str) -> str:
    """A kind or trigger, or that the log does not tell it."""
    return word if word != "unknown" else unknown()


def _kind(compaction: Compaction) -> str:
    kind = told(compaction.record.kind)
    return tr("{kind}, inferred").format(kind=kind) if is_guessed(compaction) else kind


def _freed(compaction: Compaction) -> str:
    amount = compaction.freed
    return whole(amount) if amount is None or amount >= 0 else f"+{number(-amount)}"


def _readable(compaction: Compaction) -> str:
    if compaction.record.kind in _WITHOUT_SUMMARY:
        return tr("no summary")
    return tr("yes") if compaction.record.readable else tr("no")


def columns(summary_tokens: Callable[[Compaction], TokenCount | None]) -> tuple[TableColumn, ...]:
    """The columns; ``summary_tokens`` looks a summary up once items are counted."""

    def size(compaction: Compaction) -> str:
        if compaction.record.summary is None and compaction.record.kind in _WITHOUT_SUMMARY:
            return tr("no summary")
        count = summary_tokens(compaction)
        return "…" if count is None and compaction.record.summary is not None else tokens(count)

    def items(title: str, of: Callable[[Compaction], int | None]) -> TableColumn:
        return TableColumn(title, lambda c: whole(of(c)), of, right=True)

    return (
        TableColumn(tr("No."), name, lambda c: c.number),
        time_column(lambda c: c.record.time),
        TableColumn(
            tr("Kind"), _kind, lambda c: c.record.kind, tip=lambda c: "\n".join((_kind(c), *sentences(c.record)))
        ),
        TableColumn(tr("Trigger"), lambda c: told(c.record.trigger), lambda c: c.record.trigger),
        TableColumn(tr("Outcome"), lambda c: c.went, lambda c: c.went, tip=lambda c: outcome_words(c.went)),
        TableColumn(tr("Before"), lambda c: tokens(c.before), lambda c: c.before.value, True, before_words),
        TableColumn(
            tr("After"), lambda c: tokens(c.after), lambda c: c.after.value, True, lambda c: basis_words(c.after)
        ),
        TableColumn(tr("Freed"), _freed, lambda c: c.freed, right=True, tip=growth_words),
        items(tr("Reported after"), lambda c: c.record.reported_after),
        items(tr("Items removed"), lambda c: moved(c).removed),
        items(tr("Items kept"), lambda c: moved(c).kept),
        items(tr("Items new"), lambda c: moved(c).inserted),
        items(tr("Items put back"), lambda c: moved(c).restored),
        TableColumn(tr("Duration"), lambda c: seconds(c.record.seconds), lambda c: c.record.seconds, right=True),
        TableColumn(
            tr("Summary tokens"),
            size,
            lambda c: count.value if (count := summary_tokens(c)) else None,
            True,
            lambda c: basis_words(summary_tokens(c)),
        ),
        TableColumn(tr("Readable"), _readable, _readable),
    )
