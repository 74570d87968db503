from dataclasses import replace

import pytest

from inspector.model import Basis, TokenCount
from inspector.rerun.engine import prompt_tokens


def test_the_context_is_that_before_the_compaction(cases):
    case = cases["codex/0.150/auth-refresh", 1]
    before = case.document.reconstruction.replay.items_at(case.compaction.op - 1)
    assert [entry.item for entry in case.material.entries] == before


def test_facts_evidence_and_limits_come_with_it(cases):
    material = cases["claude-code/2.1/fading-rules", 1].material
    assert material.facts and all(fact.fold is None for fact in material.facts)
    assert material.evidence
    assert material.statements == material.facts
    assert material.limits.window == 1_000_000
    assert material.limits.used == 43_775


def test_no_context_is_taken_to_be_larger_than_what_the_log_records(cases):
    material = cases["claude-code/2.1/fading-rules", 1].material
    small = replace(material, before=TokenCount(10_000, Basis.RECORDED))
    assert prompt_tokens(small, small.entries) == pytest.approx(10_000)
    assert prompt_tokens(replace(small, before=None), small.entries) > 40_000
