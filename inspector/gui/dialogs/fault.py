"""A bug in Inspector: what happened, in a form that can be sent on without a word of the log in it."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

import inspector
from inspector import __version__
from inspector.gui.dialogs.tables import versions
from inspector.gui.layouts import close_box, column
from inspector.gui.plain import PlainLabel

_HERE = Path(inspector.__file__).resolve().parent.parent


class FaultDialog(QDialog):
    """Shows the report; Copy puts it on the clipboard."""

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("This is a bug in Inspector"))
        words = PlainLabel(
            self.tr(
                "Something in Inspector went wrong. Your log was not touched, and you can go on.\n"
                "The report below says where. It holds no text of your log."
            ),
            wrap=True,
        )
        self.report = QPlainTextEdit(report)
        self.report.setReadOnly(True)
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.report.setAccessibleName(self.tr("Report"))
        buttons = close_box(self)
        copy = buttons.addButton(self.tr("Copy report"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
        column(self, words, self.report, buttons)
        self.resize(680, 380)


def show_fault(parent: QWidget, why: BaseException) -> QDialog:
    """The dialog with the report of a fault of ours; the whole traceback goes to the console."""
    traceback.print_exception(why)
    dialog = FaultDialog(report_fault(type(why), why, why.__traceback__), parent.window())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def report_fault(kind: type[BaseException], why: BaseException, where: TracebackType | None) -> str:
    """Versions, kinds of error and places in the code; never a message, which may quote the log."""
    lines = [f"Inspector {__version__} · {versions()}", ""]
    current: BaseException | None = why
    trace = where
    while current is not None:
        lines.append(type(current).__qualname__)
        frames = traceback.extract_tb(trace)
        lines += [f"  {_place(frame.filename)}:{frame.lineno} in {frame.name}" for frame in frames]
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
        trace = current.__traceback__ if current else None
        if current is not None:
            lines.append("caused by")
    return "\n".join(lines)


def _place(filename: str) -> str:
    """A file of the program by its place in it, any other by its last two names: no folder of the user's."""
    path = Path(filename)
    try:
        return str(path.resolve().relative_to(_HERE))
    except ValueError:
        return "/".join(path.parts[-2:])
