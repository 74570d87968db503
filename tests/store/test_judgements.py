from dataclasses import replace

import pytest

from inspector.errors import CannotRead
from inspector.model import Basis, Fact, FactKind, Judgement, Quote, Survival, Trust, Verdict
from inspector.store.judgements import KeptJudgements
from inspector.store.library import Library

FACT = Fact(id="f", kind=FactKind.TASK, statement="Grüße", quotes=(Quote(1, 0, 5),), texts=("Grüße",))
TOLD = Judgement(
    compaction=2,
    model="m",
    made="2026-01-01T00:00:00+00:00",
    facts=(FACT,),
    survivals=(
        Survival(fact="f", compaction=2, verdict=Verdict.CONTRADICTED, live=True, basis=Basis.JUDGED, sure=False),
    ),
    trust=Trust(3, 2, 1),
    notes=("n",),
)


@pytest.fixture
def library(tmp_path):
    made = Library(tmp_path / "library.sqlite")
    yield made
    made.close()


def test_what_a_person_decided_on_stays_where_a_newer_reading_does_not_name_it(library):
    kept, empty = KeptJudgements(library), replace(TOLD, model="other", facts=(), survivals=())
    kept.keep("s", TOLD)
    assert kept.keep("s", empty).facts == ()
    kept.keep("s", TOLD)
    library.set_verdict("s", "f", 2, "verbatim")
    (still,) = kept.keep("s", empty).survivals
    assert still.fact == "f" and still.why == "m read this; the newer reading does not name it."
    assert kept.of("s")[0].facts == (FACT,) and kept.of("another") == ()


def test_one_that_cannot_be_read_back_is_said(library):
    kept = KeptJudgements(library)
    kept.keep("s", TOLD)
    import zstandard

    library.execute("UPDATE judgements SET body = ?", zstandard.compress(b"{}"))
    with pytest.raises(CannotRead):
        kept.of("s")
