"""What holds for every built-in strategy on every context."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.model import ItemKind
from inspector.model.run import State
from inspector.rerun.controls import LAST
from inspector.rerun.engine import run_strategy
from inspector.rerun.estimate import estimator
from inspector.rerun.library import load_strategies
from inspector.rerun.prune import prune
from inspector.rerun.summarize import Recorded
from inspector.rerun.view import numbered
from tests.made_context import MadeContext, again, words

STRATEGIES = load_strategies()
IDS = sorted(STRATEGIES.all)
SUMMARY = Recorded("Goal: mend the parser. Done: the tokens are read. Next: the tests.")

STEPS = st.lists(
    st.tuples(
        st.sampled_from(("prompt", "say", "call", "two calls", "read", "attach", "unanswered", "think")),
        st.sampled_from((1, 30, 900, 6_000, 14_000)),
    ),
    min_size=2,
    max_size=25,
)


def build(steps: list[tuple[str, int]]) -> MadeContext:
    """A session of these steps."""
    made = MadeContext()
    made.add(ItemKind.INSTRUCTIONS, "Be brief.")
    made.prompt("Mend the parser in src/parser.py; never touch the tests.")
    for number, (step, size) in enumerate(steps):
        text = words(size, f"step{number}")
        if step == "prompt":
            made.prompt(text)
        elif step == "say":
            made.say(text)
        elif step == "think":
            made.add(ItemKind.REASONING, text)
        elif step == "call":
            made.run(f"make {number}", text)
        elif step == "read":
            made.run(f"read {number}", text, tool="Read", file_path=f"src/{number % 3}.py")
        elif step == "attach":
            made.add(ItemKind.ATTACHMENT, text)
        elif step == "unanswered":
            made.add(ItemKind.TOOL_CALL, {"command": "sleep"}, tool="Bash", call_id=f"u{number}")
        else:
            for part in "ab":
                made.add(ItemKind.TOOL_CALL, {"command": part}, tool="Bash", call_id=f"{part}{number}")
            for part in "ba":
                made.add(ItemKind.TOOL_RESULT, text, tool="Bash", call_id=f"{part}{number}")
    return made


def check_run(done, material) -> None:
    """The invariants of one run."""
    run = done.run
    items = {entry.item: entry for entry in material.entries}
    answered = {entry.call_id for entry in material.entries if entry.kind == "tool_output"}
    calls = {piece.call_id for piece in run.slices if piece.kind is ItemKind.TOOL_CALL}
    results = {piece.call_id for piece in run.slices if piece.kind is ItemKind.TOOL_RESULT}
    assert calls & answered == results, "a call without its result, or the other way round"
    for piece in run.slices:
        # A control tells nothing of what it stands for.
        is_told = piece.sources or piece.state is State.SYNTHETIC or run.spec.id in LAST
        assert is_told, f"{piece.slot} comes from nowhere"
        if piece.state is State.VERBATIM:
            assert piece.text == items[piece.item].text
        for quote in piece.sources:
            assert 0 <= quote.start <= quote.end <= len(items[quote.item].text)
    kept = {piece.item for piece in run.slices if piece.item} | {
        quote.item for piece in run.slices if piece.state is State.TRUNCATED for quote in piece.sources
    }
    dropped = {drop.item for drop in run.dropped}
    assert kept | set(run.folded) | dropped | set(run.silent) == {item for item in items if item is not None}
    assert all(drop.stage and drop.rule for drop in run.dropped)
    window = material.limits.window
    if window is not None and run.after.value > window and run.changed:
        assert any("does not fit" in note or "larger" in note for note in run.notes)


@pytest.mark.parametrize("name", IDS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_every_item_is_accounted_for_and_every_slice_has_its_source(name, steps):
    material = build(steps).material()
    done = run_strategy(STRATEGIES.named(name), material, SUMMARY, STRATEGIES.named)
    check_run(done, material)
    assert done.run.silent == (), "nothing was carried over, so nothing can be lost in silence"


@pytest.mark.parametrize("name", IDS)
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_the_same_context_gives_the_same_result(name, steps):
    strategy, material = STRATEGIES.named(name), build(steps).material()
    one = run_strategy(strategy, material, SUMMARY, STRATEGIES.named).run
    two = run_strategy(strategy, build(steps).material(), SUMMARY, STRATEGIES.named).run
    assert one == two


@pytest.mark.parametrize("name", IDS)
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_second_compaction_loses_nothing_in_silence_but_in_the_old_pi(name, steps):
    strategy, material = STRATEGIES.named(name), build(steps).material()
    first = run_strategy(strategy, material, SUMMARY, STRATEGIES.named)
    if not first.run.changed:
        return
    kept = ("system", "summary")
    carried = (entry if entry.kind in kept else replace(entry, carried=True) for entry in first.entries)
    second = again(material, numbered(carried, material.library))
    done = run_strategy(strategy, second, SUMMARY, STRATEGIES.named)
    old = [entry.item for entry in second.entries if entry.carried and entry.item is not None]
    if name == "pi/before-2026-03-27":
        assert set(done.run.silent) == set(old)
    else:
        assert done.run.silent == ()


@pytest.mark.parametrize("name", [name for name in IDS if STRATEGIES.named(name).prune])
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_pruning_twice_is_pruning_once(name, steps):
    strategy = STRATEGIES.named(name)
    estimate = estimator(strategy.estimator)
    once = prune(build(steps).material().entries, strategy.prune, estimate).entries
    twice = prune(once, strategy.prune, estimate).entries
    assert [entry.text for entry in twice] == [entry.text for entry in once]


@pytest.mark.parametrize("name", IDS)
def test_an_empty_and_a_one_message_context_are_left_alone(name):
    strategy = STRATEGIES.named(name)
    for made in (MadeContext(), _one_message()):
        done = run_strategy(strategy, made.material(), SUMMARY, STRATEGIES.named)
        assert not done.run.changed
        assert [piece.item for piece in done.run.slices] == [entry.item for entry in made.material().entries]


def _one_message() -> MadeContext:
    made = MadeContext()
    made.prompt("Hello.")
    return made
