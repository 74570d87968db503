import pytest

from inspector.gui.widgets.filter_bar import FilterBar
from tests.made_session import inline_bench, sample


@pytest.fixture
def bench():
    return inline_bench()


@pytest.fixture
def bar(qtbot, theme, bench):
    made = FilterBar(bench, theme)
    qtbot.addWidget(made)
    return made


def test_what_is_typed_becomes_the_filter_after_a_pause(bar, bench, qtbot):
    qtbot.keyClicks(bar.field, "kind:user")
    assert bench.filter.text == ""
    qtbot.waitUntil(lambda: bench.filter.text == "kind:user")


def test_a_text_that_does_not_parse_says_so_and_the_last_good_filter_stays(bar, bench):
    bar.field.setText("kind:user")
    bar.apply()
    bar.field.setText("kind:nonsense")
    bar.apply()
    assert bench.filter.text == "kind:user"
    assert bar.words.isVisibleTo(bar)
    assert bar.words.text().startswith("▲")
    assert bar.field.accessibleDescription() == bar.words.toolTip().split("\n")[1]


def test_the_message_says_what_is_still_shown(bar, bench):
    bar.field.setText("kind:nonsense")
    bar.apply()
    assert "Still shown: all items." in bar.words.text()
    bench.set_filter("kind:user")
    bar.field.setText("kind:nonsense")
    bar.apply()
    assert "Still shown: kind user." in bar.words.text() and bench.filter.text == "kind:user"


def test_a_compaction_that_is_not_there_is_an_error_and_those_that_are_there_complete(bar, bench, qtbot):
    bench.open(sample("fading-rules"))
    bar.field.setText("in:C9")
    bar.apply()
    assert "C1 to C3" in bar.words.text() and bench.filter.text == ""
    bar.field.clear()
    qtbot.keyClicks(bar.field, "in:")
    assert bar._suggestions.stringList() == ["in:C1", "in:C2", "in:C3"]
    bar.field.clear()
    qtbot.keyClicks(bar.field, "tool:")
    assert "tool:Bash" in bar._suggestions.stringList()
    bar.clear()
    bench.close()


def test_clearing_shows_everything_and_takes_the_message_away(bar, bench):
    bar.field.setText("kind:nonsense")
    bar.apply()
    bar.clear()
    assert bench.filter.text == ""
    assert not bar.words.isVisibleTo(bar)


def test_a_filter_set_elsewhere_is_shown(bar, bench, qtbot):
    bench.set_filter("error")
    assert bar.field.text() == "error"
    qtbot.waitUntil(lambda: not bar._pause.isActive())


def test_names_are_completed(bar, qtbot):
    qtbot.keyClicks(bar.field, "ki")
    assert "kind:" in bar._suggestions.stringList()
    qtbot.waitUntil(lambda: not bar._pause.isActive())
