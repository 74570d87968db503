"""Runs side by side: figures above, what became of every fact below, and two of their texts under that."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, column, plain_label, restore_sizes, splitter
from inspector.gui.models.column_words import title
from inspector.gui.models.run_facts import ROW, shown_words
from inspector.gui.models.run_figures import legend_lines, legend_words, outcome_words
from inspector.gui.models.run_texts import Layout
from inspector.gui.models.runs import RunTable, table_words
from inspector.gui.models.verdicts import SIGNS
from inspector.gui.panes.compare_facts import FactsAcross
from inspector.gui.panes.compare_texts import RunTexts
from inspector.gui.panes.never_compacted import nothing_words, simulate_instead
from inspector.gui.panes.pane import Pane
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import Banner, error_words
from inspector.gui.widgets.frozen_table import FrozenTable, shared
from inspector.model import Verdict
from inspector.rerun.held import held_of, held_words
from inspector.workbench.bench import Bench
from inspector.workbench.contrast import RECORDED, FactRow, Show
from inspector.workbench.document import Document, Stage
from inspector.workbench.experiments import Ready
from inspector.workbench.judged_columns import trust_in
from inspector.workbench.run_columns import RunColumns
from inspector.workbench.selection import Focus

_TITLE_WIDTH, _FACT_WIDTH, _WORDS_WIDTH = 200, 240, 120
"""Pixels at most for the names of figures, at least for facts, and at least for words that are longer."""
_REPEATED, _AROUND = "◐ 20/20", 14
"""The longest sign, and pixels left and right of one."""
_IN_WORDS = frozenset({"model", "prompt", "selection", "wording", "outcome"})
"""Rows that may be long: the line above the facts has the outcome in full, tooltips the others."""
_TOGETHER = 60
"""Milliseconds in which columns that get further are shown together."""


class RunsPane(Pane):
    """The columns of one compaction."""

    needs = Stage.EXTRACT
    edit_asked = Signal(str, str)
    """Enter on a cell of the figures: which row, and the key of the column."""

    def __init__(self, bench: Bench, theme: Theme, runs: RunColumns) -> None:
        super().__init__(bench, theme, "runs", tr("Runs"))
        self.runs = runs
        self._guard = False
        self._is_sized = False
        """Whether heights were given already, by whoever looked at this before or by what there is."""
        self._further: set[str] = set()
        self._soon = QTimer(self, singleShot=True, interval=_TOGETHER)
        self._soon.timeout.connect(self._catch_up)
        self.table = RunTable(theme, self, runs.waits)
        self._seconds = QTimer(self, interval=1000)
        """Ticks only while a column runs: how long it has been running stands above it."""
        self._seconds.timeout.connect(self._tick)
        self.figures = FrozenTable(self.table, theme, self.tr("Figures of the runs"))
        self.across = FactsAcross(bench, theme, runs, lambda: self.table.column_of(runs.picked), self)
        self.facts, self.grid, self.shows = self.across.facts, self.across.grid, self.across.shows
        self.texts = RunTexts(bench, theme, runs, self.failed)
        name = self.tr("What has to be known about the column at hand")
        self.note = plain_label(name=name, margins=(8, 3, 8, 0), selectable=True)
        name = self.tr("What the controls say of whoever judged")
        self.trust = plain_label(name=name, margins=(8, 2, 8, 2), selectable=True)
        self.doubt = Banner(theme)
        self.legend = plain_label(name=self.tr("What the signs mean"), margins=(8, 2, 8, 2), wraps=False, narrows=True)
        self._build()
        runs.laid_out.connect(self._laid_out)
        runs.changed.connect(self._column_changed)
        runs.said.connect(lambda key: self.texts.hear(key) if self.shows_body() else None)
        runs.picked_changed.connect(self._picked)
        bench.marked.connect(lambda _: self.across.refill())
        bench.judgements.made.connect(lambda change: self.across.refill())
        bench.judgements.loaded.connect(self.across.refill)
        self.listen()

    # For the perspective ---------------------------------------------------------------------------------

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.figures, self.grid, self.texts.before, self.texts.after)

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        texts = self.texts
        return [self.figures.left, *self.shows.stops(), self.grid.left, texts.first, texts.before, texts.after]

    def focus_table(self) -> None:
        """Put the keyboard into the figures."""
        if not self.shows_body():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        if not self.figures.current().isValid():
            self.figures.set_current(0, self.table.column_of(self.runs.picked))
        self.figures.take_keyboard()

    def set_context_actions(self, columns: list[QAction], facts: list[QAction]) -> None:
        """What the right button offers on a column and on a fact."""
        self.figures.set_context_actions(columns)
        self.grid.set_context_actions([*facts, *columns])

    def show_facts(self, show: Show) -> None:
        """List all, lost, different or marked facts."""
        self.shows.set_value(show)

    def step(self, by: int) -> bool:
        """Go to the next fact that fared differently, or, in the texts, to the next change; whether there was one."""
        return self.texts.step(by) if self.texts.has_focus() else self.across.step(by)

    def step_row(self, by: int, *, from_end: bool = False) -> None:
        """The next fact of the list, or the one before; ``from_end`` the first, or the last."""
        self.across.step_row(by, from_end=from_end)

    def copy_words(self) -> str:
        """What is at hand as text: the fact with its verdicts, or the figures of all columns."""
        row = self.grid.current().data(ROW) if self.grid.isAncestorOf(self.focusWidget() or self) else None
        if row is None:
            return table_words(self.table)
        keys = (RECORDED, *(one.key for one in self.runs.columns))
        verdicts = ((key, shown_words(row, key)) for key in keys)
        told = "; ".join(f"{title(self.runs.get(key))}: {words}" for key, words in verdicts if words)
        return f"{row.fact.statement}\n{told}"

    def save_state(self) -> dict[str, Any]:
        """Heights, what is listed, how texts are compared."""
        return {
            "rows": self._rows.sizes(),
            "show": self.shows.value().value,
            "layout": self.texts.layout_wanted.value,
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put them back; what does not fit is left."""
        self._is_sized = restore_sizes(self._rows, state.get("rows"))
        if state.get("show") in list(Show):
            self.show_facts(Show(state["show"]))
        if state.get("layout") in list(Layout):
            self.texts.set_layout_wanted(Layout(state["layout"]))

    # What the workbench tells ----------------------------------------------------------------------------

    def on_clear(self) -> None:
        """No session, or nothing known of it yet."""
        self._soon.stop()
        self._seconds.stop()
        self._further.clear()
        self.table.show(None, ())
        self.across.clear()

    def on_document(self, document: Document) -> None:
        """Facts are there."""
        if not document.compactions:
            hint = nothing_words(document)
            self.say(self.tr("Nothing to compare"), hint, simulate_instead(self))
        else:
            self._laid_out()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected fact."""
        if focus.fact != before.fact or not self.grid.current().isValid():
            self.across.mark(focus.fact)

    def on_theme(self) -> None:
        """Signs and links have other colours."""
        for table in (self.figures, self.grid):
            table.update()

    def resizeEvent(self, event: object) -> None:
        """The facts take their share of the width."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._size_up()

    # Inside ----------------------------------------------------------------------------------------------

    def _laid_out(self) -> None:
        runs, document = self.runs, self.document
        if document is None or not document.compactions:
            return
        if runs.trouble is not None:
            self.say(self.tr("This compaction cannot be run again"), error_words(runs.trouble))
            return
        if runs.ready is None:
            self.say(self.tr("Preparing…"), self.tr("The context before the compaction is put together."))
            return
        waited = self.hasFocus()
        self.show_body()
        self._share_out()
        self._warn(runs.ready)
        self._show_figures(anew=True)
        self.texts.offer()
        self.across.judge_anew()
        self._put_back()
        self._size_up()
        self.texts.work_out()
        self._tell()
        if waited:
            # The keyboard was asked for while there was nothing to put it into.
            self.focus_table()

    def _column_changed(self, key: str) -> None:
        self._further.add(key)
        if self.runs.running() and not self._seconds.isActive():
            self._seconds.start()
        # Ten columns end within a moment: while others run they are shown together, the last one at once.
        if not self.runs.running():
            self._catch_up()
        elif not self._soon.isActive():
            self._soon.start()

    def _tick(self) -> None:
        if not self.runs.running():
            self._seconds.stop()
        self.table.tick()
        self._tell()

    def _catch_up(self) -> None:
        self._soon.stop()
        keys, self._further = self._further, set()
        if self.runs.ready is None or not self.shows_body():
            return
        self._show_figures()
        columns = [one for key in keys if (one := self.runs.get(key)) is not None]
        if not self.across.knows(columns):
            self.across.judge_anew()
        self._tell()
        for key in keys:
            self.texts.keep_up(key)

    def _show_figures(self, *, anew: bool = False) -> None:
        rows = self.table.rowCount()
        (self.table.show if anew else self.table.update)(*self.runs.figures())
        self._show_trust()
        sizes, more = self._rows.sizes(), self.table.rowCount() - rows
        self._size_up()
        if rows and more:
            # Rows that come, or go, take their height from the facts or give it back.
            height = more * self.figures.left.rowHeight(0)
            self._rows.setSizes([sizes[0] + height, max(sizes[1] - height, 0), *sizes[2:]])

    def _show_trust(self) -> None:
        """How much of the context could be run again, and what the place of the controls says of whoever judged."""
        results = self.runs.results()
        here = self.runs.ready
        told = trust_in(
            [one for one in results if self.runs.is_over_all or (here and one[0].compaction == here.compaction)]
        )
        self.legend.setText(legend_words(is_judged=self.table.is_judged))
        self.legend.setToolTip(tip(*legend_lines(is_judged=self.table.is_judged)))
        held = held_words(held_of(here.material, here.compaction)) if here is not None else ""
        said = " ".join(filter(None, (held, told.says if told.last else "")))
        self.trust.setText(said)
        self.trust.setVisible(bool(said))
        doubt = f"▲ {told.says}" if told.last is False else ""
        if doubt != self.doubt.text():
            # Who has hidden it has read it: only other words are shown again.
            self.doubt.say(doubt)
            self.doubt.setVisible(bool(doubt))

    def _warn(self, ready: Ready) -> None:
        said = []
        if ready.recorded.judged.note:
            words = self.tr("Of the recorded compaction only what was kept beside it can be judged. {note}")
            said.append(words.format(note=ready.recorded.judged.note))
        troubles = self.runs.scenes.troubles
        if troubles:
            named = "; ".join(f"┊C{place}: {error_words(why)}" for place, why in sorted(troubles.items()))
            said.append(self.tr("Left out of the comparison: {named}").format(named=named))
        self.banner.setVisible(bool(said))
        if said:
            self.banner.say(" ".join(said))

    def _share_out(self) -> None:
        """The first time all figures are in sight, as far as half of the height does for them."""
        height = self._rows.height()
        if self._is_sized or not self.isVisible() or height < 2 * self.fontMetrics().height():
            return
        self._is_sized = True
        self._show_figures(anew=True)
        figures = min(self.figures.height_of_all(), height // 2)
        self._rows.setSizes([figures, (height - figures) * 3 // 5, (height - figures) * 2 // 5])

    def _put_back(self) -> None:
        """The current cell is gone with the old columns; the one at hand is still at hand."""
        if self.runs.picked and not self.figures.current().isValid():
            self._guard = True
            self.figures.set_current(0, self.table.column_of(self.runs.picked))
            self._guard = False

    def _moved(self, index: QModelIndex) -> None:
        if self._guard or self.across.marking or not index.isValid():
            return
        if index.column() > 0:
            self.runs.pick(self.table.key_at(index.column()))
        row = index.data(ROW)
        if isinstance(row, FactRow):
            self.across.choose(row)

    def _picked(self, key: str) -> None:
        """The text of the column at hand stands on the right; Lost is about it."""
        if self.shows.value() is Show.LOST:
            self.across.refill()
        self.texts.take(key)
        self._tell()
        self.across.mark(self.bench.selection.focus.fact)
        current, place = self.figures.current(), self.table.column_of(key)
        if not current.isValid() or current.column() != place:
            self._guard = True
            self.figures.set_current(max(current.row(), 0), place)
            self._guard = False

    def _tell(self) -> None:
        """What has to be known of the column at hand, in full."""
        ready, columns = self.runs.figures()
        picked = next((one for one in columns if one.key == self.runs.picked), None)
        wait = self.runs.waits(picked) if picked is not None else None
        words = outcome_words(ready, picked, wait) if ready is not None else ""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def _entered(self, index: QModelIndex) -> None:
        if index.isValid() and index.column() > 1:
            self.edit_asked.emit(self.table.figures[index.row()].key, self.table.key_at(index.column()))

    # Parts -----------------------------------------------------------------------------------------------

    def _size_up(self) -> None:
        self.figures.set_widths(self._figure_widths())
        self.grid.set_widths(self._fact_widths())
        self.figures.setMaximumHeight(self.figures.height_of_all())

    def _figure_widths(self) -> list[int]:
        """No figure is cut; words are as wide as there is room."""
        rows = range(self.table.rowCount())
        words = [row for row in rows if self.table.figures[row].key in _IN_WORDS]
        figures = [row for row in rows if row not in words]
        least, wanted = [], []
        for place in range(self.table.columnCount()):
            longest = max((self.figures.width_of(place, row) for row in words), default=0)
            figure = max(self.figures.width_of(place, row) for row in (-1, *figures))
            if place == 0:
                least.append(min(max(figure, longest), _TITLE_WIDTH))
            else:
                least.append(max(figure, min(longest, _WORDS_WIDTH)))
            wanted.append(least[0] if place == 0 else max(figure, longest))
        return shared(least, wanted, self.figures.room())

    def _fact_widths(self) -> list[int]:
        """Signs take what they need; facts have the rest, as far as they need it: signs stand beside the words."""
        repeated = any(len(one.arms) > 1 for one in self.runs.columns)
        # Asking every cell takes long where there are thousands of facts.
        sign = self.fontMetrics().horizontalAdvance(_REPEATED if repeated else SIGNS[Verdict.LOST]) + _AROUND
        signs = [max(sign, self.grid.width_of(place, -1)) for place in range(1, self.facts.columnCount())]
        rest, longest = self.grid.room() - sum(signs), 0
        for row in range(self.facts.rowCount()):
            longest = max(longest, self.fontMetrics().horizontalAdvance(self.facts.index(row, 0).data()) + _AROUND)
            if longest >= rest:
                break
        return [max(_FACT_WIDTH, min(rest, longest)), *signs]

    def _build(self) -> None:
        # Its left half is as wide as there is room: the window must not be kept from getting narrower.
        self.grid.setMinimumWidth(1)
        below = QWidget()
        column(below, self.note, self.shows, (self.grid, 1), margins=FLUSH, spacing=0)
        self._rows = splitter((self.figures, 0), (below, 3), (self.texts, 2), vertical=True, sizes=(264, 256, 200))
        for table in (self.figures, self.grid):
            table.moved.connect(self._moved)
            table.right.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.figures.entered.connect(self._entered)
        self.facts.modelReset.connect(lambda: self.grid.set_widths(self._fact_widths()))
        self.theme.tint(self.legend, WindowText="muted")
        column(self.body, self.trust, self.doubt, self.legend, self._rows, margins=FLUSH, spacing=0)
