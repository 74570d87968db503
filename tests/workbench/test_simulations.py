from dataclasses import replace

import pytest

from inspector.errors import UsageError
from inspector.model import Basis, TokenCount
from inspector.workbench.simulations import simulated
from tests.made_runs import document_of, ready_of, strategies


def test_a_lower_trigger_fires_more_often_and_keeps_the_peak_lower():
    document = ready_of().document
    early, late = (simulated(document, strategies(), "own/pinned-facts", share, 60_000) for share in (0.5, 0.95))
    assert len(early.compactions) > len(late.compactions) > 0
    assert early.peak < late.peak


def test_its_own_triggers_are_used_where_no_share_is_given():
    assert simulated(ready_of().document, strategies(), "swe-agent/last-5", None).steps


def test_without_a_window_nothing_fires_at_a_share_until_one_is_given():
    document = document_of()
    unknown = replace(document.measurement.window, limit=TokenCount(None, Basis.INFERRED))
    document.measurement = replace(document.measurement, window=unknown)
    assert not simulated(document, strategies(), "own/pinned-facts", 0.5).compactions
    assert simulated(document, strategies(), "own/pinned-facts", 0.5, 60_000).compactions


def test_what_was_not_counted_cannot_be_simulated():
    document = document_of()
    document.tally = None
    with pytest.raises(UsageError, match="could not be counted"):
        simulated(document, strategies(), "own/pinned-facts", 0.5)
