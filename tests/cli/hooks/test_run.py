import json
import os
import subprocess
import sys

import pytest

from inspector.cli.hooks import answers


@pytest.mark.parametrize("raw", [b"", b"{", b"[1]", b"\x00" * 10, b'{"transcript_path": 1}'])
@pytest.mark.parametrize("event", ["PreCompact", "PostCompact", "SessionStart"])
def test_what_is_no_payload_ends_well_with_a_line(feed, noted, event, raw):
    ran = feed(event, raw)
    assert (ran.status, ran.out, ran.err) == (0, "", "") and "nothing was done" in noted()


def test_a_log_that_is_not_there_ends_well_with_a_line(feed, payload, noted, tmp_path):
    ran = feed("PreCompact", payload("PreCompact", transcript_path=str(tmp_path / "none.jsonl")))
    assert (ran.status, ran.out) == (0, "") and "there is no log" in noted()


def test_a_log_that_is_being_written_is_read_as_far_as_it_goes(feed, payload, fading, tmp_path):
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(fading.read_bytes()[:-40])
    ran = feed("PreCompact", payload("PreCompact", transcript_path=str(torn)))
    assert ran.status == 0 and "keep it word for word in the summary" in ran.out


def test_a_fault_of_ours_ends_well_with_a_line(feed, payload, noted, monkeypatch):
    monkeypatch.setattr(answers, "before_compaction", lambda *args, **more: 1 / 0)
    ran = feed("PreCompact", payload("PreCompact"))
    assert (ran.status, ran.out) == (0, "") and "ZeroDivisionError" in noted()


def test_a_disk_that_is_full_ends_well(feed, payload, monkeypatch):
    def full(*args, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.mkdir", full)
    assert feed("PreCompact", payload("PreCompact")).status == 0


def test_past_its_time_it_is_gone_with_nothing_said(payload, tmp_path):
    told = json.dumps(payload("PreCompact")).encode()
    environment = os.environ | {"INSPECTOR_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "inspector", "hook", "PreCompact", "--patience", "0.1"]
    # Its input never ends: what it waits for does not come.
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        assert process.wait(20) == 0 and process.stdout.read() == b""
    assert "more than 0.1 s" in (tmp_path / "data" / "hooks.log").read_text("utf-8") and told
