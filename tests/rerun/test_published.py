"""Published results, made again on samples; ours stand in the assertions."""

from dataclasses import replace

from inspector.rerun.scored import recorded_summary
from inspector.rerun.simulate import simulate
from inspector.rerun.view import Entries
from inspector.survival.shares import KEPT
from tests.made_columns import results_of
from tests.rerun.conftest import case_of, ready


def recall(judged) -> float:
    """The share of what the work showed that stands there: published, by weights of its source, for Codex's results."""
    pairs = zip(judged.facts, judged.survivals, strict=True)
    there = [survival.verdict in KEPT for fact, survival in pairs if fact.value]
    return sum(there) / len(there)


def results(case, strategies, *names):
    summarizer = recorded_summary(case.material, case.compaction)
    chosen = [strategies.named(name) for name in names]
    return [result.compared for result in results_of(chosen, case.material, case.found, summarizer, strategies.named)]


def test_a_snapshot_of_2000_tokens_brings_back_what_codex_drops(cases, strategies):
    # Published (openai/codex issue 14589): 15.2 % without, 100 % with it. Ours is a smaller sample, in which the
    # summary names some files itself, and both figures come from our own facts.
    plain, pinned = results(cases["codex/0.150/auth-refresh", 1], strategies, "codex/local", "codex/local+facts")
    print(f"without {recall(plain):.3f}, with it {recall(pinned):.3f}")
    assert 0.1 < recall(plain) < 0.4
    assert recall(pinned) > 0.95
    assert pinned.run.after.value - plain.run.after.value < 2_000


def at_equal_tokens(case, strategies):
    """Masking, and the summary with as many rounds kept as fit into the tokens of the masked context."""
    (masked,) = results(case, strategies, "jetbrains/masking-10")
    strategy = strategies.named("jetbrains/summary-21-10")
    summarizer = recorded_summary(case.material, case.compaction)
    best = None
    for rounds in range(1, 400):
        tail = replace(strategy.select.tail, rounds=rounds)
        longer = replace(strategy, select=replace(strategy.select, tail=tail))
        (result,) = results_of([longer], case.material, case.found, summarizer)
        if not result.compared.run.changed or result.compared.run.after.value > masked.run.after.value:
            break
        best = result.compared
    return masked, best


def test_masking_keeps_at_least_what_a_summary_keeps_in_as_many_tokens(cases, strategies):
    # Published (Complexity Trap): masking solves at least as many tasks as summaries. Ours measures what stands in
    # the text, with the recorded summary in the place of JetBrains' own.
    masked, summarised = at_equal_tokens(cases["claude-code/2.1/fading-rules", 1], strategies)
    assert masked.run.after.value >= summarised.run.after.value
    print(f"masking {recall(masked):.3f}, summary {recall(summarised):.3f}")
    assert recall(masked) >= recall(summarised)


def test_the_old_pi_loses_in_silence_what_the_new_one_does_not(cases, strategies):
    document = cases["pi/session-v3/two-compactions", 1].document
    library = Entries(document.session, document.bodies.text, document.tally.counts)
    lost = {}
    for name in ("pi/before-2026-03-27", "pi/current"):
        short = strategies.named(name)
        found = simulate(
            shortened(short),
            library,
            document.reconstruction.compactions,
            document.tally.calibration,
            7_000,
            trigger=0.55,
            find=strategies.named,
        )
        assert len(found.compactions) >= 2
        lost[name] = (found.fates["silent"], sum(len(fired.run.silent) for fired in found.compactions))
    assert lost["pi/current"] == (0, 0)
    assert lost["pi/before-2026-03-27"][1] > 0


def shortened(strategy):
    """The same strategy with a tail that fits a small sample."""
    return replace(strategy, select=replace(strategy.select, tail=replace(strategy.select.tail, tokens=300)))


def test_on_the_real_log_the_old_pi_loses_88_items_and_the_new_one_none(corpus, strategies):
    (log,) = (corpus / "pi").glob("badlogic*before-compaction.jsonl")
    document = ready(log)
    try:
        case = case_of(document, 2)
        old, new = results(case, strategies, "pi/before-2026-03-27", "pi/current")
        assert set(old.run.silent) == set(document.compactions[0].kept)
        assert len(old.run.silent) == 88
        assert new.run.silent == ()
    finally:
        document.close()
