"""Texts read back from the log, and a log that changes underneath."""

import sqlite3

import pytest

from inspector.errors import LogChanged
from inspector.model import Item, ItemKind, Origin, Source
from inspector.read.bodies import Bodies


def item(path, start, end, pointer, text=None):
    """An item at a place."""
    source = Source(str(path), 1, start, end, pointer)
    return Item(1, "", ItemKind.USER, Origin.HUMAN, source, "", 0, text=text)


@pytest.fixture
def bodies():
    made = Bodies()
    yield made
    made.close()


def test_a_text_is_read_back_by_range_and_pointer(tmp_path, bodies):
    path = tmp_path / "log"
    path.write_bytes(b'{"a": 1}\n{"m": ["x", {"t": "hello"}]}\n')
    assert bodies.text(item(path, 9, 37, "/m/1/t")) == "hello"
    assert bodies.raw(Source(str(path), 2, 9, 37)) == b'{"m": ["x", {"t": "hello"}]}'


def test_a_held_text_needs_no_file(bodies):
    assert bodies.text(item("/nowhere", 0, 1, "", text="held")) == "held"


def test_a_whole_document_is_reached_without_a_range(tmp_path, bodies):
    path = tmp_path / "log.json"
    path.write_bytes(b'{"messages": [{"text": "one"}]}')
    assert bodies.text(item(path, None, None, "/messages/0/text")) == "one"


@pytest.mark.parametrize("after", [None, b"", b'{"other": 1}     ', b"x" * 40])
def test_a_log_that_changed_or_vanished_says_so(tmp_path, bodies, after):
    path = tmp_path / "log"
    path.write_bytes(b'{"text": "before"}\n')
    wanted = item(path, 0, 18, "/text")
    path.unlink() if after is None else path.write_bytes(after)
    with pytest.raises(LogChanged) as why:
        bodies.text(wanted)
    assert "Reload" in why.value.hint


def test_a_log_that_grew_still_reads_back(tmp_path, bodies):
    path = tmp_path / "log"
    path.write_bytes(b'{"t": "one"}\n')
    assert bodies.text(item(path, 0, 12, "/t")) == "one"
    with path.open("ab") as more:
        more.write(b'{"t": "two"}\n')
    assert bodies.text(item(path, 13, 25, "/t")) == "two"


def test_a_session_of_many_files_holds_few_of_them_open(tmp_path, bodies):
    for number in range(100):
        (tmp_path / str(number)).write_text(f'{{"t": "{number}"}}')
    assert [bodies.text(item(tmp_path / str(n), 0, None, "/t")) for n in range(100)] == [str(n) for n in range(100)]
    assert len(bodies._files) < 20


def test_a_cell_of_a_database_is_read_back_by_its_pointer(tmp_path):
    path = tmp_path / "log.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE part (id TEXT, data TEXT)")
    connection.executemany("INSERT INTO part VALUES (?, ?)", [("a", '{"text": ["x", "y"]}'), ("b", '{"text": "z"}')])
    connection.commit()
    connection.close()
    bodies = Bodies()
    first, second = (Source(str(path), pointer=f"part/{row}/data/text") for row in (1, 2))
    assert (bodies.value(first), bodies.value(second)) == (["x", "y"], "z")
    assert bodies.value(Source(str(path), pointer="part/2/data")) == {"text": "z"}
    assert bodies.raw(second) == b'{"text": "z"}'
    with pytest.raises(LogChanged):
        bodies.value(Source(str(path), pointer="part/9/data"))


class Counting(Bodies):
    """How often the log is read."""

    reads = 0

    def _bytes(self, source):
        self.reads += 1
        return super()._bytes(source)


def test_a_record_asked_for_again_is_read_once_as_long_as_there_is_room(tmp_path, monkeypatch):
    monkeypatch.setattr("inspector.read.bodies._ROOM", 40)
    path = tmp_path / "log"
    path.write_bytes(b'{"t": "one", "u": 1}\n{"t": "two"}\n{"t": "' + b"x" * 50 + b'"}\n')
    one, two, long = item(path, 0, 20, "/t"), item(path, 21, 33, "/t"), item(path, 34, 93, "/t")
    bodies = Counting()
    assert [bodies.text(each) for each in (one, two, one, two)] == ["one", "two", "one", "two"]
    assert bodies.reads == 2
    # One that is longer than all the room takes it, and is there for its other parts.
    assert [bodies.text(long), bodies.text(long)] == ["x" * 50] * 2
    assert bodies.reads == 3
    assert (bodies.text(one), bodies.reads) == ("one", 4)
    bodies.close()
