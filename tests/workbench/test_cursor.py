from inspector.model import ItemKind
from inspector.workbench.cursor import Cursor, answer_of, cursor_op, requests_of_items, seen_at, side_of
from inspector.workbench.document import Stage
from inspector.workbench.selection import Focus, Selection
from tests.made_session import MadeSession, small_session


def test_an_answer_belongs_to_its_request_and_a_question_to_the_next():
    made = MadeSession()
    question = made.add(ItemKind.USER, "why?")
    answer = made.call(100).first_item
    event = made.add(ItemKind.EVENT, "boundary")
    last = made.add(ItemKind.USER, "never answered")
    found = requests_of_items(made.document().session)
    assert (found[question - 1], found[answer - 1]) == (0, 0)
    assert found[event - 1] is None
    assert found[last - 1] is None


def test_a_summary_belongs_to_the_request_that_saw_it_first():
    made = small_session()
    document = made.advanced(Stage.RECONSTRUCT)
    compaction = document.compactions[0]
    found = requests_of_items(document.session)
    assert found[compaction.record.summary - 1] == compaction.request_after


def test_the_moment_of_a_request_is_before_its_call():
    document = small_session().advanced(Stage.RECONSTRUCT)
    assert cursor_op(document, Focus(request=2)) == document.session.requests[2].op - 1


def test_the_moment_of_a_compaction_is_before_its_splice():
    document = small_session().advanced(Stage.RECONSTRUCT)
    assert cursor_op(document, Focus(compaction=1)) == document.compactions[0].op - 1


def test_nothing_selected_is_no_moment():
    assert cursor_op(small_session().advanced(Stage.RECONSTRUCT), Focus(item=3)) is None


def test_at_a_request_behind_a_compaction_what_was_cut_is_past_and_unseen():
    document = small_session().advanced(Stage.RECONSTRUCT)
    seen = seen_at(document, Focus(request=6))
    assert document.compactions[0].record.summary in seen.context and 2 not in seen.context
    assert 2 < seen.horizon < len(document.session.items)


def test_what_lies_between_the_last_item_sent_and_the_answer_is_past_too():
    made = MadeSession()
    made.add(ItemKind.USER, "why?")
    event = made.add(ItemKind.EVENT, "a retry")
    made.call(100)
    document = made.advanced(Stage.RECONSTRUCT)
    assert seen_at(document, Focus(request=0)) == (frozenset({1}), event)


def test_without_a_moment_or_contexts_nothing_is_told_to_be_seen():
    assert seen_at(small_session().advanced(Stage.RECONSTRUCT), Focus(item=3)) is None
    assert seen_at(small_session().document(), Focus(request=2)) is None


def selection_in(document):
    selection = Selection()
    selection.settle = Cursor(document).settle
    return selection


def test_whatever_is_named_the_rest_of_the_moment_follows():
    document = small_session().advanced(Stage.RECONSTRUCT)
    compaction, requests = document.compactions[0], document.session.requests
    selection = selection_in(document)
    selection.select(item=2)
    assert selection.focus.request == 0
    selection.select(request=6)
    assert selection.focus.item == requests[6].first_item
    selection.select(compaction=1)
    assert (selection.focus.item, selection.focus.request) == (compaction.record.summary, compaction.request_after)
    selection.select(compaction=1, item=None)
    assert (selection.focus.item, selection.focus.request) == (None, compaction.request_after)
    selection.select(item=2, compaction=1, request=None)
    assert selection.focus.request == 0


def test_an_item_leaves_the_compaction_that_was_looked_at_but_not_that_of_a_fact():
    selection = selection_in(small_session().advanced(Stage.RECONSTRUCT))
    selection.select(compaction=1)
    selection.select(item=2)
    assert selection.focus.compaction is None
    selection.select(compaction=1, fact="a", item=2)
    selection.select(item=3)
    assert (selection.focus.compaction, selection.focus.fact) == (1, "a")


def test_the_moment_stays_where_an_entry_of_it_is_looked_at_and_nothing_follows_a_fact():
    document = small_session().advanced(Stage.RECONSTRUCT)
    selection = selection_in(document)
    selection.select(request=4)
    selection.select_within(item=2)
    assert (selection.focus.item, selection.focus.request) == (2, 4)
    selection.select(fact="a")
    assert (selection.focus.item, selection.focus.request) == (2, 4)
    assert selection.back() and selection.back() and selection.focus.item != 2


def test_what_no_request_saw_belongs_to_the_next_one_or_the_last():
    made = MadeSession()
    made.add(ItemKind.USER, "why?")
    event = made.add(ItemKind.EVENT, "a retry", enter=False)
    made.call(100)
    end = made.add(ItemKind.USER, "never answered")
    cursor = Cursor(made.document())
    assert (cursor.request(event), cursor.request(end), cursor.request(99), cursor.request(0)) == (0, 0, None, None)
    assert Cursor(MadeSession().document()).request(1) is None


def test_a_request_without_an_answer_stands_for_what_it_was_sent_last():
    made = MadeSession()
    asked = made.add(ItemKind.USER, "why?")
    made.call(100).first_item = None
    selection = selection_in(made.document())
    selection.select(request=0)
    assert selection.focus.item == asked


def test_a_compaction_is_looked_at_from_its_own_request_and_items_alone():
    document = small_session().advanced(Stage.RECONSTRUCT)
    compaction = document.compactions[0]
    at = {"compaction": 1, "request": compaction.request_after}
    assert side_of(document, Focus(**at)) is compaction
    assert side_of(document, Focus(**at, item=compaction.kept[0])) is compaction
    answer = document.session.requests[compaction.request_after]
    assert side_of(document, Focus(**at, item=answer.first_item)) is None
    assert side_of(document, Focus(compaction=1, request=0, item=2)) is None
    assert answer_of(document.session, answer) == [answer.first_item]
