"""The list of items: one line each, compactions between them, dimmed where the model no longer sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal

from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, column
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.find_bar import FindBar
from inspector.gui.widgets.item_list import ItemHead, ItemList
from inspector.model import Item, ItemKind
from inspector.read.tools import ToolKind, tool_kind
from inspector.workbench.bench import Bench
from inspector.workbench.cursor import seen_at
from inspector.workbench.document import Document, Stage
from inspector.workbench.filter import Filter
from inspector.workbench.item_views import asks_for_losses, view_items
from inspector.workbench.jobs import Progress
from inspector.workbench.selection import Focus


class TranscriptPane(Pane):
    """Every item of the log in its order. Numbers are the log's and stay under any filter."""

    shown_changed = Signal()

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "transcript", tr("Items"))
        self.list = self.listing = ItemList(theme)
        self.rows, self.painter = self.list.rows, self.list.painter
        self.find_bar = FindBar(bench, theme)
        self._head = ItemHead(self.list, theme)
        self._build()
        bench.filtered.connect(lambda _: self._filter())
        bench.marked.connect(self._mark)
        self.listen()

    # What the window calls -------------------------------------------------------------------------------

    def step(self, by: int, *, from_end: bool = False) -> None:
        """The next row, or the one before; ``from_end`` the first, or the last."""
        if from_end:
            self.list.go(0 if by > 0 else self.rows.rowCount() - 1)
            return
        row = self.list.currentIndex().row()
        if row < 0:
            focus = self.bench.selection.focus
            row = self.rows.nearest(focus.item) - (by > 0) if focus.item is not None else (-1 if by > 0 else 0)
        self.list.go(row + by)

    def step_alike(self, by: int) -> None:
        """The next item of the same call or file, else of the same tool or kind; or the one before."""
        document, focus = self.document, self.bench.selection.focus
        if document is None or focus.item is None:
            return
        found = next_alike(
            document.session.items, focus.item, by, self.rows.partner, lambda n: self.rows.row_of(n) >= 0
        )
        if found is not None:
            self.list.go(self.rows.row_of(found))

    def hide_find(self) -> bool:
        """Close the find bar; whether it was open."""
        was = self.find_bar.isVisibleTo(self)
        self.find_bar.hide()
        self.bench.seek("")
        if was:
            self.list.setFocus()
        return was

    def focus_list(self) -> None:
        """Put the keyboard into the list."""
        self.list.setFocus()

    def shown(self) -> int:
        """How many items pass the filter."""
        return self.rows.items_shown()

    def save_state(self) -> dict[str, Any]:
        """Whether times are shown."""
        return {"time": self.painter.with_time}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put it back."""
        self.painter.with_time = state.get("time") is not False
        self.list.viewport().update()

    # What the workbench tells ----------------------------------------------------------------------------

    def on_clear(self) -> None:
        """Let go of the rows."""
        self.rows.show(None)
        self.painter.context = self.painter.partner = None
        self.painter.marks = frozenset()
        self.find_bar.forget()

    def on_document(self, document: Document) -> None:
        """List the items; compactions and tokens fill in later."""
        self.painter.with_time = any(item.time for item in document.session.items[:200])
        self.painter.marks = self.bench.marks
        self.rows.show(document)
        self._filter()

    def on_stage(self, document: Document, stage: Stage) -> None:
        """Compactions are known now, or tokens are."""
        if stage is Stage.RECONSTRUCT:
            self.rows.place()
            self._settle_rows()
            self._dim(self.bench.selection.focus)
        uses = self.bench.filter.uses
        answered = {
            Stage.RECONSTRUCT: uses("in"),
            Stage.COUNT: uses("tokens") or uses("has"),
            Stage.COMPARE: asks_for_losses(self.bench.filter),
            Stage.CONSEQUENCES: asks_for_losses(self.bench.filter),
        }
        if answered.get(stage):
            self._filter()
        self.list.viewport().update()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selection, and dim what the model did not see at that moment."""
        if (focus.request, focus.compaction) != (before.request, before.compaction) or focus == before:
            self._dim(focus)
        if (focus.item, focus.compaction) != (before.item, before.compaction):
            self.painter.partner = None if focus.item is None else self.rows.partner(focus.item)
            self._show_current(focus)
            self.list.viewport().update()

    def on_theme(self) -> None:
        """Paint in the other colours."""
        self.list.viewport().update()
        self._head.update()

    # Inside ----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        column(self.body, self._head, (self.list, 1), self.find_bar, margins=FLUSH, spacing=0)
        self.list.chosen.connect(self._picked)
        self.list.activated.connect(lambda _: self.wants.emit("reader"))
        self.find_bar.found.connect(self._found)
        self.find_bar.closed.connect(self.focus_list)

    def _filter(self) -> None:
        """Test all items in the background; the old rows stay until the new ones are known."""
        document, wanted, marks = self.document, self.bench.filter, self.bench.marks
        if document is None:
            return
        if not wanted.terms:
            # Run through the executor all the same: it drops a filter still under way.
            self.bench.executor.run("filter", lambda progress: None, self._restrict, self.warn)
            return
        self.bench.executor.run(
            "filter", lambda progress: passing(document, wanted, marks, progress), self._restrict, self.warn
        )

    def _restrict(self, found: list[bool] | None) -> None:
        document = self.document
        if document is None or (found is not None and len(found) != len(document.session.items)):
            return
        if found is not None or self.rows.is_restricted():
            self.rows.restrict(found)
        self._settle_rows()
        if self.rows.items_shown():
            self.show_body()
        else:
            words = self.bench.filter.explain()
            self.say(self.tr("No item fits the filter"), self.tr("Shown would be: {words}.").format(words=words))

    def _settle_rows(self) -> None:
        self._show_current(self.bench.selection.focus)
        self.shown_changed.emit()

    def _mark(self, marks: frozenset[int]) -> None:
        self.painter.marks = marks
        if self.bench.filter.uses("marked"):
            self._filter()
        self.list.viewport().update()

    def _dim(self, focus: Focus) -> None:
        seen = seen_at(self.document, focus) if self.document is not None else None
        self.painter.context = None if seen is None else seen.context
        self.painter.horizon = 0 if seen is None else seen.horizon
        self.list.viewport().update()

    def _show_current(self, focus: Focus) -> None:
        row = -1
        if focus.item is not None:
            row = self.rows.row_of(focus.item)
        elif focus.compaction is not None:
            row = self.rows.row_of_compaction(focus.compaction)
        self.list.mark(row)

    def _picked(self, row: int) -> None:
        item = self.rows.item(row)
        if item is not None:
            self.bench.selection.select(item=item.number, compaction=None)
            return
        # No item of its own: the row between the items is what is marked.
        self.bench.selection.select(compaction=self.rows.compactions(row)[0].number, item=None)

    def _found(self, item: int) -> None:
        row = self.rows.row_of(item)
        if row >= 0:
            self.list.go(row)
        else:
            # The filter hides it from the list, not from who looks for it.
            self.bench.selection.select(item=item, compaction=None)


_STEP = 500


def passing(document: Document, wanted: Filter, marks: frozenset[int], progress: Progress) -> list[bool]:
    """For every item, in order, whether it fits. Reads whole texts where words are looked for; raises LogChanged."""
    found = []
    for view in view_items(document, wanted, marks):
        if view.item.number % _STEP == 0:
            progress.report(view.item.number / len(document.session.items), tr("Filtering"))
        found.append(wanted.test(view))
    return found


_FILES = frozenset({ToolKind.READ, ToolKind.EDIT, ToolKind.CREATE})


def next_alike(
    items: Sequence[Item],
    start: int,
    by: int,
    partner: Callable[[int], int | None],
    is_shown: Callable[[int], bool],
) -> int | None:
    """The nearest shown item in one direction (``by`` 1 or -1) that belongs with item ``start``; None at the end."""
    here = items[start - 1]
    other = partner(start)
    if other is not None and (other - start) * by > 0 and is_shown(other):
        return other
    call = items[other - 1] if here.kind is ItemKind.TOOL_RESULT and other is not None else here
    about = _about(call)
    number = start + by
    while 1 <= number <= len(items):
        if _about(items[number - 1]) == about and is_shown(number):
            return number
        number += by
    return None


def _about(item: Item) -> tuple[str, ...]:
    """What an item is about: the file it names, else its tool, else its kind and origin."""
    if item.kind is ItemKind.TOOL_CALL:
        # A headline names the tool and then the argument that matters most, for these tools the file.
        path = item.preview.removeprefix(item.tool).strip() if tool_kind(item.tool) in _FILES else ""
        return ("file", path) if path else ("tool", item.tool)
    return (item.kind.value, item.origin.value)
