from __future__ import annotations

import numpy as np

from inspector.measure.curve import usage_curve
from inspector.model import Source, Usage


def test_one_point_per_own_request_with_gaps_where_nothing_is_recorded(builder, finish) -> None:
    at = Source("log", 1)
    builder.call("", "m", at, usage=Usage(10, 200, 3_000, 40, None))
    builder.call("", "m", at, usage=None)
    builder.call("", "m", at, usage=Usage(9, 9, 9, 9, 9), purpose="compaction")
    builder.call("", "m", at, usage=Usage(9, 9, 9, 9, 9), thread="sub")
    builder.call("", "m", at, usage=Usage(None, 5, None, 0, 0))
    curve = usage_curve(finish())
    assert curve.request.tolist() == [0, 1, 4]
    assert curve.number.tolist() == [1, 2, 4]
    assert curve.prompt[[0, 2]].tolist() == [3_210, 5]
    assert np.isnan(curve.prompt[1])
    assert curve.cache_read[[0, 2]].tolist() == [200, 5]
    assert np.isnan(curve.cache_write[2])
    assert curve.output[[0, 2]].tolist() == [40, 0]


def test_a_session_without_requests_has_an_empty_curve(finish) -> None:
    assert usage_curve(finish()).prompt.shape == (0,)
