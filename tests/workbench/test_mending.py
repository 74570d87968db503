import pytest

from inspector.errors import UsageError
from inspector.report.mend.choices import Decisions
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.mending import FORMS, mend
from inspector.workbench.stages import advance
from tests.made_facts import SUMMARY, judge, session


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
    assert summary.endswith(f"\n---\n\n{SUMMARY.rstrip()}\n") and "- Retry three times." in summary


def test_a_decision_on_a_fact_that_is_not_there_is_refused(document):
    with pytest.raises(UsageError, match="has no fact typo"):
        mend(document, 1, "pins", Decisions(frozenset({"typo"})))


def test_the_context_before_needs_no_verdicts(document):
    document.comparison = None
    assert "never edit outside auth/." in mend(document, 1, "context", Decisions()).text
    assert "What happened" not in mend(document, 1, "messages", Decisions()).text
