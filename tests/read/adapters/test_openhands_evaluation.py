"""OpenHands' evaluations: instances one behind the other, in the forms that output.jsonl has had."""

from __future__ import annotations

import gzip

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import openhands
from inspector.read.adapters.openhands import evaluation
from inspector.read.open import open_log, probe_path
from tests.conftest import SAMPLES
from tests.read_back import context, reads_lines

ADAPTER = openhands.ADAPTER
SAMPLE = SAMPLES / "openhands" / "evaluation" / "two-instances" / "output.jsonl"
GO_ON = "Please continue working on the task on whatever approach you think is suitable.\nIMPORTANT: …"


def instance(name, *history, **more):
    return {"instance_id": name, "test_result": {"git_patch": ""}, "history": list(history), **more}


def user(own, text):
    return {"id": own, "source": "user", "action": "message", "args": {"content": text}}


def run(own, command):
    args = {"command": command, "thought": ""}
    return {"id": own, "source": "agent", "action": "run", "args": args}


def ran(own, text):
    return {"id": own, "source": "agent", "observation": "run", "content": text, "extras": {}}


def delegate(own, side="action"):
    return {"id": own, "source": "agent", side: "delegate", "args": {"agent": "Browsing"}, "content": "done"}


def asked(own, text):
    message = {"role": "user", "content": [{"type": "text", "text": text}]}
    return {"id": own, "source": "user", "kind": "MessageEvent", "llm_message": message}


def answered(own, text, response):
    message = {"role": "assistant", "content": [{"type": "text", "text": text}]}
    about = {"llm_message": message, "llm_response_id": response}
    return {"id": own, "source": "agent", "kind": "MessageEvent", **about}


@pytest.fixture
def read(tmp_path):
    return reads_lines(ADAPTER, tmp_path, "output.jsonl")


def test_each_instance_begins_with_an_empty_context(read):
    session = read(instance("a", user(0, "one"), run(1, "ls")), instance("b", user(0, "two"), run(1, "pwd")))
    assert context(session) == ["two", "run pwd"]
    assert [item.preview for item in session.items if item.detail == "instance"] == ["a", "b"]
    assert session.items[-1].source.line == 2


def test_pairs_of_action_and_observation_are_events_in_a_row(read):
    session = read(instance("a", [user(0, "one"), {}], [run(1, "ls"), ran(2, "x.py")]))
    assert context(session) == ["one", "run ls", "x.py"]
    assert session.items[-1].source.pointer == "/history/1/1/content"


def test_tokens_stand_beside_the_events(read):
    told = {"model": "m", "prompt_tokens": 90, "cache_read_tokens": 60, "completion_tokens": 3, "response_id": "r"}
    row = instance("a", asked("e1", "one"), answered("e2", "two", "r"), metrics={"token_usages": [told]})
    session = read(row)
    assert session.requests[0].usage == Usage(30, 60, None, 3)
    assert session.models == ("m",)


@pytest.mark.parametrize("events", [(user(0, "one"), user(1, GO_ON)), (asked("a", "one"), asked("b", GO_ON))])
def test_answers_of_the_evaluation_are_not_the_humans(read, events):
    session = read(instance("a", *events))
    assert [item.origin for item in session.items[1:]] == [Origin.HUMAN, Origin.HARNESS]


def test_error_of_an_instance_is_an_event(read):
    session = read(instance("a", user(0, "one"), error="Agent got stuck in a loop"))
    assert [(item.kind, item.preview) for item in session.items if item.error] == [
        (ItemKind.EVENT, "Agent got stuck in a loop")
    ]


def test_delegates_of_two_instances_are_two_threads(read):
    history = [user(0, "one"), delegate(1), user(2, "look"), delegate(3, "observation")]
    session = read(instance("a", *history), instance("b", *history))
    assert [link.session for link in session.links] == ["a delegate 1", "b delegate 1"]


def test_kinds_that_are_not_known_are_counted_over_all_instances(read):
    odd = {"id": 1, "source": "agent", "observation": "glow", "content": "", "extras": {}, "action": "glow"}
    session = read(instance("a", odd), instance("b", odd))
    assert [problem.message.split()[0] for problem in session.diagnostics if problem.code == "unknown-record"] == ["2"]


def test_more_instances_than_are_shown_are_told(read, monkeypatch):
    monkeypatch.setattr(evaluation, "MOST", 2)
    session = read(*(instance(name, user(0, name)) for name in "abc"))
    assert context(session) == ["b"]
    assert [problem.code for problem in session.diagnostics] == ["more-instances"]


def test_first_line_longer_than_what_is_looked_at_is_recognised(tmp_path):
    path = tmp_path / "output.jsonl"
    row = instance("a", user(0, "one"), run(1, "x" * 600_000))
    path.write_bytes(orjson.dumps(row) + b"\n")
    assert ADAPTER.recognise(probe_path(path)).because == "an instance of an evaluation with the events of its run"
    assert open_log(path).adapter is ADAPTER


def test_packed_sample_reads_the_same(tmp_path):
    path = tmp_path / "output.jsonl.gz"
    path.write_bytes(gzip.compress(SAMPLE.read_bytes()))
    assert [item.preview for item in open_log(path).session.items] == [
        item.preview for item in open_log(SAMPLE).session.items
    ]


def test_a_byte_order_mark_in_front_changes_nothing(tmp_path):
    path = tmp_path / "output.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + SAMPLE.read_bytes())
    assert len(open_log(path).session.items) == len(open_log(SAMPLE).session.items)


def test_predictions_without_events_are_no_evaluation(tmp_path):
    path = tmp_path / "preds.jsonl"
    path.write_bytes(orjson.dumps({"instance_id": "a", "model_patch": "", "model_name_or_path": "m"}) + b"\n")
    assert ADAPTER.recognise(probe_path(path)) is None
