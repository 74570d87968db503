from dataclasses import replace

import pytest

from inspector.compare.intervals import Share
from inspector.model import Basis, TokenCount
from inspector.report.wording import (
    clock,
    counted,
    dollars,
    duration,
    harm_counts,
    harmless,
    number,
    percent,
    place,
    tokens,
    used_again,
)


def test_what_acts_is_shown_instead():
    assert harmless("a\x1b[31mb") == "a␛[31mb"
    assert harmless("x\u202egnp.exe") == "x⟨right-to-left override⟩gnp.exe"
    assert harmless("\ud800\x9b") == "��"
    assert harmless("one\r\ntwo\rthree\tfour") == "one\ntwo\nthree\tfour"


def test_a_small_price_is_not_nothing():
    assert [dollars(value) for value in (0, 0.002016, 1.2)] == ["$0", "$0.0020", "$1.20"]


def test_one_is_no_plural():
    assert [counted(n, "place") for n in (0, 1, 1_200)] == ["0 places", "1 place", "1,200 places"]


def test_unknown_is_never_a_number():
    assert number(None) == tokens(TokenCount(None, Basis.INFERRED)) == percent(None) == clock(None) == "not in log"
    assert duration(None) == "not in log"


def test_estimated_numbers_say_so():
    assert number(1234, Basis.ESTIMATED) == "≈1,234" and number(1234) == "1,234"


@pytest.mark.parametrize(("seconds", "words"), [(3.2, "3 s"), (119.4, "119 s"), (137, "2 min 17 s")])
def test_long_times_are_told_in_minutes(seconds, words):
    assert duration(seconds) == words


def test_a_place_is_a_line_or_else_an_item():
    assert place(4, 2) == "line 4" and place(None, 2) == "item 2" and place(None, None) == "another session"


def test_a_compaction_that_could_not_be_judged_is_not_called_harmless(report):
    first, second = report.compactions
    assert harm_counts(first) == "1 lost, 1 altered or weakened"
    assert harm_counts(second) == "no loss found"
    assert harm_counts(replace(second, facts=(), unjudged="Its text cannot be read.")) == "could not be judged"
    gone = replace(first.facts[0], harm=False)
    assert harm_counts(replace(first, facts=(gone,))) == "none that was missed"
    assert harm_counts(replace(first, facts=(replace(gone, live=False),))) == "no loss found"


def test_what_was_used_again_stands_behind_the_share_of_all_that_was_shown():
    assert used_again(Share(150, 40, 0, 110, 0.2, 0.3, 16, 13)) == "; 13 of the 16 that were used again kept"
    assert used_again(Share(5, 2, 0, 3, 0.1, 0.8)) == ""
