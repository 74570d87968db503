import pytest
from PySide6.QtWidgets import QApplication

from tests.made_runs import FADING
from tests.made_session import sample


@pytest.fixture
def panel(window, settled, monkeypatch, tmp_path, qtbot):
    """The panel, asked for on a machine with none of the subscriptions' commands and no model ever named."""
    monkeypatch.setenv("PATH", str(tmp_path))
    window.opener.open(sample(FADING))
    settled(window)
    window.verbs["review.judge_all"].trigger()
    qtbot.waitUntil(lambda: window.judging.panel is not None and window.judging.panel.view.isVisible(), timeout=20_000)
    QApplication.processEvents()
    return window.judging.panel


def test_another_session_puts_it_away(panel, window, settled) -> None:
    window.opener.open(sample("tiny"))
    settled(window)
    assert not panel.view.isVisible()
