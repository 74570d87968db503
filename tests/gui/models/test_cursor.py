from inspector.gui.models.cursor import cursor_op, requests_of_items, seen_at
from inspector.model import ItemKind
from inspector.workbench.document import Stage
from inspector.workbench.selection import Focus
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
