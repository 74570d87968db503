from inspector.model import Basis, TokenCount
from inspector.wording.units import counted, dollars, known, number, percent, place, tokens


def test_a_small_price_is_not_nothing():
    assert [dollars(value) for value in (0, 0.002016, 1.2)] == ["$0", "$0.0020", "$1.20"]


def test_one_is_no_plural():
    assert [counted(n, "place") for n in (0, 1, 1_200)] == ["0 places", "1 place", "1,200 places"]


def test_unknown_is_never_a_number():
    assert number(None) == tokens(TokenCount(None, Basis.INFERRED)) == percent(None) == "not in this log"
    assert percent(-0.001) == percent(0.0) == "0%"


def test_a_kind_or_trigger_that_nobody_wrote_is_not_in_this_log():
    assert known("auto") == "auto" and known("unknown") == "not in this log"


def test_estimated_numbers_say_so():
    assert number(1234, Basis.ESTIMATED) == "≈1,234" and number(1234) == "1,234"


def test_a_place_is_a_line_or_else_an_item():
    assert place(4, 2) == "line 4" and place(None, 2) == "item 2" and place(None, None) == "another session"
