"""Where a file is to be written, and in which form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def save_as(
    parent: QWidget,
    title: str,
    endings: Mapping[str, str],
    stem: str,
    chosen: Callable[[Path], object],
    folder: str = "",
) -> QFileDialog:
    """Show the dialog; ``endings`` are the forms as people read them, with their suffixes: {"Picture": "png"}.

    ``stem`` names the file as long as the user does not; without a ``folder`` it begins where Qt does.
    """
    dialog = QFileDialog(parent, title, folder)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    forms = {f"{form} (*.{ending})": ending for form, ending in endings.items()}

    def choose(form: str) -> None:
        dialog.setDefaultSuffix(forms[form])
        dialog.selectFile(f"{stem}.{forms[form]}")

    dialog.setNameFilters(list(forms))
    dialog.filterSelected.connect(choose)
    choose(dialog.selectedNameFilter())
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    dialog.open()
    return dialog
