"""The selected item in full: what it says, when the model saw it, and where in the log it stands."""

from __future__ import annotations

import base64
import binascii
from pathlib import PurePath
from typing import Any

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget

from inspector.errors import Cancelled
from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, named, plain_label, row, tool_button, ways
from inspector.gui.models.body import ItemBody, Layout, LeftOut, image_blocks, read_body
from inspector.gui.models.compactions import change, is_guessed, name, outcome_words
from inspector.gui.models.figures import basis_words, count_of, date_and_time, time_of_day, tokens
from inspector.gui.models.history import ItemHistory
from inspector.gui.models.search import places
from inspector.gui.models.signs import copyable
from inspector.gui.panes.pane import Pane
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.gui.widgets.big_text import BigText
from inspector.gui.widgets.body_view import BodyView
from inspector.model import Item, ItemKind, Origin
from inspector.wording.compactions import sentences
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus

_AIR = (10, 4, 10, 4)


class ReaderPane(Pane):
    """Reads the selected item back in the background; nothing in it is loaded, run or followed.

    Messages stand there as the log has them until they are asked to be rendered, calls are laid out; either can be
    turned over, and is remembered.
    """

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "reader", tr("Reader"))
        self._body: ItemBody | None = None
        self._history: ItemHistory | None = None
        self._laid_out = frozenset({Layout.CALL})
        self.logged = tool_button(self.tr("As logged"), tip=self.tr("Every character as it stands in the log"))
        self.rendered = tool_button("")
        self.view = named(BodyView(theme), self.tr("Text of the item"))
        self.all = named(BigText(theme, bench.executor, "reader-wrap"), self.tr("Whole text of the item"))
        self.head = plain_label(margins=_AIR, selectable=True, bold=True)
        self.foot = plain_label(margins=_AIR, selectable=True)
        self.place = tool_button("", lambda: self.wants.emit("raw"), tip=self.tr("Show this line of the log"))
        self._build()
        bench.sought_after.connect(lambda _: self._mark())
        self.listen()

    def open_all(self) -> None:
        """Show the whole text, line by line, however long it is."""
        if self._body is not None:
            self._show_all()
            self.all.setFocus()

    def _show_all(self) -> None:
        if self._body is not None:
            self.all.show_text(self._body.text)
            self.all.mark(self.bench.sought)
            self._views.setCurrentWidget(self.all)

    @property
    def is_rendered(self) -> bool:
        """Whether the item is shown as something else than what stands in the log."""
        return self._body is not None and self._body.layout in self._laid_out

    def toggle_rendered(self) -> None:
        """Show items of this kind rendered, or as they stand in the log."""
        layout = self._body.layout if self._body is not None else Layout.NONE
        self._laid_out ^= {layout or Layout.MARKDOWN}
        self._read()

    def save_state(self) -> dict[str, Any]:
        """What is shown rendered."""
        return {"rendered": sorted(self._laid_out)}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put it back; what does not fit is left."""
        kept = state.get("rendered")
        if isinstance(kept, list):
            self._laid_out = frozenset(layout for layout in Layout if layout and layout.value in kept)
            self._read()

    def copy(self) -> None:
        """Copy what is selected, or the whole text of the item."""
        if self._views.currentWidget() is self.all and (chosen := self.all.selected_text()):
            QApplication.clipboard().setText(copyable(chosen))
        elif self._views.currentWidget() is self.view and self.view.textCursor().hasSelection():
            self.view.copy()
        elif self._body is not None:
            QApplication.clipboard().setText(copyable(self._body.text))

    def on_clear(self) -> None:
        """Let go of the text."""
        self._body = self._history = None
        self.view.clear()
        self.all.clear_text()

    def on_document(self, document: Document) -> None:
        """Nothing is selected yet."""
        self._find_history(document)

    def on_stage(self, document: Document, stage: Stage) -> None:
        """Fill in when the model saw the item, or its tokens."""
        if stage is Stage.RECONSTRUCT:
            self._find_history(document)
        self._tell()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Read the selected item; what was shown stays until the new text is there."""
        if (focus.item, focus.compaction) == (before.item, before.compaction) and focus != before:
            return
        document = self.document
        if document is None:
            return
        if focus.item is None or focus.item > len(document.session.items):
            self._body = None
            self._show_compaction(document, focus)
            return
        self._read()

    def _read(self) -> None:
        document, number_ = self.document, self.bench.selection.focus.item
        if document is None or number_ is None or number_ > len(document.session.items):
            return
        item, laid_out = document.item(number_), self._laid_out
        self.bench.executor.run(
            "reader", lambda progress: read_body(document, item, laid_out), self._arrived, self._failed
        )

    def on_theme(self) -> None:
        """Build the text anew: its colours are part of it."""
        if self._body is not None:
            self.view.show_sections(self._body.sections)
            self._mark()
        self.all.viewport().update()

    def _build(self) -> None:
        self.theme.tint(self.place, ButtonText="link")
        texts = QWidget()
        self._views = QStackedLayout(texts)
        self._views.addWidget(self.view)
        self._views.addWidget(self.all)
        self.view.asked.connect(self._asked)
        ways(self.logged, self.rendered)
        self.rendered.clicked.connect(lambda: self._turn(rendered=True))
        self.logged.clicked.connect(lambda: self._turn(rendered=False))
        head = row(None, (self.head, 1), self.logged, self.rendered, margins=(0, 2, 6, 2), spacing=2)
        foot = row(None, self.place, None)
        column(self.body, head, (texts, 1), self.foot, foot, margins=FLUSH, spacing=0)

    def _turn(self, *, rendered: bool) -> None:
        if rendered != self.is_rendered:
            self.toggle_rendered()

    def _offer_ways(self, body: ItemBody) -> None:
        """How the item can be shown; nothing to choose where its text is all there is."""
        for button in (self.logged, self.rendered):
            button.setVisible(body.layout is not Layout.NONE)
        is_call = body.layout is Layout.CALL
        self.rendered.setText(self.tr("Laid out") if is_call else self.tr("Rendered"))
        words = self.tr("Command, paths and changes of the call") if is_call else self.tr("The text as Markdown")
        self.rendered.setToolTip(words)
        (self.rendered if self.is_rendered else self.logged).setChecked(True)

    def _mark(self) -> None:
        """Mark what was looked for; where it is in what is not shown, show that."""
        body, words = self._body, self.bench.sought
        if body is None or self._views.currentWidget() is self.all:
            self.all.mark(words)
        elif not self.view.mark(words) and words and places(body.text, words):
            if self.is_rendered:
                said = self.tr("“{words}” stands in the log, but not in what is made of it here.").format(words=words)
                self.banner.say(said, (self.tr("Show as logged"), lambda: self._turn(rendered=False)))
            elif self.is_cut():
                self._show_all()

    def _find_history(self, document: Document) -> None:
        if document.reconstruction is None:
            return

        def arrived(found: ItemHistory) -> None:
            if document is self.bench.document:
                self._history = found
                self._tell()

        self.bench.executor.run("history", lambda progress: ItemHistory(document), arrived, lambda why: None)

    def _arrived(self, body: ItemBody) -> None:
        document = self.document
        if document is None or body.item != self.bench.selection.focus.item:
            return
        self.banner.hide()
        self._body = body
        self.view.show_sections(body.sections)
        self._views.setCurrentWidget(self.view)
        self.all.clear_text()
        self._offer_ways(body)
        self._tell()
        self.show_body()
        self._mark()

    def _failed(self, why: Exception) -> None:
        if not isinstance(why, Cancelled):
            self._body = None
            self.say(self.tr("This item cannot be read back"))
            self.warn(why)

    def _show_compaction(self, document: Document, focus: Focus) -> None:
        """A compaction without a text to read, or nothing at all."""
        found = next((c for c in document.compactions if c.number == focus.compaction), None)
        if found is None:
            self.say(self.tr("Nothing selected"), self.tr("Choose an item in the list or a request in the plot."))
            return
        record = found.record
        lines = [change(found), outcome_words(found.went), *sentences(record)]
        title = tr("{name}, {kind}").format(name=name(found), kind=record.kind)
        if is_guessed(found):
            title = tr("{name}, inferred: the log does not record it").format(name=name(found))
        self.say(title, "\n".join(lines))

    def _tell(self) -> None:
        """Header and footer; both grow as more is known."""
        document, body = self.document, self._body
        if document is None or body is None:
            return
        item = document.item(body.item)
        self.head.setText(self._title(document, item))
        count = count_of(document, item.number)
        self.head.setToolTip(tip(date_and_time(item.time), basis_words(count)))
        lines = self._history.lines(item.number) if self._history is not None else ()
        if item.kind is ItemKind.EVENT:
            lines = (self.tr("An event of the log; never in the context."),)
        self.foot.setText("\n".join(lines[-4:]))
        self.foot.setVisible(bool(lines))
        source = item.source
        where = self.tr("line {n}").format(n=number(source.line)) if source.line is not None else source.pointer
        self.place.setText(self.tr("from: {file} : {where}").format(file=PurePath(source.path).name, where=where))

    def _title(self, document: Document, item: Item) -> str:
        whose = {
            Origin.HUMAN: self.tr("written by a person"),
            Origin.AGENT: self.tr("written by the model"),
            Origin.TOOL: self.tr("from a tool"),
            Origin.HARNESS: self.tr("injected by the harness"),
        }[item.origin]
        parts = [f"#{number(item.number)} {self.theme.kind_title(item.kind.value).lower()}"]
        parts += [part for part in (item.tool, item.detail) if part]
        if item.error:
            parts.append(self.tr("▲ error"))
        if item.thread:
            parts.append(self.tr("subagent {id}").format(id=item.thread))
        parts.append(time_of_day(item.time) if item.time else self.tr("time not in this log"))
        count = count_of(document, item.number)
        if count is not None and item.kind is not ItemKind.EVENT:
            known = count.value is not None
            parts.append(self.tr("{n} tokens").format(n=tokens(count)) if known else self.tr("tokens not in this log"))
        return " · ".join((*parts, whose))

    def _asked(self, path: str) -> None:
        if path == "all":
            self.open_all()
        elif path.startswith("image/") and path[6:].isdigit():
            self._show_picture(int(path[6:]))

    def _show_picture(self, place: int) -> None:
        document, body = self.document, self._body
        if document is None or body is None:
            return
        item = document.item(body.item)

        def load(progress: object) -> QImage | None:
            blocks = image_blocks(document, item)
            found = picture_bytes(blocks[place]) if place < len(blocks) else None
            # QImage, unlike QPixmap, may be made on any thread.
            return QImage.fromData(found) if found else None

        def arrived(image: QImage | None) -> None:
            if body is not self._body:
                return
            if image is None or image.isNull():
                self.banner.say(self.tr("The log holds no picture here that can be shown."))
            else:
                self.view.show_picture(place, image)

        self.bench.executor.run("reader-picture", load, arrived, self._failed)

    def is_cut(self) -> bool:
        """Whether a middle part of the text is left out of what is shown."""
        shown = self._views.currentWidget() is self.view
        return shown and self._body is not None and any(isinstance(s, LeftOut) for s in self._body.sections)


_KEYS = ("data", "image_url", "url", "file_data", "base64")


def picture_bytes(block: dict[str, Any]) -> bytes | None:
    """The encoded picture in an image block; None where the log has only an address, or nothing that decodes."""
    source = block.get("source")
    holder = source if isinstance(source, dict) else block
    for key in _KEYS:
        found = holder.get(key)
        if isinstance(found, dict):
            found = found.get("url")
        if not isinstance(found, str) or "://" in found[:16]:
            continue
        try:
            return base64.b64decode(found.partition("base64,")[2] or found, validate=True)
        except (binascii.Error, ValueError):
            continue
    return None
