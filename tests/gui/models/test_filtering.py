import pytest

from inspector.errors import Cancelled
from inspector.gui.panes.transcript import passing
from inspector.model import ItemKind
from inspector.workbench.filter import parse_filter
from inspector.workbench.jobs import Progress
from tests.made_session import MadeSession, long_session, small_session


def test_one_answer_for_each_item_in_order():
    document = small_session().advanced()
    found = passing(document, parse_filter("kind:user"), frozenset(), Progress())
    assert [item.kind is ItemKind.USER for item in document.session.items] == found


def test_words_are_looked_for_in_the_whole_text():
    made = MadeSession()
    made.add(ItemKind.TOOL_RESULT, "x " * 5_000 + "needle")
    made.add(ItemKind.TOOL_RESULT, "x")
    assert passing(made.document(), parse_filter("NEEDLE"), frozenset(), Progress()) == [True, False]


def test_marks_are_known():
    document = small_session().document()
    assert passing(document, parse_filter("marked"), frozenset({2}), Progress())[:3] == [False, True, False]


def test_filtering_stops_when_it_is_no_longer_wanted():
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        passing(long_session(2_000).document(), parse_filter("kind:user"), frozenset(), progress)
