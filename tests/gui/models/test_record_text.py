import orjson
import pytest

from inspector.errors import LogChanged
from inspector.gui.panes.raw import read_record
from inspector.model import ItemKind, Source
from tests.made_session import MadeSession

RECORD = {"type": "user", "message": {"content": [{"text": "no"}, {"text": "yes \u2028 ⟦here⟧", "a/b": [1, {"c": 2}]}]}}


@pytest.fixture
def read(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(orjson.dumps(RECORD) + b"\n{broken\n")
    first = path.read_bytes().index(b"\n")
    made = MadeSession(str(path))
    made.add(ItemKind.USER, "x")
    document = made.document()
    yield lambda pointer, pretty, torn=False: read_record(
        document,
        Source(str(path), 2, first + 1, first + 8, "") if torn else Source(str(path), 1, 0, first, pointer),
        pretty=pretty,
    )
    document.close()


@pytest.mark.parametrize("pretty", [True, False])
@pytest.mark.parametrize("pointer", ["/message/content/1/text", "/message/content/1/a~1b", "/message/content", "/type"])
def test_the_place_holds_the_value_that_the_pointer_names(read, pointer, pretty):
    found = read(pointer, pretty)
    wanted = RECORD
    for step in pointer.split("/")[1:]:
        wanted = wanted[int(step) if isinstance(wanted, list) else step.replace("~1", "/")]
    start, end = found.place
    assert orjson.loads(found.text[start:end]) == wanted
    assert orjson.loads(found.text) == RECORD


def test_without_a_pointer_the_whole_record_is_meant(read):
    assert read("", True).place is None


def test_a_damaged_line_is_shown_as_it_stands(read):
    found = read("", True, torn=True)
    assert found.text == "{broken"
    assert not found.is_json


def test_a_log_that_is_gone_is_an_error(tmp_path):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    with pytest.raises(LogChanged):
        read_record(made.document(), Source(str(tmp_path / "gone"), 1, 0, 5, ""), pretty=True)
