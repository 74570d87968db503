from dataclasses import replace

import pytest
from inspector.verdicts.claims import find_claims
from inspector.verdicts.history import History, end_held, history_held

from inspector.model import ItemKind
from tests.talk import segment, segments


def test_the_human_is_heard_and_the_agent_told_apart():
    history = History(segment(("human", "store it in the cache folder?"), ("agent", "I propose a database table.")))
    assert history.human_wrote("In the Cache Folder")
    assert not history.human_wrote("database table")
    assert history.agent_share("a database table") == 1.0
    assert history.human_best("stored in the cache folder") == (1.0, True)


def test_an_offer_is_accepted_by_a_yes_alone():
    offer = ("agent", "Want me to remove the unused loader from the package?")
    assert History(segment(("human", "x"), offer, ("human", "yes"))).accepted("removing the unused loader")
    assert not History(segment(("human", "x"), offer, ("human", "no"))).accepted("removing the unused loader")


def test_a_message_of_the_agent_is_found_by_its_words():
    history = History(segment(("human", "why?"), ("agent", "I propose a **database** table.")))
    found = history.agent_wrote("a database table")
    assert found is not None and found.source.line == 2
    assert history.agent_wrote("a spreadsheet") is None


def test_how_often_something_was_said_counts_messages_and_earlier_lists():
    first = segments(("human", "go on"), ("agent", "Done."), ("human", "go on"), ("summary", "- go on\n- go on"),
                     ("human", "go on"), ("summary", "x"))  # fmt: skip
    assert [History(one).times_said("Go on") for one in first] == [2, 5]


@pytest.mark.parametrize(
    ("before", "status", "held"),
    [(None, "ok", True), (25_010, "ok", True), (90_000, "ok", False), (None, "partial", False)],
)
def test_a_log_holds_the_history_where_it_has_about_as_much_as_was_compacted(before, status, held):
    of = segment(("human", "store it in the cache folder"))
    record = replace(of.compaction.record, reported_before=before, status=status)
    assert history_held(replace(of, compaction=replace(of.compaction, record=record))) is held


def test_a_message_is_looked_at_as_a_whole_and_sentence_by_sentence():
    history = History(segment(("human", "keep the loader small. make uploads fast?"), ("agent", "Yes.")))
    assert history.human_share("small uploads") == 1.0
    assert history.human_best("fast uploads tonight") == (pytest.approx(2 / 3), True)
    assert history.human_best("small loader tonight") == (pytest.approx(2 / 3), False)


TWICE = '6. All user messages:\n- "commit all of it"\n- "commit all of it"\n'


@pytest.mark.parametrize("result", [False, True])
def test_where_the_log_lacks_the_last_result_no_message_is_listed_too_often(result):
    of = segment(("human", "commit all of it"), ("agent", "git commit"), ("agent", "[main 1a2b3c4]"))
    call = replace(of.items[1], kind=ItemKind.TOOL_CALL, call_id="c")
    given = replace(of.items[2], kind=ItemKind.TOOL_RESULT, call_id="c")
    items = (of.items[0], call, given) if result else (of.items[0], call)
    (summary,) = (item for item in of.session.items if item.kind is ItemKind.SUMMARY)
    session = replace(of.session, items=(*items, *of.session.items[3:]))
    told = replace(
        of,
        session=session,
        items=items,
        read=lambda item: TWICE if item is summary else of.read(item),
    )
    assert end_held(told) is result
    assert bool(find_claims(told, summary)) is result
