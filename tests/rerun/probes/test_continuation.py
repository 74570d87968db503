from __future__ import annotations

from dataclasses import replace

from inspector.rerun.probes.continuation import PROBE


def test_the_task_and_the_last_words_are_what_goes_on(cases) -> None:
    case = cases["codex/0.150/auth-refresh", 1]
    task, last = PROBE.questions(case.material)
    assert task.expected == ("change nothing yet.", "Good, do that, and nothing else.")
    said = [entry.text for entry in case.material.entries if entry.kind == "assistant"]
    assert said[-1].strip().endswith(last.expected[0])
    assert not task.exact
    assert not last.exact


def test_nothing_is_asked_that_the_record_cannot_answer(cases) -> None:
    bare = replace(cases["codex/0.150/auth-refresh", 1].material, entries=(), facts=())
    assert list(PROBE.questions(bare)) == []
