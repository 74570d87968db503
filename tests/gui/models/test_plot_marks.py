from inspector.gui.models.plot_marks import find_marks, freed_label
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.model import ItemKind
from inspector.workbench.cursor import requests_of_items
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, small_session


def marks_of(made):
    document = made.advanced(Stage.MEASURE)
    series = build_series(document, Axis.REQUEST, Stack.KIND, str)
    return find_marks(document, series, requests_of_items(document.session))


def test_a_compaction_stands_between_the_requests_on_both_sides_with_its_drop():
    mark = marks_of(small_session()).compactions[0]
    assert mark.x == 5.5
    assert (mark.title, mark.freed) == ("┊C1", "−48.0k")
    assert mark.height == 60_000


def test_what_the_agent_reported_is_kept_apart_from_what_was_sent():
    mark = marks_of(small_session()).compactions[0]
    assert mark.reported == 9_000


def test_errors_and_edits_are_where_their_requests_are():
    marks = marks_of(small_session())
    assert marks.errors == (4,)
    assert marks.edits == (10.5,)


def test_a_compaction_behind_the_last_request_stands_at_the_end():
    made = MadeSession()
    made.call(50_000)
    made.compact()
    mark = marks_of(made).compactions[0]
    assert mark.x == 1.5
    assert mark.freed == ""


def test_a_context_that_grew_is_written_with_a_plus():
    made = MadeSession()
    made.add(ItemKind.USER, "hello")
    made.call(10_000)
    made.compact()
    made.call(13_100)
    assert freed_label(made.advanced(Stage.MEASURE).compactions[0]) == "+3.1k"


def test_a_failed_compaction_frees_nothing():
    made = MadeSession()
    made.call(10_000)
    made.compact(status="failed")
    made.call(10_500)
    assert freed_label(made.advanced(Stage.MEASURE).compactions[0]) == "failed"


def cleared(before, after):
    made = MadeSession()
    item = made.add(ItemKind.TOOL_RESULT, "long output", tool="Read", call_id="b")
    made.call(before)
    made.clear(item)
    made.call(after)
    return marks_of(made)


def test_an_edit_that_freed_much_is_named_with_its_drop_and_a_small_one_only_ticked():
    (mark,) = cleared(160_000, 100_000).drops
    assert (mark.title, mark.freed, mark.x, mark.is_edit) == ("E1", "−60.0k", 1.5, True)
    small = cleared(160_000, 150_000)
    assert small.drops == () and small.edits == (1.5,)
    assert cleared(100_000, 120_000).drops == ()
