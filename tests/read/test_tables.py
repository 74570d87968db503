from __future__ import annotations

import gzip
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import pytest

from inspector.errors import CannotRead
from inspector.model import Source
from inspector.read.open import recognise
from inspector.read.table_copies import _copies, _Copy, _forget
from inspector.read.tables import cell, is_cell, is_database, json_in, open_tables, split
from inspector.resources import samples
from tests.sample_scripts.store import packed

ONE_TABLE = "CREATE TABLE message (id INTEGER PRIMARY KEY, data TEXT)"


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "log.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE message (id TEXT PRIMARY KEY, session TEXT, data TEXT)")
    connection.execute("CREATE INDEX by_session ON message (session)")
    connection.execute("CREATE TABLE account (id TEXT, secret TEXT)")
    connection.execute("INSERT INTO account VALUES ('me', 'hunter2')")
    rows = [(f"m{number:04}", f"s{number % 2}", '{"text": "' + "x" * 900 + '"}') for number in range(400)]
    connection.executemany("INSERT INTO message VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.close()
    return path


def ids(path: Path, problems=None, where="", values=()):
    report = (lambda problem: None) if problems is None else problems.append
    with open_tables(path, report, {"message"}) as opened:
        return [id_ for _, id_, _ in opened.rows("message", ("id", "data"), where, values)]


def test_a_table_that_was_not_named_is_refused_by_sqlite_itself(database):
    with pytest.raises(CannotRead, match="prohibited"), open_tables(database, print, {"message"}) as opened:
        list(opened.rows("account", ("secret",)))


def test_nothing_can_be_written(database):
    with pytest.raises(CannotRead), open_tables(database, print, {"message"}) as opened:
        opened._connection.execute("DELETE FROM message")


def test_rows_that_only_the_write_ahead_log_has_are_read_and_nothing_is_written_beside(database):
    writer = sqlite3.connect(database)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("INSERT INTO message VALUES ('new', 's9', '{}')")
    writer.commit()
    before = {path.name: path.read_bytes() for path in database.parent.iterdir()}
    assert ids(database, where="session = ?", values=("s9",)) == ["new"]
    assert {path.name: path.read_bytes() for path in database.parent.iterdir()} == before
    writer.close()


def test_a_session_in_the_middle_of_a_write_is_read_as_it_was_before(database):
    writer = sqlite3.connect(database, isolation_level=None)
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE message SET data = 'half'")
    assert len(ids(database, where="data = 'half'")) == 0
    writer.execute("ROLLBACK")
    writer.close()


def test_a_database_at_rest_leaves_nothing_beside_it(database):
    assert len(ids(database)) == 400
    assert [path.name for path in database.parent.iterdir()] == ["log.db"]


def test_a_packed_database_is_read(database):
    packed = database.with_name("log.db.gz")
    packed.write_bytes(gzip.compress(database.read_bytes()))
    assert is_database(packed)
    assert len(ids(packed)) == 400


def test_a_column_of_another_version_is_unknown(database):
    with open_tables(database, print, {"message"}) as opened:
        assert next(opened.rows("message", ("cost", "id"), "id = ?", ("m0007",)))[1:] == (None, "m0007")
        assert list(opened.rows("usage", ("id",))) == []
        assert list(opened.rows("message", ("id",), "parent = ?", ("m0007",))) == []


def test_a_cut_database_gives_the_rows_before_the_cut(database):
    raw, problems = database.read_bytes(), []
    database.write_bytes(raw[: len(raw) // 2])
    found = ids(database, problems)
    assert 100 < len(found) < 400
    assert set(found) <= {f"m{number:04}" for number in range(400)}
    assert len(set(found)) == len(found)
    assert [problem.code for problem in problems] == ["damaged-table"]


@pytest.mark.parametrize("lost", [(b"m0200",), (b"m0100", b"m0300")], ids=["one page", "two pages"])
def test_what_stands_around_lost_pages_is_read(database, lost):
    raw = bytearray(database.read_bytes())
    for id_ in lost:
        page = raw.index(id_, len(raw) // (4 * len(lost))) // 4096 * 4096
        raw[page : page + 4096] = b"\xff" * 4096
    database.write_bytes(bytes(raw))
    found = ids(database, [])
    assert {"m0000", "m0399", *["m0200"][len(lost) % 2 :]} <= set(found)
    assert len(found) == len(set(found)) < 400


@pytest.mark.parametrize(
    ("session", "many"), [("s0", 1), ("s1", 1), ("s1", 400)], ids=["for one row", "for none", "for none of as many"]
)
def test_an_index_that_leads_into_another_table_hides_no_row(database, session, many):
    connection, problems = sqlite3.connect(database), []
    connection.executescript(
        f"""CREATE TABLE other (session TEXT); CREATE INDEX by_other ON other (session);
        INSERT INTO other SELECT 's0' FROM message LIMIT {many};
        PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage =
        (SELECT sum(rootpage) FROM sqlite_master WHERE name LIKE 'by_%') - rootpage WHERE name LIKE 'by_%';"""
    )
    connection.close()
    assert len(set(ids(database, problems, "session = ?", (session,)))) == 200
    assert [problem.code for problem in problems] == ["damaged-table"]


def test_what_is_no_database_cannot_be_read(tmp_path):
    path = tmp_path / "log.db"
    path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    with pytest.raises(CannotRead, match="damaged database"):
        ids(path)


def test_a_session_has_a_path_inside_its_database(database):
    assert split(database / "s1") == (database, "s1")
    assert split(database) == (database, "")
    assert split(database.parent / "absent.db") == (database.parent / "absent.db", "")


def test_a_cell_is_read_by_its_pointer(database):
    assert cell(str(database), "message/3/id/ignored") == b"m0002"
    for pointer in ("message/9999/id", "message/3/none", "message/x/id"):
        with pytest.raises(LookupError):
            cell(str(database), pointer)


def test_a_row_may_have_any_number(tmp_path):
    path = tmp_path / "odd.db"
    numbers = (-(2**63), -7, 1, 2, 3, 2**63 - 1)
    path.write_bytes(packed((ONE_TABLE,), [("message", (number, f"row {number}")) for number in numbers]))
    assert cell(str(path), "message/-7/data") == b"row -7"
    with open_tables(path, pytest.fail, {"message"}) as opened:
        assert len(list(opened.rows("message", ["data"], "data != ?", ["none"]))) == 6
    for number in ("--7", "²", ""):
        with pytest.raises(LookupError):
            cell(str(path), f"message/{number}/data")


@pytest.mark.parametrize("text", [b"row 3", b"row 1"])
def test_of_two_rows_with_one_number_the_one_is_read_that_it_leads_to(tmp_path, text):
    path, problems = tmp_path / "odd.db", []
    whole = packed((ONE_TABLE,), [("message", (number, f"row {number}")) for number in (1, 2, 3)])
    path.write_bytes(whole.replace(b"\x03\x03\x00\x17row 3", b"\x01\x03\x00\x17" + text))
    with open_tables(path, problems.append, {"message"}) as opened:
        assert sorted(opened.rows("message", ["data"])) == [(1, "row 1"), (2, "row 2")]
    assert "two of its rows have one number" in problems[0].message


def test_a_pointer_from_the_root_of_a_document_is_no_cell(database):
    assert is_cell(Source(str(database), pointer="message/3/data/text"))
    assert not is_cell(Source(str(database), pointer="/messages/3/text"))
    assert not is_cell(Source(str(database)))


@pytest.mark.parametrize(
    ("value", "found"),
    [('{"a": 1}', {"a": 1}), (b"[1]", [1]), ('[{"a": 1}, {"b"', [{"a": 1}]), ("no", None), (7, None), (None, None)],
)
def test_json_in_a_cell_is_read_as_far_as_it_goes(value, found):
    assert json_in(value) == found


def test_a_copy_serves_until_something_changed_and_its_making_has_paid(tmp_path):
    copy = _Copy(tmp_path, ("a", 1), True, made=100.0, took=2.0)
    assert copy.serves(("a", 1), now=9999.0)
    assert copy.serves(("a", 2), now=119.0)
    assert not copy.serves(("a", 2), now=121.0)


def test_rows_written_later_are_in_the_next_copy(database):
    writer = sqlite3.connect(database)
    writer.execute("PRAGMA journal_mode = WAL")
    for number, name in enumerate(("new", "newer"), 1):
        writer.execute("INSERT INTO message VALUES (?, 's9', '{}')", (name,))
        writer.commit()
        _forget(database)
        assert len(ids(database, where="session = ?", values=("s9",))) == number
    writer.close()


def test_copies_do_not_pile_up(tmp_path, database):
    for number in range(5):
        copy = tmp_path / f"{number}.db.gz"
        copy.write_bytes(gzip.compress(database.read_bytes()))
        ids(copy)
    assert len(_copies) <= 2
    assert all(copy.folder.is_dir() for copy in _copies.values())


def test_a_text_that_is_not_utf_8_is_read_like_the_others(tmp_path):
    path, problems = tmp_path / "log.db", []
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE messages (id TEXT, parts TEXT)")
        made.execute("INSERT INTO messages VALUES ('a', '[1]'), (CAST(x'62ff' AS TEXT), CAST(x'5b22ff225d' AS TEXT))")
        made.execute("INSERT INTO messages VALUES ('c', CAST(x'61ff62' AS TEXT))")
    made.close()
    with open_tables(path, problems.append, {"messages"}) as database:
        found = sorted(database.rows("messages", ("id", "parts"), raw=("parts",)))
        assert next(database.rows("messages", ("parts",), "id = 'c'"))[1] == "a\ufffdb"
    assert found == [(1, "a", b"[1]"), (2, "b\N{REPLACEMENT CHARACTER}", b'["\xff"]'), (3, "c", b"a\xffb")]
    assert (json_in(found[1][2]), problems) == (["\N{REPLACEMENT CHARACTER}"], [])


DOCTORED = {
    "view": "CREATE VIEW message AS WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r) SELECT id FROM r",
    "function": "CREATE TABLE message (data, id AS (hex(zeroblob(90000000))))",
}


@pytest.mark.parametrize("name", DOCTORED)
def test_a_schema_that_runs_when_it_is_read_costs_no_time(tmp_path, name):
    path = tmp_path / "log.db"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE message (data)")
        made.executemany("INSERT INTO message VALUES (?)", [("x",)] * 20)
        made.execute("PRAGMA writable_schema = ON")
        kind = DOCTORED[name].split()[1].lower()
        made.execute("UPDATE sqlite_schema SET type = ?, sql = ?", (kind, DOCTORED[name]))
    made.close()
    begun = time.process_time()
    with suppress(CannotRead):
        assert ids(path, [], "id = 'none'") == []
    assert time.process_time() - begun < 5


def test_a_query_without_end_is_ended(database, monkeypatch):
    monkeypatch.setattr("inspector.read.table_rows._PATIENCE", 0.0)
    problems = []
    assert len(ids(database, problems, "data = 'none'")) == 0
    assert [problem.code for problem in problems] == ["damaged-table"]


def test_a_cell_with_values_without_number_is_not_read():
    assert json_in(b"[" + b"[]," * 1_000_001 + b"[]]") is None


DATABASES = sorted(path for ending in ("db", "vscdb") for path in samples().rglob(f"*.{ending}"))


@pytest.mark.parametrize("log", DATABASES, ids=["/".join(path.parts[-4:-1]) for path in DATABASES])
def test_no_row_of_a_database_is_asked_for_twice(log, monkeypatch):
    adapter, _ = recognise(log)
    asked, connect = [], sqlite3.connect

    def watched(*arguments, **more):
        connection = connect(*arguments, **more)
        connection.set_trace_callback(asked.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", watched)
    adapter.read(log, pytest.fail)
    rows = [query for query in asked if query.startswith("SELECT") and "sqlite_master" not in query]
    assert rows
    assert len(rows) == len(set(rows))
