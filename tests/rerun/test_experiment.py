"""Experiments against a real server on this machine: columns fail alone, nothing is lost, nothing is paid twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

from inspector.ask.answers import InMemory
from inspector.ask.stop import Stop
from inspector.errors import Cancelled, CannotRead, ModelFailed, UsageError
from inspector.model.answer import RawAnswer
from inspector.model.settings import Settings
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.experiment import (
    Subject,
    Trial,
    columns,
    prompt_of,
    run_in_turn,
    run_model_free,
    run_trials,
    trials_of,
)
from inspector.rerun.prompts import RECORDED, parse_prompt
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from tests.llm.provider import SUMMARY
from tests.rerun.conftest import Case
from tests.rerun.laboratory import PROMPTS, SAMPLE, STRATEGIES, in_flight, laboratory, model, run, trials, variants

FAULTS = {
    "unauthorised": "does not accept the key",
    "renamed": "has no model renamed",
    "internal": "failed",
    "overloaded": "overloaded",
    "overflow": "does not fit the window",
    "cut": "broke off",
    "without-end": "ended without an ending",
    "malformed": "broke off",
    "empty": "answered with nothing",
    "refused": "refused",
    "truncated": "was cut at its limit after 12 tokens; it is not taken for a summary",
    "error-text": "answered with an error message",
    "limited-for-an-hour": "limits the rate",
}
GOOD = ("small-1", "limited", "drip", "no-usage", "other-model")


@pytest.fixture
def case(cases) -> Case:
    return cases[SAMPLE, 1]


def test_every_fault_ends_in_its_own_column_and_the_others_go_on(server, loop, case) -> None:
    wanted = trials(case, variants(server.address, *FAULTS, *GOOD))
    results = run(laboratory(loop), wanted)
    errors = {
        trial.variant.model.split("@")[0]: judged.run.error for trial, judged in zip(wanted, results, strict=True)
    }
    for name, words in FAULTS.items():
        assert words in errors[name], name
    for trial, judged in zip(wanted, results, strict=True):
        if trial.variant.model.split("@")[0] in GOOD:
            assert judged is not None
            assert (judged.run.error, judged.run.text) == ("", SUMMARY)
            assert any(piece.slot == "summary" and SUMMARY in piece.text for piece in judged.run.slices)
            assert judged.facts


def test_a_run_says_what_was_asked_what_it_used_and_what_it_cost(server, loop, case) -> None:
    prompt = PROMPTS.named("constraints-first")
    variant = Variant(
        STRATEGIES.named("codex/local"), model("small-1", server.address), "constraints-first", focus="the port"
    )
    (judged,) = run(laboratory(loop), trials(case, [variant]))
    assert judged is not None
    spec = judged.run.spec
    assert (spec.model, spec.prompt, spec.focus) == (variant.model, prompt.label, "the port")
    assert judged.run.usage is not None
    assert (judged.run.usage.prompt, judged.run.usage.output, judged.run.cost) == (180, 12, None)
    assert "the port" in server.asked[0]["messages"][-1]["content"]


def test_repeats_are_asked_apart_and_variants_without_a_model_run_once(server, loop, case) -> None:
    free = Variant(STRATEGIES.named("control/empty"))
    wanted = trials(case, [*variants(server.address, "small-1"), free], repeats=3)
    made = columns(wanted, run(laboratory(loop), wanted))
    assert [len(column.repeats) for column in made] == [3, 1]
    assert server.count("small-1") == 3
    assert len({judged.run.id for column in made for judged in column.repeats}) == 4
    kept = next(score for score in made[0].scores if score.metric == "tokens_after")
    assert kept.n == 3
    assert kept.low is not None


def test_a_repeat_that_fails_does_not_spoil_the_figures_of_the_others(server, loop, case) -> None:
    shared = laboratory(loop)
    wanted = [
        Trial(Subject(case.material, case.found), variants(server.address, "small-1")[0], None, nth) for nth in (0, 1)
    ]
    results = run(shared, wanted)
    (bad,) = run(shared, trials(case, variants(server.address, "empty")))
    (column,) = columns([*wanted, Trial(wanted[0].subject, wanted[0].variant, None, 2)], [*results, bad])
    assert len(column.failed) == 1
    assert all(score.n == 2 for score in column.scores if score.metric == "tokens_after")


def test_what_was_answered_is_not_asked_again_though_the_run_was_lost(server, loop, case) -> None:
    answers = InMemory()
    wanted = trials(case, variants(server.address, "small-1", "refused"))
    first = run(laboratory(loop, answers), wanted)
    again = run(laboratory(loop, answers), wanted)
    assert (server.count("small-1"), server.count("refused")) == (1, 1)
    assert first[0].run.text == again[0].run.text == SUMMARY
    assert again[0].run.usage == first[0].run.usage
    assert "it was not asked again" in again[1].run.error


def test_a_failure_that_cost_nothing_is_asked_again(server, loop, case) -> None:
    answers = InMemory()
    wanted = trials(case, variants(server.address, "overflow"))
    run(laboratory(loop, answers), wanted)
    run(laboratory(loop, answers), wanted)
    assert server.count("overflow") == 2


def test_a_killed_experiment_goes_on_where_it_was_and_pays_nothing_twice(server, loop, case, tmp_path) -> None:
    path = tmp_path / "library.sqlite"
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.rerun.laboratory", server.address, str(path)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "INSPECTOR_OFFLINE": "1"},
    )
    assert child.stdout is not None
    assert child.stdout.readline().startswith("done small-1")
    assert server.hanging.wait(30)
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    reruns = Reruns(Library(path))
    assert in_flight(reruns) == 1
    wanted = trials(case, variants(server.address, "small-1", "hang-once"))
    results = run(laboratory(loop, reruns), wanted)
    assert [judged.run.text for judged in results if judged] == [SUMMARY, SUMMARY]
    assert (server.count("small-1"), server.count("hang-once")) == (1, 2)
    assert in_flight(reruns) == 0


class FullAfter:
    """Keeps so many things, then the disk is full."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.inner = InMemory()

    def find(self, key: str) -> RawAnswer | None:
        return self.inner.find(key)

    def put(self, answer: RawAnswer) -> None:
        if self.left == 0:
            raise CannotRead("Your library cannot be used: database or disk is full.")
        self.left -= 1
        self.inner.put(answer)

    def turn(self, key: str, wait: Callable[[], object]) -> AbstractContextManager[None]:
        return self.inner.turn(key, wait)


def test_nothing_is_sent_that_could_not_be_kept(server, loop, case) -> None:
    (judged,) = run(laboratory(loop, FullAfter(0)), trials(case, variants(server.address, "small-1")))
    assert "disk is full" in judged.run.error
    assert server.count("small-1") == 0


def test_an_answer_that_cannot_be_kept_is_shown_all_the_same(server, loop, case) -> None:
    (judged,) = run(laboratory(loop, FullAfter(1)), trials(case, variants(server.address, "small-1")))
    assert (judged.run.error, judged.run.text) == ("", SUMMARY)
    assert any("could not be kept" in note and "disk is full" in note for note in judged.run.notes)


def test_cancelling_the_experiment_stops_every_column(server, loop, case) -> None:
    wanted = trials(case, variants(server.address, "endless"))
    future = loop.submit(run_trials(laboratory(loop), wanted))
    assert server.hanging.wait(10)
    future.cancel()
    assert server.gone.wait(10), "the server still writes"


def test_repeats_in_turn_are_heard_each_from_its_beginning_and_stop_when_asked(server, loop, case) -> None:
    wanted = trials(case, variants(server.address, "small-1"), repeats=2)
    said: list[str] = []
    results = run_in_turn(laboratory(loop, strict=True), wanted, said.append, Stop())
    assert [result.compared.run.id for result in results] == [trial.id for trial in wanted]
    assert said.count(SUMMARY) == 2 and all(SUMMARY.startswith(words) for words in said)
    stop = Stop()
    stop.now()
    with pytest.raises(Cancelled):
        run_in_turn(laboratory(loop), wanted, said.append, stop)


def test_a_strict_laboratory_raises_what_failed_with_the_way_out(server, loop, case) -> None:
    wanted = trials(case, variants(server.address, "refused", strategy="gemini/two-pass"))
    with pytest.raises(ModelFailed) as caught:
        laboratory(loop, strict=True).run(wanted[0])
    assert caught.value.hint and caught.value.paid


def test_the_pass_of_a_critique_is_asked_with_the_draft(server, loop, case) -> None:
    variant = Variant(STRATEGIES.named("codex/local"), model("small-1", server.address), "critique")
    run(laboratory(loop), trials(case, [variant]))
    assert server.count("small-1") == 2
    assert SUMMARY in server.asked[1]["messages"][-1]["content"]


def test_cells_differ_by_what_is_asked_and_of_whom(case) -> None:
    strategy, subject = STRATEGIES.named("codex/local"), Subject(case.material, case.found)
    prompt = parse_prompt("p", "text")
    different = [
        Trial(subject, Variant(strategy)),
        Trial(subject, Variant(strategy, "m")),
        Trial(subject, Variant(strategy, "n")),
        Trial(subject, Variant(strategy, "m"), prompt),
        Trial(subject, Variant(strategy, "m"), parse_prompt("p", "other text")),
        Trial(subject, Variant(strategy, "m", focus="focus"), prompt),
        Trial(subject, Variant(STRATEGIES.named("gemini/two-pass"), "m")),
    ]
    assert len({trial.key for trial in different}) == len(different)
    assert different[3].key == Trial(subject, Variant(strategy, "m"), parse_prompt("p", "text")).key


def test_cells_come_repeat_by_repeat_so_that_a_stopped_experiment_has_whole_rounds(case) -> None:
    both = [Variant(STRATEGIES.named("codex/local"), name, repeats=2) for name in "mn"]
    wanted = trials_of([Subject(case.material, case.found)], both, PROMPTS)
    assert [(trial.nth, trial.variant.model) for trial in wanted] == [(0, "m"), (0, "n"), (1, "m"), (1, "n")]


def test_the_agents_own_prompt_is_used_only_where_the_log_has_it(case) -> None:
    subject, asked = Subject(case.material, case.found), Variant(STRATEGIES.named("codex/local"), "m")
    with pytest.raises(UsageError, match="does not hold the prompt"):
        prompt_of(subject, replace(asked, prompt=RECORDED), PROMPTS)
    assert prompt_of(subject, asked, PROMPTS) is None
    assert prompt_of(subject, replace(asked, prompt="handoff"), PROMPTS).name == "handoff"


def test_where_no_summary_can_be_read_its_words_cannot_be_used(case) -> None:
    subject, asked = Subject(case.material, case.found), Variant(STRATEGIES.named("codex/local"), RECORDED_WORDS)
    assert "cannot be read" in run_model_free(Trial(subject, asked)).compared.run.error


def test_settings_tell_trials_apart_and_none_leaves_the_key_as_it_was(server, case) -> None:
    (plain,) = variants(server.address, "small-1")
    (before,), (warm,) = (trials(case, [one]) for one in (plain, replace(plain, settings=Settings(temperature=0.5))))
    spec = before.spec
    parts = (spec.id, spec.hash, spec.prompt, spec.model, spec.focus)
    assert before.key == blake2b("\0".join(parts).encode(), digest_size=4).hexdigest()
    assert before.id != warm.id and warm.spec.settings == Settings(temperature=0.5)


def test_the_fallback_of_a_strategy_is_no_column_for_an_answer_that_was_cut(server, loop, case) -> None:
    assert STRATEGIES.named("gemini/two-pass").guard.fallback
    (judged,) = run(laboratory(loop), trials(case, variants(server.address, "truncated", strategy="gemini/two-pass")))
    assert judged is not None and "was cut at its limit" in judged.run.error


def test_seconds_are_those_of_all_answers_and_none_where_no_model_was_asked(server, loop, case) -> None:
    (wanted,) = trials(case, variants(server.address, "drip"))
    (judged,) = run(laboratory(loop), [wanted])
    assert judged is not None and judged.run.seconds and judged.run.seconds > len(SUMMARY) * 0.002
    assert run_model_free(Trial(wanted.subject, Variant(STRATEGIES.named("own/head-tail")))).compared.run.seconds == 0.0
