"""One text that a review ends in: which, for whose agent, a preview, and the ways to take it along."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDir, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from inspector.errors import InspectorError
from inspector.gui.language import number, tr
from inspector.gui.layouts import choice_box, column, plain_label, row
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.read.adapters import IDS, title_of
from inspector.report.mend.agents import ways_of
from inspector.report.mend.texts import Mended
from inspector.workbench.mending import save_mended

_MOST = 200_000
"""Characters of a preview; what is copied and saved is whole."""
_SUFFIXES = {"hook": ".sh", "messages": ".json", "context": ".txt", "focus": ".txt"}


class MendedView(QWidget):
    """Shows what it is given. A file is written only where a person said in a dialog."""

    asked = Signal()
    """Another form or agent was chosen."""
    saving = Signal(Path)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._mended = Mended("", "")
        self._folder = QDir.homePath()
        forms = {title: name for name, title in form_titles().items()}
        self.form = choice_box(self.tr("What to export"), forms, self._chosen)
        self.agent, self.preview = QComboBox(), QPlainTextEdit()
        self.use = plain_label(name=self.tr("How to use it"), selectable=True)
        self.told = plain_label(selectable=True)
        self.copy_button, self.save_button = QPushButton(self.tr("&Copy")), QPushButton(self.tr("Sa&ve…"))
        self._build()
        self.agent.currentIndexChanged.connect(lambda _: self.asked.emit())
        self.copy_button.clicked.connect(self.copy)
        self.save_button.clicked.connect(self.ask_place)
        theme.changed.connect(self._recolour)
        self._chosen()

    def wanted(self) -> tuple[str, str]:
        """The form, by its name, and the id of the agent that it is for."""
        return str(self.form.currentData()), str(self.agent.currentData() or "")

    def choose(self, form: str, agent: str = "") -> None:
        """Choose a form, and an agent where it is listed."""
        self.form.setCurrentIndex(max(self.form.findData(form), 0))
        place = self.agent.findData(agent)
        if place >= 0:
            self.agent.setCurrentIndex(place)

    def show_mended(self, mended: Mended) -> None:
        """Show a text, or why there is none."""
        self._mended = mended
        text = mended.text
        rest = len(text) - _MOST
        cut = tr("\n[{n} more characters are copied and saved]").format(n=number(rest)) if rest > 0 else ""
        self.preview.setPlainText(text[:_MOST] + cut)
        self.use.setText(mended.use)
        self.told.clear()
        for button in (self.copy_button, self.save_button):
            button.setEnabled(bool(text))

    def show_failure(self, why: Exception) -> None:
        """Say why there is no text."""
        # The hint of these names the command line's way.
        self.show_mended(Mended("", why.message if isinstance(why, InspectorError) else error_words(why)))

    def show_working(self) -> None:
        """Say that it is being made."""
        self.show_mended(Mended("", self.tr("Working…")))

    def copy(self) -> None:
        """Copy the whole text."""
        if self._mended.text:
            QApplication.clipboard().setText(self._mended.text)
            self.told.setText(self.tr("Copied: {n} characters.").format(n=number(len(self._mended.text))))

    def ask_place(self) -> QFileDialog:
        """Ask where to save it; never beside the log or in a project by itself."""
        pins = self.wanted()[0] == "pins"
        title = self.tr("Save pin block: a file that is there keeps its words") if pins else self.tr("Save text")
        dialog = QFileDialog(self, title, self._folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        # Pins go into what stands there; everything else would take its place, and the dialog asks.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, pins)
        dialog.selectFile(self.suggested())
        dialog.fileSelected.connect(lambda path: self.saving.emit(Path(path)))
        dialog.open()
        return dialog

    def suggested(self) -> str:
        """A name for the file, as the agent would have it."""
        form = self.wanted()[0]
        if self._mended.file:
            return Path(self._mended.file).name
        return f"{form}{_SUFFIXES.get(form, '.md')}"

    def save(self, path: Path, logs: Sequence[Path]) -> None:
        """Write it, or say why not."""
        self._folder = str(path.parent)
        try:
            save_mended(path, self.wanted()[0], self._mended.text, logs)
        except InspectorError as why:
            self.told.setText(f"▲ {why.message}")
        else:
            self.told.setText(self.tr("Written: {path}").format(path=path))

    def _chosen(self) -> None:
        self.agent.setEnabled(self.wanted()[0] in ("focus", "pins", "hook"))
        self.asked.emit()

    def _build(self) -> None:
        for agent in IDS:
            # An adapter is imported for its title: only where the agent has such a file.
            if instructions := ways_of(agent).instructions:
                self.agent.addItem(f"{title_of(agent)} · {instructions}", agent)
        self.agent.setAccessibleName(self.tr("For which agent"))
        self.agent.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.preview.setReadOnly(True)
        self.preview.setAccessibleName(self.tr("Preview"))
        self.preview.setTabChangesFocus(True)
        head = row(None, self.form, (self.agent, 1))
        foot = row(None, self.copy_button, self.save_button, (self.told, 1))
        column(self, head, self.use, (self.preview, 1), foot, margins=(6, 4, 6, 4))
        self._recolour()

    def _recolour(self) -> None:
        self.preview.setFont(self._theme.mono())


def form_titles() -> dict[str, str]:
    """The forms in the user's language, in the order in which a review uses them."""
    return {
        "summary": tr("Repaired summary"),
        "focus": tr("Focus line for the compact command"),
        "pins": tr("Pin block for the instruction file"),
        "hook": tr("Hook that says it again"),
        "checklist": tr("Checklist"),
        "context": tr("Context before, as text"),
        "messages": tr("Context before, as messages JSON"),
    }
