import tomllib

import pytest
from inspector.text.cues import FILE, cues, is_english

from inspector.resources import resource


def test_cues_are_found_in_every_language_shipped():
    for text in ("please stop", "bitte nicht", "prosím přidej", "будь ласка", "请继续"):
        assert "request" in cues().kinds(text), text


def test_a_cue_inside_a_longer_word_is_none():
    assert not cues().found("obligation", "mustard")


def test_a_cue_opens_a_text_behind_marks_only():
    assert cues().opens("approval", "- yes, do it") == "- yes"
    assert not cues().opens("approval", "the answer is yes")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("denies", "never push"),
        ("denies", "není to ne"),
        ("binds", "das muss bleiben"),
        ("allows", "це може бути"),
        ("limits", "仅用于测试"),
    ],
)
def test_marks_are_found_in_every_language_shipped(name, text):
    assert cues().marks(name, text)


def test_a_mark_is_told_in_lower_case_and_only_as_a_whole_word():
    assert cues().marks("limits", "ONLY the firstborn") == {"only"}


def test_marks_and_other_letters_hide_no_cue_of_any_language():
    assert cues().found("request", "“tides” — please, no moons…") == "please"
    assert cues().found("request", "café: please") == "please"
    assert cues().found("request", "таблица tides.py, пожалуйста") == "пожалуйста"
    assert cues().opens("approval", "да, please") == "да"
    assert {"только"} <= cues().marks("limits", "only tides, только они")


def test_every_language_tells_the_form_of_a_sentence():
    tables = tomllib.loads(resource(FILE).read_text("utf-8"))
    languages = [name for name, table in tables.items() if "request" in table and name != "en"]
    needed = {"request", "prohibition", "forbids", "obligation", "wish", "approval", "choice", "question", "states"}
    needed |= {"joins", "person", "leave", "permission"}
    assert len(languages) >= 12
    assert {language: needed - tables[language].keys() for language in languages} == {
        language: set() for language in languages
    }
    assert {language for language in languages if language not in tables["marks"]} == set()


def test_a_text_in_plain_letters_with_small_words_of_english_is_english():
    assert is_english("use it for the tides")
    assert not is_english("usa la tabla de mareas")
    assert not is_english("oprav to prosim") and not is_english("we wszystkich portach")
    assert not is_english("the tabela das marés está vazia")
    assert cues().found_foreign("obligation", "the lista deve stay") == ""
    assert cues().found_foreign("obligation", "a lista deve ficar") == "deve"
