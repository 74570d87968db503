"""Start of the window: the application, what happens to a fault of ours, and the main loop."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QDialog

from inspector import __version__
from inspector.errors import CannotRead
from inspector.gui.dialogs.fault import show_fault
from inspector.gui.executor import PoolExecutor
from inspector.gui.main_window import MainWindow
from inspector.gui.theme import Scheme, Theme
from inspector.resources import resource
from inspector.store.cache import Cache
from inspector.store.folders import find_folders
from inspector.store.library import Library
from inspector.store.settings import Settings
from inspector.workbench.annotations import Annotations
from inspector.workbench.bench import Bench
from inspector.workbench.jobs import making_many
from inspector.workbench.workspace import load_workspace


def start(path: Path | None = None, *, agent: str = "", alone: bool = False, before: Sequence[Path] = ()) -> int:
    """Show the window, on ``path`` if there is one, and stay until it is closed; gives the exit status."""
    application = make_application()
    window = make_window(application)
    _catch_faults(window)
    _heed_interrupts(application)
    if path is None:
        window.show()
        # After the first paint, so that a person sees the window before the work begins.
        QTimer.singleShot(0, lambda: _begin(window, path, agent, alone, before))
    else:
        # Trace is loaded while a worker reads: a window that stood there meanwhile would hear no key.
        _begin(window, path, agent, alone, before)
        window.show()
    status = application.exec()
    if not window.finished:
        # A job that does not hear may not keep the program alive; it has written nothing.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    window.bench.cache.close()
    if window.library:
        window.library.close()
    return status


def _begin(window: MainWindow, path: Path | None, agent: str, alone: bool, before: Sequence[Path]) -> None:
    if path and path.is_dir() and not agent and not alone:
        window.opener.open_folder(path)
    elif path:
        window.opener.open(path, agent, alone=alone, before=before)
    else:
        window.opener.look_around()
    # While a worker reads, and before anyone opens something: loading this takes a tenth of a second.
    with making_many():
        import_module("inspector.gui.trace")


def make_application() -> QApplication:
    """The one application object, named so that window managers and settings know it."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication), "another kind of application is running already"
    application.setApplicationName("Inspector")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("inspector")
    application.setWindowIcon(QIcon(str(resource("icon.svg"))))
    return application


def make_window(application: QApplication) -> MainWindow:
    """The main window with everything it stands on."""
    settings = Settings.load()
    scheme = settings.text("window.scheme", Scheme.SYSTEM)
    theme = Theme(application, Scheme(scheme) if scheme in set(Scheme) else Scheme.SYSTEM)
    executor = PoolExecutor(application)
    bench = Bench(executor, Cache.default())
    workspace = load_workspace(find_folders().config / "workspace.json")
    troubles = [settings.trouble.message] if settings.trouble else []
    if workspace.kept_aside:
        troubles.append(f"The window's last state could not be read; it is kept as {workspace.kept_aside}.")
    library: Library | None = None
    try:
        library = Library.default()
        Annotations(bench, library)
    except CannotRead as why:
        troubles.append(f"{why.message} {why.hint}".strip())
    window = MainWindow(bench, executor, theme, workspace, settings)
    window.library = library
    if troubles:
        window.banner.say(" ".join(troubles))
    return window


def _catch_faults(window: MainWindow) -> None:
    """An exception that nobody expected becomes a dialog with a report; the window goes on."""
    shown: list[QDialog] = []

    def hook(kind: type[BaseException], why: BaseException, where: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        try:
            # One at a time: a fault while painting comes with every frame.
            if not shown:
                shown.append(show_fault(window, why.with_traceback(where)))
                shown[0].finished.connect(lambda _: shown.clear())
        except Exception:
            traceback.print_exc()

    sys.excepthook = hook


def _heed_interrupts(application: QApplication) -> None:
    """Ctrl+C in the terminal ends the window, as does being ended or hung up: what it has started ends with it.

    Python sees signals only while some of its code runs.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # One that nohup has put aside stays so.
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
            signal.signal(getattr(signal, name), lambda *_: application.quit())
    timer = QTimer(application)
    timer.timeout.connect(lambda: None)
    timer.start(300)
