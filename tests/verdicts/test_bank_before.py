import pytest
from inspector.verdicts.bank import ELSEWHERE, dump_bank, load_bank, read_statements
from inspector.verdicts.bank_before import judge_bank_where_said

from inspector.errors import CannotRead
from inspector.model import FactKind, Strength, Verdict
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.conftest import SAMPLES

WALKS = SAMPLES / "langgraph" / "1.2" / "walks" / "checkpoints.sqlite"
BUS = "Every walk has to end before five, the bus leaves then."


@pytest.fixture
def bank(tmp_path):
    def of(*lines):
        path = tmp_path / "must-keep.txt"
        path.write_text("\n".join(lines), encoding="utf-8")
        return read_statements(path, None)

    return of


@pytest.fixture
def fates():
    def of(facts):
        opened = open_log(WALKS)
        compactions = find_compactions(opened.session, Replay(opened.session)).all
        (outcome,) = judge_bank_where_said(opened.session, compactions, opened.bodies.text, facts)
        return {fact.statement: survival for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)}

    return of


def test_a_text_is_a_bank_of_a_statement_a_line(bank):
    facts = bank("# what has to stay", "", BUS, f"  {BUS}", "Answer in French.")
    assert [fact.statement for fact in facts] == [BUS, "Answer in French."]
    assert {(fact.kind, fact.strength, fact.quotes) for fact in facts} == {
        (FactKind.CONSTRAINT, Strength.MUST, (ELSEWHERE,))
    }


@pytest.mark.parametrize("lines", [(), ("# nothing but this",)])
def test_a_bank_without_a_statement_is_refused(bank, lines):
    with pytest.raises(CannotRead, match="holds no fact"):
        bank(*lines)


def test_what_was_said_in_a_session_and_is_gone_was_lost(bank, fates):
    assert fates(bank(BUS))[BUS].verdict is Verdict.LOST


def test_what_was_said_in_a_session_and_stands_there_was_kept(bank, fates):
    assert fates(bank("And the third?"))["And the third?"].verdict is Verdict.VERBATIM


def test_what_was_never_said_in_a_session_was_not_lost_there(bank, fates):
    survival = fates(bank("Never deploy on a Friday afternoon."))["Never deploy on a Friday afternoon."]
    assert survival.verdict is Verdict.UNDECIDED
    assert "was there before" in survival.why


def test_facts_saved_from_another_session_are_asked_for_the_same_way(bank, fates):
    session = open_log(WALKS).session
    facts = load_bank(dump_bank(session, bank(BUS, "Never deploy on a Friday afternoon.")), None)
    assert [survival.verdict for survival in fates(facts).values()] == [Verdict.LOST, Verdict.UNDECIDED]
