"""A short run of the fuzzing that ``make fuzz`` does at length: no crash, no hang, no good line lost."""

from __future__ import annotations

import sys

import pytest

from tests.fuzz import logs, once

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="hangs are told by a signal")


@pytest.fixture(scope="module")
def listed():
    return tuple(logs())


def test_every_format_has_a_sample_that_is_spoilt(listed):
    assert len({sample.folder.parent.parent for sample in listed}) > 15


@pytest.mark.parametrize("part", range(4))
def test_nothing_that_is_done_to_a_log_breaks_its_reading(listed, part):
    # Not a change of what a later line builds upon: there a good line cannot mean what it meant.
    found = [once(listed, 20, nth) for nth in range(part * 130, part * 130 + 130)]
    assert [one.told for one in found if one.told and (one.what, one.way) != ("lost", "value_of_another_type")] == []
