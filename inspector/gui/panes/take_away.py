"""Where a review ends: tick what is put back, and take along the text that does it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QSignalBlocker
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QWidget,
)

from inspector.errors import Cancelled
from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, named, plain_label, restore_sizes, row, splitter
from inspector.gui.models.checklist import KIND, WORDS, ChecklistRows
from inspector.gui.models.compactions import none_words
from inspector.gui.models.table import RECORD
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.mended_view import MendedView
from inspector.gui.widgets.row_table import RowTree
from inspector.model import FactKind
from inspector.report.mend.checklist import Checklist
from inspector.report.mend.choices import Choice, Decisions
from inspector.report.mend.texts import Mended
from inspector.report.told import ToldCompaction
from inspector.survival.outcome import Outcome
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.jobs import Progress, making_many
from inspector.workbench.mending import FORMS, checks_of, mend, told_compactions
from inspector.workbench.review import to_put_back
from inspector.workbench.selection import Focus

_MEASURED = 50
"""Rows whose width is looked at to give a column its own."""


class TakeAwayPane(Pane):
    """Left what may have to be put back; right the text that does it."""

    needs = Stage.COMPARE

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "take_away", tr("Export fixes"))
        self._told: Mapping[int, ToldCompaction] | None = None
        self._wanted: int | None = None
        self._checks: Checklist | None = None
        self._stale = True
        self.rows, self.mended = ChecklistRows(theme, self), MendedView(theme)
        self.list = self.listing = RowTree(self.tr("What may have to be put back"))
        self.with_kept = QCheckBox(self.tr("also what is t&here or undecided"))
        self.edit = QPushButton(self.tr("&Edit words…"))
        self.counts = plain_label()
        words = self.tr("Note to this review; it is kept, with ticks and edits, once Reviewed is ticked")
        self.note = named(QLineEdit(placeholderText=words), words)
        self._build()
        self._connect()
        self.listen()

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.list,)

    def stops(self) -> tuple[QWidget, ...]:
        """The parts that F6 goes round."""
        return (self.list, self.mended.form, self.mended.preview, self.note)

    def restored(self, outcome: Outcome) -> int:
        """How many sentences of a compaction are put back as it is decided now; also before the list was made."""
        number_, decisions = outcome.compaction.number, self.bench.sign_offs.decisions(outcome.compaction.number)
        if self._checks is not None and self._checks.compaction == number_:
            return len(self._checks.restored)
        return sum(one.fact.id not in decisions.accepted for one in to_put_back(outcome, self.bench.judgements))

    def save_state(self) -> dict[str, Any]:
        """The form and the columns."""
        return {"form": self.mended.wanted()[0], "columns": self._columns.sizes()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put them back; what does not fit is left."""
        if state.get("form") in FORMS:
            self.mended.choose(state["form"])
        restore_sizes(self._columns, state.get("columns"))

    def showEvent(self, event: QShowEvent) -> None:
        """What is not looked at is not made."""
        super().showEvent(event)
        self._work()

    # What the workbench tells ----------------------------------------------------------------------------

    def on_clear(self) -> None:
        """Let go of everything."""
        self._told, self._wanted, self._stale = None, None, True
        self._show_checks(None)

    def on_document(self, document: Document) -> None:
        """Verdicts are there."""
        if not document.compactions:
            self.say(self.tr("No fixes to export"), none_words(document))
            return
        self.mended.choose(self.mended.wanted()[0], document.session.agent)
        self._changed()

    def on_stage(self, document: Document, stage: Stage) -> None:
        """What the work shows behind compactions that nobody can read is known."""
        if stage is Stage.CONSEQUENCES and any(outcome.is_unread for outcome in document.comparison or ()):
            self._changed()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Show the selected compaction and the selected fact in it."""
        document = self.document
        if document is None or not document.compactions:
            return
        wanted = self.bench.under_review
        if wanted != self._wanted:
            self._wanted = wanted
            self.note.clear()
            self._refresh()
        place = self.rows.row_of(focus.fact)
        if place >= 0 and place != self.list.currentIndex().row():
            self.list.setCurrentIndex(self.rows.index(place, WORDS))

    # Inside ----------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        """Verdicts or notes are others: what is told of them has to be told again."""
        self._stale = True
        self._work()

    def _work(self) -> None:
        document = self.document
        if not self._stale or document is None or not document.compactions or not self.isVisible():
            return
        if document.measurement is None:
            self.say(self.tr("Could not compute this"), self.tr("The log could not be measured."))
            return
        self._stale = False
        judgements = self.bench.judgements.copy()

        def work(progress: Progress) -> Mapping[int, ToldCompaction]:
            progress.report(0.0, tr("Writing up what is missing"))
            with making_many():
                return told_compactions(document, judgements)

        self.bench.executor.run("take_away", work, lambda told: self._arrived(document, told), self._failed)

    def _arrived(self, document: Document, told: Mapping[int, ToldCompaction]) -> None:
        if document is self.document:
            self._told, before = told, self._wanted
            self.on_selection(self.bench.selection.focus, Focus())
            if self._wanted == before:
                self._refresh()

    def _failed(self, why: Exception) -> None:
        self._stale = True
        self.failed(why)

    def _refresh(self) -> None:
        """Show the decisions as they stand, and the text that they make."""
        told = self._told.get(self._wanted) if self._told is not None and self._wanted is not None else None
        if told is None:
            self._show_checks(None)
            return
        decisions = self.bench.sign_offs.decisions(told.number)
        self._show_checks(checks_of(told, decisions))
        with QSignalBlocker(self.with_kept):
            self.with_kept.setChecked(decisions.with_kept)
        self._make()

    def _show_checks(self, checks: Checklist | None) -> None:
        # A row that is marked because another one is gone was not picked by anybody.
        self._checks = None
        self.rows.show_checks(checks)
        self.counts.setText(counts_words(checks) if checks else "")
        # Which kind a sentence is of, a judge says.
        is_plain = checks is not None and all(entry.fact.kind is FactKind.SAID for entry in checks.entries)
        self.list.setColumnHidden(KIND, is_plain)
        if checks and checks.entries and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.rows.index(0, WORDS))
        self._checks = checks
        self.edit.setEnabled(bool(checks and checks.entries))

    def _make(self) -> None:
        """Make the chosen text; of ten thousand losses, or of every item of a context, that takes a moment."""
        document, checks = self.document, self._checks
        if document is None or checks is None:
            return
        form, agent = self.mended.wanted()
        make, number_ = FORMS[form].make, checks.compaction
        if make is None:
            self.mended.show_working()

        def work(progress: Progress) -> Mended:
            if make is None:
                return mend(document, number_, form, Decisions())
            made = make(checks, agent or document.session.agent)
            if not made.text and made.use == checks.nothing:
                # Why stands on the left already.
                made = replace(made, use=self.tr("There is nothing to put back."))
            # What it says of its use names options of the command line.
            return replace(made, use=self.tr("To tick off where you work.")) if form == "checklist" else made

        def arrived(mended: Mended) -> None:
            if document is self.document and (self._wanted, self.mended.wanted()[0]) == (number_, form):
                self.mended.show_mended(mended)

        def failed(why: Exception) -> None:
            if not isinstance(why, Cancelled):
                self.mended.show_failure(why)

        self.bench.executor.run("mended", work, arrived, failed)

    def _decide(self, fact: str, choice: str, words: str = "") -> None:
        if self._checks is not None:
            self.bench.sign_offs.decide(self._checks.compaction, fact, Choice(choice), words)

    def _edit_here(self) -> None:
        index = self.list.currentIndex()
        if index.isValid():
            self.list.edit(index.siblingAtColumn(WORDS))

    def _take_kept(self, wanted: bool) -> None:
        if self._checks is not None:
            self.bench.sign_offs.take_kept(self._checks.compaction, wanted)

    def _decided(self, compaction: int) -> None:
        if self._checks is not None and compaction == self._checks.compaction:
            self._refresh()

    def _picked(self, now: QModelIndex, before: QModelIndex) -> None:
        entry = now.data(RECORD)
        if entry is None or self._checks is None or entry.fact.id == self.bench.selection.focus.fact:
            return
        item = entry.fact.said[0].item if entry.fact.said else None
        if self.list.hasFocus():
            self.select(compaction=self._checks.compaction, fact=entry.fact.id, claim=None, item=item)

    def _save(self, path: Path) -> None:
        document = self.document
        if document is not None:
            self.mended.save(path, document.files)

    def _build(self) -> None:
        self.list.setModel(self.rows)
        triggers = QAbstractItemView.EditTrigger
        self.list.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        # One on which the colours of the verdicts can be read.
        self.theme.tint_selection(self.list)
        header = self.list.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        # Asking a thousand rows how wide they are takes longer than anyone waits for it.
        header.setResizeContentsPrecision(_MEASURED)
        header.setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(True)
        buttons = row(None, self.edit, None, self.with_kept)
        left = QWidget()
        column(left, self.counts, (self.list, 1), buttons, margins=(6, 4, 6, 4))
        self._columns = splitter(left, self.mended, sizes=(600, 600))
        column(self.body, (self._columns, 1), row(None, self.note, margins=(6, 0, 6, 4)), margins=FLUSH)

    def _connect(self) -> None:
        bench = self.bench
        bench.judgements.made.connect(lambda change: self._changed())
        bench.judgements.loaded.connect(self._changed)
        bench.sign_offs.changed.connect(self._decided)
        bench.sign_offs.signed.connect(lambda record: self.note.clear())
        bench.sign_offs.loaded.connect(self._refresh)
        self.rows.decided.connect(self._decide)
        self.list.selectionModel().currentChanged.connect(self._picked)
        self.edit.clicked.connect(self._edit_here)
        self.with_kept.toggled.connect(self._take_kept)
        self.mended.asked.connect(self._make)
        self.mended.saving.connect(self._save)


def counts_words(checks: Checklist) -> str:
    """``Put back what you said: 14 sentences, about 310 tokens · 3 more are offered``."""
    entries, back = checks.entries, len(checks.restored)
    if not entries and not checks.claims:
        return checks.nothing
    sentences = tr("1 sentence") if back == 1 else tr("{n} sentences").format(n=number(back))
    head = tr("Put back what you said: {sentences}, about {n} tokens")
    left, edited = (sum(one.choice is choice for one in entries) for choice in (Choice.ACCEPT, Choice.EDIT))
    parts = [
        head.format(sentences=sentences, n=number(checks.tokens)) if back else checks.nothing,
        (tr("1 left as it is") if left == 1 else tr("{n} left as they are").format(n=number(left))) if left else "",
        tr("{n} in your words").format(n=number(edited)) if edited else "",
        tr("{n} of the summary not supported").format(n=number(len(checks.claims))) if checks.claims else "",
    ]
    return " · ".join(part for part in parts if part)
