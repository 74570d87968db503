from dataclasses import replace

import pytest
from inspector.verdicts.as_said import as_said, looked_for, places_of
from inspector.verdicts.intervals import KEPT

from inspector.model import Quote, Said, Verdict
from tests.made_facts import PYTEST, fact

TOLD = fact("told", "the user asked for pytest", item=9, text="the user asked for pytest", from_summary=True)


@pytest.mark.parametrize("verdict", sorted(set(Verdict) - KEPT))
def test_what_was_not_kept_is_shown_as_it_was_first_said(verdict):
    first = Said(PYTEST.quotes[0], PYTEST.texts[0], PYTEST.statement)
    assert as_said(replace(TOLD, first=first), verdict) == first


def test_what_was_kept_is_shown_in_the_words_that_were_looked_for():
    first = Said(PYTEST.quotes[0], PYTEST.texts[0], PYTEST.statement)
    assert as_said(replace(TOLD, first=first), Verdict.VERBATIM).statement == "the user asked for pytest"


def test_a_fact_of_which_no_earlier_words_are_known_is_shown_as_it_stands():
    assert as_said(TOLD, Verdict.LOST) == Said(
        Quote(9, 0, 25), "the user asked for pytest", "the user asked for pytest"
    )


def test_a_row_of_several_verdicts_has_the_first_words_with_those_that_were_looked_for_beside_them():
    first = Said(PYTEST.quotes[0], PYTEST.texts[0], PYTEST.statement)
    carried = replace(TOLD, first=first)
    assert as_said(carried) == first and looked_for(carried) == "the user asked for pytest"
    assert looked_for(carried, PYTEST) == "the user asked for pytest"
    assert looked_for(carried, verdict=Verdict.LOST) == "the user asked for pytest"
    assert looked_for(carried, verdict=Verdict.REWORDED) == "", "one that was kept is shown in these words"
    assert looked_for(replace(carried, value="5 s")) == "", "evidence is looked for by its value"
    assert looked_for(TOLD) == looked_for(PYTEST) == looked_for(PYTEST, PYTEST) == ""


def test_where_it_was_first_said_comes_ahead_of_the_summary():
    first = Said(PYTEST.quotes[0], PYTEST.texts[0], PYTEST.statement)
    told = (Quote(9, 0, 25), "the user asked for pytest")
    assert places_of(replace(TOLD, first=first)) == ((first.quote, first.text), told)
    assert places_of(TOLD) == (told,)


@pytest.mark.parametrize(
    ("text", "looked", "shown"),
    [
        ("- **Never** touch `src/**/*.py`:", "Never touch src//*.py", "**Never** touch `src/**/*.py`"),
        ("keep `__init__.py` and ~/a, 2*3*4", "keep __init__.py and ~/a, 2*3*4", "keep `__init__.py` and ~/a, 2*3*4"),
        ("`7`", "hash_length=7", "hash_length=7"),
    ],
)
def test_words_are_shown_with_the_marks_that_the_log_has_and_looked_for_without(text, looked, shown):
    told = replace(fact("told", looked, item=3), texts=(text,))
    assert as_said(told).statement == shown
    assert looked_for(told) == ""
    carried = replace(TOLD, first=Said(told.quotes[0], text, looked), statement=looked, texts=(text,))
    assert as_said(carried, Verdict.LOST).statement == shown and looked_for(carried) == ""
