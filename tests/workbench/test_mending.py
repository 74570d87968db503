from dataclasses import replace

import pytest

from inspector.cli.facts_table import print_facts
from inspector.errors import UsageError
from inspector.model import Said, Verdict
from inspector.report.mend.choices import Decisions
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.mending import FORMS, checks_of, mend, told_compactions
from inspector.workbench.review import judged
from inspector.workbench.stages import advance
from tests.made_facts import PYTEST, SUMMARY, judge, session


@pytest.fixture
def document():
    made = session().document()
    advance(made, Stage.RECONSTRUCT, Cache.memory())
    made.comparison = judge(made)
    return made


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_a_text_and_says_how_to_use_it(document, form):
    made = mend(document, 1, form, Decisions())
    assert made.text.endswith("\n") and made.use
    if form not in ("context", "messages"):
        assert "never edit outside auth/." in made.text


def test_decisions_change_what_goes_back(document):
    decisions = Decisions(frozenset({"outside"}), {"retry": "Retry three times."}, with_kept=True)
    pins = mend(document, 1, "pins", decisions).text
    assert "use pytest, not unittest." in pins and "never edit" not in pins
    summary = mend(document, 1, "summary", decisions).text
    assert summary.startswith(SUMMARY) and "- Retry three times." in summary


def test_a_decision_on_a_fact_that_is_not_there_is_refused(document):
    with pytest.raises(UsageError, match="has no fact typo"):
        mend(document, 1, "pins", Decisions(frozenset({"typo"})))


def test_the_context_before_needs_no_verdicts(document):
    document.comparison = None
    assert "never edit outside auth/." in mend(document, 1, "context", Decisions()).text
    assert "What happened" not in mend(document, 1, "messages", Decisions()).text


def test_what_a_summary_carried_and_the_next_lost_stands_everywhere_as_it_was_first_said(document, capsys):
    advance(document, Stage.MEASURE, Cache.memory())
    second = document.comparison[1]
    first = Said(PYTEST.quotes[0], PYTEST.texts[0], PYTEST.statement)
    carried = replace(second.facts[0], statement="tests run with pytest", first=first)
    lost = replace(second.survivals[0], verdict=Verdict.LOST, evidence=())
    document.comparison = (document.comparison[0], replace(second, facts=(carried,), survivals=(lost,)))

    (entry,) = checks_of(told_compactions(document, Judgements())[2], Decisions()).entries
    (reviewed,) = judged(document.comparison[1], Judgements())
    print_facts(document, document.comparison[1:], False)
    assert entry.text == entry.fact.statement == PYTEST.statement
    assert entry.fact.said[0].item == reviewed.said.quote.item == 2
    assert reviewed.said.statement == PYTEST.statement
    table = capsys.readouterr().out
    assert f"{PYTEST.statement}  Looked for its words. Looked for as it stood then: “tests run with pytest”." in table
