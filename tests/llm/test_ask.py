from __future__ import annotations

import pytest

from inspector.llm.ask import find_quote, json_objects


def test_objects_are_found_among_whatever_a_model_says() -> None:
    answer = 'Here you are:\n```json\n[\n{"n": 1},\n {"n": 2}\n]\n```\n{"n": broken}\n{"n": 3} and more\n"text"'
    assert list(json_objects(answer)) == [{"n": 1}, {"n": 2}, {"n": 3}]


@pytest.mark.parametrize(
    "answer",
    [
        '```json\n{\n  "n": 1,\n  "quote": "a {brace}"\n}\n\n{\n  "n": 2,\n  "quote": "b"\n}\n```',
        '[{"n": 1, "quote": "a {brace}"}, {"n": 2, "quote": "b"}]',
        '1. {"n": 1, "quote": "a {brace}"}\n2. {"n": 2, "quote": "b"}',
        '{"statements": [{"n": 1, "quote": "a {brace}"}, {"n": 2, "quote": "b"}]}',
    ],
    ids=["over several lines", "a list", "numbered", "wrapped"],
)
def test_the_layout_of_an_answer_does_not_matter(answer) -> None:
    assert list(json_objects(answer)) == [{"n": 1, "quote": "a {brace}"}, {"n": 2, "quote": "b"}]


@pytest.mark.parametrize("answer", ["", "{", "{" * 50_000, '{"a":' * 50_000, '{"n": 1', "no braces"])
def test_an_answer_without_an_object_has_none(answer) -> None:
    assert list(json_objects(answer)) == []


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("keep the `old` parser", "Keep the **old**\nparser"),
        ("don't touch it", "don’t touch it"),
        ("parser around", "parser - around"),
        ("不要修改", "不要修改"),
    ],
)
def test_a_quotation_is_found_though_case_and_marks_differ(quote, found) -> None:
    text = f"First. {found}; then 请{found}数据库 and so on."
    match = find_quote(quote, text)
    assert match is not None and match[0] == found


@pytest.mark.parametrize("quote", ["", "—", "keep the new parser", "old parse", "8"])
def test_other_words_are_no_quotation(quote) -> None:
    assert find_quote(quote, "Keep the old parser on port 8080.") is None
