from inspector.model import FactKind, Verdict
from inspector.rerun.scorers.distorted import SCORER
from tests.made_judged import judged

FOUND = FactKind.FINDING


def test_contradicted_altered_and_weakened_facts_count_and_lost_ones_do_not():
    verdicts = (Verdict.CONTRADICTED, Verdict.ALTERED, Verdict.WEAKENED, Verdict.LOST, Verdict.VERBATIM)
    figure = SCORER.score(judged(*((FOUND, verdict, 1.0) for verdict in verdicts)))
    assert (figure.value, figure.n) == (3, 5)


def test_without_facts_there_is_no_number():
    assert SCORER.score(judged(note="Its summary needs a model.")).detail == "Its summary needs a model."
