from dataclasses import replace

import pytest

from inspector.errors import InspectorError
from inspector.model import Basis, ItemKind, Origin, Usage
from inspector.model.run import State
from inspector.rerun.engine import NEEDS_A_MODEL, run_strategy
from inspector.rerun.strategy import Guard
from inspector.rerun.summarize import Recorded, SummaryAnswer
from inspector.rerun.view import numbered
from tests.made_context import MadeContext, again, words


class Failing:
    def answer(self, task):
        raise InspectorError("The provider is overloaded.")


def long_loop() -> MadeContext:
    made = MadeContext()
    made.prompt("Mend the parser; never touch the tests.")
    for number in range(12):
        made.run(f"make {number}", words(4_000, f"out{number}"))
    made.prompt("And then?")
    made.say("Nearly done.")
    return made


def test_the_recorded_codex_history_is_made_again(cases):
    case = cases["codex/0.150/auth-refresh", 1]
    summary = case.material.library.entry(case.compaction.record.summary).text
    from inspector.rerun.library import load_strategies

    run = run_strategy(load_strategies().named("codex/local"), case.material, Recorded(summary)).run
    kept = {piece.item for piece in run.slices if piece.item}
    assert kept == set(case.compaction.kept)
    assert set(run.folded) == set(case.compaction.removed)
    assert run.slices[-1].text == summary, "the summary comes last"


class Listening:
    """Notes what it is asked to summarise."""

    def __init__(self):
        self.read = []

    def answer(self, task):
        self.read += [entry.text for entry in task.span]
        return SummaryAnswer("The parser is mended.")


def test_a_summariser_reads_the_prompts_too_that_are_kept_word_for_word(strategies):
    listening = Listening()
    run = run_strategy(strategies.named("codex/local"), long_loop().material(), listening).run
    assert listening.read[0] == "Mend the parser; never touch the tests."
    assert listening.read[-2:] == ["And then?", "Nearly done."]
    assert [piece.state for piece in run.slices][:2] == [State.VERBATIM, State.VERBATIM]


def test_cline_compacts_by_hand_all_that_was_ever_written(strategies):
    made, listening = MadeContext(), Listening()
    made.prompt("Go.")
    made.say(words(500))
    made.prompt("On.")
    gone = made.say(words(500, "two"))
    made.compact()
    left = made.prompt("More."), made.say(words(100))
    run = run_strategy(strategies.named("cline/agentic"), made.material(by_hand=True), listening).run
    assert listening.read == ["Go.", words(500), "On."]
    assert [piece.item for piece in run.slices if piece.item] == [gone, *left]


def test_without_a_model_the_run_says_so_and_shows_what_is_kept(strategies):
    run = run_strategy(strategies.named("codex/local"), long_loop().material()).run
    assert run.error == NEEDS_A_MODEL
    assert [piece.state for piece in run.slices] == [State.VERBATIM, State.VERBATIM, State.OPAQUE]


def test_a_failed_summary_falls_back_and_says_why(strategies):
    made = long_loop()
    for number in range(3):
        made.prompt(f"More {number}.")
        made.say(words(9_000))
    material = made.material(window=40_000)
    run = run_strategy(strategies.named("cline/agentic"), material, Failing(), strategies.named).run
    assert run.spec.id == "cline/basic" and not run.error
    assert run.notes[0].startswith("The provider is overloaded. Its fallback ran instead: cline/basic")


def test_a_failed_summary_without_a_fallback_is_an_error(strategies):
    run = run_strategy(strategies.named("codex/local"), long_loop().material(), Failing(), strategies.named).run
    assert run.error == "The provider is overloaded."


def test_a_result_that_grew_is_refused_where_the_agent_refuses_it(strategies):
    made = MadeContext()
    for number in range(4):
        made.prompt(f"Question {number}?")
        made.say("Yes.")
    material = made.material()
    run = run_strategy(strategies.named("gemini/two-pass"), material, Recorded(words(9_000)), strategies.named).run
    assert not run.changed and "would be larger" in run.notes[0]
    assert [piece.item for piece in run.slices] == [entry.item for entry in material.entries]


def test_repeated_reads_removed_are_enough_for_the_old_cline(strategies):
    made = MadeContext()
    made.prompt("Go.")
    for number in range(6):
        made.run(f"r{number}", words(5_000), tool="Read", file_path="a.py")
    run = run_strategy(strategies.named("cline/legacy-half"), made.material()).run
    assert [piece.state for piece in run.slices].count(State.MASKED) == 5
    assert run.dropped == ()


def test_every_drop_names_its_stage_and_rule(strategies):
    run = run_strategy(strategies.named("own/head-tail"), long_loop().material()).run
    assert run.dropped
    assert {(drop.stage, drop.rule) for drop in run.dropped} == {("select", "in no part that is kept")}


def test_the_old_pi_loses_at_its_second_compaction_what_the_first_one_kept(strategies):
    material = long_loop().material()
    lost = {}
    for name in ("pi/before-2026-03-27", "pi/current"):
        strategy = strategies.named(name)
        first = run_strategy(strategy, material, Recorded("First summary."))
        kept = [entry for entry in first.entries if entry.item is not None]
        assert kept and first.run.silent == ()
        carried = [replace(entry, carried=entry.item is not None) for entry in first.entries]
        more = MadeContext()
        more.build.items, more.build.ops = list(material.session.items), list(material.session.ops)
        for number in range(12):
            more.run(f"later {number}", words(4_000, f"new{number}"))
        library = more.library()
        new = [library.entry(item.number) for item in library.session.items[len(material.session.items) :]]
        second = again(more.material(), numbered((*carried, *new), library))
        lost[name] = set(run_strategy(strategy, second, Recorded("Second summary.")).run.silent)
        if name == "pi/before-2026-03-27":
            assert lost[name] == {entry.item for entry in kept}
    assert lost["pi/current"] == set()


def test_tokens_are_on_the_providers_scale_and_say_how_they_are_known(strategies):
    from inspector.measure.calibrate import Calibration

    fit = Calibration(1.5, 1_000.0, 0.1, Basis.ESTIMATED, 9)
    made = long_loop()
    run = run_strategy(strategies.named("control/none"), made.material(calibration=fit)).run
    counted = sum(entry.counted for entry in made.material().entries)
    assert run.before.value == run.after.value == round(1.5 * counted + 1_000)
    assert run.before.basis is Basis.ESTIMATED and run.before.error == round(0.1 * (1.5 * counted + 1_000))


@pytest.mark.parametrize(("cost", "told"), [(0.25, 0.5), (None, None)])
def test_what_the_answers_cost_is_added_up_or_not_known(cost, told, strategies):
    class Model:
        def answer(self, task):
            return SummaryAnswer("text", usage=Usage(10, None, None, 5), cost=cost)

    made = MadeContext()
    for number in range(6):
        made.prompt(f"Question {number}? {words(400)}")
        made.say(words(2_000))
    run = run_strategy(strategies.named("gemini/two-pass"), made.material(), Model(), strategies.named).run
    assert run.usage == Usage(20, None, None, 10, None)
    assert run.cost == told


def test_what_the_agent_puts_back_stands_behind_the_summary_with_its_source(strategies):
    made = MadeContext()
    made.add(ItemKind.ATTACHMENT, "Use the linter.", Origin.HARNESS, detail="hook_success")
    made.prompt("Go.")
    made.run("w", "ok", tool="Write", file_path="a.py", content="print(1)")
    made.run("p", "ok", tool="ExitPlanMode", plan="1. Measure.")
    run = run_strategy(strategies.named("claude-code/full"), made.material(), Recorded("Done so far."), None).run
    assert [(piece.slot, piece.why) for piece in run.slices] == [
        ("summary", "summarize"),
        # The newest call of the model and its result.
        ("tail", ""),
        ("tail", ""),
        ("restored", "restore: files"),
        ("restored", "restore: plan"),
        ("restored", "restore: hooks"),
        ("continue", "assemble: continue"),
    ]
    assert all(piece.sources for piece in run.slices if piece.slot == "restored")


def test_cline_shortens_what_is_above_its_trigger_after_all(strategies):
    made = MadeContext()
    for number in range(8):
        made.prompt(f"Prompt {number}. " + words(3_000))
        made.say("Done.")
    done = run_strategy(strategies.named("cline/basic"), made.material(window=20_000))
    cut = [piece for piece in done.run.slices if piece.why == "guard: projection"]
    assert cut and not done.run.silent
    sized = replace(strategies.named("cline/basic"), guard=Guard())
    assert run_strategy(sized, made.material(window=20_000)).run.after.value > done.run.after.value
