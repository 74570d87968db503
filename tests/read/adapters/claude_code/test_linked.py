"""The other files of a session."""

import json

import pytest

from inspector.model import ItemKind
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay


def write(path, *rows):
    """Rows as a log."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def side(kind, agent, text, time, **message):
    """A row of a subagent."""
    content = text if kind == "user" else [{"type": "text", "text": text}]
    return {
        "type": kind,
        "uuid": f"{agent}-{time}",
        "parentUuid": None,
        "sessionId": "S",
        "agentId": agent,
        "isSidechain": True,
        "timestamp": f"2026-02-01T10:00:{time}.500Z",
        "message": {"role": kind, "content": content} | message,
    }


def test_subagents_in_their_folder_are_linked_to_the_call_that_started_them(log, call, tmp_path):
    log.says("go")
    log.answers(call("Task", "c1", prompt="look around"))
    write(tmp_path / "S" / "subagents" / "agent-x.jsonl", side("user", "x", "look around", "02"))
    (tmp_path / "S" / "subagents" / "agent-x.meta.json").write_text('{"toolUseId": "c1", "description": "A look"}')
    session = log.read()
    (link,) = session.links
    assert (link.kind, link.session, link.title, link.item) == ("subagent", "x", "A look", 2)


def test_subagents_beside_the_transcript_are_linked_by_their_session(log, tmp_path):
    log.says("go")
    write(tmp_path / "agent-mine.jsonl", side("user", "mine", "look", "02"))
    write(tmp_path / "agent-other.jsonl", side("user", "other", "look", "02") | {"sessionId": "T"})
    assert [link.session for link in log.read().links] == ["mine"]


def test_a_part_opens_the_session_it_belongs_to_or_itself(log, tmp_path):
    log.says("go")
    log.read()
    part = tmp_path / "S" / "subagents" / "agent-x.jsonl"
    write(part, side("user", "x", "look around", "02"))
    assert open_log(part).session.path == str(log.path)
    assert open_log(tmp_path / "S").session.path == str(log.path)
    assert open_log(part, alone=True).session.path == str(part)
    log.path.unlink()
    assert open_log(part).session.path == str(part)


@pytest.mark.parametrize(
    ("summary", "output", "told"),
    [("<summary>…</summary>", 4_000, 4_000), ("The importer was split in two. " * 20, 8, None)],
)
def test_the_summarisers_call_is_tied_to_its_compaction_with_an_output_that_fits_it(
    log, tmp_path, summary, output, told
):
    log.says("old")
    log.answers("ok")
    log.compacts()
    usage = {"input_tokens": 3, "cache_read_input_tokens": 166_000, "output_tokens": output}
    write(
        tmp_path / "S" / "subagents" / "agent-acompact-1.jsonl",
        side("user", "acompact-1", "Your task is to summarise", "01"),
        side("assistant", "acompact-1", summary, "02", model="claude-opus-5", usage=usage),
    )
    session = log.read()
    (found,) = find_compactions(session, Replay(session)).all
    prompt = session.items[found.record.prompt - 1]
    assert (prompt.kind, prompt.detail, prompt.preview) == (
        ItemKind.EVENT,
        "summarizer_prompt",
        "Your task is to summarise",
    )
    (summarizer,) = [request for request in session.requests if request.purpose == "compaction"]
    assert (summarizer.usage.prompt, found.record.model) == (166_003, "claude-opus-5")
    assert summarizer.usage.output == told
    assert found.before.value == 1000


def test_a_compaction_of_a_subagent_is_told_from_the_main_log_and_by_its_own(log, call, tmp_path):
    log.says("go")
    log.answers(call("Task", "c1", prompt="look around"))
    path = tmp_path / "S" / "subagents" / "agent-x.jsonl"
    boundary = side("system", "x", "", "04") | {"subtype": "compact_boundary", "compactMetadata": {"trigger": "auto"}}
    summary = side("user", "x", "Done so far.", "05") | {"isCompactSummary": True}
    write(path, side("user", "x", "look around", "02"), side("assistant", "x", "ok", "03"), boundary, summary)
    session = log.read()
    assert [link.compactions for link in session.links] == [1]
    assert not find_compactions(session, Replay(session)).all
    own = open_log(path, alone=True).session
    assert len(find_compactions(own, Replay(own)).all) == 1
