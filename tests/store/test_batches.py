import os
import sys

import pytest

from inspector.errors import InspectorError
from inspector.store.batches import BatchLog


def test_what_was_done_is_known_to_the_next_run(tmp_path):
    first = BatchLog(tmp_path / "b.jsonl")
    first.begin("a")
    first.finish("a", {"n": 1})
    first.begin("b")
    first.close()
    again = BatchLog(tmp_path / "b.jsonl")
    assert again.done == {"a": {"n": 1}}
    assert again.is_doubtful("b") and not again.is_doubtful("a") and not again.is_doubtful("c")


def test_a_file_whose_name_is_no_text_is_known_to_the_next_run(tmp_path):
    name = os.fsdecode(b"a\xff.jsonl")
    first = BatchLog(tmp_path / "b.jsonl")
    first.finish(name, {"n": 1})
    first.close()
    assert BatchLog(tmp_path / "b.jsonl").done == {name: {"n": 1}}


def test_a_line_that_was_being_written_costs_itself_alone(tmp_path):
    log = BatchLog(tmp_path / "b.jsonl")
    log.finish("a", {"n": 1})
    log.finish("b", {"n": 2})
    log.close()
    whole = log.path.read_bytes()
    log.path.write_bytes(whole[:-5])
    again = BatchLog(log.path)
    assert set(again.done) == {"a"}
    again.finish("c", {"n": 3})
    again.close()
    assert set(BatchLog(log.path).done) == {"a", "c"}


def test_a_session_that_was_begun_again_and_again_is_given_up(tmp_path):
    for expected in (False, False, False, True):
        log = BatchLog(tmp_path / "b.jsonl")
        assert log.is_fatal("a") is expected
        log.begin("a")
        log.close()


def test_other_places_or_options_are_another_batch(monkeypatch, tmp_path):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    paths = {BatchLog.of("1", "a", "b").path, BatchLog.of("1", "ab").path, BatchLog.of("2", "a", "b").path}
    assert len(paths) == 3 and BatchLog.of("1", "a", "b").path in paths


def test_a_batch_that_is_through_leaves_nothing_behind(tmp_path):
    log = BatchLog(tmp_path / "sub" / "b.jsonl")
    log.finish("a", {})
    log.forget()
    assert not log.path.exists() and not log.done
    log.forget()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason=f"{sys.platform} has no device that is always full")
def test_a_full_disk_is_told_with_a_way_out(tmp_path):
    full = tmp_path / "b.jsonl"
    full.symlink_to("/dev/full")
    with pytest.raises(InspectorError, match="cannot be kept") as why:
        BatchLog(full).finish("a", {})
    assert why.value.exit_code == 3 and why.value.hint
