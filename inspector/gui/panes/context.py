"""What the model saw: the context at the selected request, or on either side of the selected compaction."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.gui.language import number, tr
from inspector.gui.layouts import named, row, tool_button, ways
from inspector.gui.models.compactions import name
from inspector.gui.models.context import FORM, ORDER, ContextRow, Totals, answer, columns, rows, totals
from inspector.gui.models.figures import tokens
from inspector.gui.models.history import ItemHistory
from inspector.gui.panes.records import RecordsPane
from inspector.gui.plain import OneLine
from inspector.gui.theme import Theme
from inspector.model import Basis, Compaction, Request, TokenCount
from inspector.reconstruct.after import seen_after
from inspector.report.silences import beside_words
from inspector.workbench.bench import Bench
from inspector.workbench.cursor import side_of
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus

_UNTOLD = TokenCount(None, Basis.RECORDED)
_AIR = (8, 1, 8, 1)
_NARROW = 90
"""Average letters of width below which a column goes that other things tell."""


class ContextPane(RecordsPane):
    """Sort by order, size or kind; the line below says why the selected entry is there."""

    needs = Stage.RECONSTRUCT

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "context", tr("Context"), columns(theme.kind))
        self._op: int | None = None
        self._stale = True
        self._history: ItemHistory | None = None
        self.title, self.why, self.sums = OneLine(), OneLine(), named(OneLine(), self.tr("Totals"))
        self.beside = named(OneLine(), self.tr("Sent, and not in this log"))
        for line in (self.title, self.why, self.sums, self.beside):
            line.setContentsMargins(*_AIR)
        self._head, self._foot = QWidget(), QWidget()
        self.before, self.after = tool_button(self.tr("Before")), tool_button(self.tr("After"))
        self._lay_out()
        self.listen()

    def on_clear(self) -> None:
        """Let go of the entries."""
        super().on_clear()
        self._op, self._history, self._stale = None, None, True

    def on_document(self, document: Document) -> None:
        """Show what is selected in it."""
        self._refresh()

    def on_stage(self, document: Document, stage: Stage) -> None:
        """Tokens are there now."""
        self._refresh()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Another moment, or another entry of the same one."""
        document = self.document
        sides = [side_of(document, one) for one in (focus, before)] if document is not None else [None, None]
        if (focus.request, sides[0]) != (before.request, sides[1]) or focus == before or not self.shows_body():
            self._refresh()
        elif focus.item != before.item:
            self._mark(focus)

    def on_theme(self) -> None:
        """The chips take their colours anew."""
        self.table.viewport().update()

    def choose(self, record: ContextRow) -> None:
        """Select the item; the moment stays."""
        self.bench.selection.select_within(item=record.item.number)

    def has_hit(self, item: int, words: str) -> bool:
        """Whether a row of an item shows these words."""
        wanted = words.casefold()
        held = self.model.find(lambda row: row.item.number == item and wanted in row.item.preview.casefold())
        return self.shows_body() and held >= 0

    def activate(self, record: ContextRow) -> None:
        """Read it."""
        self.wants.emit("reader")

    def showEvent(self, event: QShowEvent) -> None:
        """A context is only worked out while somebody looks."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def _lay_out(self) -> None:
        group = ways(self.before, self.after)
        row(self._head, self.title, (self.sums, 1), self.before, self.after, margins=(0, 0, 6, 0), spacing=2)
        self.after.setChecked(True)
        group.buttonToggled.connect(lambda _, on: self._refresh() if on else None)
        column = self.body.layout()
        assert isinstance(column, QVBoxLayout), "the table's pane is a column"
        column.setSpacing(0)
        column.insertWidget(0, self._head)
        # Beside each other: a low window has no room for a line more.
        row(self._foot, (self.why, 1), (self.beside, 1), margins=(0, 0, 0, 0), spacing=2)
        column.addWidget(self._foot)

    def height_of(self, rows: int) -> int:
        """The line above and the line below included."""
        buttons = max(self.title.sizeHint().height(), self.after.sizeHint().height())
        return super().height_of(rows) + buttons + self.why.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow the words of the entries keep their room."""
        super().resizeEvent(event)
        self.hide_columns()

    def gives_way(self, place: int) -> bool:
        """What other columns tell too goes where it is narrow."""
        return place in (ORDER, FORM) and self.width() < self.fontMetrics().averageCharWidth() * _NARROW

    def _refresh(self) -> None:
        document = self.document
        self._stale = not self.isVisible()
        if document is None or self._stale:
            return
        focus = self.bench.selection.focus
        compaction = side_of(document, focus)
        for button in (self.before, self.after):
            button.setVisible(compaction is not None)
        if compaction is not None:
            self._show_side(document, compaction)
        elif focus.request is not None and focus.request < len(document.session.requests):
            self._show_request(document, focus.request)
        else:
            self._op = None
            self.say(
                self.tr("No moment selected"), self.tr("Choose a request in the plot or a compaction in the list.")
            )

    def _show_request(self, document: Document, index: int) -> None:
        request = document.session.requests[index]
        if request.thread or request.purpose:
            self._op = None
            title = self.tr("Not a request of the main thread")
            if not request.thread:
                title = self.tr("A request for {what}, not for the work itself").format(what=request.purpose)
            self.say(title, self.tr("Contexts are replayed for the agent's own work in the main thread."))
            return
        prompt = request.usage.prompt if request.usage else None
        title = self.tr("Request {n}").format(n=number(request.number))
        self._show(document, request.op - 1, title, TokenCount(prompt, Basis.RECORDED, error=0), request)

    def _show_side(self, document: Document, compaction: Compaction) -> None:
        if self.before.isChecked():
            title = self.tr("Before {name}: what was compacted").format(name=name(compaction))
            self._show(document, compaction.op - 1, title, compaction.before)
            return
        title = self.tr("After {name}: what the model was left with").format(name=name(compaction))
        assert document.reconstruction is not None, "a side is shown once replayed"
        _, request = seen_after(document.session, document.reconstruction.replay, compaction)
        # What had come in by then is in this log, too.
        self._show(document, compaction.settled, title, compaction.after if request else _UNTOLD)

    def _show(
        self, document: Document, op: int, title: str, recorded: TokenCount, request: Request | None = None
    ) -> None:
        self._op = op
        found = rows(document, op)
        answered = answer(document, request, len(found)) if request is not None else []
        self.title.say(f"{title} · {_counts(request, len(found), len(answered))}")
        sums = totals(document, found, recorded)
        self.sums.say(short_words(sums), sum_words(sums))
        beside = " ".join(beside_words(document.session, request))
        self.beside.say(beside, beside)
        self.beside.setVisible(bool(beside))
        self.fill(
            [*found, *answered],
            self.tr("The context is empty here"),
            self.tr("Nothing had been sent, or all was removed."),
        )
        self._mark(self.bench.selection.focus)

    def _mark(self, focus: Focus) -> None:
        self.mark_row(lambda row: row.item.number == focus.item)
        document, op, item = self.document, self._op, focus.item
        if document is None or op is None or item is None:
            self.why.say("")
            return
        if self._history is None:
            self._history = ItemHistory(document)
        shown = self.model.find(lambda row: row.item.number == item and row.entry is None) >= 0
        why = self.tr("Answer of this request; later ones are sent it.") if shown else self._history.why(item, op)
        self.why.say(f"#{number(item)}: {why}")


def _counts(request: Request | None, entries: int, answered: int) -> str:
    """How many entries, and whose: of a request's rows the last are what it answered."""
    if request is None:
        return tr("entries: {n}").format(n=number(entries))
    sent = tr("entries sent: {n}").format(n=number(entries))
    return f"{sent} · {tr('of its answer: {n}').format(n=number(answered))}" if answered else sent


def short_words(sums: Totals) -> str:
    """What this log holds of a context, in one short line."""
    if sums.recorded.value is None:
        return tr("{counted} tokens in this log").format(counted=tokens(sums.counted) if sums.counted else "…")
    if sums.counted is None or sums.counted.value is None:
        return tr("recorded {recorded} tokens").format(recorded=tokens(sums.recorded))
    if sums.unlogged is None:
        words = tr("{counted} tokens in this log, {recorded} recorded")
        return words.format(counted=tokens(sums.counted), recorded=tokens(sums.recorded))
    return tr("{counted} of {recorded} tokens in this log").format(
        counted=tokens(sums.counted), recorded=tokens(sums.recorded)
    )


def sum_words(sums: Totals) -> str:
    """Counted, recorded, and the rest, as one line."""
    counted = tr("counting…") if sums.counted is None else tokens(sums.counted)
    if sums.unlogged is not None:
        rest = tokens(sums.unlogged)
    elif sums.counted is None:
        rest = "…"
    else:
        is_more = sums.recorded.value is not None
        rest = tr("unknown: the count is too high, or not everything was sent") if is_more else tr("unknown")
    return tr("counted {counted} · recorded {recorded} · of it not in this log: {rest}").format(
        counted=counted, recorded=tokens(sums.recorded), rest=rest
    )
