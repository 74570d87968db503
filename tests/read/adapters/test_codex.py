"""The adapter of Codex: recognising, finding, damage, real logs and the sample."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import orjson
import pytest
import zstandard

from inspector.measure.tokenizer import default_tokenizer
from inspector.model import ItemKind, Splice
from inspector.read.adapters.codex import ADAPTER
from inspector.read.bodies import Bodies
from inspector.read.lines import read_lines
from inspector.read.open import open_log, probe_path
from inspector.read.values import render
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.codex_log import Read, call, compacted, event, header, lines, message, output, says, usage
from tests.test_corpus import rows

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "sample_sessions" / "codex" / "0.150" / "auth-refresh"
CORPUS = ROOT.parent / "shared" / "corpus"
NAME = "rollout-2026-07-20T20-00-00-019f8100-0000-7000-8000-000000000001.jsonl"
ROWS = (header(), says("user", "Fix it."), call(), output("ok"), usage(10))
WRONG: tuple[Any, ...] = (None, 0, -1, 1.5, True, "", "x", "compaction", [], {}, [None], {"a": 1}, [{}], 2**53)
REAL = [
    pytest.param(row, id=row["path"].rpartition("__")[2], marks=pytest.mark.corpus)
    for row in rows()
    if row["format"] == "codex"
]


@pytest.mark.parametrize("row", REAL)
def test_real_logs_hold_the_compactions_that_were_counted_independently(row):
    session = open_log(CORPUS / row["path"]).session
    assert len(find_compactions(session, Replay(session)).all) == int(row["compactions"])
    assert ", ".join(session.models) == row["models"]
    if row["peak_context_tokens"]:
        prompts = [request.usage.prompt for request in session.requests if request.usage]
        assert max(filter(None, prompts)) == int(row["peak_context_tokens"])


@pytest.mark.parametrize("row", REAL)
def test_real_contexts_after_a_compaction_are_the_replacement_history(row):
    path = CORPUS / row["path"]
    session, bodies = ADAPTER.read(path, pytest.fail), Bodies()
    listed = [line.record["payload"] for line in read_lines(path, pytest.fail) if line.record["type"] == "compacted"]
    splices = [place for place, op in enumerate(session.ops) if type(op) is Splice and op.compaction]
    base = [it.number for it in session.items if it.detail in ("base_instructions", "tools")]
    for place, payload in zip(splices, listed, strict=True):
        entries = [entry.item for entry in Replay(session).entries_at(place)]
        texts = [bodies.text(session.items[number - 1]) for number in entries[len(base) :]]
        assert entries[: len(base)] == base
        assert texts == [render(entry.get("content")) for entry in payload["replacement_history"]]


@pytest.mark.parametrize("row", REAL)
def test_real_texts_are_read_back_as_they_were(row):
    session, bodies = ADAPTER.read(CORPUS / row["path"], pytest.fail), Bodies()
    assert all(len(bodies.text(it)) == it.chars for it in session.items)
    assert session.diagnostics == ()


def test_a_header_is_a_certain_sign_and_bare_lines_are_a_good_one(tmp_path):
    def confidence(*rows: Any) -> float | None:
        path = tmp_path / "anything.bin"
        path.write_bytes(lines(*rows))
        match = ADAPTER.recognise(probe_path(path))
        return match.confidence if match else None

    assert confidence(*ROWS) == 1.0
    assert confidence(*ROWS[1:]) == 0.9
    assert confidence('{"id":"a","timestamp":"2025","instructions":null}', message("user", "a")) == 0.9
    assert confidence('{"record_type":"state"}', message("user", "a")) == 0.8
    assert confidence('{"type":"user","uuid":"u","message":{}}') is None
    assert confidence('{"type":["x"]}', '{"payload":3}') is None


def test_a_header_longer_than_the_probe_is_recognised(tmp_path):
    path = tmp_path / NAME
    path.write_bytes(lines(header(base_instructions={"text": "x" * 300_000}), *ROWS[1:]))
    assert ADAPTER.recognise(probe_path(path)).confidence == 0.95


def test_a_glance_tells_title_and_times(tmp_path):
    read = Read(tmp_path / NAME, *ROWS)
    glance = ADAPTER.glance(probe_path(Path(read.session.path)))
    assert glance.title == "Fix it."
    assert (glance.started, glance.ended) == (read.session.started, read.session.ended)


def test_folders_follow_codex_home(tmp_path):
    home = [tmp_path / ".codex" / name for name in ("sessions", "archived_sessions")]
    assert list(ADAPTER.folders(tmp_path, {})) == home
    assert next(iter(ADAPTER.folders(tmp_path, {"CODEX_HOME": str(tmp_path / "c")}))) == tmp_path / "c" / "sessions"


def test_twins_are_one_session_and_the_plain_file_wins(tmp_path):
    plain, packed = tmp_path / "2026/07/20" / NAME, tmp_path / "2026/07/20" / f"{NAME}.zst"
    lone = tmp_path / "rollout-2026-01-01T00-00-00-b.jsonl.zst"
    Read(plain, *ROWS)
    for path in (packed, lone, tmp_path / "session_index.jsonl"):
        path.write_bytes(zstandard.compress(lines(*ROWS)))
    assert sorted(ADAPTER.find(tmp_path)) == sorted([plain, lone])
    assert (ADAPTER.whole(packed), ADAPTER.whole(lone), ADAPTER.whole(plain)) == (plain, lone, plain)


def test_a_compressed_log_of_several_frames_reads_like_the_plain_one(tmp_path):
    plain = Read(tmp_path / NAME, *ROWS).session
    packed = tmp_path / "z" / f"{NAME}.zst"
    packed.parent.mkdir()
    raw = lines(*ROWS)
    packed.write_bytes(zstandard.compress(raw[:150]) + zstandard.compress(raw[150:]))
    opened = open_log(packed)
    assert [it.preview for it in opened.session.items] == [it.preview for it in plain.items]
    assert opened.bodies.text(opened.session.items[2]) == "ok"


def mutated(value: Any, chance: random.Random) -> Any:
    """``value`` with something inside it replaced by something of any type."""
    if isinstance(value, dict) and value and chance.random() > 0.1:
        key = chance.choice(list(value))
        return value | {key: mutated(value[key], chance)}
    if isinstance(value, list) and value and chance.random() > 0.1:
        place = chance.randrange(len(value))
        return [*value[:place], mutated(value[place], chance), *value[place + 1 :]]
    return chance.choice(WRONG)


def reads_without_an_exception(path: Path) -> None:
    probe = probe_path(path)
    ADAPTER.recognise(probe)
    ADAPTER.glance(probe)
    session, bodies = ADAPTER.read(path, lambda problem: None), Bodies()
    find_compactions(session, Replay(session))
    for it in session.items:
        assert len(bodies.text(it)) == it.chars
    bodies.close()


@pytest.mark.parametrize("seed", range(60))
def test_values_of_any_type_anywhere_are_read(tmp_path, seed):
    chance = random.Random(seed)
    rows = [orjson.loads(line) for line in next(SAMPLE.glob("*.jsonl")).read_bytes().splitlines()]
    damaged = [mutated(row, chance) if chance.random() < 0.3 else row for row in rows]
    path = tmp_path / NAME
    path.write_bytes(b"\n".join(map(orjson.dumps, damaged)))
    reads_without_an_exception(path)


def test_a_new_history_of_the_wrong_type_is_read_as_none(tmp_path):
    row = compacted()
    row["payload"]["replacement_history"] = 5
    read = Read(tmp_path / NAME, *ROWS, row)
    assert [record.kind for record in read.compactions] == ["unknown"]


def test_the_sample_is_four_fifths_tool_results():
    opened = open_log(next(SAMPLE.glob("*.jsonl")))
    kinds = (ItemKind.USER, ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT)
    items = [it for it in opened.session.items if it.kind in kinds and it.detail != "summariser"]
    sizes = default_tokenizer().count_many([opened.bodies.text(it) for it in items])
    results = sum(size for size, it in zip(sizes, items, strict=True) if it.kind is ItemKind.TOOL_RESULT)
    assert (len(items), sum(sizes)) == (25, 1672)
    assert 0.785 < results / sum(sizes) < 0.795


def test_the_samples_first_summary_keeps_two_of_five_findings_and_the_second_none():
    opened = open_log(next(SAMPLE.glob("*.jsonl")))
    session, replay = opened.session, Replay(opened.session)
    signs = ("47", "cache::invalidate", "test_concurrent_refresh", "mobile.rs", "regression test")

    def found(op: int) -> list[str]:
        texts = [opened.bodies.text(session.items[entry.item - 1]) for entry in replay.entries_at(op)]
        return [sign for sign in signs if any(sign in text for text in texts)]

    first, second = find_compactions(session, replay).all
    assert found(first.op - 1) == list(signs)
    assert found(first.op) == ["cache::invalidate", "test_concurrent_refresh"]
    assert found(second.op) == []


def test_the_samples_findings_stand_where_its_case_says():
    case = tomllib.loads((SAMPLE / "case.toml").read_text(encoding="utf-8"))
    opened = open_log(SAMPLE / case["log"])
    for finding in case["findings"]:
        texts = [opened.bodies.text(it) for it in opened.session.items if it.source.line == finding["line"]]
        assert any(finding["quote"] in text for text in texts), finding["id"]
        for fate in finding["fate"]:
            record = find_compactions(opened.session, Replay(opened.session)).all[fate["compaction"] - 1].record
            summary = opened.bodies.text(opened.session.items[record.summary - 1])
            assert fate["evidence"] in summary
            assert bool(fate["evidence"]) is (fate["state"] != "lost")


def test_a_task_that_is_complete_ends_the_turn_and_one_that_failed_or_was_aborted_does_not(tmp_path):
    def ended(*rows: Any) -> int:
        return Read(tmp_path / NAME, *ROWS, says("assistant", "Done."), *rows).session.turn_ended

    assert ended() == 0
    assert ended(event("task_complete")) == len(Read(tmp_path / NAME, *ROWS, says("assistant", "Done.")).session.items)
    assert ended(event("task_complete", error={"message": "no quota"})) == 0
    assert ended(event("turn_aborted", reason="interrupted")) == 0
