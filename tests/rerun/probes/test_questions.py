from __future__ import annotations

from dataclasses import replace

from inspector.rerun.probes.questions import ARTIFACT, CONTINUATION, DECISION, RECALL

FADING = ("claude-code/2.1/fading-rules", 1)


def test_the_value_is_left_out_of_the_question(cases) -> None:
    questions = [one for one in RECALL.questions(cases[FADING].material) if one.exact]
    assert ("Never edit anything outside _____/ and tests/feeds/.", "src/tidewatch/feeds") in [
        (one.text.split('"')[1], one.expected[0]) for one in questions
    ]
    assert ("4",) in [one.expected for one in questions], "the unit stays in the sentence"
    for one in questions:
        assert one.text.count("_____") == 1


def test_a_rule_without_a_value_is_asked_for_by_its_subject(cases) -> None:
    judged = [one for one in RECALL.questions(cases[FADING].material) if not one.exact]
    asked = {one.text: one.expected for one in judged}
    assert asked['What did the user say that concerns "stored"?'] == ("All times must be stored in UTC",)


def test_one_fact_gives_one_question(cases) -> None:
    for case in cases.values():
        facts = [one.fact for one in RECALL.questions(case.material)]
        assert len(facts) == len(set(facts))
        assert set(facts) <= case.material.live


def test_files_that_were_changed_and_files_that_were_read_are_asked_for_apart(cases) -> None:
    changed, read = ARTIFACT.questions(cases["codex/0.150/auth-refresh", 1].material)
    assert changed.expected == ("src/auth/refresh.rs",)
    assert set(read.expected) == {"docs/issues/318.md", "src/auth/refresh.rs"}


def test_what_is_used_again_later_is_expected_first(cases) -> None:
    for case in cases.values():
        later = {fact.value for fact in case.material.evidence if fact.needed_later}
        for question in ARTIFACT.questions(case.material):
            known = [path in later for path in question.expected]
            assert known == sorted(known, reverse=True)


def test_the_task_and_the_last_words_are_what_goes_on(cases) -> None:
    case = cases["codex/0.150/auth-refresh", 1]
    task, last = CONTINUATION.questions(case.material)
    assert task.expected == ("change nothing yet.", "Good, do that, and nothing else.")
    said = [entry.text for entry in case.material.entries if entry.kind == "assistant"]
    assert said[-1].strip().endswith(last.expected[0])
    assert not task.exact
    assert not last.exact


def test_nothing_is_asked_that_the_record_cannot_answer(cases) -> None:
    bare = replace(cases["codex/0.150/auth-refresh", 1].material, entries=(), facts=())
    assert list(CONTINUATION.questions(bare)) == []


def test_a_decision_is_asked_for_by_its_own_subject(cases) -> None:
    questions = list(DECISION.questions(cases["claude-code/2.1/fading-rules", 1].material))
    assert ('What was decided concerning "jitter", and why, if that was said?', ("Full jitter, agreed.",)) in [
        (one.text, one.expected) for one in questions
    ]
    assert len({one.text for one in questions}) == len(questions)
