"""The problems of a log as table columns, worst first."""

from __future__ import annotations

from pathlib import PurePath

from inspector.gui.language import number, tr
from inspector.gui.models.figures import unknown
from inspector.gui.models.table import TableColumn
from inspector.model import Diagnostic, Severity

PLACE = 3
"""The column of the place."""
RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def severity_words(problem: Diagnostic) -> str:
    """The severity with its sign; colour is never the only one."""
    return {
        Severity.ERROR: tr("▲ error"),
        Severity.WARNING: tr("△ warning"),
        Severity.NOTE: tr("· note"),
    }[problem.severity]


def place(problem: Diagnostic) -> str:
    """The file and line, or the pointer where a log has no lines."""
    source = problem.source
    if source is None:
        return tr("the whole log")
    where = number(source.line) if source.line is not None else source.pointer
    return f"{PurePath(source.path).name} : {where}" if where else PurePath(source.path).name


def columns() -> tuple[TableColumn, ...]:
    """The columns."""
    return (
        TableColumn(tr("Severity"), severity_words, lambda p: RANK[p.severity]),
        TableColumn(tr("Code"), lambda p: p.code or unknown(), lambda p: p.code),
        TableColumn(tr("Message"), lambda p: p.message, lambda p: p.message, fills=True),
        TableColumn(
            tr("Place"),
            place,
            lambda p: (p.source.path, p.source.line or 0) if p.source else None,
            tip=lambda p: f"{p.source.path} {p.source.line or p.source.pointer}" if p.source else place(p),
        ),
    )
