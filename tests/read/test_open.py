"""From a path to a session, or to a way out."""

import gzip
import json
import os
import random
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest
import zstandard

from inspector.errors import CannotRead, UnknownFormat
from inspector.model import Origin
from inspector.read import open as reading
from inspector.read.open import BRIEF, HEAD, INSISTED, adapter_named, candidates, matches, open_log, probe_path
from inspector.resources import samples


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"", CannotRead), (b"hello\n", UnknownFormat), (os.urandom(4000), UnknownFormat), (b"{}\n", UnknownFormat)],
)
def test_what_is_no_session_ends_in_an_error_with_a_way_out(tmp_path, content, error):
    path = tmp_path / "log"
    path.write_bytes(content)
    with pytest.raises(error) as why:
        open_log(path)
    assert why.value.hint
    assert str(path) in why.value.message


def test_an_absent_file_and_an_empty_folder_end_in_an_error(tmp_path):
    with pytest.raises(CannotRead):
        open_log(tmp_path / "absent")
    with pytest.raises(UnknownFormat) as why:
        open_log(tmp_path)
    assert "claude-code" in why.value.choices


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_a_forbidden_file_says_so(tmp_path):
    path = tmp_path / "log"
    path.write_text("{}")
    path.chmod(0)
    with pytest.raises(CannotRead, match="No permission"):
        open_log(path)


def test_an_insisted_adapter_that_finds_nothing_says_that_the_log_is_empty(tmp_path):
    path = tmp_path / "log"
    path.write_text('not a record\n"nor this"\n')
    with pytest.raises(CannotRead, match="no session"):
        open_log(path, agent="claude-code")


def written(path: Path, *records: dict) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


ASKED = {
    "type": "user",
    "sessionId": "s",
    "uuid": "a",
    "parentUuid": None,
    "version": "2.1.0",
    "cwd": "/w",
    "timestamp": "2026-01-01T10:00:00Z",
    "message": {"role": "user", "content": "Fix the parser."},
}


@pytest.mark.parametrize("agent", ["codex", "gemini", "kimi", "chat", "crush", "cline"])
def test_a_log_of_another_agent_than_the_one_insisted_on_is_no_session_without_compactions(tmp_path, agent):
    path = written(tmp_path / "log.jsonl", ASKED)
    with pytest.raises(UnknownFormat, match="cannot be read as") as why:
        open_log(path, agent=agent)
    assert "Claude Code" in why.value.hint
    assert why.value.choices == ("claude-code",)


def test_a_log_that_nobody_knows_is_not_taken_for_a_session_of_events_either(tmp_path):
    path = written(tmp_path / "log.jsonl", {"level": "info", "msg": "started"}, {"level": "info", "msg": "ended"})
    with pytest.raises(UnknownFormat, match="nothing in it was said"):
        open_log(path, agent="kimi")


def test_what_another_agents_format_has_in_common_is_read_with_a_warning(tmp_path):
    path = written(tmp_path / "log.jsonl", ASKED)
    session = open_log(path, agent="claude-stream").session
    assert session.diagnostics[0].code == INSISTED
    assert "Claude Code" in session.diagnostics[0].message
    assert not any(one.code == INSISTED for one in open_log(path, agent="claude-code").session.diagnostics)


def test_an_unknown_adapter_names_those_that_are_known():
    with pytest.raises(UnknownFormat) as why:
        adapter_named("nobody")
    assert "claude-code" in why.value.choices


def test_a_probe_tells_tables_of_a_database_without_changing_it(tmp_path):
    path = tmp_path / "state.db"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE sessions (id)")
    made.close()
    before = (path.read_bytes(), sorted(entry.name for entry in tmp_path.iterdir()))
    assert probe_path(path).tables == {"sessions"}
    assert before == (path.read_bytes(), sorted(entry.name for entry in tmp_path.iterdir()))


def test_a_damaged_database_is_an_error_and_no_crash(tmp_path):
    path = tmp_path / "state.db"
    path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    with pytest.raises(CannotRead):
        probe_path(path)


def test_a_log_is_taken_for_the_same_by_its_beginning_as_by_all_of_its_head_and_by_one_where_that_is_sure():
    for path in (path for path in samples().rglob("*") if path.is_file() and path.suffix != ".toml"):
        probe = probe_path(path)
        assert [(one.id, how.because) for one, how in candidates(path)[:1]] == [
            (one.id, how.because) for one, how in matches(probe)[:1]
        ]
        found = sorted(how.confidence for adapter in reading.ADAPTERS if (how := adapter.recognise(probe)))
        assert len(found) < 2 or found[-1] < reading.SURE or found[-2] < reading.SURE - reading.TIE


def test_a_beginning_that_leaves_a_doubt_is_not_decided_by(tmp_path):
    path = tmp_path / "log.jsonl"
    side = '{"type": "file-history-snapshot", "messageId": "%d", "snapshot": {}}\n'
    row = '{"type": "user", "parentUuid": null, "sessionId": "s", "uuid": "u", "message": {"content": "go on"}}\n'
    path.write_text("".join(side % number for number in range(BRIEF // 50)) + row)
    assert matches(probe_path(path, BRIEF))[0][1].confidence < 0.9
    assert candidates(path)[0][1].confidence > 0.9


def test_what_is_known_by_its_beginning_is_read_no_further(tmp_path):
    path = tmp_path / "log.jsonl"
    row = '{"type": "user", "parentUuid": null, "sessionId": "s", "uuid": "u", "message": {"content": "go on"}}\n'
    path.write_text(row * (HEAD // len(row)))
    seen = []
    asked = SimpleNamespace(recognise=lambda probe: seen.append(len(probe.head) + len(probe.tail)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "ADAPTERS", (asked, *reading.ADAPTERS))
        candidates(path)
    assert seen == [2 * BRIEF]


@pytest.mark.skipif(os.name == "nt", reason="has neither pipes nor devices in its folders")
def test_a_pipe_and_a_device_are_called_what_they_are(tmp_path):
    os.mkfifo(tmp_path / "log.jsonl")
    with pytest.raises(CannotRead, match="is a pipe"):
        open_log(tmp_path / "log.jsonl")
    with pytest.raises(CannotRead, match="is a device"):
        open_log(Path(os.devnull))


def test_a_database_is_probed_by_a_path_from_here(tmp_path, monkeypatch):
    with sqlite3.connect(tmp_path / "state.db") as made:
        made.execute("CREATE TABLE sessions (id, title)")
    made.close()
    monkeypatch.chdir(tmp_path)
    probe = probe_path(Path("state.db"))
    assert (probe.tables, probe.columns) == ({"sessions"}, {"sessions": {"id", "title"}})


def test_a_stream_whose_first_line_is_damaged_is_still_known(tmp_path):
    path = tmp_path / "stream.jsonl"
    rows = [
        b'{"type": "system", "subtype": "init", "session_id": "s", "tools"x ["Read"]}}',
        b'{"type": "user", "session_id": "s", "parent_tool_use_id": null, "message": {"role": "user", "content": "x"}}',
    ]
    path.write_bytes(b"\n".join(rows) + b"\n")
    assert candidates(path)[0][0].id == "claude-stream"


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_packed_log_that_is_damaged_opens_as_far_as_it_goes(tmp_path, pack):
    made = random.Random(1)
    rows = [
        {
            "type": "user",
            "uuid": f"u{n}",
            "parentUuid": f"u{n - 1}" if n else None,
            "sessionId": "s",
            "timestamp": "2026-01-02T03:04:05.000Z",
        }
        | {"message": {"role": "user", "content": f"tide {n} {made.randbytes(900).hex()}"}}
        for n in range(400)
    ]
    raw = bytearray(pack(b"".join(json.dumps(row).encode() + b"\n" for row in rows)))
    del raw[len(raw) // 2 : len(raw) // 2 + 2_000]
    path = tmp_path / f"log.jsonl{'.gz' if pack is gzip.compress else '.zst'}"
    path.write_bytes(raw)
    opened = open_log(path)
    assert "cut-archive" in [problem.code for problem in opened.session.diagnostics]
    first = next(item for item in opened.session.items if item.origin is Origin.HUMAN)
    assert opened.bodies.text(first) == rows[0]["message"]["content"]
