from inspector.gui.models.figures import count_of, count_of_entry
from inspector.model import ContextEntry, Form, ItemKind
from inspector.workbench.document import Stage
from tests.made_session import MadeSession


def test_not_counted_yet_is_told_from_cannot_be_counted():
    made = MadeSession()
    event = made.add(ItemKind.EVENT, "boundary")
    text = made.add(ItemKind.USER, "hello there")
    early, late = made.advanced(Stage.MEASURE), made.advanced()
    assert count_of(early, text) is None
    assert count_of(late, event).value is None
    assert count_of(late, text).value >= 2


def test_a_placeholder_is_never_larger_than_what_it_replaces():
    made = MadeSession()
    short = made.add(ItemKind.TOOL_RESULT, "ok")
    document = made.advanced()
    whole = count_of_entry(document, ContextEntry(short, Form.WHOLE, 0))
    cleared = count_of_entry(document, ContextEntry(short, Form.PLACEHOLDER, 0))
    assert cleared.value <= whole.value
    assert count_of_entry(made.advanced(Stage.MEASURE), ContextEntry(short, Form.WHOLE, 0)) is None
