"""Logs of DeepSeek Harness, in events of the form that its packages describe."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin
from inspector.read.adapters import deepseek_harness
from inspector.read.bodies import Bodies
from inspector.read.open import open_log
from tests.check_session import sources_hold_their_texts
from tests.read_back import contexts, found
from tests.sample_scripts.agent_sdks import DSH_HEADER, dsh_event, dsh_said, dsh_text

SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "deepseek-harness").glob("*/*/*.jsonl"))


@pytest.fixture
def read(tmp_path):
    def write_and_read(*rows):
        path = tmp_path / "session.jsonl"
        # One value of its header that is lost makes it no log of pi's, whose header is alike.
        header = {name: value for name, value in DSH_HEADER.items() if name != "createdAt"}
        path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in (header, *rows)))
        session = open_log(path).session
        assert session.agent == "deepseek-harness"
        sources_hold_their_texts(session, Bodies())
        return session

    return write_and_read


def test_a_summary_stands_in_the_place_of_the_messages_that_it_names():
    session = deepseek_harness.ADAPTER.read(SAMPLE, lambda problem: pytest.fail(problem.message))
    told = "<compacted-summary>Bread is asked for.</compacted-summary>"
    assert contexts(session)[-1] == ["You bake.", told, "The dough rests.", "Now bake it."]
    made, failed = found(session).all
    assert (made.record.trigger, made.record.model, len(made.record.shown)) == ("auto", "deepseek-chat", 4)
    assert (failed.outcome, failed.record.trigger, failed.record.reason) == (
        "failed", "manual", "the summary was not shorter",
    )  # fmt: skip
    (edit,) = found(session).edits
    assert [session.items[item - 1].preview for item in edit.inserted] == ["flour, water … cut"]
    assert session.requests[0].usage.prompt == 350
    assert [request.purpose for request in session.requests].count("compaction") == 1


def test_a_range_that_names_no_messages_goes_by_place_whatever_the_numbers(read):
    session = read(
        dsh_said(0, "user", dsh_text("a")), dsh_said(1, "model", dsh_text("b")),
        dsh_said(2, "plugin", dsh_text("one"), replaces=(0, 0), plugin="compact", compactionId="k"),
        dsh_said(3, "user", dsh_text("c")),
        dsh_said(4, "plugin", dsh_text("both"), replaces=(2, 1), plugin="compact", compactionId="l"),
        dsh_said(5, "model", dsh_text("d")),
    )  # fmt: skip
    assert contexts(session)[-1] == ["both", "c"]


def test_whose_a_message_is_its_source_tells(read):
    session = read(
        dsh_said(0, "plugin", dsh_text("Files changed."), plugin="fs-watch"),
        dsh_said(1, "user", dsh_text("<summary>x")),
        dsh_said(2, "tool", {"type": "tool-result", "toolCallId": "c"}),
    )
    assert [(item.kind, item.origin) for item in session.items] == [
        (ItemKind.ATTACHMENT, Origin.HARNESS), (ItemKind.USER, Origin.HUMAN), (ItemKind.TOOL_RESULT, Origin.TOOL),
    ]  # fmt: skip


def test_a_later_header_puts_its_prompt_in_the_place_of_the_earlier_and_the_window_is_known(read):
    def header(seq, system):
        return dsh_event(seq, "request/header", {"header": {"system": system, "config": {}}, "reason": "change"})

    window = dsh_event(1, "request/context", {"provider": "p", "model": "m", "contextWindow": 64_000})
    session = read(
        header(0, "Old."), window, dsh_said(2, "user", dsh_text("a")), header(3, "New."),
        dsh_said(4, "model", dsh_text("b")),
    )  # fmt: skip
    assert contexts(session) == [["New.", "a"]]
    assert session.requests[0].limit == 64_000


def test_a_kind_that_is_not_known_is_told_unless_it_may_be_passed_over(read):
    rows = (dsh_event(1, "new/kind", {}), dsh_event(2, "new/hint", {}, ignorable=True))
    session = read(dsh_said(0, "user", dsh_text("a")), *rows)
    assert [problem.code for problem in session.diagnostics] == ["unknown-record"]
    assert [item.detail for item in session.items if item.kind is ItemKind.EVENT] == ["new/kind"]
