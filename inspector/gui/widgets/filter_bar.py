"""The field for the filter: checked while it is typed, with words beside the colour when it is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QStringListModel, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QCompleter, QLabel, QSizePolicy, QWidget

from inspector.errors import UsageError
from inspector.gui.layouts import FLUSH, row, search_field
from inspector.gui.theme import Theme
from inspector.workbench.bench import Bench
from inspector.workbench.filter import Filter, completions, filter_help

_PAUSE = 250


class FilterBar(QWidget):
    """Sets ``bench.filter``; while the text does not parse, the last good filter stays."""

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__()
        self._bench, self._theme = bench, theme
        self.field = search_field(self.tr("Filter: kind:tool_result tokens:>2k …"))
        self.field.setAccessibleName(self.tr("Filter"))
        self.field.setToolTip("\n".join(f"{example}\t{meaning}" for example, meaning in filter_help()))
        self.words = _Fitted()
        self._suggestions = QStringListModel(self)
        completer = QCompleter(self._suggestions, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(completer)
        row(self, (self.field, 1), (self.words, 2), margins=FLUSH)
        self.words.hide()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.apply)
        self.field.textChanged.connect(lambda _: self._pause.start())
        self.field.textEdited.connect(
            lambda text: self._suggestions.setStringList(list(completions(text, self._values())))
        )
        self.field.returnPressed.connect(self.apply)
        bench.filtered.connect(self._follow)
        self._recolour()

    def focus_field(self) -> None:
        """Put the keyboard into the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def clear(self) -> None:
        """Show everything again."""
        self.field.clear()
        self.apply()

    def apply(self) -> None:
        """Use what stands in the field, or say where it goes wrong."""
        self._pause.stop()
        text = self.field.text().strip()
        try:
            if text != self._bench.filter.text:
                self._bench.set_filter(text)
        except UsageError as why:
            self._complain(why)
        else:
            self._complain(None)

    def _complain(self, why: UsageError | None) -> None:
        self.words.setVisible(why is not None)
        # What is shown is still what the filter before lets through: that first, as the end is cut where room is short.
        stands = self.tr("Still shown: {filter}.").format(filter=self._bench.filter.explain()) if why else ""
        self.words.setText(f"▲ {stands} {why.message}" if why else "")
        self.words.setToolTip(f"{stands}\n{why.message}\n{why.hint}".strip() if why else "")
        self.field.setAccessibleDescription(why.message if why else "")
        self._recolour()

    def _follow(self, now: Filter) -> None:
        if now.text != self.field.text().strip():
            self.field.setText(now.text)
            self._complain(None)

    def _values(self) -> dict[str, Sequence[str]]:
        """What the open session has that can be asked for."""
        document = self._bench.document
        if document is None:
            return {}
        items = document.session.items
        return {
            "in": [f"C{one.number}" for one in document.compactions],
            "tool": _words(item.tool for item in items),
            "thread": ["main", *_words(item.thread for item in items)],
            "detail": _words(item.detail for item in items),
        }

    def _recolour(self) -> None:
        role = "error" if self.words.isVisibleTo(self) else "text"
        self._theme.tint(self.field, Text=role)
        self._theme.tint(self.words, WindowText=role)


def _words(values: Iterable[str]) -> list[str]:
    """Each of them once; those that would have to be quoted are left out."""
    return sorted({value for value in values if value and not set(value) & set(' "|')})


class _Fitted(QLabel):
    """Words that take what room there is and are cut there: asking for more would push the field off the bar."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The words, or what fits of them."""
        fitted = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, fitted)
