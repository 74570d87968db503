"""Prompts: read one, fork it, change it, see what changed since its last version."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPlainTextEdit, QPushButton

from inspector.errors import InspectorError
from inspector.gui.language import tr
from inspector.gui.layouts import splitter
from inspector.gui.panes.compare_editor import EditorPane
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.model.run import Wording
from inspector.rerun.messages import check_prompt
from inspector.rerun.prompts import RECORDED, Prompt, Prompts, difference, export_prompt, parse_prompt, read_prompt
from inspector.wording.fidelity import wording_words

_FIRST = """{#- title: My prompt
    form: messages -#}
=== system
You write summaries of recorded work. Whoever continues sees nothing else of it.
=== record
=== user
Write the summary. {{ focus }}
"""
"""What a new prompt begins as; ``prompt_parts`` says what its lines mean."""


class PromptPane(EditorPane):
    """An editor of templates; the agent's own prompt can be read and forked, not changed."""

    def __init__(self, theme: Theme, prompts: Prompts) -> None:
        super().__init__(theme, "prompt", tr("Prompt"), tr("Prompt"))
        self.prompts = prompts
        self._recorded: Prompt | None = None
        self._shown: Prompt | None = None
        self.name, self.changes = QLineEdit(), QPlainTextEdit()
        self.new, self.copy, self.take, self.give = QPushButton(), QPushButton(), QPushButton(), QPushButton()
        self._build()
        self._offer("")

    def show_recorded(self, prompt: Prompt | None) -> None:
        """The prompt that the log holds for the compaction at hand; None where it holds none."""
        if prompt == self._recorded:
            return
        self._recorded = prompt
        self._offer(str(self.which.currentData() or ""))

    def shown_text(self) -> str | None:
        """As it is kept."""
        return self._shown.text if self._shown is not None else None

    def keep(self) -> None:
        """Save what is typed under the name beside it, as the user's own."""
        try:
            prompt = self._typed()
            check_prompt(prompt)
            self.prompts = self.prompts.save(prompt)
        except InspectorError as why:
            self.say(error_words(why), "error")
            return
        self._shown = prompt
        self._offer(prompt.name)
        self.saved.emit(prompt.name)
        self.say(self.tr("Kept as your own: {label}").format(label=prompt.label), "good")

    def begin(self) -> None:
        """Begin a prompt that says its messages itself; nothing is kept yet."""
        self._show(Prompt("", "", "yours"), "my-prompt", _FIRST)

    def duplicate(self) -> None:
        """Keep a copy of the prompt that is shown, as it is kept, and show it beside what it is a copy of."""
        if self._shown is None:
            return
        try:
            copy = self.prompts.fork(self._shown)
            self.prompts = self.prompts.save(copy)
        except InspectorError as why:
            self.say(error_words(why), "error")
            return
        self._shown = copy
        self._offer(copy.name)
        self.load()
        self.saved.emit(copy.name)

    def import_from(self, path: Path) -> None:
        """Take the text of a file into the editor, under the file's name; nothing is kept yet."""
        try:
            found = read_prompt(path, "file")
        except InspectorError as why:
            self.say(error_words(why), "error")
            return
        self.editor.setPlainText(found.text)
        self.name.setText(found.name)
        self.check()

    def export_to(self, path: Path) -> None:
        """Write what is typed to a file."""
        try:
            export_prompt(self._typed(), path)
        except InspectorError as why:
            self.say(error_words(why), "error")

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
                self.which.addItem(f"{prompt.name}@{prompt.version}{own}", prompt.name)
            self.which.setCurrentIndex(max(self.which.findData(chosen), 0))
        if not was_changed:
            self.load()

    def load(self) -> None:
        """Show the prompt that is chosen."""
        name = str(self.which.currentData() or "")
        shown = self._named(name)
        self._show(shown, self._own_name(name, shown), shown.text if shown else "")

    def _show(self, shown: Prompt | None, name: str, text: str) -> None:
        self._shown = shown
        with QSignalBlocker(self.name), QSignalBlocker(self.editor):
            self.name.setText(name)
            self.editor.setPlainText(text)
        self.check()

    def _named(self, name: str) -> Prompt | None:
        return self._recorded if name == RECORDED else self.prompts.all.get(name)

    def _own_name(self, name: str, shown: Prompt | None) -> str:
        """A built-in prompt and the agent's own are forked, one's own is changed in place."""
        return name if shown is not None and shown.origin == "yours" else f"my-{name}"

    def check(self) -> None:
        """Say whether it can be filled in, and what was changed."""
        prompt = self._typed()
        changed = self.is_changed()
        self.revert.setEnabled(changed)
        # A copy is held against its parent, anything else against what is kept of it.
        parent = self._named(prompt.parent) or self._shown
        shown = difference(parent, prompt) if parent is not None and parent.text else ""
        self.changes.setPlainText(shown)
        self.changes.setVisible(bool(shown))
        try:
            check_prompt(prompt)
        except InspectorError as why:
            self.save.setEnabled(False)
            self.say(error_words(why), "error")
            return
        self.save.setEnabled(bool(prompt.name) and bool(prompt.text.strip()))
        about = prompt.about or (self._shown.about if self._shown else "")
        words = [prompt.label if changed else (self._shown.label if self._shown else ""), about]
        words.append(self.tr("wording: {whose}").format(whose=wording_words((self._wording(prompt),))))
        words.append(self.tr("changed, not kept yet") if changed else "")
        self.say(" · ".join(word for word in words if word), "text")

    def _wording(self, typed: Prompt) -> Wording:
        """Of what is typed: as long as nothing is changed it is that of what is kept."""
        return self._shown.wording if self._shown is not None and not self.is_changed() else typed.wording

    def _ask_import(self) -> None:
        dialog = QFileDialog(self, self.tr("Import a prompt"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.import_from(Path(path)))
        dialog.open()

    def _ask_export(self) -> None:
        dialog = QFileDialog(self, self.tr("Export the prompt"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(f"{self.name.text().strip() or 'prompt'}.md.j2")
        dialog.fileSelected.connect(lambda path: self.export_to(Path(path)))
        dialog.open()

    def _build(self) -> None:
        self.name.setAccessibleName(self.tr("Name to keep it under"))
        self.name.setPlaceholderText(self.tr("name"))
        self.name.textChanged.connect(lambda _: self.check())
        self.editor.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.changes.setReadOnly(True)
        self.changes.setFont(self._theme.mono())
        self.changes.setAccessibleName(self.tr("What was changed"))
        self.message.setAccessibleName(self.tr("Check of the prompt"))
        more = (
            (self.new, self.tr("&New"), self.begin),
            (self.copy, self.tr("&Duplicate"), self.duplicate),
            (self.take, self.tr("&Import…"), self._ask_import),
            (self.give, self.tr("E&xport…"), self._ask_export),
        )
        self.build(splitter(self.editor, self.changes), more, self.name)
