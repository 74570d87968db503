"""How tabs, headers, buttons and scroll bars are drawn: flat, in the colours of the theme, with one accent.

The Fusion style draws everything else; what is not named here keeps the palette, so that views may tint it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor

from inspector.resources import resource


def look(role: Callable[[str], QColor]) -> str:
    """The style sheet of the application in the colours that ``role`` gives."""
    names = ("text", "muted", "faint", "line", "base", "raised", "hover", "pressed", "accent", "selection")
    colours = {name: role(name).name() for name in names}
    arrows = {name: resource(f"icons/{name}.svg").as_posix() for name in ("up", "down")}
    return _SHEET.format(**colours, **arrows)


_SHEET = """
QTabWidget::pane {{ border: 0; border-top: 1px solid {line}; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{ padding: 5px 12px 4px 12px; border: 0; border-bottom: 2px solid transparent; color: {muted}; }}
QTabBar::tab:hover {{ color: {text}; background: {hover}; }}
QTabBar::tab:selected {{ color: {text}; border-bottom: 2px solid {accent}; }}

QHeaderView {{ background: {raised}; border: 0; }}
QHeaderView::section {{
    background: {raised}; color: {muted}; padding: 3px 4px; border: 0; border-bottom: 1px solid {line};
}}
QHeaderView::section:hover {{ color: {text}; }}

QPushButton, QComboBox, QLineEdit, QAbstractSpinBox, QToolButton[autoRaise="false"] {{
    background: {base}; border: 1px solid {line}; border-radius: 4px; padding: 3px 10px;
}}
QPushButton, QComboBox, QLineEdit {{ min-height: 15px; }}
QToolButton[autoRaise="false"] {{ padding: 2px 10px; }}
QLineEdit {{ padding: 3px 4px; }}
QAbstractSpinBox {{ padding: 1px 0; }}
QAbstractSpinBox QLineEdit {{ border: 0; padding: 0; background: transparent; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: 0; width: 18px; }}
QAbstractSpinBox::up-arrow {{ image: url("{up}"); width: 8px; height: 8px; }}
QAbstractSpinBox::down-arrow {{ image: url("{down}"); width: 8px; height: 8px; }}
QComboBox {{ padding-right: 4px; combobox-popup: 0; }}
QComboBox::drop-down {{ border: 0; width: 20px; }}
QComboBox QAbstractItemView {{ selection-background-color: {selection}; selection-color: {text}; }}
QComboBox::down-arrow, QToolButton::menu-arrow, QToolButton::menu-indicator, QPushButton::menu-indicator {{
    image: url("{down}"); width: 10px; height: 10px;
}}
QToolButton::menu-indicator, QPushButton::menu-indicator {{
    subcontrol-origin: padding; subcontrol-position: center right; right: 2px;
}}
QToolButton::menu-button {{ border: 0; width: 20px; }}
QToolButton[autoRaise="true"] {{ border: 1px solid transparent; border-radius: 4px; padding: 2px 5px; }}
QToolButton[popupMode="2"] {{ padding-right: 14px; }}
QToolButton[popupMode="1"] {{ padding-right: 24px; }}
QPushButton:hover, QComboBox:hover, QToolButton:hover {{ background: {hover}; }}
QPushButton:pressed, QToolButton:pressed {{ background: {pressed}; }}
QToolButton:checked {{ background: {selection}; }}
QPushButton:focus, QComboBox:focus, QLineEdit:focus, QAbstractSpinBox:focus, QToolButton:focus {{
    border: 1px solid {accent};
}}
QPushButton:default {{ border: 1px solid {accent}; }}
QPushButton:disabled, QComboBox:disabled, QToolButton:disabled {{ color: {faint}; }}
QComboBox:disabled, QLineEdit:disabled, QAbstractSpinBox:disabled {{ color: {faint}; background: {raised}; }}
QLineEdit:disabled {{ placeholder-text-color: {faint}; }}

QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {line}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {faint}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

QSplitter::handle {{ background: transparent; border: 0 solid {line}; }}
QSplitter::handle:horizontal {{ width: 5px; border-left-width: 1px; }}
QSplitter::handle:vertical {{ height: 5px; border-top-width: 1px; }}
QSplitter::handle:hover {{ border-color: {accent}; }}

QToolBar {{ border: 0; border-bottom: 1px solid {line}; padding: 3px 6px; spacing: 2px; }}
QStatusBar {{ border-top: 1px solid {line}; }}
QStatusBar::item {{ border: 0; }}
"""
