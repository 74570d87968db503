import json

import pytest

from inspector.model import Item, ItemKind, Origin, Session, Source
from inspector.said.picks import question_of


def item(number, kind, text, **more):
    return Item(number, f"i{number}", kind, Origin.TOOL, Source("a", number), text, len(text), text=text, **more)


def asked(call, result, answer):
    items = (
        item(1, ItemKind.TOOL_CALL, call, call_id="q"),
        item(2, ItemKind.TOOL_RESULT, result, call_id="q"),
        item(3, ItemKind.USER, answer, call_id="q", detail="answer"),
    )
    session = Session(id="s", agent="test", path="a", items=items, ops=())
    return question_of(session, items[2], answer, lambda one: one.text or "")


CALL = json.dumps(
    {"questions": [{"question": "Which store?", "options": [{"label": "SQLite"}]}, {"question": "Which port?"}]}
)


@pytest.mark.parametrize(
    ("call", "result", "question"),
    [
        ("{}", '"Which store?"="SQLite", "Which port?"="80"', "Which store?"),
        (CALL, "answered", "Which store?"),
        ('{"questions": [{"question": "Which one?"}]}', "answered", "Which one?"),
        (CALL.replace("SQLite", "Redis"), "answered", None),
        ("no json", "answered", None),
    ],
)
def test_the_question_is_the_one_that_the_tool_gives_with_the_answer(call, result, question):
    found = asked(call, result, "SQLite")
    assert (found and found.text) == question


def test_a_question_has_its_place():
    found = asked(CALL, "answered", "SQLite")
    assert found.quote.item == 1 and CALL[found.quote.start : found.quote.end] == "Which store?"
