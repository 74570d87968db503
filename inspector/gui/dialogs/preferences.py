"""Preferences: few, and in force at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFormLayout, QPushButton, QWidget

from inspector.gui.language import number, size
from inspector.gui.layouts import FLUSH, choice_box, close_box, column, row, tokens_box
from inspector.gui.plain import PlainLabel
from inspector.gui.theme import Scheme, Theme
from inspector.model import Basis
from inspector.workbench.bench import Bench


class PreferencesDialog(QDialog):
    """Appearance for all sessions, the model's window for the open one, and the cache."""

    def __init__(
        self, bench: Bench, theme: Theme, choose_scheme: Callable[[Scheme], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self._bench = bench
        names = (self.tr("As the system"), self.tr("Light"), self.tr("Dark"), self.tr("High contrast"))
        titles = dict(zip(names, Scheme, strict=True))
        self.scheme = choice_box(self.tr("Colours"), titles)
        self.scheme.setCurrentIndex(self.scheme.findData(theme.scheme))
        self.scheme.currentIndexChanged.connect(lambda: choose_scheme(Scheme(self.scheme.currentData())))
        self.window_size = tokens_box(self.tr("as known"))
        self.window_size.valueChanged.connect(self._enter)
        self._why, self._cached = PlainLabel(wrap=True), PlainLabel(wrap=True)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setVerticalSpacing(10)
        form.addRow(self.tr("&Colours"), self.scheme)
        form.addRow(self.tr("Model &window of this session"), self.window_size)
        form.addRow("", self._why)
        form.addRow(self.tr("Cache"), self._cached)
        form.addRow("", self._cache_buttons())
        column(self, form, None, close_box(self))
        self.resize(560, 320)
        self._show_window()
        self._show_cache()

    def clear_cache(self) -> None:
        """Forget what was counted; the next opening of a log counts again."""
        self._bench.cache.clear()
        self._show_cache()

    def _cache_buttons(self) -> QWidget:
        holder = QWidget()
        clear = QPushButton(self.tr("Clear cache"))
        clear.setToolTip(self.tr("Token counts are made again when they are needed; nothing else is lost."))
        clear.clicked.connect(self.clear_cache)
        show = QPushButton(self.tr("Show folder"))
        path = self._bench.cache.path
        show.setEnabled(path is not None)
        show.clicked.connect(lambda: path and QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))))
        for button in (clear, show):
            # Enter closes the dialog, wherever the keyboard is; it clears nothing.
            button.setAutoDefault(False)
        row(holder, clear, show, None, margins=FLUSH)
        return holder

    def _enter(self, tokens: int) -> None:
        self._bench.enter_window(tokens or None)
        self._show_window()

    def _show_window(self) -> None:
        document = self._bench.document
        measured = document.measurement if document else None
        self.window_size.setEnabled(measured is not None)
        if measured is None:
            self._why.setText(self.tr("Open a session to set this."))
            return
        limit = measured.window.limit
        if limit.basis is Basis.ENTERED and limit.value and self.window_size.value() != limit.value:
            self.window_size.setValue(limit.value)
        known = number(limit.value) if limit.value is not None else self.tr("not known")
        self._why.setText(f"{known}. {measured.window.why}")

    def _show_cache(self) -> None:
        cache = self._bench.cache
        if cache.path is None or cache.trouble is not None:
            self._cached.setText(cache.trouble.message if cache.trouble else self.tr("Kept in memory only."))
            return
        self._cached.setText(f"{cache.path.parent} – {size(_bytes(cache.path))}")


def _bytes(path: Path) -> int:
    """On disk, the database and what is still to be written into it."""
    total = 0
    for name in (path.name, f"{path.name}-wal"):
        try:
            total += path.with_name(name).stat().st_size
        except OSError:
            continue
    return total
