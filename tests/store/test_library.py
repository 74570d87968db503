from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from inspector.errors import CannotRead
from inspector.store import library as library_module
from inspector.store.library import MIGRATIONS, Library


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "data" / "library.sqlite"


def test_marks_and_windows_are_there_after_the_program_ended(path) -> None:
    library = Library(path)
    for item in (3, 5, 9):
        library.set_mark("s", item, True)
    library.set_mark("s", 5, False)
    library.set_mark("s", 3, True)
    library.set_window("s", 400_000)
    library.close()
    again = Library(path)
    assert again.marks("s") == {3, 9}
    assert again.window("s") == 400_000
    assert (again.marks("other"), again.window("other")) == (frozenset(), None)


def test_signed_reviews_are_kept_beside_each_other(path) -> None:
    library = Library(path)
    library.keep_sign_off("s", 2, "2026-02-01", "later", "{}")
    library.keep_sign_off("s", 2, "2026-01-01", "first", "{}")
    library.close()
    again = Library(path)
    assert again.sign_offs("s") == ((2, "2026-01-01", "first", "{}"), (2, "2026-02-01", "later", "{}"))
    assert again.sign_offs("other") == ()


def test_a_verdict_that_said_restated_says_lost(path, monkeypatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(library_module, "MIGRATIONS", MIGRATIONS[:9])
        library = Library(path)
        library.set_verdict("s", "outside", 1, "restated")
        library.set_verdict("s", "port", 1, "reworded")
        library.close()
    assert Library(path).verdicts("s") == {("outside", 1): "lost", ("port", 1): "reworded"}


def test_every_migration_has_a_number_of_its_own() -> None:
    numbers = [name.split()[0] for name, _ in MIGRATIONS]
    assert numbers == sorted(set(numbers))


def test_an_entered_window_can_be_taken_back(path) -> None:
    library = Library(path)
    library.set_window("s", 1)
    library.set_window("s", None)
    assert library.window("s") is None


def test_a_migration_keeps_what_was_there_and_leaves_a_backup(path, monkeypatch) -> None:
    library = Library(path)
    library.set_mark("s", 7, True)
    library.close()
    more = ("0002 colours", "ALTER TABLE marks ADD COLUMN colour TEXT;")
    monkeypatch.setattr(library_module, "MIGRATIONS", (*MIGRATIONS, more))
    assert Library(path).marks("s") == {7}
    with sqlite3.connect(path.with_name("library-before-0002.sqlite")) as backup:
        assert backup.execute("SELECT * FROM marks").fetchall() == [("s", 7)]
    backup.close()


def test_a_library_of_each_earlier_version_opens_with_its_marks(path, monkeypatch) -> None:
    for known in range(1, len(MIGRATIONS)):
        old = path.with_name(f"{known}.sqlite")
        with monkeypatch.context() as patch:
            patch.setattr(library_module, "MIGRATIONS", MIGRATIONS[:known])
            library = Library(old)
            library.set_mark("s", known, True)
            library.close()
        assert Library(old).marks("s") == {known}


def test_a_migration_that_fails_changes_nothing(path, monkeypatch) -> None:
    library = Library(path)
    library.set_mark("s", 7, True)
    library.close()
    broken = ("0002 broken", "ALTER TABLE marks ADD COLUMN colour TEXT; DROP TABLE nowhere;")
    with monkeypatch.context() as patch:
        patch.setattr(library_module, "MIGRATIONS", (*MIGRATIONS, broken))
        with pytest.raises(CannotRead):
            Library(path)
    library = Library(path)
    assert library.marks("s") == {7}
    library.set_mark("s", 8, True)
    assert library.marks("s") == {7, 8}


def test_a_library_of_a_newer_program_is_left_alone(path) -> None:
    Library(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute("INSERT INTO migrations VALUES ('0099 from the future', '')")
    newer.close()
    with pytest.raises(CannotRead, match="newer version"):
        Library(path)


def test_a_damaged_library_is_an_error_with_a_way_out_and_stays_as_it_is(path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 300)
    with pytest.raises(CannotRead) as caught:
        Library(path)
    assert "Move it away" in caught.value.hint
    assert path.read_bytes() == b"no database at all" * 300


def test_verdicts_notes_on_facts_and_reviewed_compactions_are_there_after_the_program_ended(path) -> None:
    library = Library(path)
    library.set_verdict("s", "f", 1, "lost")
    library.set_verdict("s", "f", 1, "reworded")
    library.set_verdict("s", "f", 2, "lost")
    library.set_verdict("s", "f", 2, "")
    library.set_fact_note("s", "f", "why?")
    library.set_fact_note("s", "g", "x")
    library.set_fact_note("s", "g", "")
    for number in (1, 2):
        library.set_reviewed("s", number, True)
    library.set_reviewed("s", 2, False)
    library.close()
    again = Library(path)
    assert again.verdicts("s") == {("f", 1): "reworded"}
    assert again.fact_notes("s") == {"f": "why?"}
    assert again.reviewed("s") == {1}
    assert (again.verdicts("other"), again.fact_notes("other"), again.reviewed("other")) == ({}, {}, frozenset())
    again.close()
