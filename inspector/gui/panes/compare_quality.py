"""Quality against tokens: where each run stands between keeping everything and keeping nothing."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, choice_box, column, plain_label, row
from inspector.gui.models.column_words import title
from inspector.gui.models.figures import short
from inspector.gui.models.score_words import figure_text
from inspector.gui.panes.never_compacted import nothing_words, simulate_instead
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.chip import Chip, Legend
from inspector.gui.widgets.quality_plot import QualityPlot, RunPoint
from inspector.rerun.column import Column
from inspector.rerun.judged_arms import UNRANKED
from inspector.workbench.bench import Bench
from inspector.workbench.contrast import RECORDED, is_judged
from inspector.workbench.document import Document, Stage
from inspector.workbench.run_columns import RunColumns

METRICS = ("statements_kept", "in_summary", "used_again")


class QualityPane(Pane):
    """The figures as a picture; the table of runs has them as numbers. Empty without a judge: it is a ranking."""

    needs = Stage.EXTRACT

    def __init__(self, bench: Bench, theme: Theme, runs: RunColumns) -> None:
        super().__init__(bench, theme, "quality", tr("Quality against tokens"))
        self.runs = runs
        titles = (self.tr("in the whole context"), self.tr("in the summary"), self.tr("used again"))
        metrics = dict(zip(titles, METRICS, strict=True))
        self.figure = choice_box(self.tr("What is drawn upward"), metrics, self._draw)
        self.plot, self._legend = QualityPlot(theme), Legend(theme)
        self._words = plain_label(margins=(8, 2, 8, 2))
        self._due = True
        self._build()
        runs.laid_out.connect(self._is_old)
        runs.changed.connect(lambda _: self._is_old())
        runs.picked_changed.connect(lambda _: self._is_old())
        self.listen()

    def points(self) -> tuple[RunPoint, ...]:
        """A point for the recorded compaction and for each column with figures."""
        ready, columns = self.runs.figures()
        if ready is None:
            return ()
        metric = str(self.figure.currentData())
        found = []
        for run in (None, *columns):
            scores = ready.recorded.scores if run is None else run.scores
            known = {score.metric: score for score in scores}
            share, tokens = known.get(metric), known.get("tokens_after")
            if share is None or tokens is None or share.value is None or tokens.value is None:
                continue
            low, high = (share.value if end is None else end for end in (share.low, share.high))
            role, symbol = _look(run)
            key = RECORDED if run is None else run.key
            is_control = run is not None and run.is_control
            found.append(RunPoint(key, title(run), tokens.value, share.value, low, high, role, symbol, is_control))
        return tuple(found)

    def save_state(self) -> dict[str, Any]:
        """What is drawn upward."""
        return {"metric": self.figure.currentData()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put the choice back."""
        place = self.figure.findData(state.get("metric"))
        if place >= 0:
            self.figure.setCurrentIndex(place)

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [self.figure]

    def focus_table(self) -> None:
        """Put the keyboard into the choice of figure."""
        (self.figure if self.shows_body() else self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def on_document(self, document: Document) -> None:
        """Facts are there."""
        if not document.compactions:
            self.say(self.tr("Nothing to compare"), nothing_words(document), simulate_instead(self))
        else:
            self._is_old()

    def on_theme(self) -> None:
        """The legend has other colours."""
        chips = (
            ("text", "◆", self.tr("recorded")),
            ("kept", "●", self.tr("without a model")),
            ("weakened", "■", self.tr("with a model's or recorded words")),
            ("muted", "✚", self.tr("control, at the edge where it takes far more or less")),
            ("muted", "┄", self.tr("most for its tokens")),
        )
        self._legend.show_chips([Chip(self.theme.role(role), words, sign=sign) for role, sign, words in chips])

    def showEvent(self, event: object) -> None:
        """What changed meanwhile is drawn now."""
        super().showEvent(event)  # type: ignore[arg-type]
        if self._due:
            self._draw()

    def _is_old(self) -> None:
        """Nothing is drawn while nobody looks."""
        self._due = True
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        self._due = False
        if self.document is None or not self.document.compactions:
            return
        ready, columns = self.runs.figures()
        if ready is not None and not is_judged(ready, columns):
            self.say(self.tr("Nothing is ranked yet"), UNRANKED)
            return
        self.show_body()
        points = self.points()
        words = self.figure.currentText()
        self.plot.show_points(points, self.runs.picked, words)
        said = "; ".join(
            f"{point.title}: {words} {round(100 * point.share)} %, {short(point.tokens)}" for point in points
        )
        self.plot.setAccessibleDescription(said)
        if ready is not None:
            waiting = [title(one) for one in columns if not one.scores]
            more = self.tr("Not on it yet: {columns}.").format(columns=", ".join(waiting)) if waiting else ""
            recorded = figure_text(ready.recorded.score(str(self.figure.currentData())))
            told = self.tr("Recorded: {figure}. Up and to the left is better. Text survival, not recall.")
            self._words.setText(f"{told.format(figure=recorded)} {more}".strip())

    def _build(self) -> None:
        self.plot.setAccessibleName(self.tr("Quality against tokens"))
        self.plot.picked.connect(self.runs.pick)
        self.on_theme()
        head = row(None, self.figure, (self._legend, 1), margins=(6, 2, 6, 2), spacing=6)
        column(self.body, head, (self.plot, 1), self._words, margins=FLUSH, spacing=0)


def _look(column: Column | None) -> tuple[str, str]:
    """Colour and shape of a point."""
    if column is None:
        return "text", "d"
    if column.is_control:
        return "muted", "+"
    return ("kept", "o") if column.variant.strategy.llm == "none" else ("weakened", "s")
