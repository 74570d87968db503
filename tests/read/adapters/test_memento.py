"""Memento: responses cut at their markers, columns, the saw-tooth of contexts."""

from __future__ import annotations

import orjson
import pytest

from inspector.model import ItemKind, Usage
from inspector.read.adapters import memento
from inspector.read.adapters.memento import units
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from tests.check_session import sources_hold_their_texts
from tests.conftest import SAMPLES
from tests.read_back import compactions, context

ADAPTER = memento.ADAPTER
SAMPLE = SAMPLES / "memento" / "openmementos" / "three-blocks" / "traces.jsonl"


def unit(block, summary):
    return f"<|block_start|>{block}<|block_end|>\n<|summary_start|>{summary}<|summary_end|>\n"


@pytest.fixture
def read(tmp_path):
    def write_and_read(*rows, document=False):
        path = tmp_path / "log.jsonl"
        body = orjson.dumps(list(rows)) if document else b"".join(orjson.dumps(row) + b"\n" for row in rows)
        path.write_bytes(body)
        session = ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
        sources_hold_their_texts(session, Bodies())
        for item in session.items:
            if item.text is not None:
                assert item.text in Bodies().text(item)
        return session

    return write_and_read


def test_block_leaves_when_its_summary_ends(read):
    session = read({"problem": "p", "response": f"<think>{unit('one', '1')}loose{unit('two', '2')}</think>done"})
    assert context(session) == ["p", "1", "loose", "2", "done"]
    assert [len(context(session, request.op - 1)) for request in session.requests] == [1, 2, 2, 3, 4, 4]
    assert [(one.removed, one.inserted, one.outcome) for one in compactions(session)] == [
        ((2,), (3,), "ok"), ((5,), (6,), "ok"),
    ]  # fmt: skip


def test_columns_read_as_the_response_does(read):
    sentences = ["one.", "two.", "three."]
    row = {"problem": "p", "sentences": sentences, "blocks": [[0, 1], [2, 2]], "block_summaries": ["12", "3"]}
    session = read(row)
    assert context(session) == ["p", "12", "3"]
    assert [item.text for item in session.items if item.detail == "block"] == ["one.\ntwo.", "three."]
    assert session.items[2].source.pointer == "/block_summaries/0"


def test_response_goes_before_columns_where_it_has_the_markers(read):
    row = {"response": f"<think>{unit('one', '1')}</think>x", "sentences": ["y"], "blocks": [[0, 0]]}
    assert context(read(row)) == ["1", "x"]


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("<think><|block_start|>a", [("block", "a", False)]),
        ("<think><|block_start|>a<|block_end|>", [("block", "a", True)]),
        ("<think><|block_start|>a<|summary_start|>b<|summary_end|>", [("block", "a", False), ("summary", "b", True)]),
        ("<think><|block_start|>a<|block_start|>b<|block_end|>", [("block", "a<|block_start|>b", True)]),
        ("<think>a</think>b", [("text", "a", True), ("answer", "b", True)]),
        ("plain", [("answer", "plain", True)]),
        ("", []),
    ],
)
def test_missing_ends_are_the_next_start(response, found):
    assert [tuple(one) for one in units(response)] == found


def test_cut_summary_evicts_nothing(read):
    session = read({"problem": "p", "response": "<think><|block_start|>a<|block_end|><|summary_start|>b"})
    (one,) = compactions(session)
    assert (one.record.status, one.removed, context(session)) == ("failed", (), ["p", "a", "b"])


def test_served_answer_has_its_prompt_at_the_first_request(read):
    message = {"role": "assistant", "content": f"<think>{unit('a', 'b')}</think>c"}
    usage = {"prompt_tokens": 30, "completion_tokens": 9}
    session = read({"model": "m", "choices": [{"message": message}], "usage": usage})
    assert [request.usage for request in session.requests] == [Usage(30), None, None]
    assert session.models == ("m",)


def test_chat_with_reasoning_beside_the_content_is_read(read):
    answer = {"role": "assistant", "reasoning_content": unit("a", "b"), "content": "c"}
    messages = [{"role": "system", "content": "s"}, {"role": "user", "content": "q"}, answer]
    session = read({"messages": messages})
    assert context(session) == ["s", "q", "b", "c"]
    assert [item.kind for item in session.items][-1] is ItemKind.ASSISTANT


def test_traces_of_one_file_do_not_mix(read):
    rows = [{"problem": name, "response": unit(name + name, name)} for name in "ab"]
    session = read(*rows)
    assert context(session) == ["b", "b"]
    assert [one.kept for one in compactions(session)] == [(1,), (4,)]
    assert compactions(session)[0].request_after is None


def test_one_document_reads_as_lines_do(read):
    rows = [{"problem": "p", "response": unit("a", "b")}]
    assert context(read(*rows, document=True)) == context(read(*rows))


def test_more_traces_than_are_shown_are_told(read):
    rows = [{"problem": str(number), "response": "x"} for number in range(memento.MOST + 1)]
    session = read(*rows)
    assert [problem.code for problem in session.diagnostics] == ["more-traces"]
    assert len(session.requests) == memento.MOST


def test_row_without_a_trace_survives(read):
    session = read({"problem": "p", "response": "x"}, {"note": 1})
    assert session.items[-1].kind is ItemKind.EVENT
    assert [problem.code for problem in session.diagnostics] == ["unknown-row"]


def test_rows_of_parquet_read_as_lines_do(read, tmp_path, write_parquet):
    path = tmp_path / "train.parquet"
    rows = [{"problem": f"p{number}", "response": unit("a", "b"), "domain": "math", "difficulty": 1} for number in "12"]
    write_parquet(path, rows)
    assert ADAPTER.recognise(probe_path(path)).confidence == 0.6
    session = open_log(path).session
    assert context(session) == context(read(*rows)) == ["p2", "b"]
    assert all(item.text is not None for item in session.items)
    sources_hold_their_texts(session, Bodies())


def test_columns_of_parquet_read_as_those_of_lines_do(read, tmp_path, write_parquet):
    path = tmp_path / "full.parquet"
    row = {"problem": "p", "sentences": ["one.", "two."], "blocks": [[0, 1]], "block_summaries": ["12"]}
    write_parquet(path, [row])
    assert ADAPTER.recognise(probe_path(path)).confidence == 0.9
    assert context(open_log(path).session) == context(read(row)) == ["p", "12"]
