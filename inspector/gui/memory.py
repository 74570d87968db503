"""What the window puts into the workspace and takes out of it again."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QByteArray, QObject

from inspector.errors import UsageError, cause
from inspector.gui.shell import Shell
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document
from inspector.workbench.workspace import Recent


class Memory(QObject):
    """Geometry and layout of the window, the recent sessions, and how each was looked at."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shell = shell

    def opened(self, document: Document) -> None:
        """Put a session at the head of the recent ones."""
        session = document.session
        now = datetime.now(UTC).isoformat(timespec="seconds")
        entry = Recent(session.path, session.agent, session.title, len(document.compactions), now)
        self._shell.workspace.opened(entry)
        self._save()

    def keep_view(self) -> None:
        """Keep how the open session is looked at; written when the window closes or another one opens."""
        document = self._shell.bench.document
        if document:
            self._shell.workspace.remember_view(document.view_name, capture(self._shell.bench))

    def keep_window(self, perspectives: dict[str, Any]) -> None:
        """Keep where the window is and how its perspectives are laid out, and write everything."""
        geometry = bytes(self._shell.saveGeometry().toBase64().data()).decode()
        self._shell.workspace.window |= {"geometry": geometry, **perspectives}
        self._save()

    def restore_window(self) -> None:
        """Put the window where it was; an odd value leaves it where it is."""
        geometry = self._shell.workspace.window.get("geometry")
        if isinstance(geometry, str):
            self._shell.restoreGeometry(QByteArray.fromBase64(geometry.encode()))

    def _save(self) -> None:
        try:
            self._shell.workspace.save()
        except OSError as why:
            # Not worth a banner every time: the next start merely looks like the first.
            words = self.tr("The window's state could not be kept: {why}").format(why=cause(why))
            self._shell.status.showMessage(words, 8000)


def capture(bench: Bench) -> dict[str, Any]:
    """The selection and the filter."""
    return {"focus": asdict(bench.selection.focus), "filter": bench.filter.text}


def restore(bench: Bench, view: dict[str, Any]) -> None:
    """Take up a view again as far as this document has what it names; the rest stays unselected."""
    text = view.get("filter")
    try:
        bench.set_filter(text if isinstance(text, str) else "")
    except UsageError:
        # The language has moved on since this was kept.
        bench.set_filter("")
    document = bench.document
    focus = view.get("focus")
    if document is not None and isinstance(focus, dict):
        parts = {name: value for name, value in focus.items() if _is_there(document, name, value)}
        # Half a range shows something that nobody chose.
        if not {"first", "last"} <= parts.keys():
            parts.pop("first", None)
            parts.pop("last", None)
        if parts:
            bench.selection.select(**parts)


def _is_there(document: Document, name: str, value: object) -> bool:
    if name == "fact":
        # Whether there is such a fact is known later; one that is not there selects nothing.
        return isinstance(value, str)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    last = {
        "item": len(document.session.items),
        "request": len(document.session.requests) - 1,
        "compaction": len(document.compactions),
        "first": float("inf"),
        "last": float("inf"),
    }.get(name)
    lowest = 0 if name in ("request", "first", "last") else 1
    return last is not None and lowest <= value <= last
