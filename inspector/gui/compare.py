"""The third perspective: A against B, two summaries of one compaction, and what each has of what the user said."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QStackedWidget, QToolButton, QWidget

from inspector.gui.compare_sending import ColumnSending
from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, column, focus_next, plain_label, restore_sizes, row, splitter, tool_button
from inspector.gui.models.compactions import none_words
from inspector.gui.models.figures import basis_words
from inspector.gui.models.pair_words import answer_words, column_name, column_title, head_words, missing_words
from inspector.gui.models.review_words import beside_words
from inspector.gui.panes.compare_facts import SentenceList
from inspector.gui.panes.compare_prompt import PromptPane
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.sending_panel import SendingPanel
from inspector.gui.widgets.side_choice import PROMPT, SideChoice
from inspector.gui.widgets.step_head import StepHead
from inspector.gui.widgets.text_pair import MarkedText, TextPair, both_texts
from inspector.rerun.held import held_of, held_words
from inspector.rerun.prompts import recorded_prompt
from inspector.workbench.bench import Bench
from inspector.workbench.contrast import RECORDED, SentenceRow, Show, by_words, rows_of, told_of
from inspector.workbench.document import Document, Stage
from inspector.workbench.experiments import Ready
from inspector.workbench.judged_columns import JudgedColumns
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.run_columns import RunColumns
from inspector.workbench.selection import Focus

_TOGETHER = 60
"""Milliseconds in which columns that get further are shown together."""


class Compare(Pane):
    """Shows the two columns of a ``RunColumns``; what is done about them it asks for."""

    needs = Stage.EXTRACT
    edit_asked = Signal(int)
    """Something that is not listed is to be compared as A, for 0, or as B, for 1."""
    prompt_chosen = Signal(int, str)
    """A prompt, by its name, is to be compared as A or as B."""

    def __init__(self, bench: Bench, theme: Theme, runs: RunColumns, models: ModelRuns, judging: JudgedColumns) -> None:
        super().__init__(bench, theme, "compare", tr("Compare"))
        self.runs_model, self.models, self.judging = runs, models, judging
        self._rows: tuple[SentenceRow, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=_TOGETHER)
        self._seconds = QTimer(self, interval=1000)
        """Ticks only while a column runs: how long it has been running is said."""
        self.head = StepHead(self.tr("Compaction that is compared"))
        self.sides = (SideChoice("A"), SideChoice("B"))
        self.answer = plain_label(name=self.tr("Answer"), margins=(10, 4, 10, 4), selectable=True)
        self.trust = plain_label(name=self.tr("What the verdicts are worth"), margins=(10, 0, 10, 4), selectable=True)
        self.texts, self.prompt = TextPair(theme), PromptPane(theme, models.prompts)
        self.above, self.list = QStackedWidget(), SentenceList(theme)
        self.sending = SendingPanel(theme)
        self.asking = ColumnSending(bench, runs, models, judging, self.sending)
        self.run, self.judge, self.stop = QPushButton(), QPushButton(), QPushButton()
        self.baselines, self.write, self.more = tool_button("", flat=False), tool_button("", flat=False), QToolButton()
        self._build()
        self._connect()
        self.listen()
        self.refresh()

    # For the window --------------------------------------------------------------------------------------

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.list.table, self.texts.before, self.texts.after)

    def set_actions(self, side: list[QAction], more: list[QAction]) -> None:
        """The commands on the side at hand, and the rest; for menus."""
        for one in self.sides:
            one.set_actions(side)
        self.more.addActions(more)
        self.list.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.list.table.addActions(more)

    def focus_front(self) -> None:
        """Put the keyboard where one goes on."""
        writes = self.above.currentWidget() is self.prompt
        target = self.prompt.editor if writes else self.list.table if self.shows_body() else self
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_pane(self, step: int) -> None:
        """Move the keyboard to the next or previous part that can be seen."""
        shown = [button for button in self.list.shows.values() if button.isChecked()]
        parts = [*(side.box for side in self.sides), self.run, *self.prompt.stops(), self.texts.before,
                 self.texts.after, *shown, self.list.table, self.sending.columns, *self.sending.stops(),
                 self.sending.leave]  # fmt: skip
        focus_next(self, parts, step)

    def side_at_hand(self) -> int:
        """Which side commands are about: 0 where the keyboard is in what belongs to A, else 1."""
        focus = self.focusWidget()
        in_a = focus is not None and (self.sides[0].isAncestorOf(focus) or focus is self.texts.before)
        return 0 if in_a or self.sides[0].is_at_hand else 1

    def key_at_hand(self) -> str:
        """The key of the column that commands are about; of the other side where this one is what was recorded."""
        sides, at = self.runs_model.sides, self.side_at_hand()
        return sides[at] if sides[at] != RECORDED else sides[1 - at]

    def write_prompt(self, name: str, known: list[str], model: str) -> None:
        """Show the editor in the place of the texts, with a prompt by its name."""
        ready = self.runs_model.ready
        own = recorded_prompt(ready.compaction, ready.document.text) if ready is not None else None
        self.prompt.offer(own, known, name, model)
        self.above.setCurrentWidget(self.prompt)
        self.prompt.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave_prompt(self) -> None:
        """Show the texts again; what is typed stays until the editor shows another prompt."""
        self.above.setCurrentWidget(self.texts)
        self.focus_front()

    def step_out(self) -> bool:
        """Send nothing where it is asked, else leave the editor; whether there was something to leave."""
        if self.sending.isVisible():
            self.sending.leave.click()
            return True
        if self.above.currentWidget() is self.prompt:
            self.leave_prompt()
            return True
        return False

    def copy_words(self) -> str:
        """The sentence at hand with its verdicts, or the answer."""
        return self.list.copy_words() or self.answer.text()

    @property
    def is_running(self) -> bool:
        """Whether a column runs or a question is out."""
        return bool(self.runs_model.running()) or self.judging.is_running

    def stop_all(self) -> None:
        """Stop every column and every question."""
        self.runs_model.stop()
        self.judging.stop()

    def save_state(self) -> dict[str, Any]:
        """Heights and what is listed; JSON."""
        return {"rows": self._parts.sizes(), "show": self.list.show_value().value}

    def restore_state(self, state: dict[str, Any]) -> None:
        """What ``save_state`` gave; anything missing or odd leaves the default."""
        restore_sizes(self._parts, state.get("rows"))
        if state.get("show") in list(Show):
            self.list.shows[Show(state["show"])].setChecked(True)

    # What it is about ------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Open the compaction at hand, where its sentences are known and somebody looks."""
        at = self.bench.under_review
        if self.document is not None and at is not None and self.isVisible() and self.runs_model.at != at:
            self.asking.hide()
            self.runs_model.open(at)

    def showEvent(self, event: object) -> None:
        """Nothing is run before someone looks."""
        super().showEvent(event)  # type: ignore[arg-type]
        self.follow()

    def on_clear(self) -> None:
        """No session, or nothing known of it yet."""
        self._soon.stop()
        self._seconds.stop()
        self.head.hide()
        self.asking.hide()
        self.above.setCurrentWidget(self.texts)
        self.judging.leave()
        self.runs_model.close()

    def on_document(self, document: Document) -> None:
        """What was said is known."""
        if document.compactions:
            self.head.show()
            self.follow()
            self.refresh()
            return
        self.say(self.tr("Nothing to compare"), none_words(document))

    def on_stage(self, document: Document, stage: Stage) -> None:
        """The compaction to begin with is known, or the user entered the model's window."""
        if stage is Stage.COMPARE:
            self.follow()
        if stage is Stage.MEASURE and self.runs_model.ready is not None:
            self.runs_model.renew()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected compaction and sentence."""
        if focus.compaction != before.compaction:
            self.follow()
        if focus.fact != before.fact:
            self._mark(focus.fact)

    # What is shown ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the two columns as they are."""
        document, runs, at = self.document, self.runs_model, self.bench.under_review
        if document is None or at is None:
            return
        compaction, ready = document.compactions[at - 1], runs.ready
        self.head.say(head_words(document, compaction, ready), basis_words(compaction.before))
        self.head.reach(at, len(document.compactions))
        self._enable()
        if runs.trouble is not None:
            self.say(self.tr("This compaction cannot be summarized again"), error_words(runs.trouble))
        elif ready is None:
            self.say(self.tr("Preparing…"), self.tr("The context before the compaction is put together."))
        else:
            waited = self.hasFocus()
            self.show_body()
            self._show_sides(ready)
            self._show_texts()
            if waited:
                # The keyboard was asked for while there was nothing to put it into.
                self.focus_front()

    def _show_sides(self, ready: Ready) -> None:
        """Everything but the texts."""
        runs, trust = self.runs_model, self.judging.trust()
        is_judged = trust.last is True
        seen = runs.seen if is_judged and runs.seen is not None else ready
        results = {key: runs.results_of(key, as_judged=is_judged) for key in (*runs.sides, RECORDED)}
        self._rows = rows_of(seen, results)
        a, b = runs.sides
        told = (told_of(self._rows, a, results[a]), told_of(self._rows, b, results[b]))
        counted = by_words(ready, (*runs.columns, *runs.from_before))
        for side, key in zip(self.sides, runs.sides, strict=True):
            side.show_side(ready, runs, self.prompt.prompts, counted, key)
        missing = (missing_words("A", runs.get(a)), missing_words("B", runs.get(b)))
        self.answer.setText(answer_words(*told, missing, trust, said=bool(self._rows)))
        closed = self.tr("Of what was recorded: {note}").format(note=ready.recorded.compared.note)
        beside = beside_words(ready, self._rows, self.bench.judgements)
        said = " ".join(filter(None, (trust.says, closed if ready.recorded.compared.note else "", beside)))
        self.trust.setText(said)
        self.trust.setVisible(bool(said))
        self.theme.tint(self.trust, WindowText="error" if trust.last is False else "muted")
        self.texts.held.say(held_words(held_of(ready.material, ready.compaction)))
        self.list.show_rows(self._rows, runs.sides, self._columns())
        self._enable()

    def _enable(self) -> None:
        runs = self.runs_model
        is_ready = runs.ready is not None and runs.trouble is None
        wants = [cell for key in runs.sides if (cell := runs.get(key)) is not None and cell.variant.wants_model]
        for button in (self.write, self.baselines):
            button.setEnabled(is_ready)
        self.run.setEnabled(is_ready and bool(runs.due() or wants))
        self.judge.setEnabled(self.judging.sitting() is not None and not self.judging.is_running)
        self.stop.setVisible(self.is_running)
        if runs.running() and not self._seconds.isActive():
            self._seconds.start()

    def _columns(self) -> list[tuple[str, str]]:
        """The key and title of each column of the list: A, B, and what was recorded where that is neither."""
        runs = self.runs_model
        found = [(key, f"{label} · {column_name(runs.get(key))}") for label, key in zip("AB", runs.sides, strict=True)]
        return found if RECORDED in runs.sides else [*found, (RECORDED, column_name(None))]

    def _mark(self, fact: str | None) -> None:
        """Make a sentence the current row, and show it in both texts; none where it is not listed."""
        self.list.mark(fact)
        if fact is not None:
            self.texts.show_sentence(fact)

    def _choose(self, found: SentenceRow) -> None:
        quote = found.fact.quotes[0]
        self.select(item=quote.item or None, compaction=self.runs_model.at, fact=found.fact.id, claim=None)

    def _show_texts(self) -> None:
        """Lay out the two texts beside the window, and show them."""
        runs, ready = self.runs_model, self.runs_model.ready
        if ready is None:
            return
        sides, rows, whole = runs.sides, self._rows, self.texts.whole.isChecked()
        columns = [(key, runs.get(key)) for key in sides]

        def arrived(made: tuple[MarkedText, MarkedText]) -> None:
            if sides == runs.sides and runs.ready is ready:
                self.texts.show_texts(*made)
                self._mark(self.bench.selection.focus.fact)

        self.bench.executor.run(
            "compare texts", lambda progress: both_texts(ready, columns, rows, whole=whole), arrived, self.failed
        )

    # What others tell ------------------------------------------------------------------------------------

    def _changed(self, key: str) -> None:
        # Ten columns end within a moment: while others run they are shown together, the last one at once.
        if not self.runs_model.running():
            self._catch_up()
        elif not self._soon.isActive():
            self._soon.start()

    def _catch_up(self) -> None:
        self._soon.stop()
        if (ready := self.runs_model.ready) is not None and self.shows_body():
            self._show_sides(ready)
            self._show_texts()

    def _tick(self) -> None:
        if not self.runs_model.running():
            self._seconds.stop()
        if (ready := self.runs_model.ready) is not None:
            for side in self.sides:
                side.tell(ready, self.runs_model)

    def _heard(self, key: str) -> None:
        cell = self.runs_model.get(key)
        for place, at in enumerate(self.runs_model.sides):
            if cell is not None and at == key and self.shows_body():
                self.texts.show_stream(place, column_title(cell), cell.text)

    def _chosen(self, side: int, kind: str, value: str) -> None:
        if kind == PROMPT:
            self.prompt_chosen.emit(side, value)
        elif kind:
            self.runs_model.put(side, value)
        else:
            self.edit_asked.emit(side)

    # Parts -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        prompt, baselines, stop = self.tr("Write a &prompt"), self.tr("Add base&lines…"), self.tr("Cancel")
        run = self.tr("Run what has no result yet; shows first what is sent (Ctrl+Enter)")
        for button, words, tip in (
            (self.write, prompt, self.tr("Write or change a prompt, and run it")),
            (self.baselines, baselines, self.tr("Run all that needs no model")),
            (self.run, self.tr("R&un…"), run),
            (self.judge, self.tr("&Judge…"), self.tr("Have a model read both blind")),
            (self.stop, stop, self.tr("Stop everything that runs (Ctrl+.)")),
        ):
            button.setText(words)
            button.setToolTip(tip)
            self.head.add(button)
        self.more.setText(self.tr("More"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.head.add(self.more)
        for part in (self.texts, self.prompt):
            self.above.addWidget(part)
        self._parts = splitter((self.above, 3), (self.list, 2), (self.sending, 2), vertical=True, sizes=(300, 240, 240))
        swap = tool_button("⇄", lambda: self.runs_model.put(0, self.runs_model.sides[1]), name=self.tr("Swap A and B"))
        choice = row(None, (self.sides[0], 1), swap, (self.sides[1], 1), margins=(6, 2, 6, 2), spacing=6)
        choice.setAlignment(swap, Qt.AlignmentFlag.AlignTop)
        font = self.answer.font()
        font.setPointSizeF(font.pointSizeF() * 1.1)
        self.answer.setFont(font)
        column(self.body, choice, self.answer, self.trust, (self._parts, 1), margins=FLUSH, spacing=0)
        self.layout().insertWidget(0, self.head)  # type: ignore[union-attr]

    def _make_room(self) -> None:
        """What is sent has the room of the sentences, which say nothing of it."""
        self.list.setVisible(self.sending.isHidden() or not self.sending.is_unfolded)

    def _connect(self) -> None:
        runs = self.runs_model
        runs.laid_out.connect(self.refresh)
        runs.changed.connect(self._changed)
        runs.said.connect(self._heard)
        self.stop.clicked.connect(self.stop_all)
        self._soon.timeout.connect(self._catch_up)
        self._seconds.timeout.connect(self._tick)
        for place, side in enumerate(self.sides):
            side.chosen.connect(lambda kind, value, place=place: self._chosen(place, kind, value))
            side.taken.connect(lambda place=place: self.sides[1 - place].let_go())
        self.texts.asked.connect(self._show_texts)
        self.list.chosen.connect(self._choose)
        self.prompt.left.connect(self.leave_prompt)
        self.judging.changed.connect(self._catch_up)
        self.asking.finished.connect(self.focus_front)
        for view in (self.texts.before, self.texts.after):
            view.picked.connect(lambda key: self.bench.selection.select(fact=key, claim=None))
        self.sending.folded.connect(self._make_room)
