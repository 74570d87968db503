import re

from hypothesis import given
from hypothesis import strategies as st

from inspector.model import Fold
from inspector.said.own_words import own_words
from inspector.said.statements import statements
from tests.talk import read, session


def said(*talk):
    made = session(*talk)
    return statements(made, made.items, read)


def shown(*talk):
    return [(fact.statement, fact.fold) for fact in said(*talk)]


def test_each_sentence_is_one_statement_in_the_order_said():
    told = shown(("human", "Never push to main. Retry twice, e.g. on 401.\n- keep the old table"), ("agent", "Fine."))
    assert told == [("Never push to main.", None), ("Retry twice, e.g. on 401.", None), ("keep the old table", None)]


def test_only_the_humans_words_are_statements():
    assert shown(("harness", "Never push to main."), ("tool", "Never push to main."), ("agent", "I never push.")) == []


def test_the_same_words_said_again_are_one_statement_with_both_places_and_a_pictures_place_is_none():
    shown = "never  push to `main`.\n[image, 1,284 bytes encoded]"
    (fact,) = said(("human", "Never push to main."), ("agent", "Fine."), ("human", shown))
    assert [quote.item for quote in fact.quotes] == [1, 3]


def test_a_pasted_block_is_one_fold_and_words_beside_it_are_statements():
    told = shown(
        ("human", "Why does this fail?\n$ npm test\nERROR: no such table\nERROR: gave up\nPlease mend the table")
    )
    assert told == [
        ("Why does this fail?", None),
        ("$ npm test ERROR: no such table ERROR: gave up", Fold.PASTED),
        ("Please mend the table", None),
    ]


def test_what_an_agent_marks_as_pasted_beside_the_persons_words_is_one_fold():
    paste = '<pasted_content id="a1">\nNever push to main. Ask first.\n</pasted_content id="a1">'
    told = [("Is that still our rule?", None), (paste.replace("\n", " "), Fold.PASTED)]
    assert shown(("human", f"Is that still our rule?\n\n{paste}\n")) == told
    assert shown(("human", f"\n\n{paste}\n")) == [("Never push to main.", None), ("Ask first.", Fold.SHORT)]


def test_code_in_a_fence_is_pasted_and_what_is_too_short_to_be_found_by_is_folded():
    told = shown(("human", "ok"), ("human", "do it. Use this one here:\n```py\nx = read(gauge)\n```"))
    assert told[:2] == [("ok", Fold.SHORT), ("do it.", Fold.SHORT)]
    assert told[2:] == [("Use this one here:", None), ("x = read(gauge)", Fold.PASTED)]


def test_languages_without_blanks_are_cut_at_their_own_marks():
    assert shown(("human", "不要修改主分支的代码。请保存所有的文件！")) == [
        ("不要修改主分支的代码。", None),
        ("请保存所有的文件！", None),
    ]


def test_a_pick_in_a_question_tool_is_a_statement_with_its_question():
    (fact,) = said(("ask", 'User has answered your questions: "Which store?"="SQLite".'), ("answer", "SQLite"))
    assert (fact.statement, fact.fold, fact.question.text) == ("SQLite", None, "Which store?")


def test_an_id_is_the_same_in_every_run_and_another_one_elsewhere():
    one, two = said(("human", "Never push to main. Keep the old table."))
    again, _ = said(("human", "Never push to main. Keep the old table."))
    assert one.id == again.id != two.id


_LINES = st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=60), max_size=8)


@given(_LINES)
def test_whatever_was_typed_stands_in_a_statement_or_in_a_fold(lines):
    text = "\n".join(lines)
    made = session(("human", text))
    words, offset = own_words(text, "typed")
    covered = [False] * len(text)
    for fact in statements(made, made.items, read):
        for quote, quoted in zip(fact.quotes, fact.texts, strict=True):
            assert text[quote.start : quote.end] == quoted
            covered[quote.start : quote.end] = [True] * (quote.end - quote.start)
    bare = re.sub(r"(?m)^\s*(?:(?:•|[-*+–>]|#{1,6}|\(?\w{1,2}[.)])\s*)+(?:\[.\])?|^\s*(?:```|~~~).*$", _blank, words)
    missed = [sign for sign, there in zip(bare, covered[offset:], strict=False) if sign.isalnum() and not there]
    assert missed == []


def _blank(hit):
    return " " * len(hit[0])
