import shutil
from shlex import split

import pytest

from inspector.resources import samples
from tests.cli.conftest import sample

PAID = "anthropic/claude-sonnet-4-5"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "logs"
    place.mkdir()
    for name in ("fading-rules", "clean", "tiny"):
        log = sample(name)
        shutil.copy(log, place / f"{name}.jsonl")
    return place


def test_what_is_not_there_most_stands_first_with_what_to_open_and_each_figure_has_its_name(inspector, folder):
    ran = inspector("scan", folder, "--days", 9_999)
    assert ran.status == 0
    rows = ran.tables[0][1:]
    assert "fading-rules.jsonl" in "\n".join(rows[:2])
    assert f"Look at the first: inspector open {folder / 'fading-rules.jsonl'}" in ran.out
    (offer,) = [line for line in ran.out.splitlines() if "--judge MODEL" in line]
    told = inspector(*split(offer.partition(": inspector ")[2].partition(" shows ")[0].replace("MODEL", PAID)))
    assert told.status == 0 and "price list of" in told.out and "Nothing was sent." in told.err
    assert "tiny" not in ran.out, "what was never compacted is not listed"
    assert "whatever a judge or you said of them since.\nLoops: " in ran.out and "lost" not in ran.out and ran.err == ""
    told = inspector("scan", folder, "--days", 9_999, "--json").json
    assert told["looked_at"] == 3 and told["sessions"][0]["path"].endswith("fading-rules.jsonl")
    first = told["sessions"][0]
    assert first["absent"] > 0 and first["unread"] == 0 and first["compactions"] == 3


def test_older_sessions_are_left_out(inspector, folder):
    ran = inspector("scan", folder, "--days", 1)
    assert ran.status == 0 and ran.out == "" and "No session of the last 1 day could be looked at" in ran.err
    assert "Left out: 3 older sessions; --days looks further back." in ran.err


def test_a_session_that_is_not_read_is_named_and_not_called_never_compacted(inspector, folder, monkeypatch):
    monkeypatch.setattr("inspector.cli.commands.scan._LARGE", 1 << 17)
    ran = inspector("scan", folder, "--days", 9_999)
    large = [path for path in folder.iterdir() if path.stat().st_size > 1 << 17]
    assert large and all(f"Not read: {path}: it is larger than" in ran.err for path in large)
    told = inspector("scan", folder, "--days", 9_999, "--json").json
    assert {one["path"] for one in told["not_read"]} == set(map(str, large)) and told["looked_at"] == 3 - len(large)


def test_what_is_not_counted_because_it_cannot_be_read_is_said(inspector, folder):
    shutil.copy(sample("damaged"), folder)
    (folder / "tiny.jsonl").write_bytes(b"{oh\n" + sample("tiny").read_bytes())
    ran = inspector("scan", folder, "--days", 9_999)
    assert f"{sample('damaged').name}: 4 places of this log cannot be read; what stood in them" in ran.out
    assert "tiny.jsonl: The readable part of this log has no compaction. 1 place of this log" in ran.err


def test_what_was_worked_out_is_not_worked_out_again(inspector, folder, monkeypatch):
    inspector("scan", folder, "--days", 9_999)
    from inspector.workbench import session_index

    def never(*args, **more):
        raise AssertionError("read again")

    monkeypatch.setattr(session_index, "read", never)
    assert inspector("scan", folder, "--days", 9_999).status == 0


def test_a_session_of_which_only_a_subagent_was_compacted_is_listed(inspector, tmp_path):
    main = shutil.copy(sample("tiny"), tmp_path)
    below = tmp_path / sample("tiny").stem / "subagents"
    (below / "agent-that-cannot-be-read.jsonl").mkdir(parents=True)
    shutil.copy(sample("fading-rules"), below / "agent-abc.jsonl")
    (row,) = inspector("scan", tmp_path, "--days", 9_999, "--json").json["sessions"]
    assert (row["compactions"], row["in_subagents"], row["removed"]) == (0, 3, None)
    assert row["damaged"] == "1 log of its subagents cannot be read."
    assert "0 (subagents 3)" in inspector("scan", tmp_path, "--days", 9_999).out
    told = inspector("compactions", main)
    assert "was compacted 3 times (" in told.out and "agent-abc.jsonl" in told.out
    one, bad = inspector("compactions", main, "--json").json["in_subagents"]
    assert "is a folder" in bad["unread"] and [own["number"] for own in one["each"]] == [1, 2, 3]


def test_a_session_of_which_a_subagent_was_compacted_is_listed_and_tells_of_its_log(inspector, folder):
    log = folder / "tiny.jsonl"
    session = log.read_text(encoding="utf-8").partition('"sessionId":"')[2].partition('"')[0]
    assert session
    part = folder / "agent-a1.jsonl"
    rows = (
        f'{{"type":"user","uuid":"1","parentUuid":null,"sessionId":"{session}","isSidechain":true,"agentId":"a1",'
        '"message":{"role":"user","content":"look around"}}\n'
        f'{{"type":"system","subtype":"compact_boundary","uuid":"2","sessionId":"{session}","isSidechain":true}}\n'
    )
    part.write_text(rows, encoding="utf-8")
    ran = inspector("scan", folder, "--days", 9_999)
    assert "0 (subagents 1)" in ran.out
    told = inspector("compactions", log)
    assert "was compacted 1 time" in told.out and f"inspector compactions --alone {part}" in told.out
    assert inspector("compactions", log, "--json").json["in_subagents"][0]["compactions"] == 1


def test_what_a_fork_copied_is_told_as_copied(inspector, tmp_path):
    (log,) = samples().glob("pi/*/*/*.jsonl")
    first, rest = log.read_text("utf-8").split("\n", 1)
    parent, child = tmp_path / log.name, tmp_path / log.name.replace("0196bde4", "0196bde5")
    shutil.copy(log, parent)
    head = first.replace("0196bde4", "0196bde5").replace('"cwd"', f'"parentSession":"{parent}","cwd"')
    child.write_text(f"{head}\n{rest}", "utf-8")
    ran = inspector("scan", tmp_path, "--days", 9_999)
    assert f"2 compactions of {child} are copied from {parent}" in ran.out and ran.out.count("are copied from") == 1
    told = inspector("scan", tmp_path, "--days", 9_999, "--json").json["sessions"]
    assert {one["path"]: one["copies"] for one in told} == {str(parent): None, str(child): str(parent)}
