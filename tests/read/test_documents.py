from __future__ import annotations

import gzip

import orjson
import pytest

from inspector.model import Severity
from inspector.read.documents import head_document, loads_cut, loads_document, read_document

ROWS = [{"a": 1, "b": [1, 2]}, {"c": 'x,]}"y'}, {"d": {"e": 2}}]
NAMED = {"id": "s", "messages": [{"id": 1}, {"id": 2}], "about": {"tags": ["x", "y"], "n": 3}}


@pytest.fixture
def read(tmp_path):
    def write_and_read(raw, name="log.json"):
        problems = []
        path = tmp_path / name
        path.write_bytes(raw)
        return read_document(path, problems.append), problems

    return write_and_read


def test_whole_document_is_read_without_a_word(read):
    assert read(orjson.dumps(NAMED)) == (NAMED, [])


@pytest.mark.parametrize("document", [ROWS, NAMED], ids=["list", "object"])
def test_cut_anywhere_only_whole_elements_are_left(document):
    raw = orjson.dumps(document)
    longest = 0
    for end in range(len(raw)):
        value = loads_cut(raw[:end]).value
        if isinstance(value, list):
            assert value == document[: len(value)]
            longest = max(longest, len(value))
        elif value is not None:
            messages = value.get("messages", [])
            assert messages == document["messages"][: len(messages)]
            longest = max(longest, len(messages))
    assert longest == len(document if isinstance(document, list) else document["messages"])


def test_half_a_message_is_left_out_and_its_place_told(read):
    raw = orjson.dumps(ROWS)
    end = raw.index(b'"y') + 1
    value, problems = read(raw[:end])
    assert value == ROWS[:1]
    assert [(problem.code, problem.severity) for problem in problems] == [("cut-document", Severity.ERROR)]
    place = problems[0].source
    assert (place.line, place.start, place.end) == (None, raw.index(b',{"c"'), end)


def test_names_in_the_frame_of_an_object_stay(read):
    raw = orjson.dumps(NAMED)
    value, _ = read(raw[: raw.index(b'"y"')])
    assert value == {"id": "s", "messages": NAMED["messages"], "about": {"tags": ["x"]}}


def test_damage_in_the_middle_costs_what_is_behind_it(read):
    raw = orjson.dumps(ROWS).replace(b'"d":', b'"d";')
    assert read(raw)[0] == ROWS[:2]


@pytest.mark.parametrize("behind", [b"\nnot a record", b"\n{", b"]", b"\n[1, 2]"])
def test_what_stands_behind_a_document_costs_nothing_of_it(read, behind):
    value, problems = read(orjson.dumps(NAMED) + behind)
    assert value == NAMED
    assert [problem.code for problem in problems] == ["cut-document"]
    assert "more stands behind its end" in problems[0].message


def test_an_escape_that_is_none_costs_only_its_own_element(read):
    value, _ = read(rb'[{"a": 1}, {"b": 2}, {"c": "x, [y], \q"}]')
    assert value == [{"a": 1}, {"b": 2}]


def test_odd_bytes_are_mended_and_told(read):
    value, problems = read(b'\xef\xbb\xbf["caf\xe9"]')
    assert value == ["caf�"]
    assert not problems or problems[0].code == "mended-document"
    assert read(b'["caf\xe9"]')[1][0].code == "mended-document"


@pytest.mark.parametrize("raw", [b"", b"nothing", b'"half', b"[" * 100_000, b"7"])
def test_what_is_no_array_or_object_has_no_value_or_only_its_own(read, raw):
    value, problems = read(raw)
    assert value in (None, 7, [])
    assert bool(problems) == (value != 7)


def test_cut_archive_is_read_as_far_as_it_goes(read):
    packed = gzip.compress(orjson.dumps([{"n": number} for number in range(20_000)]))
    value, problems = read(packed[: len(packed) // 2], "log.json.gz")
    assert value[:2] == [{"n": 0}, {"n": 1}]
    assert [problem.code for problem in problems] == ["cut-archive", "cut-document"]


def test_texts_are_read_back_from_what_was_kept():
    assert loads_document(orjson.dumps(NAMED)) == NAMED
    assert loads_document(orjson.dumps(ROWS)[:-4]) == ROWS[:2]
    assert loads_document(b'["caf\xe9"]') == ["caf�"]


def test_a_head_is_cut_once_however_many_ask():
    head = b'{"messages": [{"n": 1}, {"n": 2'
    assert head_document(head) == {"messages": [{"n": 1}]}
    assert head_document(head) is head_document(bytes(head))
    assert head_document(b"words") is None


@pytest.mark.parametrize("tail", [b"]", b'}\n{"c": [1', b'] {"c": ["d'])
def test_a_head_ends_where_something_closes_that_never_opened(tail):
    assert head_document(b'{"a": [1]}' + tail) == {"a": [1]}
