from dataclasses import replace

from inspector.measure.price import price_of
from inspector.model import Basis, Verdict
from inspector.rerun.compared import _own_price, compare_recorded, compare_run, recorded_run
from inspector.rerun.engine import run_strategy
from inspector.rerun.library import RECORDED
from inspector.rerun.summarize import Recorded
from inspector.rerun.view import CLEARED
from inspector.store.cache import Cache
from inspector.survival.shares import KEPT
from inspector.survival.survive import survive
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.made_session import sample


def verdicts(judged):
    return {fact.id: survival.verdict for fact, survival in zip(judged.facts, judged.survivals, strict=True)}


def test_the_recorded_run_has_the_verdicts_of_the_comparison(cases):
    for case in cases.values():
        run = recorded_run(case.material, case.compaction, case.document.reconstruction.replay)
        judged = compare_recorded(run, case.found)
        assert run.spec.id == RECORDED
        assert judged.survivals == survive(case.found).survivals


def test_the_agents_own_strategy_gets_the_verdicts_of_what_it_made(cases, strategies):
    case = cases["codex/0.150/auth-refresh", 1]
    summary = case.material.library.entry(case.compaction.record.summary).text
    run = run_strategy(strategies.named("codex/local"), case.material, Recorded(summary)).run
    recorded = recorded_run(case.material, case.compaction, case.document.reconstruction.replay)
    assert verdicts(compare_run(run, case.found)) == verdicts(compare_recorded(recorded, case.found))


def test_the_whole_context_keeps_every_fact_and_an_empty_one_none(cases, strategies):
    for case in cases.values():
        whole = compare_run(run_strategy(strategies.named("control/none"), case.material).run, case.found)
        empty = compare_run(run_strategy(strategies.named("control/empty"), case.material).run, case.found)
        there = {entry.item for entry in case.material.entries if entry.text != CLEARED}
        gone = {fact.id for fact in whole.facts if not there & {quote.item for quote in fact.quotes}}
        open_facts = {
            name: verdict
            for name, verdict in verdicts(whole).items()
            if verdict is not Verdict.SUPERSEDED and name not in gone
        }
        assert open_facts
        assert set(open_facts.values()) <= KEPT, case.name
        assert not set(verdicts(empty).values()) & KEPT, case.name


def test_an_answer_is_kept_with_the_result_that_holds_it(cases, strategies):
    case = cases["claude-code/2.1/fading-rules", 1]
    here = {entry.item for entry in case.material.entries}
    said = {fact.id for fact in case.found.facts if fact.quotes[0].item not in here}
    whole = verdicts(compare_run(run_strategy(strategies.named("control/none"), case.material).run, case.found))
    assert said and {whole[name] for name in said} == {Verdict.VERBATIM}


def test_what_hangs_on_an_unwritten_summary_is_undecided_and_not_lost(cases, strategies):
    case = cases["claude-code/2.1/fading-rules", 1]
    judged = compare_run(run_strategy(strategies.named("codex/local"), case.material).run, case.found)
    assert Verdict.UNDECIDED in verdicts(judged).values()
    assert Verdict.LOST not in verdicts(judged).values()


def test_a_masked_result_no_longer_holds_its_facts(cases, strategies):
    case = cases["claude-code/2.1/fading-rules", 1]
    judged = compare_run(run_strategy(strategies.named("anthropic/clear-tool-uses"), case.material).run, case.found)
    assert Verdict.ABSENT in verdicts(judged).values()


def test_judging_leaves_the_session_as_it_was(cases, strategies):
    case = cases["claude-code/2.1/fading-rules", 1]
    before = case.found.segment.session.items
    compare_run(run_strategy(strategies.named("own/pins-only"), case.material).run, case.found)
    assert case.found.segment.session.items is before


def test_what_is_pinned_beside_an_unwritten_summary_is_found(cases, strategies):
    case = cases["codex/0.150/auth-refresh", 1]
    evidence = {fact.id for fact in case.found.evidence}
    kept = {}
    for name in ("codex/local", "codex/local+facts"):
        judged = compare_run(run_strategy(strategies.named(name), case.material).run, case.found)
        kept[name] = sum(verdict in KEPT for fact, verdict in verdicts(judged).items() if fact in evidence)
    assert kept["codex/local"] < len(evidence) / 4
    assert kept["codex/local+facts"] > len(evidence) * 3 / 4


def test_the_recorded_run_costs_what_its_own_request_does_by_list_price(cases):
    case = cases["claude-code/2.1/kept-messages", 1]
    (own,) = [one for one in case.document.session.requests if one.purpose == "compaction"]
    run = recorded_run(case.material, case.compaction, case.document.reconstruction.replay)
    assert run.cost == price_of(own.model, own.usage).dollars > 0
    case = cases["claude-code/2.1/fading-rules", 1]
    assert recorded_run(case.material, case.compaction, case.document.reconstruction.replay).cost is None


def test_what_the_log_records_for_its_own_request_stands_beside_the_list_price(cases):
    case = cases["claude-code/2.1/kept-messages", 1]
    session = case.document.session
    paid = tuple(replace(one, cost=0.5) if one.purpose == "compaction" else one for one in session.requests)
    material = replace(case.material, session=replace(session, requests=paid))
    replay = case.document.reconstruction.replay
    assert recorded_run(material, case.compaction, replay).cost_recorded == 0.5
    assert recorded_run(case.material, case.compaction, replay).cost_recorded is None


def test_a_failed_compaction_is_not_charged_with_the_request_of_the_next_try():
    document = read(sample("vscode-chat/2026/background"))
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    failed, done = document.compactions
    assert failed.record.status == "failed" and _own_price(document.session, failed) is None
    assert _own_price(document.session, done) > 0


def test_the_recorded_run_has_the_tokens_of_the_log_beside_those_that_compare(cases):
    told = []
    for case in cases.values():
        run = recorded_run(case.material, case.compaction, case.document.reconstruction.replay)
        before, after = case.compaction.before, case.compaction.after
        both = before.basis is Basis.RECORDED and after.basis is Basis.RECORDED and after.value is not None
        assert run.recorded == ((before.value, after.value) if both else None)
        assert run.after.basis is Basis.ESTIMATED
        told.append(run.recorded)
    assert any(told)
