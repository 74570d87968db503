"""Tolerant lines: one bad line costs one line, and every offset reads back."""

import gzip
from unittest import mock

import orjson
import pytest
import zstandard

from inspector.read import limits
from inspector.read.ends import Records
from inspector.read.lines import loads_tolerant, read_lines, text_lines


def read(tmp_path, content, name="log.jsonl", reader=read_lines):
    """Records and problems of a log with this content."""
    path = tmp_path / name
    path.write_bytes(content)
    problems = []
    lines = list(reader(path, problems.append))
    return lines, problems


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (b'{"a":', "bad-line"),
        (b"\xff\xfe garbage", "bad-line"),
        (b"[1, 2]", "not-a-record"),
        (b'"text"', "not-a-record"),
        (b"\x00" * 40, "nul-line"),
        (b'{"a": "\xff"}', "mended-line"),
        (b'{"a": "\\ud800"}', "mended-line"),
        (b'\x00\x00{"a": 1}', "mended-line"),
        (b"[" * 100_000, "bad-line"),
    ],
)
def test_a_damaged_line_is_listed_with_its_number_and_costs_only_itself(tmp_path, damage, code):
    lines, problems = read(tmp_path, b'{"n": 1}\n' + damage + b'\n{"n": 3}\n')
    assert [(problem.code, problem.source.line) for problem in problems] == [(code, 2)]
    assert [line.number for line in lines if "n" in line.record] == [1, 3]


def test_a_torn_last_line_is_a_warning_of_its_own(tmp_path):
    lines, problems = read(tmp_path, b'{"n": 1}\n{"n": 2, "te')
    assert [line.record["n"] for line in lines] == [1]
    assert [(problem.code, problem.severity) for problem in problems] == [("torn-line", "warning")]


def test_offsets_enclose_the_record_without_its_line_end(tmp_path):
    content = b'\xef\xbb\xbf{"n": 1}\n\n{"t": "a\xe2\x80\xa8b"}\r\n{"n": 3}'
    lines, problems = read(tmp_path, content)
    assert not problems
    assert [line.number for line in lines] == [1, 3, 4]
    assert lines[1].record == {"t": "a\u2028b"}
    for line in lines[1:]:
        assert orjson.loads(content[line.start : line.end]) == line.record


def test_replaced_text_can_be_encoded_again(tmp_path):
    (line,), _ = read(tmp_path, b'{"a\\udc00": ["\\ud800", "\xff"]}\n')
    assert line.record["a�"][0] == "�"
    str(line.record).encode()


@pytest.mark.parametrize("name", ["log.jsonl.gz", "log.jsonl.zst"])
def test_a_compressed_log_reads_with_offsets_of_its_content(tmp_path, name):
    plain = b'{"n": 1}\n{"n": 2}\n'
    pack = gzip.compress if name.endswith("gz") else zstandard.ZstdCompressor().compress
    lines, problems = read(tmp_path, pack(plain[:9]) + pack(plain[9:]), name)
    assert [(line.record["n"], line.start) for line in lines] == [(1, 0), (2, 9)]
    assert not problems


@pytest.mark.parametrize("name", ["log.jsonl.gz", "log.jsonl.zst"])
def test_a_cut_archive_gives_what_comes_before_the_cut(tmp_path, name):
    plain = b"".join(b'{"n": %d, "x": "%d"}\n' % (n, n**20) for n in range(20_000))
    pack = gzip.compress if name.endswith("gz") else zstandard.ZstdCompressor().compress
    packed = pack(plain)
    lines, problems = read(tmp_path, packed[: len(packed) // 2], name)
    assert lines
    assert len(lines) < 20_000
    assert [line.record["n"] for line in lines] == list(range(len(lines)))
    assert problems[-1].code == "cut-archive"


def test_a_line_of_twenty_megabytes_is_one_record(tmp_path):
    lines, problems = read(tmp_path, b'{"t": "' + b"x" * 20_000_000 + b'"}\n{"n": 2}\n')
    assert (len(lines), problems) == (2, [])


def test_first_records_leave_out_the_line_that_the_head_cuts():
    assert [*Records(b'{"n": 1}\nnot json\n{"n": 2}\n{"n":', 1000)] == [{"n": 1}, {"n": 2}]
    assert [*Records(b'{"n": 1}', 8)] == [{"n": 1}]


def test_first_records_are_parsed_as_far_as_somebody_looks():
    records = Records(b'{"n": 1}\n{"n": 2}\n{"n": 3}\n', 27)
    with mock.patch("orjson.loads", wraps=orjson.loads) as loads:
        assert (bool(records), records[0], records[:2]) == (True, {"n": 1}, [{"n": 1}, {"n": 2}])
        assert loads.call_count == 2
    assert (len(records), records[-1], records[5:]) == (3, {"n": 3}, [])


def test_records_glued_on_one_line_are_read_one_by_one(tmp_path):
    content = b'{"a": 1}\n{"b": "}{"}{"c": 2}{"d": {}}\n{"e": 3}\n'
    lines, problems = read(tmp_path, content)
    assert [content[line.start : line.end] for line in lines] == [
        b'{"a": 1}',
        b'{"b": "}{"}',
        b'{"c": 2}',
        b'{"d": {}}',
        b'{"e": 3}',
    ]
    assert [line.number for line in lines] == [1, 2, 2, 2, 3]
    assert [(problem.code, problem.source.line) for problem in problems] == [("glued-line", 2)]


def test_glued_line_with_a_torn_record_is_one_bad_line(tmp_path):
    lines, problems = read(tmp_path, b'{"a": 1}{"b": \n{"c": 2}\n')
    assert [line.record for line in lines] == [{"c": 2}]
    assert [problem.code for problem in problems] == ["bad-line"]


def test_line_full_of_joins_is_given_up_soon(tmp_path):
    lines, problems = read(tmp_path, b'{"a": "' + b"}{" * 100_000 + b"\n")
    assert not lines
    assert [problem.code for problem in problems] == ["bad-line"]


def test_what_is_damaged_and_nested_too_deep_is_left_out_and_ends_nothing():
    # The tab makes it no strict JSON, which orjson says before it meets the depth.
    raw = b'{"said": "a\ttab", "deep": ' + b"[" * 1_200 + b"]" * 1_200 + b"}"
    assert loads_tolerant(raw) == (None, limits.TOO_DEEP)
    assert loads_tolerant(raw.replace(b"[" * 1_200, b"[" * 9).replace(b"]" * 1_200, b"]" * 9))[0]["said"] == "a\ttab"


def test_a_line_stands_in_its_bytes_without_its_end(tmp_path):
    raw = "\ufefföre\r\nzwei\n\ndrei".encode()
    lines, problems = read(tmp_path, raw, reader=text_lines)
    assert [line.text for line in lines] == ["öre", "zwei", "", "drei"]
    assert [raw[line.start : line.end].decode() for line in lines] == ["öre", "zwei", "", "drei"]
    assert [line.number for line in lines] == [1, 2, 3, 4] and not problems


def test_what_is_no_text_is_marked_and_told(tmp_path):
    lines, problems = read(tmp_path, b"one\n\x00\x00\x00\nt\xffo\n", reader=text_lines)
    assert [(line.number, line.text) for line in lines] == [(1, "one"), (3, "t\ufffdo")]
    assert [(problem.code, problem.source.line) for problem in problems] == [("mended-line", 3)]
