"""What the harness had put into the context as table columns."""

from __future__ import annotations

from collections.abc import Callable

from inspector.gui.language import number, tr
from inspector.gui.models.table import TableColumn
from inspector.report.state import StateRow


def columns(color: Callable[[str], object]) -> tuple[TableColumn, ...]:
    """The columns; ``color`` gives that of a role."""
    return (
        TableColumn(tr("Compaction"), lambda one: f"┊C{one.compaction}", lambda one: one.compaction),
        TableColumn(tr("What"), lambda one: one.kind, lambda one: one.kind),
        TableColumn(
            tr("Afterwards"),
            lambda one: one.back,
            lambda one: one.back,
            color=lambda one: color("lost" if one.is_gone else "text"),
        ),
        TableColumn(
            tr("Item"), lambda one: f"#{number(one.item)}" if one.item else "", lambda one: one.item, right=True
        ),
        TableColumn(tr("Content"), lambda one: one.what, lambda one: one.what, tip=lambda one: one.what),
        TableColumn(tr("How"), how, how, tip=lambda one: f"{one.what}\n{how(one)}"),
    )


def how(one: StateRow) -> str:
    """Where it came back, why that cannot be told, and what the manual says."""
    said = tr("the manual: {words}").format(words=one.said) if one.said else ""
    return "; ".join(part for part in (one.how_and_why, said) if part)
