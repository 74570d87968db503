from dataclasses import replace

import pytest

from inspector.gui.models.fact_words import claim_sentence, claim_tip, claim_why
from inspector.model import Basis, Claim, Quote
from tests.made_facts import HOSTILE, judged_document


@pytest.fixture
def claim():
    return Claim(compaction=1, quote=Quote(1, 0, 4), text="pass", kind="contradicted", why="", basis=Basis.JUDGED)


def test_a_claim_says_what_is_wrong_and_why():
    (made,) = judged_document().comparison[0].claims
    assert claim_sentence(made) == "⚠ unsupported: “the user approved the schema”, Nobody approved it"


def test_the_first_item_that_refutes_it_stands_behind_the_reason(claim):
    assert claim_why(replace(claim, why="The last run failed.", items=(1377, 1380))) == "The last run failed #1,377"
    assert claim_why(replace(claim, items=(7,))) == "#7" and claim_why(claim) == ""


def test_how_sure_a_judge_is_of_it_is_told(claim):
    assert claim_sentence(replace(claim, sure=False)).endswith("only one of two readings found it")


def test_words_of_a_summary_are_no_markup_in_a_tooltip(claim):
    tip = claim_tip(replace(claim, text=HOSTILE, why="<b>"))
    assert "<img" not in tip and "<b>" not in tip


def test_what_is_supported_has_a_sign_of_its_own(claim):
    told = claim_sentence(claim), claim_sentence(replace(claim, kind="supported"))
    assert told == ("⚠ contradicted: “pass”", "✓ supported: “pass”")
