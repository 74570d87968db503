"""Recognising, finding and listing Claude Code logs."""

import json

import pytest

from inspector.read.adapters.claude_code import ADAPTER
from inspector.read.open import matches, open_log, probe_path


def test_a_transcript_is_recognised_by_its_rows_whatever_its_name(log, tmp_path):
    log.says("go")
    log.read()
    neutral = log.path.rename(tmp_path / "unknown.bin")
    assert matches(probe_path(neutral))[0][0] is ADAPTER


@pytest.mark.parametrize("progress", [0, 1])
def test_a_log_whose_prompt_is_longer_than_the_probe_is_recognised(log, progress):
    for _ in range(progress):
        log.row("progress", data={"type": "hook_progress"})
    log.says("x" * 300_000)
    log.read()
    assert matches(probe_path(log.path))[0][0] is ADAPTER


def test_sessions_are_found_without_the_files_of_their_subagents(tmp_path):
    for name in ("p/S.jsonl", "p/agent-1.jsonl", "p/S/subagents/agent-2.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}\n")
    assert [path.name for path in ADAPTER.find(tmp_path)] == ["S.jsonl"]


def test_the_configured_folder_replaces_the_usual_one(tmp_path):
    assert ADAPTER.folders(tmp_path, {"CLAUDE_CONFIG_DIR": "/a,/b"})[0].parts[-2:] == ("a", "projects")
    assert ADAPTER.folders(tmp_path, {})[0] == tmp_path / ".claude" / "projects"


def test_a_list_shows_title_and_times_from_head_and_tail(log):
    log.says("<system-reminder>noise</system-reminder>")
    log.says("fix the tide table")
    for number in range(3):
        log.answers("x" * 40_000 + str(number))
    log.rows.append({"type": "custom-title", "customTitle": "Tides", "uuid": "t"})
    log.read()
    glance = ADAPTER.glance(probe_path(log.path))
    assert glance.title == "Tides"
    assert glance.started == log.rows[0]["timestamp"]
    assert glance.ended == log.rows[-2]["timestamp"]


def test_an_export_that_left_out_the_ids_is_still_recognised(log, tmp_path):
    log.says("Please look at the tides.")
    log.answers("They turn at nine.")
    log.read()
    rows = [json.loads(line) for line in log.path.read_text("utf-8").splitlines()]
    bare = [{"type": row["type"], "message": row["message"]} for row in rows if row["type"] in ("user", "assistant")]
    path = tmp_path / "full.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in bare), "utf-8")
    opened = open_log(path)
    assert matches(probe_path(path))[0][0] is ADAPTER
    assert [item.preview for item in opened.session.items] == ["Please look at the tides.", "They turn at nine."]
