from dataclasses import replace

from inspector.gui.models.lost import WHAT, columns, harms, none_words
from inspector.model import FactKind
from inspector.workbench.judgements import Judgements
from tests.made_facts import judged_document


def test_the_table_has_what_f7_walks_through_in_that_order():
    found = harms(judged_document(), Judgements())
    assert [one.judged.fact.id if one.judged else one.place for one in found] == ["outside", "retry", 0]
    assert [one.item for one in found[:2]] == [2, 2]


def test_a_row_says_verdict_kind_place_and_what_it_became(theme):
    rows = [[column.text(one) for column in columns(theme.role)] for one in harms(judged_document(), Judgements())]
    assert rows[0] == ["○", "lost", "constraint must", "┊C1", "#2", "never edit outside auth/."]
    assert rows[1][-1] == "Retry twice on 401. → now “the client should retry on 401”"
    assert rows[2][:3] == ["⚠", "unsupported", "claim"]


def test_paths_are_drawn_from_the_projects_folder_on(theme):
    document = judged_document()
    lost = harms(document, Judgements())[0]
    path = replace(lost.judged.fact, statement="edited /home/x/repo/src/a.py", kind=FactKind.FINDING)
    of_work = replace(lost, judged=replace(lost.judged, fact=path), folder="/home/x/repo")
    words = columns(theme.role)[WHAT]
    assert (words.text(of_work), words.drawn(of_work)) == ("edited /home/x/repo/src/a.py", "edited src/a.py")
    assert of_work.is_of_work and not lost.is_of_work


def test_no_harm_means_something_else_where_a_text_could_not_be_judged():
    document = judged_document()
    first, second = document.comparison
    note = "The summary cannot be read; only kept messages are judged."
    document.comparison = ()
    assert none_words(document)[0] == "Nothing was lost"
    document.comparison = (second,)
    assert none_words(document)[0] == "No losses found"
    document.comparison = (replace(first, note=note), second)
    title, hint = none_words(document)
    assert title == "No losses found" and f"Not judged: ┊C1. {note}" in hint
    document.comparison = (replace(first, note=note), replace(second, note=note))
    assert none_words(document) == ("No loss can be told", note)
