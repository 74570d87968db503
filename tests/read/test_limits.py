"""Bounds: what is above one is asked for and never read by accident, and every one is named when it is reached.

The bounds are lowered here; what the real ones cost is measured by hand (DECISIONS.md).
"""

import json
from pathlib import Path

import pytest

from inspector.read import limits
from inspector.read.discover import discover
from inspector.read.limits import TooLarge
from inspector.read.open import open_log
from tests.mangle import packed

MESSAGE = {
    "type": "user",
    "uuid": "a",
    "parentUuid": None,
    "isSidechain": False,
    "sessionId": "s",
    "timestamp": "2026-01-02T03:04:05Z",
    "version": "2.1.0",
    "message": {"role": "user", "content": "Where does the tide table come from?"},
}
LOG = json.dumps(MESSAGE).encode() + b"\n"


@pytest.fixture(autouse=True)
def nothing_lifted(monkeypatch):
    monkeypatch.setattr(limits, "_lifted", set())
    # Set first, so that it is gone again afterwards.
    monkeypatch.setenv(limits.NO_LIMITS, "")
    monkeypatch.delenv(limits.NO_LIMITS)


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".zip"])
def test_an_archive_above_the_bound_is_asked_for(tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(limits, "UNPACKED", 4 << 20)
    path = packed(tmp_path, suffix, LOG + b" " * (5 << 20) + b"\n" + LOG.replace(b'"a"', b'"b"'))
    with pytest.raises(TooLarge, match="unpacks to more than 4 MB") as told:
        open_log(path)
    assert "--no-limits" in told.value.hint
    assert [entry.path for entry in discover([tmp_path])] == [path]
    limits.lift(Path(told.value.path))
    assert len(open_log(path).session.items) == 2


def test_a_long_line_costs_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "LINE", 2 << 20)
    monkeypatch.setattr(limits, "VALUES", 1 << 20)
    path = tmp_path / "log.jsonl"
    path.write_bytes(
        LOG + LOG.replace(b'"a"', b'"c"').replace(b"Where", b"W" * (3 << 20)) + LOG.replace(b'"a"', b'"b"')
    )
    opened = open_log(path)
    (problem,) = opened.session.diagnostics
    assert "longer than 2 MB" in problem.message and "--no-limits" in problem.message
    assert problem.source.line == 2
    assert [item.source.line for item in opened.session.items] == [1, 3]
    assert all(opened.bodies.text(item).startswith("Where") for item in opened.session.items)
    limits.lift()
    assert [item.source.line for item in open_log(path).session.items] == [1, 2, 3]


@pytest.mark.parametrize("value", [b"{}", b"[]", b"0"])
def test_a_line_of_too_many_values_costs_itself(tmp_path, monkeypatch, value):
    monkeypatch.setattr(limits, "VALUES", 10_000)
    path = tmp_path / "log.jsonl"
    crowded = LOG[:-2] + b', "x": [' + b",".join([value] * 20_000) + b"]}\n"
    path.write_bytes(LOG + crowded + LOG.replace(b'"a"', b'"b"'))
    session = open_log(path).session
    assert "more than 10,000 values" in session.diagnostics[0].message
    assert [item.source.line for item in session.items] == [1, 3]


@pytest.mark.parametrize("indent", [None, 1])
def test_a_document_of_too_many_values_is_asked_for(tmp_path, monkeypatch, indent):
    monkeypatch.setattr(limits, "VALUES", 10_000)
    path = tmp_path / "chat.json"
    document = {"messages": [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "x"}]}
    path.write_text(json.dumps({**document, "x": [{}] * 20_000}, indent=indent))
    with pytest.raises(TooLarge, match="more than"):
        open_log(path)
    limits.lift(path)
    assert [item.preview for item in open_log(path).session.items] == ["hello", "x"]


def test_a_log_of_too_many_lines_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "RECORDS", 100)
    path = tmp_path / "log.jsonl"
    path.write_bytes(LOG * 100)
    assert open_log(path).session.items
    path.write_bytes(LOG * 101)
    with pytest.raises(TooLarge, match="more than 100 lines"):
        open_log(path)


@pytest.mark.parametrize("kind", ["line", "document"])
def test_depth_is_named_and_takes_no_time(tmp_path, kind, ends):
    deep = b'{"a":' * 400_000 + b"1" + b"}" * 400_000
    path = tmp_path / ("log.jsonl" if kind == "line" else "log.json")
    if kind == "line":
        path.write_bytes(LOG + deep + b"\n" + LOG.replace(b'"a"', b'"b"'))
    else:
        path.write_bytes(b'{"messages": [' + json.dumps(MESSAGE["message"]).encode() + b'], "x": ' + deep + b"}")
    session = open_log(path, agent="claude-code" if kind == "line" else "chat").session
    discover([tmp_path])
    assert len(session.items) == (2 if kind == "line" else 1)
    assert "nested more than 1,024 levels deep" in session.diagnostics[0].message


@pytest.mark.parametrize("depth", [240, 900, 1_020])
@pytest.mark.parametrize("place", ["role", "content", "input"])
def test_what_is_just_not_too_deep_is_read(tmp_path, place, depth):
    path = tmp_path / "log.jsonl"
    deep = b'{"a":' * depth + b"1" + b"}" * depth
    block = {"type": "tool_use", "id": "t", "name": "Read", "input": "DEEP"}
    message = {"role": "assistant", "content": [block]} if place == "input" else {"role": "user", "content": "x"}
    message = {**message, **({} if place == "input" else {place: "DEEP"})}
    for agent, record in {
        "claude-code": {**MESSAGE, "message": message},
        "chat": message,
        "anthropic-api": {"request": {"model": "m", "messages": [{"role": "user", "content": "hello"}, message]}},
    }.items():
        first = LOG if agent == "claude-code" else b'{"role": "user", "content": "hello"}\n' * (agent == "chat")
        path.write_bytes(first + json.dumps(record).encode().replace(b'"DEEP"', deep) + b"\n")
        opened = open_log(path, agent=agent)
        assert all(isinstance(opened.bodies.text(item), str) for item in opened.session.items)
