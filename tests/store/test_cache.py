from __future__ import annotations

import os
import sqlite3
import threading

import pytest

from inspector.store.cache import VERSION, Cache

KEYS = [number.to_bytes(16, "big") for number in range(3_000)]


def test_counts_are_there_after_the_program_ended(tmp_path) -> None:
    first = Cache(tmp_path / "deep" / "cache.sqlite")
    first.remember_counts("words", {key: place for place, key in enumerate(KEYS)})
    first.close()
    again = Cache(tmp_path / "deep" / "cache.sqlite")
    assert again.find_counts("words", [*KEYS, b"unknown"]) == {key: place for place, key in enumerate(KEYS)}
    assert again.find_counts("other", KEYS) == {}
    assert again.trouble is None


@pytest.mark.parametrize("damage", [b"", b"this is no database" * 400, b"SQLite format 3\x00" + b"\xff" * 8_000])
def test_a_damaged_file_is_made_anew(tmp_path, damage) -> None:
    path = tmp_path / "cache.sqlite"
    path.write_bytes(damage)
    cache = Cache(path)
    cache.remember_counts("words", {b"k": 1})
    cache.close()
    again = Cache(path)
    assert again.find_counts("words", [b"k"]) == {b"k": 1}
    assert again.trouble is None


def test_damage_while_it_is_open_costs_no_error_and_heals_by_the_next_start(tmp_path) -> None:
    path = tmp_path / "cache.sqlite"
    cache = Cache(path)
    cache.remember_counts("words", dict.fromkeys(KEYS, 7))
    cache.close()
    blob = bytearray(path.read_bytes())
    blob[4096:] = b"\xaa" * (len(blob) - 4096)
    path.write_bytes(blob)
    hurt = Cache(path)
    assert hurt.find_counts("words", KEYS) == {}
    hurt.remember_counts("words", {b"k": 1})
    assert hurt.find_counts("words", [b"k"]) == {b"k": 1}
    assert hurt.trouble is not None
    hurt.close()
    healed = Cache(path)
    healed.remember_counts("words", {b"k": 2})
    assert healed.find_counts("words", [b"k"]) == {b"k": 2}
    assert healed.trouble is None


def test_another_version_is_emptied(tmp_path) -> None:
    path = tmp_path / "cache.sqlite"
    with sqlite3.connect(path) as old:
        old.executescript(f"CREATE TABLE counts (everything_else TEXT); PRAGMA user_version = {VERSION + 1};")
    old.close()
    cache = Cache(path)
    cache.remember_counts("words", {b"k": 1})
    assert cache.find_counts("words", [b"k"]) == {b"k": 1}
    assert cache.trouble is None


def test_where_nothing_can_be_written_the_cache_lives_in_memory_and_says_so(tmp_path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file" / "cache.sqlite")
    cache.remember_counts("words", {b"k": 1})
    assert cache.find_counts("words", [b"k"]) == {b"k": 1}
    assert cache.trouble is not None
    assert cache.trouble.code == "cache-not-kept"


def test_a_full_disk_leaves_counts_in_memory(tmp_path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    cache._connection.execute("PRAGMA max_page_count = 8")
    cache.remember_counts("words", dict.fromkeys(KEYS, 7))
    assert cache.trouble is not None
    cache.remember_counts("words", {b"k": 1})
    assert cache.find_counts("words", [b"k"]) == {b"k": 1}


def test_several_threads_share_one_cache(tmp_path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    failures: list[Exception] = []

    def work(number: int) -> None:
        try:
            for key in KEYS[number * 100 : number * 100 + 100]:
                cache.remember_counts("words", {key: number})
                assert cache.find_counts("words", [key]) == {key: number}
        except Exception as why:
            failures.append(why)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(cache.find_counts("words", KEYS)) == 400


def test_two_running_copies_see_each_others_counts(tmp_path) -> None:
    one, other = Cache(tmp_path / "cache.sqlite"), Cache(tmp_path / "cache.sqlite")
    one.remember_counts("words", {b"k": 1})
    other.remember_counts("words", {b"l": 2})
    assert one.find_counts("words", [b"k", b"l"]) == {b"k": 1, b"l": 2}


def test_whole_sessions_are_remembered_and_the_oldest_go() -> None:
    cache = Cache.memory()
    for key in KEYS[:520]:
        cache.remember_session(key, b"packed")
    kept = [key for key in KEYS[:520] if cache.session(key)]
    assert len(kept) == 500
    assert cache.session(None) is None
    cache.remember_session(None, b"packed")
    assert len([key for key in KEYS[:520] if cache.session(key)]) == 500


def test_the_default_cache_lies_where_the_environment_says(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", os.fspath(tmp_path))
    assert Cache.default().path == tmp_path / "cache" / "cache.sqlite"


def test_results_are_there_after_the_program_ended(tmp_path) -> None:
    first = Cache(tmp_path / "cache.sqlite")
    first.remember_result(b"k", b"packed")
    first.remember_result(b"l", b"other")
    first.forget_result(b"l")
    first.close()
    again = Cache(tmp_path / "cache.sqlite")
    assert again.result(b"k") == b"packed"
    assert again.result(b"l") is None


def test_results_take_no_more_room_than_they_may_and_those_asked_for_stay_longest() -> None:
    cache = Cache.memory()
    for number in range(40):
        cache.remember_result(KEYS[number], bytes(100), most=1_000)
        assert cache.result(KEYS[0]) is not None
    kept = [key for key in KEYS[:40] if cache.result(key) is not None]
    assert kept == [KEYS[0], *KEYS[31:40]]


def test_a_result_that_would_drive_out_the_others_is_not_kept() -> None:
    cache = Cache.memory()
    cache.remember_result(b"small", bytes(100), most=1_000)
    cache.remember_result(b"large", bytes(251), most=1_000)
    assert cache.result(b"large") is None
    assert cache.result(b"small") == bytes(100)


def test_a_cache_that_may_only_be_read_still_gives_its_results(tmp_path) -> None:
    path = tmp_path / "cache.sqlite"
    first = Cache(path)
    first.remember_result(b"k", b"packed")
    first.close()
    cache = Cache(path)
    cache._connection.execute("PRAGMA query_only = ON")
    assert cache.result(b"k") == b"packed"
    assert cache.result(b"k") == b"packed"
    assert cache.trouble is None


def test_clearing_forgets_results_too() -> None:
    cache = Cache.memory()
    cache.remember_result(b"k", b"packed")
    cache.clear()
    assert cache.result(b"k") is None
