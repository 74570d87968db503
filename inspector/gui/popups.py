"""The windows that open over the main one: the two palettes and the dialogs."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog

from inspector.gui.dialogs.preferences import PreferencesDialog
from inspector.gui.dialogs.tables import AboutDialog, filter_dialog, keys_dialog, session_dialog
from inspector.gui.palette import Palette, command_entries, place_entries
from inspector.gui.perspectives import Perspectives
from inspector.gui.shell import Shell
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
