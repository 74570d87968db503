"""The windows that open over the main one: the two palettes and the dialogs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFormLayout, QPushButton, QWidget

from inspector.gui.dialogs.tables import AboutDialog, filter_dialog, keys_dialog, session_dialog
from inspector.gui.language import number, size
from inspector.gui.layouts import FLUSH, choice_box, close_box, column, row, tokens_box
from inspector.gui.palette import Palette, command_entries, place_entries
from inspector.gui.perspectives import Perspectives
from inspector.gui.plain import PlainLabel
from inspector.gui.shell import Shell
from inspector.gui.theme import Scheme, Theme
from inspector.model import Basis
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document
from inspector.workbench.item_views import find_paths


class Popups(QObject):
    """Each method shows one; none of them blocks."""

    def __init__(self, shell: Shell, perspectives: Perspectives) -> None:
        super().__init__(shell)
        self._shell, self._perspectives = shell, perspectives
        self._paths: tuple[Document | None, Mapping[int, str]] = (None, {})

    def commands(self) -> None:
        """Find a command by its name."""
        verbs = self._shell.verbs
        verbs.refresh()
        self._show(Palette(self._shell, self.tr("Find a command"), lambda wanted: command_entries(verbs, wanted)))

    def go_to(self) -> None:
        """Find a place in the session."""
        document = self._shell.bench.document
        if document is None:
            return
        hint = self.tr("412 item · c2 compaction · r97 request · or words, or a file")
        select, known = self._shell.bench.selection, self._known
        palette = Palette(self._shell, hint, lambda wanted: place_entries(document, select, known(document), wanted))
        self._find_paths(document, palette)
        self._show(palette)

    def preferences(self) -> None:
        """The few settings."""
        shell = self._shell
        self._show(PreferencesDialog(shell.bench, shell.theme, shell.choose_scheme, shell))

    def session(self) -> None:
        """What the open session is."""
        if self._shell.bench.document:
            self._show(session_dialog(self._shell.bench.document, self._shell))

    def keys(self) -> None:
        """All keys."""
        self._show(keys_dialog(self._shell.verbs.menus, self._shell))

    def filter_help(self) -> None:
        """The filter language by example."""
        self._show(filter_dialog(self._shell))

    def about(self) -> None:
        """Name, version, licence."""
        self._show(AboutDialog(self._shell))

    def export_report(self) -> None:
        """Ask how a report on the session is to be written, and where."""
        # Loaded here: writing reports is more than most starts of the window need.
        from inspector.gui.dialogs.export_report import ExportReport

        shell = self._shell
        if shell.bench.document is not None:
            dialog = ExportReport(shell.bench, shell.bench.document, shell)
            words = self.tr("Written: {path}")
            dialog.written.connect(lambda path: shell.status.showMessage(words.format(path=path), 6000))
            self._show(dialog)

    def _show(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
        dialog.activateWindow()

    def _known(self, document: Document) -> Mapping[int, str]:
        return self._paths[1] if self._paths[0] is document else {}

    def _find_paths(self, document: Document, palette: Palette) -> None:
        """Which file each item names takes a look at every tool call: once a session, in the background."""
        if self._paths[0] is document:
            return

        def found(paths: Mapping[int, str]) -> None:
            self._paths = (document, paths)
            # The palette may be closed by now, and its Qt half gone.
            with contextlib.suppress(RuntimeError):
                palette.search_again()

        self._shell.executor.run("paths", lambda progress: find_paths(document), found)


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
