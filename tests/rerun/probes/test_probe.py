from __future__ import annotations

import pytest

from inspector.model import FactKind
from inspector.rerun.probes.probe import ProbeKind, live_facts, question, topic
from tests.rerun.laboratory import SAMPLE


def test_only_facts_that_still_matter_are_asked_about_and_rules_first(cases) -> None:
    for case in cases.values():
        facts = live_facts(case.material, (FactKind.CONSTRAINT, FactKind.PREFERENCE))
        assert {fact.id for fact in facts} <= case.material.live
        strengths = [fact.strength for fact in facts]
        assert strengths == sorted(strengths, key=lambda one: ["must", "should", "may"].index(one))


@pytest.mark.parametrize(
    ("statement", "others", "word"),
    [
        ("All times must be stored in UTC", ["All times are local"], "stored"),
        ("Keep the backoff in one module", ["Write the backoff yourself"], "module"),
        ("Do it again", [], ""),
        ("", ["x"], ""),
    ],
)
def test_a_subject_is_a_word_that_the_others_lack(statement, others, word) -> None:
    assert topic(statement, others) == word


def test_a_question_keeps_its_id(cases) -> None:
    assert cases[SAMPLE, 1]
    recall, decision = (question(kind, "a", (), exact=True) for kind in (ProbeKind.RECALL, ProbeKind.DECISION))
    assert recall.id == question(ProbeKind.RECALL, "a", ("x",), exact=False).id != decision.id
