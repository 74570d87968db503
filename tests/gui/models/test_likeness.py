from inspector.gui.models.rows import partners
from inspector.gui.panes.transcript import next_alike
from inspector.model import ItemKind
from tests.made_session import MadeSession


def session():
    made = MadeSession()
    for number, (tool, path) in enumerate([("Read", "a.py"), ("Read", "b.py"), ("Edit", "a.py"), ("Bash", "")]):
        arguments = {"file_path": path} if path else {"command": "ls"}
        headline = f"{tool} {path or 'ls'}"
        made.add(ItemKind.TOOL_CALL, arguments, tool=tool, call_id=f"c{number}", headline=headline)
        made.add(ItemKind.TOOL_RESULT, "text", tool=tool, call_id=f"c{number}")
    return made.document().session.items


def step(items, start, by, shown=lambda number: True):
    return next_alike(items, start, by, partners(items).get, shown)


def test_from_a_call_to_its_result_and_back():
    assert step(session(), 1, 1) == 2
    assert step(session(), 2, -1) == 1


def test_from_a_result_on_to_the_next_call_about_the_same_file():
    assert step(session(), 2, 1) == 5


def test_what_the_filter_hides_is_stepped_over():
    assert step(session(), 1, 1, lambda number: number != 2) == 5


def test_at_the_end_there_is_nothing():
    assert step(session(), 8, 1) is None
