import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocumentFragment

from inspector.gui import looking as module
from inspector.read import open as reading
from inspector.store.cache import Cache
from tests.generate import write_claude_log
from tests.made_session import sample


@pytest.fixture
def folder(tmp_path):
    """Twelve sessions in three folders, and a log that cannot be read."""
    first = tmp_path / "logs" / "0" / "5f0d7a52-0000-4000-8000-000000000000.jsonl"
    first.parent.mkdir(parents=True)
    write_claude_log(first, turns=4, compactions=1)
    for number in range(1, 12):
        path = tmp_path / "logs" / str(number % 3) / f"5f0d7a52-0000-4000-8000-{number:012}.jsonl"
        path.parent.mkdir(exist_ok=True)
        shutil.copy(first, path)
    (tmp_path / "logs" / "torn.jsonl.gz").write_bytes(b"\x1f\x8b\x08 not packed at all")
    return tmp_path / "logs"


@pytest.fixture
def fresh(make_window):
    """A window that has never seen a log."""
    return make_window(cache=Cache.memory())


def told(window):
    batches = []
    window.opener.looking.arrived.connect(batches.append)
    return batches


def test_lines_come_before_anything_was_read_and_again_with_their_figures(fresh, folder, settled, monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 0)
    batches = told(fresh)
    fresh.opener.look_around(folder)
    settled(fresh)
    lines = [line for batch in batches for line in batch]
    assert [line.figures is None for line in lines[:13]].count(True) == 12, "all but the unreadable one, unread"
    assert {line.found.path for line in lines[:13]} == {line.found.path for line in lines[13:]} | {
        folder / "torn.jsonl.gz"
    }
    assert all(line.figures.compactions == 1 for line in lines[13:])


def test_every_log_is_read_once_and_none_when_looked_again(fresh, folder, settled, monkeypatch):
    opened = []
    whole = reading._read
    monkeypatch.setattr(
        reading, "_read_as", lambda adapter, path, alone: opened.append(path) or whole(adapter, path, alone)
    )
    fresh.opener.look_around(folder)
    settled(fresh)
    assert len(opened) == len(set(opened)) == 12
    fresh.opener.look_around(folder)
    settled(fresh)
    assert len(opened) == 12 == fresh.opener.looking.index.read
    assert fresh.start.browser.note.text() == "13 sessions"


def test_a_very_large_log_is_listed_and_not_read_ahead(fresh, folder, settled, monkeypatch):
    monkeypatch.setattr(module, "READ_AHEAD", 10)
    fresh.opener.look_around(folder)
    settled(fresh)
    assert fresh.opener.looking.index.read == 0 and fresh.start.browser.note.text() == "13 sessions"


def test_losses_are_found_when_asked_for(fresh, folder, settled):
    for path in sorted(folder.rglob("*.jsonl"))[2:]:
        path.unlink()
    fresh.opener.look_around(folder)
    settled(fresh)
    browser = fresh.start.browser
    assert len(browser.unjudged()) == 2
    assert browser.sort.currentData() == "latest"
    browser.losses.click()
    settled(fresh)
    has_losses = any(line.figures and line.figures.losses for line in browser.lines())
    assert browser.sort.currentData() == ("worst" if has_losses else "latest")
    assert browser.offer.isVisible() == has_losses
    assert browser.unjudged() == [] and not browser.losses.isEnabled()
    assert all(line.figures.losses is not None or line.figures.unjudged for line in browser.lines() if not line.error)


@pytest.mark.parametrize("way", [Qt.Key.Key_Return, Qt.MouseButton.LeftButton])
def test_what_was_found_exactly_offers_the_judge_for_the_rest(fresh, tmp_path, settled, qtbot, way):
    shutil.copy(sample("fading-rules"), tmp_path / "a.jsonl")
    shutil.copy(sample("2.1/clean"), tmp_path / "b.jsonl")
    fresh.opener.look_around(tmp_path)
    settled(fresh)
    browser = fresh.start.browser
    assert not browser.offer.isVisible(), "nobody looked yet"
    browser.losses.click()
    settled(fresh)
    offer = browser.offer.label
    if way == Qt.Key.Key_Return:
        offer.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(offer, way)
    else:
        end = offer.fontMetrics().horizontalAdvance(QTextDocumentFragment.fromHtml(offer.text()).toPlainText())
        qtbot.mouseClick(offer, way, pos=QPoint(end - 20, offer.height() // 2))
    qtbot.waitUntil(lambda: fresh.judging.panel is not None and fresh.judging.panel.view.isVisible(), timeout=60_000)
    settled(fresh)
    assert Path(fresh.bench.document.session.path).name == "a.jsonl" and fresh.judging.panel._numbers == (1, 2, 3)


def test_what_an_open_session_lost_stands_in_the_list(fresh, folder, settled):
    log = next(iter(sorted(folder.rglob("*.jsonl"))))
    fresh.opener.open(log)
    settled(fresh)
    fresh.opener.close()
    settled(fresh)
    fresh.opener.look_around(folder)
    settled(fresh)
    judged = [line.found.path for line in fresh.start.browser.lines() if line.is_judged and not line.error]
    assert judged == [log]


def test_opening_a_session_stops_the_reading_and_coming_back_goes_on(fresh, folder, log, settled):
    fresh.opener.look_around(folder)
    fresh.opener.open(Path(log))
    settled(fresh)
    assert fresh.bench.document is not None
    fresh.opener.close()
    settled(fresh)
    assert fresh.start.browser.folder == folder and fresh.opener.looking.index.read == 12
    assert fresh.start.browser.note.text() == "13 sessions"


def test_a_folder_is_named_beside_a_button_that_leads_back_to_this_machine(fresh, folder, settled, qtbot):
    browser = fresh.start.browser
    assert not browser.machine.isVisible()
    fresh.opener.look_around(folder)
    settled(fresh)
    assert browser.heading.text() == str(folder) and browser.machine.isVisible()
    qtbot.mouseClick(browser.machine, Qt.MouseButton.LeftButton)
    settled(fresh)
    assert browser.folder is None and not browser.lines() and not browser.machine.isVisible()
