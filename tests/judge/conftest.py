"""Sample sessions whose compactions are judged."""

import pytest

from inspector.survival.shares import SPOKEN
from inspector.survival.survive import survive
from tests.rerun.conftest import cases as cases


@pytest.fixture
def scene(cases):
    """The segment of a compaction, and what was said before it with what became of it."""
    case = cases["claude-code/2.1/fading-rules", 1]
    found = survive(case.found)
    pairs = zip(found.facts, found.survivals, strict=True)
    return case.found.segment, [pair for pair in pairs if pair[0].kind in SPOKEN]
