from __future__ import annotations

import json
from dataclasses import replace

import pytest

from inspector.ask.answers import InMemory
from inspector.ask.asker import asker_for
from inspector.ask.deferred import Questions
from inspector.ask.spending import Spending
from inspector.errors import Unanswered
from inspector.model import Basis, Judgement, Verdict
from inspector.rerun.compared import compare_run
from inspector.rerun.controls import INVENTED, LAST
from inspector.rerun.judged_runs import NOT_LAST, can_be_read, judge_runs, place_of_controls, preview_runs
from inspector.rerun.judging import Judging
from inspector.rerun.scored import baseline, recorded_summary
from inspector.rerun.scorers.headline import HEADLINE
from inspector.survival.shares import SPOKEN
from tests.made_columns import results_of, run_of, texts_in
from tests.rerun.laboratory import PATIENCE, STRATEGIES

FADING = ("claude-code/2.1/fading-rules", 1)
COLUMNS = ("own/pins-only", "own/head-tail", *LAST)


@pytest.fixture
def case(cases):
    return cases[FADING]


@pytest.fixture
def judging(server, loop):
    return Judging(asker_for(f"scripted@{server.address}", loop, InMemory(), Spending(), patience=PATIENCE))


@pytest.fixture
def runs(case):
    replay = case.document.reconstruction.replay
    summarizer = recorded_summary(case.material, case.compaction)
    results = results_of(map(STRATEGIES.named, COLUMNS), case.material, case.found, summarizer, STRATEGIES.named)
    recorded = baseline(case.material, case.compaction, replay, case.found)
    return [result.compared for result in (recorded, *results)]


@pytest.fixture
def judgement(runs):
    """Of the recorded compaction: the rules' own statements stand in for a judge's."""
    pairs = [
        (fact, survival) for fact, survival in zip(runs[0].facts, runs[0].survivals, strict=True) if fact.kind in SPOKEN
    ]
    facts, survivals = zip(*pairs, strict=True)
    return Judgement(compaction=1, model="m", facts=facts, survivals=survivals)


def answer(messages, honest="R", inverted="C", alphabetical="L"):
    """A judge that knows each text by its first words."""
    told = {}
    for letter, text in texts_in([type("M", (), {"text": messages[-1]["content"]})]).items():
        first = text.split("\n")[0]
        claims = []
        if INVENTED[0] in text:
            verdict, claims = inverted, [{"quote": claim, "verdict": "unsupported"} for claim in INVENTED]
        else:
            verdict = alphabetical if ". " not in text and "\n" not in text else honest
        told[letter] = {"verdicts": {str(n): [first[:60], verdict] for n in range(1, 40)}, "claims": claims}
    return json.dumps({"texts": told})


def test_every_run_gets_the_same_statements_and_a_judges_verdicts(case, judging, server, runs, judgement):
    server.script = answer
    made = judge_runs(judging, case.found, judgement, runs)
    recorded, pins_only, head_tail, inverted, alphabetical, empty = made.runs
    said = [
        {fact.id for fact, told in zip(one.facts, one.survivals, strict=True) if told.basis is Basis.JUDGED}
        for one in made.runs
    ]
    assert len(said[0]) == len(judgement.facts) and all(one == said[0] for one in said)
    assert HEADLINE.score(recorded).value > 0.9 and HEADLINE.score(pins_only).value > 0.9
    assert HEADLINE.score(empty).value == 0.0 and HEADLINE.score(alphabetical).value == 0.0
    assert HEADLINE.score(inverted).value < -1.0
    assert sum(claim.text in INVENTED for claim in inverted.claims) == len(INVENTED)
    assert head_tail.by is not None and not head_tail.by.notes
    assert made.controls.last is True


def test_a_judge_that_is_taken_in_by_a_control_is_told(case, judging, server, runs, judgement):
    for letters in ({"inverted": "R"}, {"alphabetical": "R", "honest": "L"}):
        server.script = lambda messages, letters=letters: answer(messages, **letters)
        fresh = replace(judging, asker=replace(judging.asker, answers=InMemory()))
        made = judge_runs(fresh, case.found, judgement, runs)
        expected = (False, NOT_LAST) if "honest" in letters else (True, made.controls.says)
        assert (made.controls.last, made.controls.says) == expected


def test_evidence_of_the_work_keeps_the_rules_verdicts(case, judging, server, runs, judgement):
    server.script = answer
    made = judge_runs(judging, case.found, judgement, runs)
    for was, now in zip(runs, made.runs, strict=True):
        rules = {s.fact: s for f, s in zip(was.facts, was.survivals, strict=True) if f.kind not in SPOKEN}
        kept = {s.fact: s for f, s in zip(now.facts, now.survivals, strict=True) if f.kind not in SPOKEN}
        assert rules == kept


def test_what_cannot_be_read_stays_as_the_rules_have_it(case, judging, server, runs, judgement):
    server.script = answer
    failed = compare_run(replace(run_of("", "own/guided"), error="Its summary needs a model."), case.found)
    made = judge_runs(judging, case.found, judgement, [*runs, failed])
    assert made.runs[-1] is failed and made.runs[-1].by is None
    assert not can_be_read(failed.run)


def test_where_the_recorded_compaction_was_not_read_every_sentence_is_looked_for(case, judging, server, runs):
    server.script = answer
    made = judge_runs(judging, case.found, Judgement(compaction=1, model="m", passes=0), runs)
    assert "each sentence of the user is looked for" in made.notes[0]
    assert {fact.id for fact in made.runs[0].facts} == {fact.id for fact in runs[0].facts}


def test_a_preview_tells_the_tokens_and_sends_nothing(case, judging, server, runs, judgement):
    server.script = answer
    told = preview_runs(judging, case.found, judgement, runs)
    assert server.asked == []
    assert (told.requests, told.answered) == (1, 0) and told.input > 1_000
    judge_runs(judging, case.found, judgement, runs)
    assert preview_runs(judging, case.found, judgement, runs).answered == 1


def test_a_question_that_is_written_down_has_no_name_of_a_column_in_it(case, judging, runs, judgement):
    questions = Questions()
    writing = replace(judging, asker=replace(judging.asker, questions=questions))
    with pytest.raises(Unanswered):
        judge_runs(writing, case.found, judgement, runs)
    (line,) = questions.lines.values()
    words = json.loads(line)["body"]["messages"][1]["content"]
    for name in ("control", "own/", "pins-only", "recorded", "alphabetical", "inverted"):
        assert name not in words.split("=== TEXTS ===")[1], name


def test_controls_have_no_place_without_an_honest_text_or_where_too_much_is_undecided(runs):
    recorded, _, _, inverted, alphabetical, empty = runs
    assert place_of_controls([inverted, alphabetical, empty]).last is None
    assert place_of_controls([recorded]).last is None
    unsure = tuple(replace(one, verdict=Verdict.UNDECIDED) for one in recorded.survivals)
    assert place_of_controls([replace(recorded, survivals=unsure), empty]).last is None
