"""LiteLLM's prompt counts, taken apart."""

import pytest

from inspector.model import Usage
from inspector.read.usage import disjoint, response_usage, usage_in


@pytest.mark.parametrize(
    ("told", "parts"),
    [
        ((7_064, 7_060, 9_549, 436, 0), Usage(4, 7_060, 9_549, 436, 0)),
        ((4, 0, 98_188, 115, None), Usage(4, 0, 98_188, 115, None)),
        ((16_613, 7_060, 9_549, 10, None), Usage(4, 7_060, 9_549, 10, None)),
        ((31_830, 0, None, 32, 0), Usage(31_830, 0, None, 32, 0)),
        ((100, 120, 0, 5, None), Usage(0, 120, 0, 5, None)),
        ((None, None, None, 5, None), Usage(None, None, None, 5, None)),
    ],
)
def test_what_was_written_to_a_cache_is_counted_once(told, parts):
    assert disjoint(*told) == parts


def test_zeros_tell_nothing():
    assert disjoint(0, 0, 0, 0, 0) is None


def test_both_ways_of_naming_are_read():
    chat = {"prompt_tokens": 90, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 64}}
    responses = {"input_tokens": 90, "output_tokens": 7, "input_tokens_details": {"cached_tokens": 64}}
    assert response_usage(chat) == response_usage(responses) == Usage(26, 64, None, 7)


def test_tokens_are_read_under_the_names_that_a_log_has_for_them():
    names = ("in", "read", "write", "out")
    assert usage_in({"in": 5, "out": 2, "read": "x"}, names) == Usage(5, None, None, 2)
    assert usage_in({"in": 0, "out": 0}, names) is None
