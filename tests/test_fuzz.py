"""A short run of the fuzzing that ``make fuzz`` does at length: no crash, no hang, no good line lost."""

from __future__ import annotations

import sys

import pytest

from inspector.read.adapters import ADAPTERS
from tests.fuzz.trial import all_samples, once

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="hangs are told by a signal")


def test_every_format_has_a_sample_that_is_spoilt():
    assert {sample.agent for sample in all_samples()} == {adapter.id for adapter in ADAPTERS}


@pytest.mark.parametrize("part", range(4))
def test_nothing_that_is_done_to_a_log_breaks_its_reading(part, monkeypatch):
    monkeypatch.setattr("inspector.read.table_rows._MOST_ASKED", 2_000)  # no sample has a table of as many rows
    found = [(nth, once(24, nth)) for nth in range(part * 130, part * 130 + 130)]
    assert [(nth, one) for nth, one in found if one.what not in ("ok", "refused")] == []
