from dataclasses import replace

import pytest
from inspector.survival.shares import wilson

from inspector.errors import UsageError
from inspector.model import Verdict
from inspector.workbench.chains import chains, link_of
from tests.made_runs import document_of, ready_of, strategies

HALVING = "cline/legacy-half"


def chain_of(name=HALVING, times=5, number=1):
    return list(chains(ready_of().document, strategies(), name, number, times))


def test_it_comes_generation_by_generation():
    made = chain_of()
    assert [len(one.links) for one in made] == [1, 2, 3, 4, 5]
    assert [one.erosion.compactions for one in made][:2] == [(1,), (1, 2)]
    last = made[-1]
    tokens = [link.generation.judged.run.after.value for link in last.links]
    assert tokens == sorted(tokens, reverse=True) and tokens[0] < last.before.value
    assert (last.strategy, last.compaction) == (HALVING, 1)


def test_every_fact_has_a_cell_for_each_generation_and_goes_where_it_is_first_lost():
    last = chain_of()[-1]
    goes = {}
    for link in last.links:
        for name in link.generation.lost_facts:
            goes.setdefault(name, link.generation.number)
    assert len(set(goes.values())) > 2
    for track in last.erosion.tracks:
        assert [cell.compaction for cell in track.cells] == [1, 2, 3, 4, 5]
        assert track.first_loss == goes.get(track.fact.id)
        if track.first_loss:
            assert track.cells[track.first_loss - 1].verdict is Verdict.LOST
            assert all(cell.verdict is not Verdict.LOST for cell in track.cells[: track.first_loss - 1])


def test_a_cell_shows_what_the_rules_are_sure_of_as_a_review_does():
    cells = [cell for track in chain_of(times=1)[-1].erosion.tracks for cell in track.cells]
    held = [cell for cell in cells if cell.survival.unsure is Verdict.LOST]
    assert held and all(cell.verdict is Verdict.UNDECIDED for cell in held)


def test_shares_rest_on_the_facts_that_matter_and_could_be_decided():
    for link in chain_of()[-1].links:
        one = link.generation
        assert link.human.kept + link.work.kept == one.kept
        assert link.human.n + link.work.n == one.kept + one.distorted + one.lost + one.unsure
        assert (link.human.low, link.human.high) == wilson(link.human.kept, link.human.n)
        assert link.human.age == one.number


def test_what_could_not_be_judged_or_no_longer_matters_is_in_no_share():
    one = chain_of(times=1)[0].links[0].generation
    mattered = [survival for survival in one.judged.survivals if survival.live]
    first, second, *rest = mattered
    others = {first.fact: replace(first, verdict=Verdict.UNDECIDED), second.fact: replace(second, live=False)}
    changed = tuple(others.get(survival.fact, survival) for survival in one.judged.survivals)
    assert len(rest) > 50
    before, after = link_of(one), link_of(replace(one, judged=replace(one.judged, survivals=changed)))
    assert after.human.n + after.work.n == before.human.n + before.work.n - 2
    none = tuple(replace(survival, live=False) for survival in one.judged.survivals)
    assert link_of(replace(one, judged=replace(one.judged, survivals=none))).human is None


def test_a_verdict_that_changes_at_the_same_size_is_a_change():
    chain = chain_of("swe-agent/last-5", 3)[-1]
    last = chain.links[-1]
    judged = last.generation.judged
    first = replace(judged.survivals[0], verdict=Verdict.ALTERED)
    other = replace(last.generation, judged=replace(judged, survivals=(first, *judged.survivals[1:])))
    assert chain.settled == 1
    assert replace(chain, links=(*chain.links[:-1], replace(last, generation=other))).settled is None


def test_it_says_after_which_generation_nothing_changes():
    assert chain_of()[-1].settled is None
    assert chain_of("swe-agent/last-5", 4)[-1].settled == 1
    assert chain_of("swe-agent/last-5", 1)[-1].settled is None


def test_it_begins_with_the_context_of_the_compaction_asked_for():
    first, third = chain_of(number=1, times=1)[0], chain_of(number=3, times=1)[0]
    assert third.compaction == 3 and third.before.value != first.before.value


def test_a_strategy_that_asks_a_model_is_refused_with_the_command_that_can():
    with pytest.raises(UsageError, match="--strategy own/guided --chain 3 --model"):
        chain_of("own/guided", 3)


def test_without_a_compaction_there_is_nothing_to_begin_with():
    document = document_of()
    assert document.reconstruction is not None
    none = replace(document.reconstruction.compactions, all=())
    document.reconstruction = replace(document.reconstruction, compactions=none)
    with pytest.raises(UsageError, match="no context to begin with"):
        next(chains(document, strategies(), HALVING, 1, 2))
