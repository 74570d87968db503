from dataclasses import replace

import pytest

from inspector.model.run import State
from inspector.rerun.controls import INVENTED, LAST, control_text
from inspector.rerun.engine import run_strategy
from inspector.text.sentences import sentences

FADING = ("claude-code/2.1/fading-rules", 1)


@pytest.fixture
def material(cases):
    return cases[FADING].material


def test_a_control_is_the_same_whenever_it_is_made(material):
    for name in ("alphabetical", "inverted"):
        assert control_text(name, material) == control_text(name, replace(material)) != ""
    assert control_text("", material) == ""


def test_a_salad_has_telling_words_once_each_and_no_sentence(material):
    words = control_text("alphabetical", material).split()
    assert {"backoff", "noaa", "utc", "jitter"} <= set(words)
    assert len(words) == len(set(words)) and words == sorted(words)
    assert not {"the", "and", "a"} & set(words)


def test_a_salad_is_no_longer_than_the_recorded_summary(material):
    assert len(control_text("alphabetical", replace(material, recorded="x" * 600))) <= 600
    assert len(control_text("alphabetical", replace(material, recorded="x" * 2_000))) > 600


def test_a_salad_of_another_script_is_made_of_its_signs(material):
    entry = replace(next(one for one in material.entries if one.kind == "user_typed"), text="監査が終わるまで凍結する")
    assert "凍結" in control_text("alphabetical", replace(material, entries=(entry,))).split()


def test_inverted_denies_every_live_statement_and_invents_results(material):
    text = control_text("inverted", material)
    assert material.facts
    for fact in material.facts:
        (line,) = [one for one in text.splitlines() if one.endswith(f"{' '.join(fact.statement.split()).rstrip('.')}.")]
        assert "took this back" in line
    assert len(INVENTED) >= 10 and all(claim in text for claim in INVENTED)
    assert len(list(sentences(text))) >= len(INVENTED) + len(material.facts)


def test_where_a_judge_found_statements_those_are_denied(material):
    one = material.facts[0]
    text = control_text("inverted", replace(material, judged=(replace(one, statement="Ship on Friday"),)))
    assert "Ship on Friday" in text and one.statement not in text


def test_controls_are_strategies_that_need_no_model(material, strategies):
    for name in LAST:
        strategy = strategies.named(name)
        run = run_strategy(strategy, material).run
        assert strategy.llm == "none" and not run.error and not run.silent
        assert run.text == control_text(strategy.control, material)
        written = [piece for piece in run.slices if piece.state is State.PARAPHRASED]
        assert [piece.text for piece in written] == ([run.text] if run.text else [])
        assert all(not piece.sources for piece in written)
