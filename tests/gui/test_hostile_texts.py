"""A log whose every text is markup that names a picture on the disk: shown as text, and the picture stays shut."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QToolTip, QWidget

import inspector
from tests.gui.watched import Watched
from tests.made_runs import FADING
from tests.made_session import sample

IDS = {
    "uuid",
    "parentUuid",
    "logicalParentUuid",
    "sessionId",
    "timestamp",
    "type",
    "role",
    "id",
    "tool_use_id",
    "subtype",
}
IDS |= {"version", "entrypoint", "trigger", "model", "stop_reason", "userType", "promptId", "requestId", "messageId"}
TIP = Qt.ItemDataRole.ToolTipRole


def spoiled(value, tag, key=""):
    """The same record with the tag in front of each text that is no id."""
    if isinstance(value, dict):
        return {name: spoiled(part, tag, name) for name, part in value.items()}
    if isinstance(value, list):
        return [spoiled(part, tag, key) for part in value]
    return tag + value if isinstance(value, str) and key not in IDS else value


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "pictures" / "seen.png"
    path.parent.mkdir()
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    return path


@pytest.fixture
def hostile(tmp_path, picture):
    tag = f'<img src="{picture}">![seen]({picture}) '
    rows = [json.loads(line) for line in sample(FADING).read_text("utf-8").splitlines()]
    path = tmp_path / '<img src="seen.png">.jsonl'
    path.write_text("\n".join(json.dumps(spoiled(row, tag)) for row in rows) + "\n", "utf-8")
    return path


def tips_of(window):
    """Every tooltip of the window: of widgets, of tabs, of what lists and tables hold and what stands above them."""
    for widget in [window, *window.findChildren(QWidget)]:
        yield widget, widget.toolTip()
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from ((widget, words) for words in tips_in(widget.model()))


def tips_in(model, parent=None, depth=0):
    given = () if parent is None else (parent,)
    for row in range(min(model.rowCount(*given), 60)):
        for column in range(model.columnCount(*given) if is_table(model) else 1):
            index = model.index(row, column, *given)
            yield model.data(index, TIP)
            if column == 0 and depth < 3:
                yield from tips_in(model, index, depth + 1)


def is_table(model) -> bool:
    """A list keeps the number of its columns to itself."""
    return not isinstance(model, QAbstractListModel)


def is_harmless(words) -> bool:
    return "<img" not in str(words)


def views(window, settled):
    for name in ("trace", "review", "compare"):
        window.perspectives.show(name)
        settled(window)
        window.bench.selection.select(compaction=2)
        settled(window)
        yield name


@pytest.mark.skipif(sys.platform != "linux", reason="watches with inotify")
def test_nothing_that_a_log_names_is_opened_and_no_text_of_it_is_markup(window, settled, hostile, picture, monkeypatch):
    monkeypatch.chdir(picture.parent)
    with Watched(picture.parent) as watched:
        assert watched.sees(lambda: picture.read_bytes()), "the watch works"
        window.opener.open(hostile)
        settled(window)
        for view in views(window, settled):
            loose = [
                (view, type(label.parent()).__name__, label.objectName(), label.text()[:60])
                for label in window.findChildren(QLabel)
                if label.textFormat() is Qt.TextFormat.AutoText and "<img" in label.text()
            ]
            assert loose == [], "labels that take a log's text for markup"
            told = {(type(widget).__name__, str(words)) for widget, words in tips_of(window)}
            assert [(view, *one) for one in told if not is_harmless(one[1])] == []
            for _, words in sorted(told):
                if "<img" in words or "&lt;img" in words:
                    QToolTip.showText(QPoint(10, 10), words[:4_000], window)
                    QApplication.processEvents()
            QToolTip.hideText()
        assert not watched.sees(QApplication.processEvents)
        assert watched.opened == []


def test_no_other_module_makes_a_label():
    gui = Path(inspector.__file__).parent / "gui"
    made = {
        path.name
        for path in gui.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "QLabel"
    }
    assert made == set(), "PlainLabel says what it takes its text for"
