from dataclasses import replace

import pytest
from inspector.verdicts.bank import ELSEWHERE, dump_bank, load_bank

from inspector.errors import CannotRead
from inspector.model import Fact, FactKind, Quote, Strength
from tests.talk import session

HERE = session(("human", "never push"))
FACT = Fact(
    id="f",
    kind=FactKind.CONSTRAINT,
    statement="never push",
    quotes=(Quote(1, 0, 10),),
    texts=("never push",),
    strength=Strength.MUST,
)


def test_a_bank_gives_back_what_was_said_and_where():
    (fact,) = load_bank(dump_bank(HERE, [FACT, FACT]), HERE)
    assert (fact.id, fact.kind, fact.strength, fact.quotes, fact.texts) == (
        "f",
        FACT.kind,
        FACT.strength,
        FACT.quotes,
        FACT.texts,
    )


def test_a_fact_stands_where_it_was_said_and_not_where_a_summary_told_it_later():
    retold = replace(FACT, quotes=(Quote(1, 2, 4),), texts=("ve",), from_summary=True)
    for order in ([FACT, retold], [retold, FACT]):
        (fact,) = load_bank(dump_bank(HERE, order), HERE)
        assert fact.quotes == FACT.quotes


def test_a_fact_of_another_session_has_no_place_in_this_one():
    (fact,) = load_bank(dump_bank(HERE, [FACT]), replace(HERE, id="other"))
    assert fact.quotes == (ELSEWHERE,)


@pytest.mark.parametrize("raw", [b"", b"[]", b'{"schema": 9}', b'{"schema": 1, "facts": [{}]}'])
def test_what_is_no_bank_is_refused(raw):
    with pytest.raises(CannotRead):
        load_bank(raw, HERE)
