"""What parts of the window are put together from: rows, columns, plain words, and the keyboard's way through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.language import tr
from inspector.gui.plain import PlainLabel

Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | None
"""What is laid out, alone or with its share of the free room; None is free room."""
Margins = tuple[int, int, int, int]
FLUSH = (0, 0, 0, 0)
_Box = TypeVar("_Box", bound=QBoxLayout)
_Widget = TypeVar("_Widget", bound=QWidget)


def column(on: QWidget | None, *parts: Part, margins: Margins | None = None, spacing: int | None = None) -> QVBoxLayout:
    """Parts below each other, on a widget or to be put somewhere; margins and spacing are the style's if not given."""
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), parts, margins, spacing)


def row(on: QWidget | None, *parts: Part, margins: Margins | None = None, spacing: int | None = None) -> QHBoxLayout:
    """Parts beside each other, as in ``column``."""
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), parts, margins, spacing)


def _filled(box: _Box, parts: Iterable[Part], margins: Margins | None, spacing: int | None) -> _Box:
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        what, share = part if isinstance(part, tuple) else (part, 0)
        if what is None:
            box.addStretch(1)
        elif isinstance(what, QLayout):
            box.addLayout(what, share)
        else:
            box.addWidget(what, share)
    return box


def splitter(*parts: QWidget | tuple[QWidget, int], vertical: bool = False, sizes: Sequence[int] = ()) -> QSplitter:
    """Parts with borders to drag, each with its share of what is gained; none can be dragged away unseen."""
    made = QSplitter(Qt.Orientation.Vertical if vertical else Qt.Orientation.Horizontal, childrenCollapsible=False)
    for place, part in enumerate(parts):
        widget, share = part if isinstance(part, tuple) else (part, None)
        made.addWidget(widget)
        if share is not None:
            made.setStretchFactor(place, share)
    if sizes:
        made.setSizes(list(sizes))
    return made


def restore_sizes(parts: QSplitter, kept: object) -> bool:
    """Put sizes of its parts back, and say whether; what does not fit is left."""
    if isinstance(kept, list) and len(kept) == parts.count() and all(type(one) is int for one in kept):
        parts.setSizes(kept)
        return True
    return False


def plain_label(
    text: str = "",
    *,
    name: str = "",
    margins: Margins = FLUSH,
    wraps: bool = True,
    selectable: bool = False,
    narrows: bool = False,
    bold: bool = False,
) -> QLabel:
    """Words of a log or a document: in as many lines as they take, never read as markup.

    ``name`` is read out; one that ``narrows`` is as wide as there is room, and never keeps a window wide.
    """
    made = named(PlainLabel(wrap=wraps), name)
    made.setContentsMargins(*margins)
    if selectable:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if narrows:
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    if bold:
        font = made.font()
        font.setBold(True)
        made.setFont(font)
    made.setText(text)
    return made


def link_label(name: str) -> QLabel:
    """Links to be followed by mouse and keyboard; ``name`` is read out."""
    made = named(_Links(), name)
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    )
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return made


class _Links(PlainLabel):
    def changeEvent(self, event: QEvent) -> None:
        """Links take the colour that they have when their words are set: another theme sets them again."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and (words := self.text()):
            self.setText("")
            self.setText(words)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes by Tab stands on a link, and Enter follows it; by itself a label waits for another Tab."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.focusNextPrevChild(event.reason() is Qt.FocusReason.TabFocusReason)


def named(widget: _Widget, name: str, tip: str = "") -> _Widget:
    """A widget with a name to be read out, and a tooltip."""
    widget.setAccessibleName(name)
    widget.setToolTip(tip)
    return widget


def label_of(part: QWidget, words: str) -> QLabel:
    """The words beside a field; the letter that they underline leads into it."""
    made = PlainLabel(words)
    made.setBuddy(part)
    return made


def tool_button(
    words: str, act: Callable[[], object] | None = None, *, name: str = "", tip: str = "", flat: bool = True
) -> QToolButton:
    """A button with a sign or a word; ``name`` is read out, and is its tooltip where none is given."""
    made = named(QToolButton(autoRaise=flat), name, tip or name)
    made.setText(words)
    if act is not None:
        made.clicked.connect(lambda: act())
    return made


def ways(*buttons: QToolButton) -> QButtonGroup:
    """Buttons of which one is down; in either theme it is seen which."""
    made = QButtonGroup(buttons[0])
    for button in buttons:
        button.setCheckable(True)
        made.addButton(button)
    return made


def search_field(words: str) -> QLineEdit:
    """A field for what is looked for, with a button that empties it."""
    return named(QLineEdit(placeholderText=words, clearButtonEnabled=True), words)


def choice_box(name: str, choices: Mapping[str, object], chosen: Callable[[], object] | None = None) -> QComboBox:
    """A box to choose from, by title; ``chosen`` is called once another one is."""
    made = named(QComboBox(), name)
    for title, value in choices.items():
        made.addItem(title, value)
    if chosen is not None:
        made.currentIndexChanged.connect(lambda: chosen())
    return made


def tokens_box(unknown: str) -> QSpinBox:
    """A field for the tokens of a model's window; ``unknown`` stands there for 0."""
    made = QSpinBox(suffix=tr(" tokens"), singleStep=1000, maximum=20_000_000)
    made.setSpecialValueText(unknown)
    made.setGroupSeparatorShown(True)
    return made


def show_choices(box: QBoxLayout, choices: Iterable[tuple[str, Callable[[], object]]]) -> None:
    """Put a button for each choice into a box, in the place of those before."""
    while (old := box.takeAt(0)) is not None:
        if widget := old.widget():
            widget.deleteLater()
    for title, act in choices:
        button = QPushButton(title)
        button.clicked.connect(lambda _=False, act=act: act())
        box.addWidget(button)


def close_box(dialog: QDialog) -> QDialogButtonBox:
    """The one button of a dialog that only tells something."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    return buttons


def focus_next(holder: QWidget, parts: Iterable[QWidget], step: int) -> None:
    """Move the keyboard to the next or previous of the parts that can be seen, or to an end of them."""
    shown = [part for part in parts if part.isVisible() and part.isEnabled()]
    if shown:
        focus = holder.focusWidget()
        here = next((place for place, part in enumerate(shown) if part is focus), -1 if step > 0 else 0)
        shown[(here + step) % len(shown)].setFocus(Qt.FocusReason.ShortcutFocusReason)


def save_states(panes: Iterable[QWidget]) -> dict[str, Any]:
    """What panes remember, by their names; JSON."""
    return {pane.objectName(): pane.save_state() for pane in panes if hasattr(pane, "save_state")}


def restore_states(panes: Iterable[QWidget], kept: object) -> None:
    """What ``save_states`` gave; anything missing or odd leaves a pane as it is."""
    for pane in panes:
        own = kept.get(pane.objectName()) if isinstance(kept, dict) else None
        if isinstance(own, dict) and hasattr(pane, "restore_state"):
            pane.restore_state(own)
