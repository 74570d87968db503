import json
import os
import subprocess
import sys

from inspector.resources import samples
from tests.read.adapters.test_pi import HEADER, entry, said, user

KEYS = {
    "number", "line", "time", "kind", "basis", "trigger", "status", "outcome", "before", "after", "reported_after",
    "removed", "kept", "inserted", "seconds", "summary",
}  # fmt: skip


def test_compactions_come_with_the_contracts_keys(inspector, compacted):
    told = inspector("compactions", compacted, "--json").json
    assert {"schema", "agent", "compactions", "edits"} <= set(told)
    assert told["compactions"]
    for place, compaction in enumerate(told["compactions"], 1):
        assert set(compaction) >= KEYS
        assert compaction["number"] == place
        assert set(compaction["before"]) == {"value", "basis"}


def test_a_summary_is_quoted_from_the_line_it_names(inspector, compacted):
    lines = compacted.read_text("utf-8").splitlines()
    summaries = [
        c["summary"] for c in inspector("compactions", compacted, "--json").json["compactions"] if c["summary"]
    ]
    assert summaries
    for summary in summaries:
        assert summary["readable"] is True
        assert summary["tokens"] > 0
        assert summary["text"].splitlines()[0] in lines[summary["line"] - 1]


def test_what_was_removed_and_kept_was_there_before(inspector, compacted):
    assert "items removed  items kept" in inspector("compactions", compacted).out, "beside columns of tokens"
    for compaction in inspector("compactions", compacted, "--json").json["compactions"]:
        number = compaction["number"]
        before = inspector("context", compacted, "--before", number, "--json").json["entries"]
        after = inspector("context", compacted, "--after", number, "--json").json["entries"]
        was, now = {entry["item"] for entry in before}, {entry["item"] for entry in after}
        assert set(compaction["items"]["removed"]) == was - now
        assert set(compaction["items"]["kept"]) == was & now
        assert set(compaction["items"]["inserted"]) | set(compaction["items"]["restored"]) == now - was


def test_a_session_never_compacted_says_so(inspector, tiny):
    told = inspector("compactions", tiny)
    assert told.status == 0 and told.out == ""
    assert "never compacted" in told.err
    assert inspector("compactions", tiny, "--json").json["compactions"] == []


def test_a_trigger_that_nobody_wrote_is_not_in_this_log(inspector):
    (log,) = samples().glob("pi/*/two-compactions/*.jsonl")
    assert inspector("compactions", log, "--json").json["compactions"][0]["trigger"] == "unknown"
    row = inspector("compactions", log).tables[0][1]
    assert "not in this log" in row and "unknown" not in row
    (log,) = samples().glob("cline/3.26/summarized-task/1756110000000")
    rows = inspector("compactions", log).tables[0][1:]
    assert [row.split()[1] for row in rows] == ["#36", "#60"], "a log without lines has items"


def test_the_table_has_one_line_a_compaction(inspector, compacted):
    there = inspector("compactions", compacted, "--json").json["compactions"]
    table, edits = inspector("compactions", compacted).tables
    assert len(table) == 1 + len(there) and "in 1 step (" in edits[0]


def test_following_shows_what_is_there_and_ends_when_nothing_is_written(inspector, compacted):
    ran = inspector("compactions", compacted, "--follow", "--idle", 0, "--json")
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 0
    assert told == inspector("compactions", compacted, "--json").json["compactions"]


def test_a_compaction_written_while_the_log_is_followed_appears(tmp_path, compacted):
    log, lines = tmp_path / "log.jsonl", compacted.read_bytes().splitlines(keepends=True)
    cut = next(place for place, line in enumerate(lines) if b'"compact_boundary"' in line)
    log.write_bytes(b"".join(lines[:cut]))
    home = {**os.environ, "INSPECTOR_HOME": str(tmp_path / "home")}
    following = subprocess.Popen(
        [sys.executable, "-m", "inspector", "compactions", str(log), "--follow"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=home,
    )
    try:
        assert "Following" in following.stderr.readline()
        with log.open("ab") as stream:
            stream.writelines(lines[cut:])
        assert following.stdout.readline().startswith("1  ")
    finally:
        following.kill()
        following.communicate()


def test_one_edit_is_told_as_one_and_a_session_with_edits_alone_is_not_never_compacted(inspector, tmp_path):
    (pruned,) = samples().glob("opencode/*/tail-and-prune/*.json")
    assert "cleared in place, in 1 step (" in inspector("compactions", pruned).out
    (log,) = samples().glob("deepseek-harness/*/*/*.jsonl")
    alone = tmp_path / "session.jsonl"
    alone.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:9]))
    for command in ("compactions", "survival", "consequences", "state"):
        ran = inspector(command, alone)
        assert "single results were cleared in place, in 1 step (1 result; inspector compactions" in ran.out + ran.err
        assert "never compacted" not in ran.out + ran.err


def test_what_freed_nobody_knows_how_much_is_done_and_not_ok_to_people(inspector):
    (log,) = samples().glob("vscode-chat/*/background/*.jsonl")
    _, second = inspector("compactions", log, "--json").json["compactions"]
    assert (second["outcome"], second["after"]["value"]) == ("ok", None)
    ran = inspector("compactions", log)
    assert " done " in ran.tables[0][2] and " ok " not in ran.out
    assert "does not tell how much it freed" in ran.err


def test_what_the_record_says_of_the_size_before_stands_beside_the_last_prompt(inspector, compacted):
    (one,) = inspector("compactions", compacted, "--json").json["compactions"]
    assert one["reported_before"] == {"value": 35_661, "basis": "recorded"}
    assert one["before"] == {"value": 35_661, "basis": "recorded"}
    assert one["prompt_before"]["value"] < 35_661
    assert f"C1 {one['prompt_before']['value']:,} tokens." in inspector("compactions", compacted).out


def test_a_compaction_before_which_the_session_went_back_left_nothing_out(inspector, tmp_path):
    rows = [
        HEADER, user("a", None, "Never write outside of the feeds folder."), said("b", "a", "I keep to that."),
        entry("c", "compaction", "b", summary="Work goes on.", firstKeptEntryId="b", tokensBefore=900),
        said("d", "c", "Going on."), user("e", "b", "Then the alarms, please, all of them."), said("f", "e", "Done."),
    ]  # fmt: skip
    log = tmp_path / "pi.jsonl"
    log.write_text("\n".join(map(json.dumps, rows)))
    assert [one["outcome"] for one in inspector("compactions", log, "--json").json["compactions"]] == ["undone"]
    out = inspector("survival", log).out
    assert "1 does not. The session went back to a point before it, so what it removed was there again." in out
    assert "where it stands" not in out
    assert "Nothing has to be put back: the session went back" in inspector("mend", log).err
    assert inspector("report", log, "-o", tmp_path / "r.xml", "--fail-on-missing").status == 0
    inspector("report", log, "-o", tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text("utf-8")
    stands_out = text.split("## What stands out")[1].split("##")[0]
    assert "The session went back to a point before each compaction" in stands_out
    assert "Every sentence" not in text and "| 1 not there |" not in text
