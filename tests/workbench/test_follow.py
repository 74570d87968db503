import os

import pytest

from inspector.errors import CannotRead
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.follow import Follower, follow
from inspector.workbench.stages import advance, read
from tests.claude_log import ClaudeLog, packed


@pytest.fixture
def story():
    log = ClaudeLog(
        "5d0c2c8e-2222-4f0b-8f37-6b1f4e2d7a90", "/home/mara/tidewatch", "2.1.219", "main", "2026-03-02T09:00:00"
    )
    log.files["a.py"] = "".join(f"line_{place} = {place}\n" for place in range(4_000))
    log.human("Please look after the feeds.")
    log.say(log.read("a.py"))
    return log


def write(path, rows, mode="ab"):
    with path.open(mode) as stream:
        stream.writelines(packed(row) + b"\n" for row in rows)


def written(story, path):
    """Write what is not yet in the file; gives its rows."""
    have = path.read_bytes().count(b"\n") if path.exists() else 0
    rows = story.rows[have:]
    write(path, rows)
    return rows


def test_nothing_written_is_no_change(story, tmp_path):
    path = tmp_path / "log.jsonl"
    written(story, path)
    follower = Follower(path)
    assert follower.poll() is None


def test_what_was_appended_is_counted_and_a_compaction_makes_a_reading_due(story, tmp_path):
    path = tmp_path / "log.jsonl"
    written(story, path)
    follower = Follower(path)
    story.say("Going on with the compact summary of the condensed list.")
    rows = written(story, path)
    change = follower.poll()
    assert change.lines == len(rows)
    assert not change.rewritten and not change.due
    story.compact("Summary: feeds.")
    written(story, path)
    assert follower.poll().due


def test_a_line_that_is_still_being_written_waits(story, tmp_path):
    path = tmp_path / "log.jsonl"
    written(story, path)
    follower = Follower(path)
    story.compact("Summary: feeds.")
    line = packed(story.rows[-2]) + b"\n"
    with path.open("ab") as stream:
        stream.write(line[:40])
    assert follower.poll() is None
    with path.open("ab") as stream:
        stream.write(line[40:])
    change = follower.poll()
    assert (change.lines, change.due) == (1, True)


def test_only_what_was_appended_is_read(story, tmp_path, monkeypatch):
    path = tmp_path / "log.jsonl"
    write(path, story.rows * 500, "wb")
    follower = Follower(path)
    story.say("Going on.")
    write(path, story.rows[-1:])
    before = _read_bytes()
    follower.poll()
    assert _read_bytes() - before < 100_000 < path.stat().st_size


def _read_bytes():
    """Bytes this process asked the system for."""
    try:
        with open("/proc/self/io", encoding="ascii") as told:
            return int(told.readline().split()[1])
    except OSError:
        pytest.skip("this system does not tell what a process reads")


def test_a_log_that_grew_enough_is_due_though_nothing_in_it_tells(story, tmp_path):
    path = tmp_path / "log.jsonl"
    written(story, path)
    follower = Follower(path)
    story.say(story.read("a.py"))
    written(story, path)
    assert follower.poll().due
    follower.was_read()
    story.say("Going on.")
    written(story, path)
    assert not follower.poll().due


def test_a_log_that_was_rewritten_or_replaced_is_another_one(story, tmp_path):
    path = tmp_path / "log.jsonl"
    written(story, path)
    follower = Follower(path)
    write(path, story.rows[:2], "wb")
    assert follower.poll().rewritten
    other = tmp_path / "other.jsonl"
    write(other, story.rows * 2, "wb")
    os.replace(other, path)
    assert follower.poll().rewritten
    assert follower.poll() is None


def test_a_log_that_is_gone_is_told(story, tmp_path):
    path = tmp_path / "log.jsonl"
    written(story, path)
    follower = Follower(path)
    path.unlink()
    with pytest.raises(CannotRead):
        follower.poll()


def test_a_session_in_several_files_changes_when_any_of_them_does(tmp_path):
    folder = tmp_path / "session"
    (folder / "events").mkdir(parents=True)
    (folder / "events" / "1.json").write_text("{}", "utf-8")
    follower = Follower(folder)
    assert follower.poll() is None
    (folder / "events" / "2.json").write_text("{}", "utf-8")
    assert follower.poll().due


def test_a_compaction_appears_as_it_is_written_and_only_once(story, tmp_path):
    path = tmp_path / "log.jsonl"
    written(story, path)
    opened = []

    def again():
        document = read(path)
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        opened.append(document)
        return document

    def writes():
        story.say("Going on.")
        written(story, path)
        yield True
        story.compact("Summary: feeds.")
        story.say("Going on.")
        written(story, path)
        yield True
        story.say(story.read("a.py"))
        written(story, path)
        yield True
        story.compact("Summary: feeds again.")
        story.say("Going on.")
        written(story, path)
        yield True
        yield False

    steps = writes()
    told = [
        [one.number for one in new]
        for _, new in follow(Follower(path), again(), again, lambda change: next(steps))
        if new
    ]
    assert told == [[1], [2]]
    opened[-1].close()


def test_a_log_that_speaks_of_compacting_in_every_line_is_not_read_all_the_time(story, tmp_path, monkeypatch):
    path = tmp_path / "log.jsonl"
    written(story, path)
    now = [100.0]
    monkeypatch.setattr("inspector.workbench.follow.time.monotonic", lambda: now[0])
    readings = []

    def again():
        now[0] += 1
        document = read(path)
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        readings.append(now[0])
        return document

    def wait(change):
        now[0] += 0.5
        write(path, [{"type": "system", "subtype": "compact_hint", "content": "soon"}])
        return now[0] < 160

    first = again()
    assert [new for _, new in follow(Follower(path), first, again, wait) if new] == []
    assert 8 <= len(readings) <= 14, "one second in five at most, and what waits is read"
    first.close()


def test_what_came_while_it_rested_is_read_though_nothing_more_is_written(story, tmp_path, monkeypatch):
    path = tmp_path / "log.jsonl"
    written(story, path)
    now = [100.0]
    monkeypatch.setattr("inspector.workbench.follow.time.monotonic", lambda: now[0])
    follower = Follower(path)
    for due in (True, False):
        write(path, [{"type": "system", "subtype": "compact_boundary", "content": "soon"}])
        assert follower.poll().due is due
        if due:
            follower.was_read()
            follower.found_nothing(2)
    assert follower.poll() is None
    now[0] += 9
    assert follower.poll().due
