import pytest

from inspector.gui.asking import Asking
from inspector.rerun.column import RECORDED_WORDS


@pytest.fixture
def asking(window):
    made = Asking(window.bench, window.settings, window.library, window.status, window)
    yield made
    assert made.close()


def test_the_models_named_last_come_first_and_each_once(asking) -> None:
    for name in ("a", "b", "a"):
        asking.remember(name)
    assert asking.used() == ["a", "b"]


def test_no_more_than_ten_are_remembered_and_the_recorded_words_never(asking) -> None:
    for number in range(12):
        asking.remember(f"m{number}")
    asking.remember(RECORDED_WORDS)
    assert len(asking.used()) == 10 and asking.used()[0] == "m11"
