"""Roles to colours, light and dark: the only place of the window where a colour is written down.

Qt's own dark mode does nothing without a desktop theme, so the Fusion style gets a palette of ours either way;
the system's scheme only decides which of the two, as long as the user has not.

The band colours were searched for: under normal, protan, deutan and tritan vision no two come nearer than 16 and
no two neighbours of the stack nearer than 24 (CIE76), and each stands out from its background by 2.9 to 1 or more.
``tests/gui/test_theme.py`` computes this again, so that a later touch-up cannot break it unseen.
"""

from __future__ import annotations

from enum import StrEnum
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from inspector.gui.language import tr
from inspector.gui.look import look

UNLOGGED = "unlogged"
KIND_ORDER = (
    "instructions", "summary", "user", "assistant", "reasoning", "tool_call", "tool_result", "attachment", UNLOGGED,
)  # fmt: skip
"""The bands of the plot from the bottom up; the legend has the same order."""

_KINDS = {
    "light": "#5F3D48 #F25E60 #1A3E5F #3590FA #8E2E9A #696A31 #DA7D00 #B56ABF #979797".split(),
    "dark": "#9DC1A5 #F08A5A #0F7C93 #4BBEFF #9669FF #956A32 #DCC34A #C279CD #6A6A6A".split(),
}
_EVENT = {"light": "#6E7681", "dark": "#8B929B"}

# Pairs of (light, dark).
_ROLES = {
    "text": ("#1F2328", "#DFE1E5"),
    "muted": ("#59616B", "#A0A6AF"),
    "faint": ("#8C939C", "#6F757E"),
    "line": ("#D4D7DC", "#3C3F45"),
    "base": ("#FFFFFF", "#1E1F22"),
    "raised": ("#F3F4F6", "#27292D"),
    "hover": ("#E7EAEE", "#34373C"),
    "pressed": ("#D9DDE3", "#3F434A"),
    "accent": ("#1F6FD6", "#4C9AFF"),
    "accent_text": ("#FFFFFF", "#10131A"),
    "selection": ("#CFE3FC", "#1F3454"),
    "highlight": ("#FFE9A8", "#5A4A12"),
    "warning": ("#9A5B00", "#E9B44C"),
    "error": ("#C62F1D", "#FF8A75"),
    "good": ("#1D7A46", "#6CC893"),
    "mark": ("#B54708", "#F5A524"),
    "compaction": ("#1F2328", "#DFE1E5"),
    "limit": ("#C62F1D", "#FF8A75"),
    "link": ("#0A58CA", "#7DB4FF"),
    "kept": ("#0A3C91", "#50A0F0"),
    "reworded": ("#056996", "#87D7FF"),
    "weakened": ("#875537", "#F0CD46"),
    "altered": ("#820A64", "#B991C8"),
    "contradicted": ("#78000A", "#FF6E69"),
    "lost": ("#C31E0A", "#FF9B5A"),
    "absent": ("#555F55", "#96AFAA"),
    "undecided": ("#1E1E23", "#EBEBEB"),
}

_R = QPalette.ColorRole
_PALETTE = {
    _R.Window: ("#F3F4F6", "#27292D"),
    _R.WindowText: ("#1F2328", "#DFE1E5"),
    _R.Base: ("#FFFFFF", "#1E1F22"),
    _R.AlternateBase: ("#F7F8FA", "#232529"),
    _R.ToolTipBase: ("#FFFFFF", "#33363B"),
    _R.ToolTipText: ("#1F2328", "#DFE1E5"),
    _R.PlaceholderText: ("#6E7681", "#8B929B"),
    _R.Text: ("#1F2328", "#DFE1E5"),
    _R.Button: ("#EBEDF0", "#34373C"),
    _R.ButtonText: ("#1F2328", "#DFE1E5"),
    _R.BrightText: ("#C62F1D", "#FF8A75"),
    _R.Light: ("#FFFFFF", "#4A4E55"),
    _R.Midlight: ("#E4E6EA", "#3C3F45"),
    _R.Mid: ("#C3C8CF", "#1B1C1F"),
    _R.Dark: ("#9AA1AA", "#151619"),
    _R.Shadow: ("#6E7681", "#0C0D0E"),
    _R.Highlight: ("#1F6FD6", "#2F65B0"),
    _R.HighlightedText: ("#FFFFFF", "#FFFFFF"),
    _R.Link: ("#0A58CA", "#7DB4FF"),
    _R.LinkVisited: ("#6639BA", "#BFA3FF"),
    _R.Accent: ("#1F6FD6", "#4C9AFF"),
}
_STRONG = {
    "text": "#FFFFFF", "muted": "#E4E7EB", "faint": "#B9BFC7", "line": "#8B929B", "base": "#000000",
    "raised": "#0B0C0E", "hover": "#1E2126", "pressed": "#2A2E35", "accent": "#7DB4FF", "accent_text": "#000000",
    "highlight": "#463700", "warning": "#FFD27A", "error": "#FFB3A6", "good": "#9BE6B8", "mark": "#FFC04D",
    "compaction": "#FFFFFF", "limit": "#FFB3A6", "link": "#A9CEFF",
}  # fmt: skip
"""Roles in high contrast, which is the dark scheme otherwise: words have 7 to 1 against every ground."""
_STRONG_PALETTE = {
    _R.Window: "#0B0C0E", _R.WindowText: "#FFFFFF", _R.Base: "#000000", _R.AlternateBase: "#0E0F11",
    _R.ToolTipBase: "#000000", _R.ToolTipText: "#FFFFFF", _R.PlaceholderText: "#C9CED5", _R.Text: "#FFFFFF",
    _R.Button: "#16181B", _R.ButtonText: "#FFFFFF", _R.Light: "#8B929B", _R.Midlight: "#6F757E", _R.Mid: "#8B929B",
    _R.Highlight: "#1B4F99", _R.HighlightedText: "#FFFFFF", _R.Link: "#A9CEFF", _R.LinkVisited: "#D9C7FF",
    _R.Accent: "#7DB4FF",
}  # fmt: skip
_FRAMES = "#A6ADB7"
_DISABLED = ("#9AA1AA", "#686E77")


class Scheme(StrEnum):
    """What the user asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class Theme(QObject):
    """The colours in force. ``changed`` is emitted when they are others; then views paint themselves anew."""

    changed = Signal()

    def __init__(self, application: QApplication, scheme: Scheme = Scheme.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self.scheme = scheme
        self.dark, self.strong = False, False
        self._tinted: WeakKeyDictionary[QWidget, dict[str, str]] = WeakKeyDictionary()
        hints = application.styleHints()
        # A hint only: it stays silent where there is no desktop theme.
        hints.colorSchemeChanged.connect(self._system_changed)
        # Without it a style sheet keeps palettes and fonts from reaching what stands inside.
        application.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
        application.setStyle("Fusion")
        self._apply()

    def choose(self, scheme: Scheme) -> None:
        """Follow the system, or be light, dark or of high contrast whatever it says."""
        self.scheme = scheme
        self._turn()

    def kind(self, kind: str) -> QColor:
        """The colour of a kind of item, the same in the plot, the list and the legend."""
        name = "dark" if self.dark else "light"
        if kind in KIND_ORDER:
            return QColor(_KINDS[name][KIND_ORDER.index(kind)])
        return QColor(_EVENT[name])

    def role(self, name: str) -> QColor:
        """The colour of a role; a name that is no role is a mistake of ours and raises KeyError."""
        return QColor(_STRONG[name] if self.strong and name in _STRONG else _ROLES[name][self.dark])

    def tint(self, widget: QWidget, **roles: str) -> None:
        """Give parts of a widget's palette, under Qt's names for them, colours of ours; also when those are others."""
        self._tinted.setdefault(widget, {}).update(roles)
        self._paint(widget)

    def tint_selection(self, view: QWidget) -> None:
        """A quiet selection: cells keep their colours on it."""
        self.tint(view, Highlight="selection", HighlightedText="text")

    def _paint(self, widget: QWidget) -> None:
        palette = widget.palette()
        for part, role in self._tinted[widget].items():
            palette.setColor(QPalette.ColorRole[part], self.role(role))
        widget.setPalette(palette)

    def kind_title(self, kind: str) -> str:
        """What people call a kind of item."""
        return _titles()[kind]

    def mono(self) -> QFont:
        """The fixed-pitch font, in the size that the user reads everything else in."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self._application.font().pointSizeF())
        return font

    def _is_dark(self) -> bool:
        if self.scheme is Scheme.SYSTEM:
            return self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return self.scheme in (Scheme.DARK, Scheme.CONTRAST)

    def _system_changed(self) -> None:
        if self.scheme is Scheme.SYSTEM:
            self._turn()

    def _turn(self) -> None:
        if (self._is_dark(), self.scheme is Scheme.CONTRAST) != (self.dark, self.strong):
            self._apply()
            for widget in [one for one in self._tinted if isValid(one)]:
                self._paint(widget)
            self.changed.emit()

    def _apply(self) -> None:
        self.dark, self.strong = self._is_dark(), self.scheme is Scheme.CONTRAST
        self._application.setPalette(palette(self.dark, self.strong))
        if self.dark:
            # The style draws the frame of a box to tick darker than the window: on a dark one nobody sees it.
            framed = palette(self.dark, self.strong)
            framed.setColor(_R.Window, QColor(_FRAMES))
            for name in ("QCheckBox", "QListWidget", "QTreeView"):
                # Declared as bytes, which it then refuses (PySide6 6.11.3).
                self._application.setPalette(framed, name)  # type: ignore[arg-type]
        self._application.setStyleSheet(look(self.role))


def palette(dark: bool, strong: bool = False) -> QPalette:
    """A palette with all roles set, so that nothing of the platform's shines through; ``strong`` is high contrast."""
    made = QPalette()
    for role, pair in _PALETTE.items():
        made.setColor(role, QColor(_STRONG_PALETTE[role] if strong and role in _STRONG_PALETTE else pair[dark]))
    for role in (_R.WindowText, _R.Text, _R.ButtonText, _R.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(_DISABLED[dark]))
    made.setColor(QPalette.ColorGroup.Disabled, _R.Highlight, QColor(_PALETTE[_R.Midlight][dark]))
    return made


def _titles() -> dict[str, str]:
    return {
        "instructions": tr("Instructions"),
        "summary": tr("Summary"),
        "user": tr("User"),
        "assistant": tr("Assistant"),
        "reasoning": tr("Reasoning"),
        "tool_call": tr("Tool call"),
        "tool_result": tr("Tool result"),
        "attachment": tr("Attachment"),
        "event": tr("Event"),
        UNLOGGED: tr("Not in this log"),
    }
