from inspector.facts.extractor import fact_id, statement
from inspector.model import FactKind
from tests.talk import session

TALK = session(("human", "x"))


def test_an_id_depends_on_what_was_said_and_where():
    one = fact_id(TALK, FactKind.TASK, 1, 0, "Fix  it")
    assert one == fact_id(TALK, FactKind.TASK, 1, 0, "fix it")
    assert one != fact_id(TALK, FactKind.TASK, 2, 0, "fix it")


def test_a_statement_is_one_line_without_marks():
    assert statement("- **Never**\n  push `main`.") == "Never push main."
