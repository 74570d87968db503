from __future__ import annotations

import pytest

from inspector.impact.finding import Kind
from inspector.judge.reading import judge
from inspector.model import Verdict
from inspector.store.cache import Cache
from inspector.store.judgements import KeptJudgements
from inspector.store.library import Library, session_name
from inspector.workbench import judging
from inspector.workbench.card import card
from inspector.workbench.document import Stage
from inspector.workbench.judging import put_judgements, recall_judgements
from inspector.workbench.stages import advance, read
from tests.cli.conftest import sample
from tests.judge.answers import answer, said, scripted

TEXT = "don't run the live tests"


@pytest.fixture
def document():
    made = read(sample("fading-rules"))
    advance(made, Stage.COMPARE, Cache.memory())
    yield made
    made.close()


def told(document, *statements, number=1):
    found = next(one for one in document.extraction if one.segment.compaction.number == number)
    ask, _ = scripted(answer(statements or [said(TEXT, "L43")]))
    return judge(found.segment, ask, model="m")


def at(document, number=1):
    return next(one for one in document.comparison if one.compaction.number == number)


def test_what_a_judge_found_is_laid_over_what_is_exact_and_that_stays(document):
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    exact = document.exact
    put_judgements(document, [told(document)])
    assert [fact.texts[0] for fact in at(document).facts if fact.extractor == "judge"] == [TEXT]
    assert at(document, 2) == next(one for one in exact if one.compaction.number == 2)
    assert document.exact == exact and document.consequences is None, "what rests on verdicts is to be computed again"


def test_it_is_there_when_the_log_is_opened_again(document, tmp_path):
    library = Library(tmp_path / "library.sqlite")
    judgement = told(document)
    KeptJudgements(library).keep(session_name(document.session), judgement)
    again = read(sample("fading-rules"))
    recall_judgements(again, library)
    advance(again, Stage.COMPARE, Cache.memory())
    assert again.judgements == {1: judgement} and at(again).judgement == judgement
    again.close()
    library.close()


def test_a_sample_tells_its_whole_story_without_a_model_and_says_whose_reading_it_is(monkeypatch, tmp_path):
    monkeypatch.setattr(judging, "READING", "reading.json")
    document = read(sample("fading-rules"))
    recall_judgements(document, Library(tmp_path / "library.sqlite"))
    advance(document, Stage.COMPARE, Cache.memory())
    assert {one.model for one in document.judgements.values()} == {"a model, recorded 2026-11-27"}
    second = document.comparison[1]
    told = {fact.statement: survival.verdict for fact, survival in zip(second.facts, second.survivals, strict=True)}
    assert told["The alerting code is frozen until the audit is over."] is Verdict.LOST
    assert Verdict.CONTRADICTED in told.values() and len(second.claims) == 3
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    (broken,) = (one for each in document.consequences for one in each.of(Kind.BROKEN))
    assert [document.item(item).source.line for item in broken.evidence] == [4, 173, 181]
    (told,) = (one for one in card(document).sentences if "broken" in one.words)
    assert told.words.startswith(
        "“Never edit anything outside src/tidewatch/feeds/ and tests/feeds/”, as a judge reads"
    )
    assert told.words.endswith("it was broken (src/tidewatch/alerts/thresholds.py), and said again.")
    assert [link.focus.item for link in told.links if link.focus.item] == [*broken.evidence]
    document.close()
