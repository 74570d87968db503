from dataclasses import replace

import orjson
import pytest

from inspector.errors import CannotRead
from inspector.model import Fact, FactKind, Quote
from inspector.said.bank import ELSEWHERE, dump_bank, load_bank, read_statements
from tests.talk import session

HERE = session(("human", "never push"))
FACT = Fact(
    id="f",
    kind=FactKind.SAID,
    statement="never push",
    quotes=(Quote(1, 0, 10),),
    texts=("never push",),
    extractor="said",
)


def test_a_bank_gives_back_what_was_said_and_where():
    (fact,) = load_bank(dump_bank(HERE, [FACT, FACT]), HERE, "bank")
    assert (fact.id, fact.kind, fact.quotes, fact.texts) == ("f", FACT.kind, FACT.quotes, FACT.texts)


def test_a_fact_of_another_session_has_no_place_in_this_one_and_neither_has_one_that_is_not_there():
    (fact,) = load_bank(dump_bank(HERE, [FACT]), replace(HERE, id="other"), "bank")
    assert fact.quotes == (ELSEWHERE,)
    told = orjson.loads(dump_bank(HERE, [FACT]))
    for place in ({"item": 2}, {"item": 10**18}, {"end": 99}, {"start": -1}, {"start": 11}):
        told["facts"][0]["quotes"] = [{"item": 1, "start": 0, "end": 10, "text": "never push"} | place]
        assert load_bank(orjson.dumps(told), HERE, "bank")[0].quotes == (ELSEWHERE,)


def test_a_bank_of_schema_1_is_read_and_what_the_work_showed_left_out():
    told = orjson.loads(dump_bank(HERE, [FACT, replace(FACT, id="g")]))
    told["schema"] = 1
    told["facts"][0] |= {"kind": "constraint", "strength": "must", "scope": "", "parts": []}
    told["facts"][1] |= {"kind": "identifier", "value": "8080", "extractor": "numbers"}
    told["facts"] *= 2
    (fact,) = load_bank(orjson.dumps(told), HERE, "bank")
    assert (fact.id, fact.statement) == ("f", "never push")


def test_a_text_is_a_sentence_a_line(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text("# ours\nnever push\n\nkeep the table\nnever push\n")
    assert [fact.statement for fact in read_statements(path, None)] == ["never push", "keep the table"]


NO_FACTS = ([{"statement": ""}], [{"statement": 5}], [7], {"a": 1}, [{"statement": "a", "quotes": 5}], [{}])


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b'{"schema": 9}', *(orjson.dumps({"schema": 2, "facts": facts}) for facts in NO_FACTS)]
)
def test_what_is_no_bank_or_holds_a_fact_that_says_nothing_is_refused(raw):
    with pytest.raises(CannotRead):
        load_bank(raw, HERE, "bank")


def test_a_fact_of_which_no_quote_is_told_is_looked_for_by_its_words():
    told = orjson.loads(dump_bank(HERE, [FACT]))
    for quotes in ([], None, [{}], [{"text": 7}]):
        told["facts"][0]["quotes"] = quotes
        (fact,) = load_bank(orjson.dumps(told), HERE, "bank")
        assert (fact.statement, fact.quotes, fact.texts) == ("never push", (ELSEWHERE,), ("never push",))
