"""What is sent, before it is: context, tokens, provider, price, cap, secrets taken out, possible prompt injections."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.language import number
from inspector.gui.layouts import FLUSH, column, label_of, named, plain_label, row, splitter, tool_button
from inspector.gui.models.outgoing import (
    detail_words,
    price_words,
    request_sheet,
    secret_words,
    total_words,
)
from inspector.gui.models.pair_words import variant_name
from inspector.gui.models.sheet import TextSheet
from inspector.gui.theme import Theme
from inspector.gui.widgets.sheet_view import SheetView
from inspector.workbench.model_runs import Outgoing

_DEAREST = 1_000.0


class SendingPanel(QFrame):
    """Stands in the window until the user sends or does not; sends nothing itself."""

    allowed = Signal(tuple)
    """Leave was given for these columns, by key."""
    refused = Signal()
    capped = Signal(float)
    priced = Signal(str, float, float)
    """What the model of a column, by key, costs: US dollars for a million tokens in, and out."""
    folded = Signal()
    """It came up or went away, shows whole requests from now on, or no longer: it wants other room."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._outgoing: tuple[Outgoing, ...] = ()
        self.title, self._detail = plain_label(selectable=True), plain_label(selectable=True)
        self.columns = named(QListWidget(), self.tr("Columns that would send"))
        self.text, self.tabs = SheetView(theme), QTabWidget(documentMode=True)
        self.secrets = named(QListWidget(), self.tr("Secrets found"))
        self._secrets_note = plain_label(margins=(6, 2, 6, 2))
        tip = self.tr("Requests that would exceed it are not sent.")
        self.cap = named(QDoubleSpinBox(prefix="$"), self.tr("Budget for all reruns of this session"), tip)
        tip = self.tr("US dollars for a million tokens in and out, such as 0.5, 1.5: then the budget can be enforced")
        self.price = named(QLineEdit(placeholderText=self.tr("price: in, out")), self.tr("Price of this model"), tip)
        self.fold = tool_button("▾", self.toggle, name=self.tr("Fold this panel, or unfold it"))
        self.send, self.leave = QPushButton(self.tr("Sen&d")), QPushButton(self.tr("Do &not send"))
        self._build()
        self.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        """It gives its room back."""
        super().hideEvent(event)
        self.folded.emit()

    def put_above(self, widget: QWidget) -> None:
        """Show something above everything: what the sending depends on."""
        column = self.layout()
        assert isinstance(column, QVBoxLayout), "it was laid out when it was made"
        column.insertWidget(0, widget)

    def prepare(self) -> None:
        """Show that it is being worked out; until then nothing can be sent."""
        self.title.setText(self.tr("Working out what would be sent…"))
        self._show_parts(True)
        self.send.setEnabled(False)
        if not self.isVisible() or not self._outgoing:
            self.show_outgoing(())
            self.title.setText(self.tr("Working out what would be sent…"))
            self.show()
            self.folded.emit()
            self.leave.setFocus(Qt.FocusReason.OtherFocusReason)

    def say(self, words: str, cap: float | None = None) -> None:
        """Show why nothing can be sent."""
        self.show_outgoing((), cap)
        self.title.setText(words)
        self.setAccessibleDescription(words)
        self._show_parts(False)

    def show_outgoing(self, outgoing: Sequence[Outgoing], cap: float | None = None, more: str = "") -> None:
        """Show what some columns would send, and ``more`` about it."""
        row = max(self.columns.currentRow(), 0)
        self._outgoing = tuple(outgoing)
        self._show_parts(True)
        several = len({one.compaction for one in self._outgoing}) > 1
        with QSignalBlocker(self.columns):
            self.columns.clear()
            for one in self._outgoing:
                at = f" · ┊C{one.compaction}" if several else ""
                name = variant_name(one.variant) if one.variant is not None else one.title
                self.columns.addItem(QListWidgetItem(f"{name}{at}\n{price_words(one)}"))
        if cap is not None:
            with QSignalBlocker(self.cap):
                self.cap.setValue(cap)
        self.title.setText(f"{total_words(self._outgoing)} {more}".rstrip() if self._outgoing else "")
        self.setAccessibleDescription(self.title.text())
        self.send.setEnabled(any(one.can_be_sent for one in self._outgoing))
        # The request that was looked at stays in sight, also once its price was told.
        row = min(row, len(self._outgoing) - 1)
        self.columns.setCurrentRow(row)
        self._show_one(row)

    def _show_parts(self, wanted: bool) -> None:
        """The requests, and the room for them; without any, the panel is as high as its words."""
        was = self.is_unfolded
        self._parts.setVisible(wanted)
        self.fold.setText("▾" if wanted else "▸")
        self.fold.setVisible(bool(self._outgoing))
        fitting = QSizePolicy.Policy.Preferred if wanted else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, fitting)
        if wanted is not was and self.isVisible():
            self.folded.emit()

    @property
    def is_unfolded(self) -> bool:
        """Whether it shows whole requests."""
        return not self._parts.isHidden()

    def toggle(self) -> None:
        """Fold it to its first line and its buttons, or unfold it; whatever else is sent comes up unfolded."""
        self._show_parts(not self.is_unfolded)

    def stops(self) -> list[QWidget]:
        """What stands in the tab in front."""
        return [self.text, self.secrets]

    def keys(self) -> tuple[str, ...]:
        """The columns that can be sent."""
        return tuple(dict.fromkeys(one.key for one in self._outgoing if one.can_be_sent))

    def _show_one(self, row: int) -> None:
        one = self._outgoing[row] if 0 <= row < len(self._outgoing) else None
        self._detail.setText(detail_words(one) if one is not None else "")
        self.text.show_sheet(request_sheet(one) if one is not None else TextSheet())
        self.price.setVisible(one is not None and bool(one.unpriced))
        secrets = one.secrets if one is not None else ()
        self.secrets.clear()
        self.secrets.addItems([secret_words(secret) for secret in secrets])
        self._secrets_note.setText(self.tr("All are taken out.") if secrets else self.tr("No secrets were found."))
        self.tabs.setTabText(1, self.tr("Secrets found ({n})").format(n=number(len(secrets))))

    def _price_told(self) -> None:
        row = self.columns.currentRow()
        try:
            into, out = (float(part) for part in self.price.text().replace(",", " ").split())
        except ValueError:
            return
        if 0 <= row < len(self._outgoing) and all(0 <= one < float("inf") for one in (into, out)):
            self.priced.emit(self._outgoing[row].key, into, out)

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(self.tr("What is sent"))
        self.columns.currentRowChanged.connect(self._show_one)
        self.text.setAccessibleName(self.tr("The whole request"))
        held = QWidget()
        column(held, self._secrets_note, (self.secrets, 1), margins=FLUSH, spacing=0)
        self.tabs.addTab(self.text, self.tr("The whole request"))
        self.tabs.addTab(held, self.tr("Secrets found"))
        for view in (self.columns, self.text, self.secrets):
            # A few lines are enough where the rest of the window needs the room.
            view.setMinimumHeight(view.fontMetrics().lineSpacing() * 3)
        self._parts = splitter((self.columns, 1), (self.tabs, 3))
        top = row(None, (self.title, 1), self.fold)
        top.setAlignment(self.fold, Qt.AlignmentFlag.AlignTop)
        column(self, top, (self._parts, 1), self._foot(), margins=(8, 4, 8, 4), spacing=4)

    def _foot(self) -> QHBoxLayout:
        self.cap.setRange(0.0, _DEAREST)
        self.cap.setSingleStep(0.5)
        self.cap.valueChanged.connect(self.capped)
        self.send.clicked.connect(lambda: self.allowed.emit(self.keys()))
        self.leave.clicked.connect(self.refused)
        self.price.setMaximumWidth(140)
        self.price.editingFinished.connect(self._price_told)
        budget = label_of(self.cap, self.tr("&Budget"))
        return row(None, (self._detail, 1), self.price, budget, self.cap, self.leave, self.send)
