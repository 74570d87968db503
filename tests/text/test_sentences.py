"""Sentences, and the thoughts that a typed one strings together."""

import pytest

from inspector.text.sentences import asked_together, cut_clauses, dangles, sentences


def parts(text, places):
    return [text[start:end] for start, end in places]


def test_a_sentence_ends_at_a_full_stop_and_not_within_code_or_behind_an_abbreviation():
    text = "Read `a. b` first, e.g. the tides. Then stop! 请保存。完成"
    told = ["Read `a. b` first, e.g. the tides.", "Then stop!", "请保存。", "完成"]
    assert parts(text, sentences(text, 0, len(text))) == told


def test_questions_in_one_breath_are_one():
    text = "Which port? The north one? Sort it."
    assert parts(text, asked_together(text, [*sentences(text, 0, len(text))])) == [
        "Which port? The north one?",
        "Sort it.",
    ]


def test_only_what_stands_between_the_two_places_is_cut():
    text = "skip this. Sort the tides, please keep the ports"
    assert parts(text, cut_clauses(text, 11, len(text))) == ["Sort the tides", "please keep the ports"]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("For the harbours, please use the long names", 1),
        ("when the gates hang, could you restart them?", 1),
        ("the gates hang again, could you restart them?", 2),
    ],
)
def test_a_phrase_that_says_for_what_or_when_stays_with_what_it_is_said_of(text, pieces):
    assert len(parts(text, cut_clauses(text, 0, len(text)))) == pieces


def test_a_part_that_only_points_back_stays_with_what_it_points_at():
    text = "tides.py is generated, don't edit it"
    assert parts(text, cut_clauses(text, 0, len(text))) == [text]


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        (
            "A lista de faróis está vazia, preciso que ela volte a aparecer e também adicione a coluna das marés",
            ["A lista de faróis está vazia", "preciso que ela volte a aparecer", "também adicione a coluna das marés"],
        ),
        (
            "La lista de faros está vacía, pero no toques la tabla de mareas",
            ["La lista de faros está vacía", "pero no toques la tabla de mareas"],
        ),
        (
            "Die Liste der Leuchtfeuer ist leer, bitte lade sie neu, danach prüfe die Gezeiten",
            ["Die Liste der Leuchtfeuer ist leer", "bitte lade sie neu", "danach prüfe die Gezeiten"],
        ),
        ("請更新燈塔的列表，但不要改動潮汐表的格式", ["請更新燈塔的列表", "但不要改動潮汐表的格式"]),
        ("Faróis, marés, portos e cais estão na lista", ["Faróis, marés, portos e cais estão na lista"]),
    ],
)
def test_what_somebody_types_in_another_language_is_cut_by_its_own_words(said, parts):
    assert [said[start:end] for start, end in cut_clauses(said, 0, len(said))] == parts


def test_what_has_no_end_is_read_in_one_go(ends):
    text = "A. Smith " * 20_000
    assert list(sentences(text, 0, len(text))) == [(0, len(text) - 1)]


def test_a_number_or_an_abbreviation_ends_no_sentence_wherever_it_stands():
    text = "Read it first. 2. Then keep the tides of St. Malo. And approx. ten more of A. Smith here."
    assert [text[slice(*place)] for place in sentences(text, 0, len(text))] == [
        "Read it first.",
        "2. Then keep the tides of St. Malo.",
        "And approx. ten more of A. Smith here.",
    ]


@pytest.mark.parametrize(
    "text",
    ["then i want", "Now we need you to ", "Would you mind", "could you please", "use the short names and", "because"],
)
def test_what_breaks_off_says_nothing_by_itself(text):
    assert dangles(text)


@pytest.mark.parametrize(
    "text",
    [
        "that is the one i want",
        "this is what we need",
        "go with A",
        "not the branch I was looking for",
        "if you would",
        "",
    ],
)
def test_what_ends_with_a_small_word_may_be_whole(text):
    assert not dangles(text)
