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
