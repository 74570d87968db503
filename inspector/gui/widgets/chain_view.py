"""A chain to look at: the share kept by generation, the figures of each, and every fact through all of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QWidget

from inspector.gui.language import number
from inspector.gui.layouts import FLUSH, choice_box, column, plain_label, row, splitter
from inspector.gui.models.chain import ChainTable, chain_grid, columns, empty_words, share_words, sign_legend
from inspector.gui.models.erosion import TRACK
from inspector.gui.models.table import RecordTable
from inspector.gui.models.verdicts import kind_title, strength_word
from inspector.gui.theme import Theme
from inspector.gui.widgets.chip import Chip
from inspector.gui.widgets.curve_plot import CurvePlot
from inspector.gui.widgets.frozen_table import FrozenTable
from inspector.gui.widgets.placeholder import Placeholder
from inspector.gui.widgets.row_table import RowTable
from inspector.model import FactKind, Strength
from inspector.survival.shares import SPOKEN
from inspector.workbench.chains import Chain

_ROLES = ("kept", "altered")
_LEAST_STATEMENT = 0.35
"""The share of the width that facts keep, however many generations there are."""
_STEPS_IN_SIGHT = 12
_RULES = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE})


class ChainView(QWidget):
    """Knows no session: it shows a chain and says which fact was picked."""

    picked = Signal(object)
    """A fact through all generations: a ``Track``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chain: Chain | None = None
        self._guard = False
        self.plot, self.table = CurvePlot(theme), RowTable(self.tr("Generations"))
        shown = {
            self.tr("facts from the user"): (frozenset(SPOKEN), False),
            self.tr("rules only"): (_RULES, False),
            self.tr("all facts"): (None, False),
            self.tr("all that go"): (None, True),
        }
        self.which = choice_box(self.tr("Facts shown"), shown, self._show_facts)
        self.rows, self.facts = RecordTable(columns(), self), ChainTable(theme, self)
        self.grid = FrozenTable(self.facts, theme, self.tr("Facts over generations"), frozen=self.facts.fixed)
        self._count, self._signs = plain_label(wraps=False), plain_label(sign_legend(), wraps=False, narrows=True)
        self.empty, self._shown = Placeholder(theme), QStackedWidget()
        self._build()
        self.show_chain(None)

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.table, self.grid.left, self.grid.right)

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [self.table, self.which, self.grid.left]

    def show_chain(self, chain: Chain | None) -> None:
        """Show a chain as far as it has come; None for none."""
        self._chain = chain
        self.rows.show(chain.links if chain is not None else ())
        self.table.resizeColumnsToContents()
        self._draw()
        self._show_facts()

    def chips(self) -> list[Chip]:
        """The legend of the curves."""
        if self._chain is None:
            return []
        titles = (self.tr("human's words"), self.tr("findings of the work"))
        return [
            Chip(self._theme.role(role), f"{self.plot.shape(place)} {title}")
            for place, (role, title) in enumerate(zip(_ROLES, titles, strict=True))
        ]

    def follow(self, fact: str | None) -> None:
        """Bring the row of a fact in sight, where it is listed."""
        self._guard = True
        row = self.facts.row_of(fact)
        if row < 0:
            self.grid.clear()
        elif self.grid.current().row() != row:
            self.grid.set_current(row, 1)
        self._guard = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The statement takes what the other columns leave."""
        super().resizeEvent(event)
        self._fit()

    def _draw(self) -> None:
        links = self._chain.links if self._chain is not None else ()
        human = tuple(link.human for link in links if link.human is not None)
        work = tuple(link.work for link in links if link.work is not None)
        across = self.tr("generation · share kept in text, not recall")
        self.plot.show_curves({"human": human, "work": work} if links else {}, _ROLES, across)
        said = [
            self.tr("generation {n}: human's words {human}, findings of the work {work}").format(
                n=number(link.generation.number), human=share_words(link.human), work=share_words(link.work)
            )
            for link in links
        ]
        self.plot.setAccessibleDescription("; ".join(said))

    def _show_facts(self) -> None:
        kinds, gone_only = self.which.currentData()
        here = self.grid.current()
        before = here.data(TRACK).fact.id if here.isValid() else None
        self._guard = True
        self.facts.show(chain_grid(self._chain, kinds, gone_only=gone_only))
        self._guard = False
        self._fit()
        self.follow(before)
        every = len(self._chain.erosion.tracks) if self._chain is not None else 0
        words = self.tr("{n} of {every} facts").format(n=number(self.facts.rowCount()), every=number(every))
        self._count.setText(words if every else "")
        self.empty.say(*empty_words(every, gone_only=gone_only))
        is_empty = self._chain is not None and not self.facts.rowCount()
        self._shown.setCurrentWidget(self.empty if is_empty else self.grid)

    def _fit(self) -> None:
        letter = self.fontMetrics().averageCharWidth()
        step = self.fontMetrics().horizontalAdvance("×000 ")
        kind = self.fontMetrics().horizontalAdvance(
            f"{kind_title(FactKind.PREFERENCE)} {strength_word(Strength.SHOULD)}"
        )
        others = (kind + 2 * letter, 8 * letter, 10 * letter)
        steps = min(self.facts.columnCount() - self.facts.fixed, _STEPS_IN_SIGHT) * step
        scroll = self.grid.right.verticalScrollBar().sizeHint().width() + 4
        rest = self.width() - sum(others) - steps - scroll
        kind, said, goes = others
        self.grid.set_widths((kind, max(rest, round(_LEAST_STATEMENT * self.width())), said, goes, step))

    def _pick(self, index: QModelIndex) -> None:
        if not self._guard and index.isValid():
            self.picked.emit(index.data(TRACK))

    def _build(self) -> None:
        self.plot.setAccessibleName(self.tr("Share kept by generation"))
        self.grid.moved.connect(self._pick)
        # Its left half is as wide as there is room: the window must not be kept from getting narrower.
        self.grid.setMinimumWidth(1)
        self.table.setModel(self.rows)
        self._theme.tint_selection(self.table)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.horizontalHeader().setStretchLastSection(True)
        self._signs.setToolTip(self._signs.text())
        head = row(None, self.which, self._count, (self._signs, 1), margins=(6, 2, 6, 2), spacing=8)
        self._shown.addWidget(self.grid)
        self._shown.addWidget(self.empty)
        below = QWidget()
        column(below, head, (self._shown, 1), margins=FLUSH, spacing=0)
        above = splitter((self.plot, 1), (self.table, 2), sizes=(200, 400))
        column(self, splitter((above, 2), (below, 3), vertical=True, sizes=(400, 600)), margins=FLUSH)
