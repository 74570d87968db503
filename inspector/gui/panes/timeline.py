"""The token plot: what every request was sent, what it was made of, and where it was compacted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, column, named
from inspector.gui.models.figures import short
from inspector.gui.models.plot_marks import PlotMarks, find_marks
from inspector.gui.models.plot_range import around, between, is_part, numbers_of, range_of, with_in_sight
from inspector.gui.models.readout import describe
from inspector.gui.models.series import Series, build_series, has_times
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.overview import Overview
from inspector.gui.widgets.plot_bar import Chip, PlotBar
from inspector.gui.widgets.plot_frame import LEAST_HEIGHT, LOW_HEIGHT, LimitLine
from inspector.model import Basis, TokenCount
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus

if TYPE_CHECKING:
    from inspector.gui.widgets.token_plot import TokenPlot

_SETTLE = 120
_CACHE_ROLES = {"cache_read": "kept", "cache_write": "weakened", "input": "lost", "prompt": "accent"}


class TimelinePane(Pane):
    """Overview on top, the plot below; shown as soon as the recorded curve is there, before anything is counted."""

    needs = Stage.MEASURE

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "timeline", tr("Token plot"))
        self._series: Series | None = None
        self._marks = PlotMarks((), (), ())
        self._item_requests: list[int | None] = []
        self.bar, self.overview = PlotBar(theme), Overview(theme)
        self._plot: TokenPlot | None = None
        self._below = column(self.body, self.bar, self.overview, margins=FLUSH, spacing=0)
        # The place of the plot until it is there, and nothing beside it.
        self._below.addStretch()
        self._least = LEAST_HEIGHT
        self.give_way(self.most())
        self._settled = QTimer(self, singleShot=True, interval=_SETTLE)
        self._settled.timeout.connect(self._tell_range)
        self.bar.changed.connect(self._choose)
        self.overview.whole.connect(self.whole)
        self.listen()

    @property
    def plot(self) -> TokenPlot:
        """Made when it is first asked for, and once the window was painted: what draws it takes long to load."""
        if self._plot is None:
            from inspector.gui.widgets.token_plot import TokenPlot

            self._plot = plot = named(TokenPlot(self.theme), self.tr("Prompt tokens per request"))
            plot.setMinimumHeight(self._least)
            self._below.addWidget(plot, 1)
            # Tab goes through parts in the order in which they were made.
            QWidget.setTabOrder(self.bar.findChildren(QComboBox)[-1], plot)
            QWidget.setTabOrder(plot, plot.viewport())
            self.overview.ranged.connect(plot.set_range)
            plot.ranged.connect(self._ranged)
            plot.laid_out.connect(self.overview.set_inset)
            plot.hovered.connect(self._tell_point)
            select = self.bench.selection.select
            plot.picked.connect(lambda request: select(request=request, compaction=None))
            plot.picked_compaction.connect(lambda number: select(compaction=number))
            if self.document is not None and self.shows_body():
                self._draw(self.document)
                focus = self.bench.selection.focus
                self._show_numbers(focus.first, focus.last)
        return self._plot

    # What the window calls -------------------------------------------------------------------------------

    def most(self) -> int:
        """Pixels that it takes wherever there is room for them."""
        return _height(self.bar, self.overview) + LEAST_HEIGHT

    def give_way(self, height: int) -> None:
        """Get by with so many pixels where it can: the plot is lower then, and goes without its overview."""
        beside = _height(self.bar, self.overview)
        is_whole = height >= beside + LOW_HEIGHT
        self.overview.setVisible(is_whole)
        beside = beside if is_whole else _height(self.bar)
        self._least = min(max(height - beside, LOW_HEIGHT), LEAST_HEIGHT)
        if self._plot is not None:
            self._plot.setMinimumHeight(self._least)
        # The pane lets its body be cut off; with the room taken here the list and the drawer give way instead.
        self.setMinimumHeight(self._least + beside)

    def whole(self) -> None:
        """Show the whole session."""
        self.plot.set_range(*self.plot.bounds())

    def fit_selection(self) -> None:
        """Bring the selected request into the middle of some thirty around it."""
        x = self.plot.overlay.cursor_x
        if x is None or self._series is None:
            return
        self.plot.set_range(*around(self._series, x))

    def segment_range(self) -> None:
        """Show the stretch between the compactions on both sides of what is selected."""
        x = self.plot.overlay.cursor_x
        if x is None:
            x = sum(self.plot.view_range()) / 2
        stretch = between((mark.x for mark in self._marks.compactions), self.plot.bounds(), x)
        if stretch is not None:
            self.plot.set_range(*stretch)

    def clear_range(self) -> bool:
        """Show the whole session; whether less was shown before."""
        had = self._is_zoomed()
        if had:
            self.whole()
        return had

    def save_state(self) -> dict[str, Any]:
        """What is stacked and what runs to the right."""
        return self.bar.state()

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put the choices back."""
        self.bar.restore(state)

    # What the workbench tells ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The list is there with this frame; the plot comes with the next."""
        super().paintEvent(event)
        if self._plot is None and self.shows_body():
            QTimer.singleShot(0, self, lambda: self.plot)

    def on_clear(self) -> None:
        """No session."""
        self._series = None
        self._item_requests = []
        self._settled.stop()
        self.overview.show_series(None, None)

    def on_document(self, document: Document) -> None:
        """Draw the recorded curve at once."""
        assert document.measurement is not None, "settled on Stage.MEASURE"
        if not len(document.measurement.curve.request):
            self.say(self.tr("No requests"), self.tr("This log does not tell when the model was called."))
            return
        self._item_requests = self.bench.cursor.requests if self.bench.cursor else []
        self.bar.offer_times(has_times(document))
        if self._plot is not None:
            self._draw(document)
            self.whole()

    def on_stage(self, document: Document, stage: Stage) -> None:
        """Counts are there: the curve becomes bands. A failure leaves the curve and says so."""
        if self._series is not None and stage is not Stage.EXTRACT:
            self._draw(document)

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Move the cursor; take a range that was not chosen here."""
        if self._series is None or self.document is None:
            return
        x = self._cursor(focus)
        self.plot.show_cursor(x, focus.compaction)
        self._tell_point(self.plot.overlay.hovered)
        if (focus.first, focus.last) != (before.first, before.last) and (focus.first, focus.last) != self._numbers():
            self._show_numbers(focus.first, focus.last)
        elif x is not None and (focus.request, focus.item) != (before.request, before.item):
            moved = with_in_sight(self.plot.view_range(), self.plot.bounds(), x)
            if moved is not None:
                self.plot.set_range(*moved)

    def on_theme(self) -> None:
        """Draw in the other colours."""
        if self._plot is not None:
            self._plot.recolour()
        if self._series is not None and self.document is not None:
            self._draw(self.document)
        self.overview.update()

    # Inside ----------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        document = self.document
        if document is not None and self._series is not None:
            low, high = self._numbers()
            self._draw(document)
            self._show_numbers(low, high)

    def _draw(self, document: Document) -> None:
        assert document.measurement is not None, "settled on Stage.MEASURE"
        axis = self.bar.axis()
        series = self._series = build_series(document, axis, self.bar.stack(), self.theme.kind_title)
        self._marks = find_marks(document, series, self._item_requests)
        colors = [self._color(band.key) for band in series.bands]
        self.plot.show_axis(axis)
        self.plot.show_series(series, colors, self._marks, limit_lines(document))
        focus = self.bench.selection.focus
        self.plot.show_cursor(self._cursor(focus), focus.compaction)
        self._tell_point(self.plot.overlay.hovered)
        self.overview.show_series(series, self._marks)
        self.overview.show_range(*self.plot.view_range())
        painted = zip(series.bands, colors, strict=True)
        chips = [Chip(color, band.title) for band, color in painted if np.nansum(band.values) > 0]
        self.bar.legend.show_chips(chips[::-1])
        self.bar.tell(self._state(document, series))

    def _state(self, document: Document, series: Series) -> str:
        if Stage.COUNT in document.failures:
            return self.tr("counting failed: the curve is as recorded")
        if document.tally is None:
            return self.tr("counting tokens…")
        if series.is_estimated:
            return self.tr("usage: not in this log · estimated from the text")
        return self.tr("totals recorded, shares by kind estimated") if len(series.bands) > 3 else self.tr("recorded")

    def _color(self, key: str) -> QColor:
        return self.theme.role(_CACHE_ROLES[key]) if key in _CACHE_ROLES else self.theme.kind(key)

    def _cursor(self, focus: Focus) -> float | None:
        """Where what is selected lies: its request, else its compaction."""
        series = self._series
        if series is None:
            return None
        if focus.request is not None:
            return series.position(focus.request)
        return next((mark.x for mark in self._marks.compactions if mark.number == focus.compaction), None)

    def _tell_point(self, point: int | None) -> None:
        """Read out the request under the mouse, or else the selected one."""
        document, series = self.document, self._series
        if document is None or series is None:
            return
        cursor = self.plot.overlay.cursor_x
        if point is None and cursor is not None:
            point = series.point_at(cursor)
        self.plot.read_out(() if point is None else describe(document, series, point))
        # In words what is drawn, for those who do not see it.
        self.plot.setAccessibleDescription(", ".join(self.plot.overlay.readout))

    def _is_zoomed(self) -> bool:
        return is_part(self.plot.view_range(), self.plot.bounds())

    def _ranged(self, low: float, high: float) -> None:
        self.overview.show_range(low, high)
        # Others are told when the range comes to rest: a drag must not redo tables at every step.
        self._settled.start()

    def _tell_range(self) -> None:
        if self._series is not None:
            first, last = self._numbers()
            self.bench.selection.select(first=first, last=last)

    def _numbers(self) -> tuple[float | None, float | None]:
        """The range shown in request numbers; None for both when it is the whole session."""
        if not self._is_zoomed() or self._series is None:
            return None, None
        return numbers_of(self._series, self.plot.view_range())

    def _show_numbers(self, first: float | None, last: float | None) -> None:
        if first is None or last is None or self._series is None:
            self.whole()
        else:
            self.plot.set_range(*range_of(self._series, (first, last)))


def limit_lines(document: Document) -> list[LimitLine]:
    """The model's window and the point at which the agent compacts, each with how it is known."""
    assert document.measurement is not None, "asked for once measured"
    window = document.measurement.window
    known = ((window.limit, tr("limit"), "limit"), (window.threshold, tr("compacts at"), "warning"))
    return [
        LimitLine(float(count.value), f"{title} {short(count.value)}, {_basis(count)}", role)
        for count, title, role in known
        if count.value is not None
    ]


def _basis(count: TokenCount) -> str:
    return {
        Basis.RECORDED: tr("recorded"),
        Basis.ENTERED: tr("entered by you"),
        Basis.INFERRED: tr("inferred"),
        Basis.ESTIMATED: tr("estimated"),
    }.get(count.basis, str(count.basis))


def _height(*parts: QWidget) -> int:
    return sum(part.sizeHint().height() for part in parts)
