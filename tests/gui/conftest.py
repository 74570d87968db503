"""What tests of the window share: no screen, folders of their own, and nothing left running behind a test."""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
import threading
from functools import cache
from pathlib import Path

_SCREEN = {"name": "test", "x": 0, "y": 0, "width": 1920, "height": 1080, "dpr": 1}
_SCREEN |= {"logicalDpi": 96, "logicalBaseDpi": 96}
_screens = Path(tempfile.gettempdir()) / f"inspector-test-screens-{os.getpid()}.json"
_screens.write_text(json.dumps({"screens": [_SCREEN]}), "utf-8")
# Before Qt is imported: the platform is chosen once.
os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={_screens}"

import pytest  # noqa: E402
from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: E402
from PySide6.QtWidgets import QApplication, QMenu, QWidget  # noqa: E402

from inspector.gui import main_window  # noqa: E402
from inspector.gui.executor import PoolExecutor  # noqa: E402
from inspector.gui.main_window import MainWindow  # noqa: E402
from inspector.gui.theme import Scheme, Theme  # noqa: E402
from inspector.store.cache import Cache  # noqa: E402
from inspector.store.settings import Settings  # noqa: E402
from inspector.workbench.bench import Bench  # noqa: E402
from inspector.workbench.workspace import Workspace, load_workspace  # noqa: E402
from tests.generate import write_claude_log  # noqa: E402

SAMPLES = Path(__file__).parent.parent.parent / "sample_sessions"
# Once a process, as a window is one: here are hundreds in one.
main_window.find_samples = cache(main_window.find_samples)


def pytest_unconfigure():
    _screens.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def qapp_cls():
    return QApplication


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory, monkeypatch):
    """Folders that are nobody's: no test may see the sessions of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("INSPECTOR_HOME", str(home / "inspector"))
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def nothing_left_behind(qapp, monkeypatch):
    """Fails a test that leaves a thread, a running timer, a job or a window, and says who started it."""
    started: dict[int, str] = {}
    timers: list[tuple[QTimer, str]] = []
    executors: list[PoolExecutor] = []
    gc.freeze()
    begin, make_executor, make_timer = threading.Thread.start, PoolExecutor.__init__, QTimer.start

    def remember_thread(thread):
        started[id(thread)] = _who()
        begin(thread)

    def remember_executor(executor, *args, **more):
        make_executor(executor, *args, **more)
        executors.append(executor)

    def remember_timer(timer, *args):
        timers.append((timer, _who()))
        make_timer(timer, *args)

    monkeypatch.setattr(threading.Thread, "start", remember_thread)
    monkeypatch.setattr(PoolExecutor, "__init__", remember_executor)
    monkeypatch.setattr(QTimer, "start", remember_timer)
    threads = set(threading.enumerate())
    windows = {id(widget) for widget in qapp.topLevelWidgets()}
    yield
    for widget in qapp.topLevelWidgets():
        # A plot of pyqtgraph's leaves one behind, and each theme draws all that there are anew.
        if isinstance(widget, QMenu) and id(widget) not in windows:
            widget.deleteLater()
    _sweep()
    left = [
        f"thread {thread.name} from {started.get(id(thread), '?')}"
        for thread in set(threading.enumerate()) - threads
        # What Python lists of a thread of Qt's pool once something starts another thread there.
        if not isinstance(thread, threading._DummyThread)
    ]
    left += [f"jobs in {executor.busy()}" for executor in executors if _alive(executor) and executor.busy()]
    left += [f"timer from {who}" for timer, who in timers if _alive(timer) and timer.isActive()]
    left += [
        f"window {type(widget).__name__} {widget.objectName()!r} {widget.windowTitle()!r}"
        for widget in qapp.topLevelWidgets()
        if id(widget) not in windows and widget.isVisible()
    ]
    assert left == [], "left behind"


def _who() -> str:
    """The three innermost places outside of this file; a traceback would look at every file on disk."""
    places, frame = [], sys._getframe(1)
    while frame is not None and len(places) < 3:
        if "conftest" not in frame.f_code.co_filename:
            places.append(f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}")
        frame = frame.f_back
    return " < ".join(places)


def _alive(thing: QObject) -> bool:
    try:
        thing.objectName()
    except RuntimeError:
        return False
    return True


def _sweep() -> None:
    """Carry out what was put off until the event loop comes by: deletions, deferred calls."""
    for _ in range(3):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
    gc.collect()


@pytest.fixture
def theme(qapp) -> Theme:
    """Light, and gone with the panes that listen to it."""
    theme = Theme(qapp, Scheme.LIGHT)
    yield theme
    theme.choose(Scheme.LIGHT)
    theme.deleteLater()


@pytest.fixture
def executor(qapp):
    """A pool that is closed and gone after the test."""
    pool = PoolExecutor()
    yield pool
    assert pool.close(), "a job did not stop"
    pool.deleteLater()


@pytest.fixture
def workspace(tmp_path) -> Workspace:
    """An empty workspace."""
    return load_workspace(tmp_path / "workspace.json")


@pytest.fixture(scope="session")
def kept() -> Cache:
    """What was found in the logs that tests open, as a user who opened them before has it."""
    return Cache.memory()


@pytest.fixture
def make_window(qapp, theme, workspace, tmp_path, kept):
    """Make windows that are closed after the test, with the workspace of the test or one of their own."""
    made: list[MainWindow] = []

    def make(workspace: Workspace = workspace, *, shown: bool = True, cache: Cache = kept) -> MainWindow:
        executor = PoolExecutor()
        window = MainWindow(
            Bench(executor, cache), executor, theme, workspace, Settings.load(tmp_path / "settings.toml")
        )
        if "geometry" not in workspace.window:
            window.resize(1200, 800)
        made.append(window)
        if shown:
            window.show()
        return window

    yield make
    for window in made:
        window.close()
        assert window.finished, "a job did not stop"
        for child in window.findChildren(QWidget):
            if child.isWindow():
                child.close()
        window.executor.deleteLater()
        window.deleteLater()


@pytest.fixture
def window(make_window) -> MainWindow:
    """A window with nothing open."""
    return make_window()


@pytest.fixture(scope="session")
def log(tmp_path_factory) -> Path:
    """A session with two compactions."""
    path = tmp_path_factory.mktemp("logs") / "5f0d7a52-0000-4000-8000-000000000001.jsonl"
    write_claude_log(path, turns=16, compactions=2)
    return path


@pytest.fixture
def settled(qtbot):
    """Wait until a window has no work left, and everything told has been heard."""

    def wait(window: MainWindow) -> MainWindow:
        qtbot.waitUntil(lambda: not window.executor.busy(), timeout=20_000)
        QApplication.processEvents()
        return window

    return wait


@pytest.fixture
def opened(window, log, settled) -> MainWindow:
    """A window with the session open and everything worked out."""
    window.opener.open(log)
    settled(window)
    assert window.bench.document is not None, window.banner.words.text()
    return window
