import pytest

from inspector.rerun.documents import BadStrategy, StrategyDocument
from inspector.rerun.library import check_strategy
from inspector.rerun.strategy import Reserve, TriggerRule

WHOLE = """
id: mine/short
title: Mine
selection: own
llm: none
estimator: chars4
trigger:
  any:
    - fraction: {v: 0.5}
    - reserve: {n: 1000}
    - manual
select:
  tail: {tokens: 5000}
assemble: [system, tail]
"""


def refused(text: str) -> str:
    with pytest.raises(BadStrategy) as why:
        check_strategy(text, "mine.yaml")
    return why.value.message


def test_a_whole_document_becomes_a_strategy():
    strategy = check_strategy(WHOLE)
    assert strategy.id == "mine/short"
    assert strategy.trigger.any[1] == TriggerRule(reserve=Reserve(n=1000))
    assert strategy.trigger.any[2] == "manual"
    assert strategy.select.tail.tokens == 5000


def test_a_key_that_is_none_is_named_with_its_line_and_the_nearest_one():
    said = refused(WHOLE.replace("tokens: 5000", "token: 5000"))
    assert said == "mine.yaml, line 13: select.tail.token is no key here; perhaps tokens is meant."


def test_a_word_for_a_number_is_named_with_its_line():
    assert refused(WHOLE.replace("5000", "many")) == (
        "mine.yaml, line 13: select.tail.tokens is “many”; a whole number is needed."
    )


def test_a_truth_value_is_no_number():
    assert "a whole number is needed" in refused(WHOLE.replace("5000", "true"))


def test_a_negative_number_is_refused():
    assert "it cannot be negative" in refused(WHOLE.replace("v: 0.5", "v: -0.5"))


def test_a_word_out_of_the_list_is_told_with_the_list():
    said = refused(WHOLE.replace("selection: own", "selection: perfect"))
    assert said == "mine.yaml, line 4: selection is “perfect”; one of exact, close, stand-in, own is needed."


def test_what_has_to_be_there_is_named():
    assert "lacks assemble" in refused(WHOLE.replace("assemble: [system, tail]", ""))


def test_a_rule_with_two_keys_is_ambiguous():
    assert "must have exactly one key" in refused(WHOLE.replace("fraction: {v: 0.5}", "{fraction: {v: 0.5}, fixed: 9}"))


def test_a_key_that_stands_twice_is_refused():
    assert "line 15: select stands twice" in refused(WHOLE + "select: {}\n")


@pytest.mark.parametrize("text", ["", "- a list", "a: [", "a: *nothing"])
def test_what_is_no_mapping_is_refused_in_words(text):
    assert refused(text).startswith("mine.yaml ")


def test_an_empty_string_that_looks_like_another_type_stays_text():
    assert check_strategy(WHOLE.replace("title: Mine", "title: 2.0")).title == "2.0"


def test_a_stage_that_is_given_replaces_the_stage_below_it_whole():
    base = StrategyDocument(WHOLE, "base.yaml")
    over = StrategyDocument("id: mine/other\nselect: {head: {events: 2}}\n", "over.yaml")
    strategy = over.over(base).strategy()
    assert strategy.id == "mine/other"
    assert strategy.select.tail.tokens is None, "not what the base says"
    assert strategy.assemble == ("system", "tail")


def test_a_fault_in_the_base_is_told_with_the_line_of_the_base():
    base = StrategyDocument(WHOLE.replace("5000", "many"), "base.yaml")
    with pytest.raises(BadStrategy, match=r"base\.yaml, line 13"):
        StrategyDocument("id: mine/other\n", "over.yaml").over(base).strategy()


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(BadStrategy, match="cannot be read"):
        StrategyDocument.read(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 100_000,
        "{a: " * 50_000,
        "? [a, b]\n: 1\n",
        "{id: x, title: t, guard: {share: !!float abc}}",
        "\x00",
    ],
    ids=["a list", "a mapping", "a key", "a tag", "a sign"],
)
def test_a_document_that_would_end_its_loader_is_refused(text):
    with pytest.raises(BadStrategy):
        StrategyDocument(text, "mine.yaml").strategy()


@pytest.mark.parametrize(
    "value", ["2026-99-99", "!!int abc", "!!int ''", "!!bool maybe", "!!timestamp now", ".inf", ".nan"]
)
def test_a_value_that_is_none_is_refused_in_its_line(value):
    assert "line " in refused(WHOLE.replace("v: 0.5", f"v: {value}"))
