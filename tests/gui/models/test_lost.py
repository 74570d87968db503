from dataclasses import replace

from inspector.gui.models.lost import columns, harms, none_words
from inspector.workbench.judgements import Judgements
from tests.made_facts import exact_document, judged_document


def test_the_table_has_what_f7_walks_through_in_that_order():
    found = harms(judged_document(), Judgements())
    assert [one.judged.fact.id if one.judged else one.place for one in found] == ["outside", "retry", 0]
    assert [one.item for one in found[:2]] == [2, 2]


def test_a_row_says_verdict_kind_place_and_what_it_became(theme):
    rows = [[column.text(one) for column in columns(theme.role)] for one in harms(judged_document(), Judgements())]
    assert rows[0] == ["○", "lost", "constraint must", "┊C1", "#2", "never edit outside auth/."]
    assert rows[1][-1] == "Retry twice on 401. → now “the client should retry on 401”"
    assert rows[2][:3] == ["⚠", "unsupported", "claim"]


def test_without_a_judge_it_has_what_is_not_there_in_the_order_said(theme):
    found = harms(exact_document(), Judgements())
    rows = [[column.text(one) for column in columns(theme.role)] for one in found if one.compaction == 1]
    assert [row[:3] for row in rows] == 3 * [["□", "not there", "sentence"]]
    assert [row[-1] for row in rows] == [
        "never edit outside auth/.", "use pytest, not unittest.", "I would like small commits."
    ]  # fmt: skip


def test_no_harm_means_something_else_where_a_text_could_not_be_judged():
    document = judged_document()
    first, second = document.comparison
    note = "The summary cannot be read; only kept messages are judged."
    document.comparison = ()
    assert none_words(document) == ("Nothing to put back", "Nothing was compacted, as far as this log shows.")
    document.comparison = (second,)
    assert none_words(document)[1].startswith("Nothing of what the user said is missing, lost or changed.")
    document.comparison = (replace(second, judgement=None),)
    assert none_words(document)[1].startswith("Every sentence of the user's that stood there before a compaction")
    document.comparison = (replace(first, note=note), second)
    title, hint = none_words(document)
    assert title == "Nothing to put back" and f"Not read: ┊C1. {note}" in hint
    document.comparison = (replace(first, note=note), replace(second, note=note))
    assert none_words(document) == ("What is missing cannot be determined", note)
