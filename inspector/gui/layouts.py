"""What parts of the window are put together from: rows, columns, plain words, and the keyboard's way through them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QDialog, QDialogButtonBox, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | None
"""What is laid out, alone or with its share of the free room; None is free room."""
Margins = tuple[int, int, int, int]
FLUSH = (0, 0, 0, 0)
_Box = TypeVar("_Box", bound=QBoxLayout)


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
