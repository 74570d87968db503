"""A prompt is written here and run as a column: read one, change it, see what changed, try it, keep it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from inspector.errors import InspectorError
from inspector.gui.dialogs.edit_column import leads_to
from inspector.gui.layouts import FLUSH, column, named, plain_label, row, splitter, tool_button
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.judge_choice import JudgeChoice
from inspector.model.run import Wording
from inspector.rerun.messages import check_prompt
from inspector.rerun.prompts import RECORDED, Prompt, Prompts, difference, export_prompt, parse_prompt, read_prompt

_FIRST = """{#- title: My prompt
    form: messages -#}
=== system
You write summaries of recorded work. Whoever continues sees nothing else of it.
=== record
=== user
Write the summary. {{ focus }}
"""
"""What a new prompt begins as; ``prompt_parts`` says what its lines mean."""


class PromptPane(QWidget):
    """An editor of templates; the agent's own prompt, and those built in, are changed under a name of one's own."""

    run_asked = Signal(str, str)
    """A prompt, by its name, is to be run, and by which model; what was typed is kept by then."""
    left = Signal()
    """Nobody writes any more."""

    def __init__(self, theme: Theme, prompts: Callable[[], Prompts]) -> None:
        super().__init__()
        self._theme, self._load_prompts = theme, prompts
        self.prompts = prompts()
        self._recorded: Prompt | None = None
        self._shown: Prompt | None = None
        self.which, self.name = QComboBox(), QLineEdit()
        self.model = JudgeChoice(self.tr("&Model"), has_passes=False)
        self.editor, self.changes = QPlainTextEdit(), QPlainTextEdit()
        self.message = plain_label(name=self.tr("Check of the prompt"), margins=(8, 2, 8, 2), selectable=True)
        self.run, self.save, self.close_button = QPushButton(), QPushButton(), QPushButton()
        self.more = tool_button("⋯", name=self.tr("New, import, export, revert"))
        self._build()
        self._offer("")

    def offer(self, recorded: Prompt | None, known: Sequence[str], name: str, model: str) -> None:
        """Show a prompt by its name, with the models that were named before; ``recorded`` is the log's own."""
        if not self.is_changed():
            self.prompts = self._load_prompts()
        self._recorded = recorded
        self._offer(name)
        self.model.offer(known, model or next(iter(known), ""))
        self.check()

    def is_changed(self) -> bool:
        """Whether something was typed that is not kept."""
        return self._shown is not None and self.editor.toPlainText() != self._shown.text

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [self.which, self.editor]

    def keep(self) -> bool:
        """Save what is typed under the name beside it, as the user's own; whether it was saved."""
        try:
            prompt = self._typed()
            check_prompt(prompt)
            self.prompts = self.prompts.save(prompt)
        except InspectorError as why:
            self._say(error_words(why), "error")
            return False
        self._shown = prompt
        self._offer(prompt.name)
        self._say(self.tr("Kept as your own: {label}").format(label=prompt.label), "good")
        return True

    def begin(self) -> None:
        """Begin a prompt that says its messages itself; nothing is kept yet."""
        self._show(Prompt("", "", "yours"), "my-prompt", _FIRST)
        self.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def import_from(self, path: Path) -> None:
        """Take the text of a file into the editor, under the file's name; nothing is kept yet."""
        try:
            found = read_prompt(path, "file")
        except InspectorError as why:
            self._say(error_words(why), "error")
            return
        self.editor.setPlainText(found.text)
        self.name.setText(found.name)

    def export_to(self, path: Path) -> None:
        """Write what is typed to a file."""
        try:
            export_prompt(self._typed(), path)
        except InspectorError as why:
            self._say(error_words(why), "error")

    def load(self) -> None:
        """Show the prompt that is chosen, as it is kept."""
        name = str(self.which.currentData() or "")
        shown = self._recorded if name == RECORDED else self.prompts.all.get(name)
        own = name if shown is not None and shown.origin == "yours" else f"my-{name}"
        self._show(shown, own, shown.text if shown else "")

    def check(self) -> None:
        """Say whether it can be filled in, what was changed, and whom it would be sent to."""
        prompt, changed = self._typed(), self.is_changed()
        lines = difference(self._shown, prompt) if changed and self._shown is not None and self._shown.text else ""
        self.changes.setPlainText(lines)
        self.changes.setVisible(bool(lines))
        self.name.setEnabled(changed)
        try:
            check_prompt(prompt)
        except InspectorError as why:
            for button in (self.save, self.run):
                button.setEnabled(False)
            self._say(error_words(why), "error")
            return
        where, good = leads_to(self.model.value()[0])
        self.save.setEnabled(changed and bool(prompt.name) and bool(prompt.text.strip()))
        self.run.setEnabled(good and (self.save.isEnabled() or not changed))
        kept = self.tr("changed: Run keeps it as {name}").format(name=prompt.name) if changed else ""
        self._say(" · ".join(filter(None, (kept, self._whose(prompt), where))), "text" if good else "muted")

    def _whose(self, typed: Prompt) -> str:
        """Whose prompt it is: as long as nothing is changed, that of whoever wrote what is kept."""
        wording = self._shown.wording if self._shown is not None and not self.is_changed() else typed.wording
        return {
            Wording.AGENT: self.tr("the agent's own prompt"),
            Wording.OURS: self.tr("our prompt"),
            Wording.YOURS: self.tr("your prompt"),
        }[wording]

    def _run(self) -> None:
        if not self.is_changed():
            self.run_asked.emit(str(self.which.currentData() or ""), self.model.value()[0])
        elif self.keep():
            self.run_asked.emit(self.name.text().strip(), self.model.value()[0])

    def _typed(self) -> Prompt:
        plain = self._shown is not None and self._shown.plain
        return parse_prompt(self.name.text().strip(), self.editor.toPlainText(), plain=plain)

    def _offer(self, chosen: str) -> None:
        """List the prompts; what is being changed stays."""
        was_changed = self.is_changed()
        with QSignalBlocker(self.which):
            self.which.clear()
            if self._recorded is not None:
                self.which.addItem(self.tr("the agent's own, from this log"), RECORDED)
            for prompt in self.prompts.all.values():
                own = self.tr(" · yours") if prompt.origin == "yours" else ""
                self.which.addItem(f"{prompt.name}{own}", prompt.name)
            self.which.setCurrentIndex(max(self.which.findData(chosen), 0))
        if not was_changed:
            self.load()

    def _show(self, shown: Prompt | None, name: str, text: str) -> None:
        self._shown = shown
        with QSignalBlocker(self.name), QSignalBlocker(self.editor):
            self.name.setText(name)
            self.editor.setPlainText(text)
        self.check()

    def _say(self, words: str, role: str) -> None:
        self.message.setText(words)
        self._theme.tint(self.message, WindowText=role)

    def _ask_file(self, *, to_write: bool) -> None:
        dialog = QFileDialog(self, self.tr("Export the prompt") if to_write else self.tr("Import a prompt"))
        if to_write:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.selectFile(f"{self.name.text().strip() or 'prompt'}.md.j2")
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: (self.export_to if to_write else self.import_from)(Path(path)))
        dialog.open()

    def _build(self) -> None:
        named(self.which, self.tr("Prompt"))
        named(self.name, self.tr("Name to keep it under"))
        self.which.setMinimumContentsLength(16)
        self.name.setMaximumWidth(180)
        buttons = (
            (self.run, self.tr("Run &as B…"), self._run),
            (self.save, self.tr("Save"), self.keep),
            (self.close_button, self.tr("&Close"), self.left.emit),
        )
        for button, words, act in buttons:
            button.setText(words)
            button.clicked.connect(lambda _=False, act=act: act())
        menu = QMenu(self.more)
        for words, act in (
            (self.tr("&New prompt"), self.begin),
            (self.tr("&Import…"), lambda: self._ask_file(to_write=False)),
            (self.tr("E&xport…"), lambda: self._ask_file(to_write=True)),
            (self.tr("Re&vert"), self.load),
        ):
            menu.addAction(words).triggered.connect(lambda _=False, act=act: act())
        self.more.setMenu(menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        for view, title in ((self.editor, self.tr("Text of the prompt")), (self.changes, self.tr("What was changed"))):
            named(view, title)
            view.setFont(self._theme.mono())
            view.setFrameShape(QPlainTextEdit.Shape.NoFrame)
            # The tab key goes on to the next field: nobody may get caught in here.
            view.setTabChangesFocus(True)
        self.changes.setReadOnly(True)
        self.model.model.setMinimumContentsLength(24)
        parts = (self.which, self.name, (self.model, 1), self.more, self.save, self.close_button, self.run)
        head = row(None, *parts, margins=(6, 2, 6, 2), spacing=6)
        for one in (self.which, self.name, self.more, self.save, self.close_button, self.run):
            head.setAlignment(one, Qt.AlignmentFlag.AlignTop)
        column(self, head, (splitter(self.editor, self.changes), 1), self.message, margins=FLUSH, spacing=0)
        self.which.currentIndexChanged.connect(lambda _: self.load())
        self.editor.textChanged.connect(self.check)
        self.name.textChanged.connect(lambda _: self.check())
        self.model.model.currentTextChanged.connect(lambda _: self.check())
        self._theme.changed.connect(self.check)
