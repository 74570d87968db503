"""inspect_ai: archives and documents, exact contexts, compaction events, threads."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

import orjson
import pytest
import zstandard

from inspector.errors import CannotRead
from inspector.model import Basis, ItemKind, Origin, Usage
from inspector.read.adapters import inspect_ai
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import check_session
from tests.conftest import SAMPLES
from tests.read_back import compactions, context, read_whole

ADAPTER = inspect_ai.ADAPTER
SAMPLE = SAMPLES / "inspect-ai" / "0.3" / "summary-and-edit" / "readings.json"
EVAL = {"eval_id": "e", "run_id": "r", "task": "t", "packages": {"inspect_ai": "0.3.1"}}


def message(own, role, text, **more):
    return {"id": own, "role": role, "content": text, **more}


def model(sent, answer, **more):
    choice = {"message": answer, "stop_reason": "stop"}
    output = {"model": "m", "choices": [choice], "usage": {"input_tokens": 10, "output_tokens": 1}}
    return {"event": "model", "model": "x/m", "input": sent, "tools": [], "output": output, **more}


def compaction(kind="summary", **more):
    return {"event": "compaction", "type": kind, "tokens_before": 90, "tokens_after": 40, **more}


def sample(*events, **more):
    return {"id": 1, "epoch": 1, "input": "q", "target": "", "messages": [], "events": list(events), **more}


def log(*samples):
    return {"version": 2, "status": "success", "eval": EVAL, "samples": list(samples)}


def archive(document, *, zstd=False):
    """The same log as an archive, deflated or with members packed by Zstandard."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr("header.json", orjson.dumps({"eval": document["eval"]}))
        for one in document["samples"]:
            if not zstd:
                members.writestr(f"samples/{one['id']}_epoch_{one['epoch']}.json", orjson.dumps(one))
    if not zstd:
        return packed.getvalue()
    return _with_zstandard(document)


def _with_zstandard(document):
    """Written by hand: the standard library cannot write method 93 before Python 3.14."""
    body, index, count = b"", b"", 0
    for one in document["samples"]:
        name = f"samples/{one['id']}_epoch_{one['epoch']}.json".encode()
        raw = orjson.dumps(one)
        data = zstandard.ZstdCompressor().compress(raw)
        sizes = (zlib.crc32(raw), len(data), len(raw))
        head = struct.pack("<4s5H3L2H", b"PK\x03\x04", 63, 0, 93, 0, 33, *sizes, len(name), 0)
        fields = (63, 63, 0, 93, 0, 33, *sizes, len(name), 0, 0, 0, 0, 0, len(body))
        index += struct.pack("<4s6H3L5H2L", b"PK\x01\x02", *fields) + name
        body += head + name + data
        count += 1
    return body + index + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(index), len(body), 0)


@pytest.fixture
def read(tmp_path):
    def write_and_read(*samples):
        path = tmp_path / "log.json"
        path.write_bytes(orjson.dumps(log(*samples)))
        return read_whole(ADAPTER, path)

    return write_and_read


def sent(session):
    """The context of each request of the main thread."""
    return [context(session, request.op - 1) for request in session.requests if not request.thread]


SYSTEM, TASK = message("s", "system", "be good"), message("u", "user", "do it", source="input")
A, B = message("a", "assistant", "one"), message("b", "assistant", "two")
MORE = message("m", "user", "go on")
TOLD = message("t", "user", "told", metadata={"summary": True})


def test_requests_see_exactly_their_input(read):
    session = read(sample(model([SYSTEM, TASK], A), model([SYSTEM, TASK, A, MORE], B)))
    assert sent(session) == [["be good", "do it"], ["be good", "do it", "one", "go on"]]
    human = [(item.preview, item.detail) for item in session.items if item.origin is Origin.HUMAN]
    assert human == [("do it", "typed")]


def test_input_leaves_cached_tokens_out(read):
    usage = {"input_tokens": 4, "input_tokens_cache_read": 90, "input_tokens_cache_write": 6, "output_tokens": 2}
    event = model([TASK], A)
    event["output"]["usage"] = usage
    assert read(sample(event)).requests[0].usage == Usage(4, 90, 6, 2, None)


def test_compaction_keeps_what_the_next_request_was_sent(read):
    session = read(sample(
        model([SYSTEM, TASK], A), model([SYSTEM, TASK, A, MORE], B),
        compaction(metadata={"strategy": "CompactionSummary", "trigger": "forced"}), model([SYSTEM, TASK, TOLD], B),
    ))  # fmt: skip
    (one,) = compactions(session)
    assert (one.record.kind, one.record.trigger, one.record.basis) == ("summary", "overflow", Basis.RECORDED)
    assert (one.record.reported_before, one.record.reported_after) == (90, 40)
    assert context(session, one.op) == ["be good", "do it", "told"]
    assert session.items[one.record.summary - 1].preview == "told"


@pytest.mark.parametrize("own", ["b", 0], ids=["whole", "an id is spoilt"])
def test_summarizer_request_enters_no_context(read, own):
    ask, answer = message("q", "user", "sum it up"), message("z", "assistant", "summary text")
    result = message("r", "tool", "seen", tool_call_id="c")
    asked = model([SYSTEM, TASK, A, MORE, B, result, ask], answer)
    session = read(sample(
        model([SYSTEM, TASK], A), model([SYSTEM, TASK, A, MORE], B | {"id": own}), asked, compaction(),
        model([SYSTEM, TASK, TOLD], message("e", "assistant", "end")),
    ))  # fmt: skip
    assert [request.purpose for request in session.requests] == ["", "", "compaction", ""]
    (one,) = compactions(session)
    assert session.items[one.record.prompt - 1].preview == "sum it up"
    assert one.record.model == "m"
    assert "seen" in context(session, one.op - 1)
    assert context(session) == ["be good", "do it", "told", "end"]


def test_edit_masks_the_results_it_cleared(read):
    result = message("r", "tool", "long", tool_call_id="c")
    gone = message("r2", "tool", "(Tool result removed)", tool_call_id="c")
    session = read(
        sample(model([TASK], A), model([TASK, A, result], B), compaction("edit"), model([TASK, A, gone, B], A))
    )
    (edit,) = find_compactions(session, Replay(session)).edits
    assert [session.items[number - 1].preview for number in edit.masked] == ["long"]


def test_rewrite_that_no_event_marks_is_inferred(read):
    session = read(sample(model([TASK], A), model([TASK, A, MORE], B), model([TASK, MORE, B], A)))
    assert [(one.record.kind, one.record.basis) for one in compactions(session)] == [("trim", Basis.INFERRED)]


def test_lost_end_is_a_retry_and_no_compaction(read):
    session = read(sample(model([TASK], A), model([TASK, MORE], B)))
    assert compactions(session) == ()
    assert sent(session)[1] == ["do it", "go on"]


def test_compaction_that_no_request_follows_is_partial(read):
    session = read(sample(model([TASK], A), compaction()))
    (one,) = compactions(session)
    assert (one.record.status, one.removed) == ("partial", ())


def test_other_roles_and_agents_are_threads(read):
    spans = [
        {"event": "span_begin", "id": "s1", "type": "agent", "name": "main"},
        {"event": "span_begin", "id": "s2", "parent_id": "s1", "type": "agent", "name": "helper"},
    ]
    session = read(sample(
        *spans, model([TASK], A, span_id="s1"), model([MORE], B, span_id="s2"), model([MORE], B, role="grader"),
    ))  # fmt: skip
    assert sent(session) == [["do it"]]
    assert sorted({item.thread for item in session.items}) == ["", "1: grader", "1: helper s2"]
    assert [link.kind for link in session.links] == ["subagent", "subagent"]


def test_last_results_stand_in_the_messages_alone(read):
    result = message("r", "tool", "seen", tool_call_id="c")
    assert context(read(sample(model([TASK], A), messages=[TASK, A, result]))) == ["do it", "one", "seen"]


def test_sample_without_events_shows_its_messages(read):
    session = read(sample(messages=[SYSTEM, TASK, A]))
    assert context(session) == ["be good", "do it", "one"]
    assert len(session.requests) == 1


def test_message_without_an_id_is_known_by_the_same_name_in_every_process(read):
    nameless = {key: value for key, value in A.items() if key != "id"}
    session = read(sample(messages=[SYSTEM, TASK, nameless]))
    assert session.requests[0].id == "assistant 34f2ddaa8b7615c9 None"


def test_each_sample_begins_with_nothing(read):
    session = read(sample(model([TASK], A)), sample(model([MORE], B)) | {"id": 2})
    assert sent(session) == [["do it"], ["go on"]]
    assert [item.preview for item in session.items if item.detail == "sample"] == ["1", "2"]


def test_unknown_events_survive_and_are_counted(read):
    session = read(sample(model([TASK], A), {"event": "shiny", "data": "new"}, {"event": "info", "data": "note"}))
    assert [item.preview for item in session.items if item.kind is ItemKind.EVENT][1:] == ["shiny new", "info note"]
    (problem,) = session.diagnostics
    assert problem.message == "1 records of unknown type “shiny” are kept as events."


@pytest.mark.parametrize("zstd", [False, True])
def test_archive_reads_as_the_document_does(zstd, tmp_path):
    path = tmp_path / "readings.eval"
    path.write_bytes(archive(orjson.loads(SAMPLE.read_bytes()), zstd=zstd))
    session = check_session(path, tmp_path / "scratch").session
    document = open_log(SAMPLE).session
    assert document.title == ADAPTER.glance(probe_path(SAMPLE)).title == "faulty_reading"
    assert [item.preview for item in session.items] == [item.preview for item in document.items]
    assert session.ops[:5] == document.ops[:5]
    assert [one.kept for one in compactions(session)] == [one.kept for one in compactions(document)]


def test_member_that_cannot_be_unpacked_costs_its_sample(tmp_path):
    document = log(sample(model([TASK], A)), sample(model([TASK], B)) | {"id": 2})
    raw = bytearray(archive(document))
    place = raw.index(b"samples/1_epoch_1.json") + len(b"samples/1_epoch_1.json")
    raw[place : place + 20] = bytes(20)
    path = tmp_path / "log.eval"
    path.write_bytes(bytes(raw))
    opened = open_log(path)
    assert [problem.code for problem in opened.session.diagnostics] == ["bad-member"]
    assert context(opened.session) == ["do it", "two"]


def test_archive_without_its_index_is_refused_with_a_way_out(tmp_path):
    path = tmp_path / "log.eval"
    path.write_bytes(archive(log(sample(model([TASK], A))))[:-60])
    with pytest.raises(CannotRead) as told:
        open_log(path)
    assert "recover" in told.value.hint


@pytest.mark.parametrize("seed", range(40))
def test_damaged_archives_raise_nothing_else(seed, tmp_path):
    path = tmp_path / "log.eval"
    raw = bytearray(archive(orjson.loads(SAMPLE.read_bytes()), zstd=seed % 2 == 0))
    for step in range(seed + 1):
        raw[(seed * 7919 + step * 104_729) % len(raw)] ^= 1 + step % 255
    path.write_bytes(bytes(raw))
    try:
        compactions(ADAPTER.read(path, lambda problem: None))
    except CannotRead:
        return


def ran(own, result, **more):
    return {"event": "tool", "id": f"call-{own}", "function": "bash", "result": result, "message_id": own, **more}


def test_a_request_before_a_providers_compaction_is_no_summarizers(read):
    native = compaction(metadata={"strategy": "CompactionAuto", "strategy_applied": "CompactionNative"})
    block = {"type": "data", "data": {"compaction_metadata": {"type": "anthropic_compact", "content": "Two are lit."}}}
    summary = message("n", "assistant", [block])
    asked = model([SYSTEM, TASK, A, MORE], message("gone", "assistant", "Lit."))
    session = read(sample(model([SYSTEM, TASK], A), asked, native, model([SYSTEM, summary], B)))
    assert [request.purpose for request in session.requests] == ["", "", ""]
    (one,) = compactions(session)
    assert (one.record.kind, one.record.readable, one.record.notes) == (
        "summary", True, ("Its strategy is CompactionNative.",)
    )  # fmt: skip
    assert session.items[one.record.summary - 1].preview == "Two are lit."


def test_what_came_back_behind_the_last_request_stood_there_when_it_was_compacted(read):
    gone = message("r2", "tool", "(Tool result removed)", tool_call_id="call-r")
    events = (model([TASK], A), ran("r", "forty lines of a log"), compaction("edit"), model([TASK, A, gone], B))
    session = read(sample(*events))
    (edit,) = find_compactions(session, Replay(session)).edits
    assert [session.items[number - 1].preview for number in edit.masked] == ["forty lines of a log"]
    trimmed = read(sample(model([TASK], A), ran("r", "forty lines"), compaction("trim"), model([TASK], B)))
    (one,) = compactions(trimmed)
    assert "forty lines" in [trimmed.items[number - 1].preview for number in one.removed]
