import orjson

from inspector.read.adapters.claude_code import earlier_log


def rows(path, *records):
    path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
    return path


def test_the_row_that_the_boundary_follows_is_looked_for_in_the_other_logs(tmp_path):
    later = rows(tmp_path / "later.jsonl", {"uuid": "b", "parentUuid": None, "logicalParentUuid": "a"})
    assert earlier_log(later) is None
    rows(tmp_path / "names-it.jsonl", {"uuid": "c", "parentUuid": "a", "logicalParentUuid": "a"})
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert earlier_log(later) is None
    before = rows(tmp_path / "before.jsonl", {"uuid": "x"}, {"uuid": "a", "parentUuid": "x"})
    assert earlier_log(later) == before


def test_a_log_that_has_the_row_itself_or_no_boundary_needs_no_other(tmp_path):
    rows(tmp_path / "before.jsonl", {"uuid": "a"})
    whole = rows(tmp_path / "whole.jsonl", {"uuid": "a"}, {"uuid": "b", "logicalParentUuid": "a"})
    assert earlier_log(whole) is None
    assert earlier_log(rows(tmp_path / "plain.jsonl", {"uuid": "z"})) is None
    assert earlier_log(tmp_path / "gone.jsonl") is None


def test_a_fork_that_writes_the_row_again_behind_its_boundary_came_from_the_log_that_has_it_ahead(tmp_path):
    boundary = {"uuid": "b", "parentUuid": None, "logicalParentUuid": "a"}
    fork = rows(tmp_path / "fork.jsonl", boundary, {"uuid": "a", "parentUuid": "b"})
    rows(tmp_path / "other-fork.jsonl", boundary, {"uuid": "a", "parentUuid": "b"})
    assert earlier_log(fork) is None
    before = rows(tmp_path / "before.jsonl", {"uuid": "a"}, boundary)
    assert earlier_log(fork) == before
    assert earlier_log(before) is None
