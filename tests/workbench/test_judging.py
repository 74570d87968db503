from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.judge.reading import judge
from inspector.store.cache import Cache
from inspector.store.judgements import KeptJudgements
from inspector.store.library import Library, session_name
from inspector.workbench.document import Stage
from inspector.workbench.judging import judged_key, put_judgements, recall_judgements
from inspector.workbench.stages import advance, read
from tests.cli.conftest import sample
from tests.judge.answers import answer, said, scripted

RULE = "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/"
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


def test_what_a_judge_found_stands_above_the_rules_and_the_rules_stay(document):
    advance(document, Stage.AFTERMATH, Cache.memory())
    ruled = document.ruled
    put_judgements(document, [told(document)])
    assert [fact.texts[0] for fact in at(document).facts if fact.extractor == "judge"] == [TEXT]
    assert at(document, 2) == next(one for one in ruled if one.compaction.number == 2)
    assert document.ruled == ruled and document.aftermath is None, "what rests on verdicts is to be computed again"


def test_it_is_there_when_the_log_is_opened_again(document, tmp_path):
    library = Library(tmp_path / "library.sqlite")
    judgement = told(document)
    KeptJudgements(library).keep(session_name(document.session), judgement)
    again = read(sample("fading-rules"))
    recall_judgements(again, library)
    advance(again, Stage.COMPARE, Cache.memory())
    assert again.judgements == {1: judgement} and at(again).by_judge.judgement == judgement
    again.close()
    library.close()


def test_one_of_another_log_is_left_out_and_said(document, tmp_path):
    library = Library(tmp_path / "library.sqlite")
    judgement = told(document)
    moved = replace(judgement.facts[0], texts=("other words",))
    KeptJudgements(library).keep(session_name(document.session), replace(judgement, facts=(moved,)))
    recall_judgements(document, library)
    library.close()
    assert document.judgements == {} and "another log" in document.troubles[-1].message


def test_results_that_rest_on_a_judgement_have_a_key_of_their_own(document):
    assert judged_key(document.comparison) == ""
    put_judgements(document, [told(document)])
    first = judged_key(document.comparison)
    put_judgements(document, [told(document, said(RULE, "L4", state="superseded"))])
    assert first and judged_key(document.comparison) not in ("", first)
