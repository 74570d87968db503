from inspector.gui.models.readout import describe
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, small_session


def said(document, point, stack=Stack.KIND):
    return describe(document, build_series(document, Axis.REQUEST, stack, str.title), point)


def test_request_tokens_and_shares_are_read_out_largest_first():
    lines = said(small_session().advanced(), 4)
    assert lines[0] == "request 5"
    assert lines[1] == "60,000 prompt tokens"
    assert "not in this log" in lines[2] and lines[2].startswith("≈") and lines[2].endswith("%")


def test_before_counting_there_are_no_shares():
    assert len(said(small_session().advanced(Stage.MEASURE), 4)) == 3


def test_recorded_cache_parts_carry_no_sign_of_estimate():
    lines = said(small_session().advanced(Stage.MEASURE), 0, Stack.CACHE)
    assert lines[2] == "18,000  cache read  90 %"


def test_a_request_without_usage_is_unknown_and_not_zero():
    made = MadeSession()
    made.call(100)
    made.call(None)
    assert "not in this log" in said(made.advanced(), 1)[1]
