"""Export a report: which format, what redaction takes out, and where it goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QDir, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from inspector.errors import Cancelled, InspectorError
from inspector.gui.dialogs.save_as import save_as
from inspector.gui.language import number
from inspector.gui.layouts import close_box, column
from inspector.gui.plain import PlainLabel
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.row_table import as_rows
from inspector.report.document import Report
from inspector.report.redact import Taken, redact
from inspector.report.reporter import Reporter
from inspector.report.reporters import REPORTERS
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document
from inspector.workbench.jobs import Progress
from inspector.workbench.judgements import Judgements
from inspector.workbench.reports import report_of
from inspector.workbench.saving import save_text

_SLOT = "report"


@dataclass(frozen=True, slots=True)
class Made:
    """A report as it is, the same without what redaction takes out, and what that is."""

    whole: Report
    clean: Report
    taken: tuple[Taken, ...]


class ExportReport(QDialog):
    """Redaction is on until a person turns it off, with the list of what it takes out."""

    written = Signal(Path)

    def __init__(self, bench: Bench, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export report"))
        self._bench, self._document = bench, document
        self._made: Made | None = None
        self._progress: Progress | None = None
        self._closed = False
        self.format, self.redacted = QComboBox(), QCheckBox(self.tr("&Take out secrets, names and folders"))
        self.taken, self.words, self.bar = QTableWidget(0, 4), PlainLabel(wrap=True), QProgressBar()
        self.save_button = QPushButton(self.tr("Sa&ve…"))
        self._build()
        self.redacted.toggled.connect(lambda _: self._tell())
        self.save_button.clicked.connect(self.ask_place)
        self._prepare()

    def reporter(self) -> Reporter:
        """The chosen format."""
        return next(one for one in REPORTERS if one.name == self.format.currentData())

    def ask_place(self) -> QFileDialog:
        """Ask where to save it."""
        form = self.reporter()
        return save_as(self, self.tr("Save report"), {form.title: form.name}, "report", self.write, QDir.homePath())

    def write(self, path: Path) -> None:
        """Write it in the background."""
        made, reporter = self._made, self.reporter()
        if made is None:
            return
        report = made.clean if self.redacted.isChecked() else made.whole
        logs = self._document.files

        def work(progress: Progress) -> None:
            progress.report(0.1, self.tr("Writing report"))
            text = reporter.session(report)
            progress.report(0.8, self.tr("Writing report"))
            save_text(path, text, logs)

        self._start(self.tr("Writing…"))
        self._progress = self._bench.executor.run(_SLOT, work, lambda _: self._wrote(path), self._failed)

    def done(self, result: int) -> None:
        """Closing stops what is under way."""
        self._closed = True
        if self._progress is not None:
            self._progress.cancel()
        super().done(result)

    def _prepare(self) -> None:
        document, judgements = self._document, self._bench.judgements.copy()
        self._start(self.tr("Putting the report together…"))
        self._progress = self._bench.executor.run(
            _SLOT, lambda progress: make(document, judgements, progress), self._arrived, self._failed
        )

    def _start(self, words: str) -> None:
        self.words.setText(words)
        self.bar.show()
        self.save_button.setEnabled(False)

    def _arrived(self, made: Made) -> None:
        if self._closed:
            return
        self._made, self._progress = made, None
        self.bar.hide()
        self.save_button.setEnabled(True)
        self.taken.setRowCount(len(made.taken))
        for row, one in enumerate(made.taken):
            for place, text in enumerate((one.kind, one.words, one.placeholder, number(one.times))):
                self.taken.setItem(row, place, QTableWidgetItem(text))
        self._tell()

    def _wrote(self, path: Path) -> None:
        self._progress = None
        if not self._closed:
            self.written.emit(path)
            self.accept()

    def _failed(self, why: Exception) -> None:
        self._progress = None
        if self._closed or isinstance(why, Cancelled):
            return
        if not isinstance(why, InspectorError):
            raise why
        self.bar.hide()
        self.save_button.setEnabled(self._made is not None)
        self.words.setText(f"▲ {error_words(why)}")

    def _tell(self) -> None:
        """What will be taken out, or that nothing will."""
        self.taken.setEnabled(self.redacted.isChecked())
        if self._made is None:
            return
        taken = self._made.taken
        if not taken:
            self.words.setText(self.tr("Nothing was found that would have to be taken out."))
        elif self.redacted.isChecked():
            words = self.tr("{n} things are taken out, in {places} places:")
            places = sum(one.times for one in taken)
            self.words.setText(words.format(n=number(len(taken)), places=number(places)))
        else:
            words = self.tr("▲ {n} secrets, names and folders stay readable in the report.")
            self.words.setText(words.format(n=number(len(taken))))

    def _build(self) -> None:
        for reporter in REPORTERS:
            self.format.addItem(f"{reporter.title} (.{reporter.name})", reporter.name)
        self.redacted.setChecked(True)
        titles = [self.tr("Kind"), self.tr("Was"), self.tr("Replaced by"), self.tr("Times")]
        self.taken.setHorizontalHeaderLabels(titles)
        as_rows(self.taken, self.tr("What is taken out"))
        self.taken.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.taken.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.taken.horizontalHeader().setHighlightSections(False)
        self.taken.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.taken.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        form = QFormLayout()
        form.addRow(self.tr("&Format"), self.format)
        form.addRow("", self.redacted)
        buttons = close_box(self)
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.ActionRole)
        column(self, form, self.words, self.bar, (self.taken, 1), buttons)
        # In characters, so that it fits any size of font.
        self.resize(self.fontMetrics().averageCharWidth() * 95, self.fontMetrics().height() * 26)


def make(document: Document, judgements: Judgements, progress: Progress) -> Made:
    """The report with and without what redaction takes out. Raises LogChanged."""
    progress.report(0.1, "Putting the report together")
    whole = report_of(document, judgements)
    progress.report(0.6, "Looking for secrets and names")
    clean, taken = redact(whole)
    return Made(whole, clean, taken)
