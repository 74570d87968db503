"""OTLP as protobuf; written here field by field, so that the reader is held to the format."""

from __future__ import annotations

import struct
import time
from pathlib import Path

import pytest

from inspector.read.adapters import otlp
from inspector.read.open import open_log, probe_path
from inspector.read.spans.attributes import flat
from inspector.read.spans.protobuf import read_protobuf

NANOS = 1_790_000_000_000_000_000
TOLD = {
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "m",
    "gen_ai.usage.input_tokens": 1_234,
    "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Mend it."}]}]',
}


def varint(number: int) -> bytes:
    out = b""
    while number > 0x7F:
        out, number = out + bytes([number & 0x7F | 0x80]), number >> 7
    return out + bytes([number])


def field(number: int, body: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(body)) + body


def fixed(number: int, value: int) -> bytes:
    return varint(number << 3 | 1) + struct.pack("<Q", value)


def pair(key: str, value: str | int) -> bytes:
    held = field(1, value.encode()) if isinstance(value, str) else varint(3 << 3) + varint(value)
    return field(1, key.encode()) + field(2, held)


def span(number: int) -> bytes:
    told = b"".join(field(9, pair(key, value)) for key, value in TOLD.items())
    ids = field(1, b"\x5f" * 16) + field(2, bytes([number]) * 8) + field(5, b"chat")
    # A number nobody knows, of a later version.
    later = varint(99 << 3) + varint(7)
    return ids + fixed(7, NANOS + number) + fixed(8, NANOS + number + 10**9) + told + later


def request(*numbers: int) -> bytes:
    scope = b"".join(field(2, span(number)) for number in numbers)
    resource = field(1, field(1, pair("service.name", "agent")))
    return field(1, resource + field(2, scope))


def sized(*requests: bytes) -> bytes:
    return b"".join(struct.pack(">I", len(one)) + one for one in requests)


def write(folder: Path, body: bytes) -> Path:
    path = folder / "traces.pb"
    path.write_bytes(body)
    return path


@pytest.mark.parametrize("body", [request(1, 2), sized(request(1), request(2))], ids=["one request", "with lengths"])
def test_both_forms_of_a_file_are_recognised_and_read(body, tmp_path):
    opened = open_log(write(tmp_path, body))
    assert opened.session.agent == "otlp"
    assert [(one.usage.input, one.model) for one in opened.session.requests] == [(1_234, "m")] * 2
    assert opened.session.items[0].preview == "Mend it." and not opened.session.diagnostics
    opened.bodies.close()


def test_a_request_that_was_cut_costs_itself_alone(tmp_path):
    problems = []
    path = write(tmp_path, sized(request(1)) + struct.pack(">I", 900) + request(2)[:200])
    session = otlp.ADAPTER.read(path, problems.append)
    assert len(session.requests) >= 1 and session.items[0].preview == "Mend it."
    assert all(one.code == "cut-document" for one in problems)


@pytest.mark.parametrize(
    "body", [b"\x0a", b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", b"\x0a\x02\x12\x00", b"\x00" * 64]
)
def test_bytes_that_only_begin_alike_are_not_recognised(body, tmp_path):
    assert otlp.ADAPTER.recognise(probe_path(write(tmp_path, body))) is None


def test_a_value_nested_without_end_ends_nothing(tmp_path):
    value = field(1, b"x")
    for _ in range(3_000):
        value = field(5, field(1, value))
    deep = field(9, field(1, b"gen_ai.deep") + field(2, value))
    body = field(1, field(2, field(2, field(2, b"\x01" * 8) + deep)) + field(1, field(1, pair("service.name", "a"))))
    problems = []
    assert otlp.ADAPTER.read(write(tmp_path, body), problems.append).requests == ()
    assert problems


def test_a_file_that_is_cut_or_damaged_keeps_every_span_that_is_whole(tmp_path):
    whole = request(*range(1, 21))
    for body in (whole[:-5], whole.replace(span(7), b"\xff" * len(span(7)))):
        problems = []
        session = otlp.ADAPTER.read(write(tmp_path, body), problems.append)
        assert len(session.requests) == 19
        assert [one.code for one in problems] == ["cut-document"]


def test_many_requests_take_time_with_their_number_not_with_its_square(tmp_path):
    path = write(tmp_path, sized(request(1), *[field(1, b"") + field(15, b"x" * 300)] * 20_000))
    begun = time.process_time()
    assert len(list(read_protobuf(path, pytest.fail))) == 20_001
    assert time.process_time() - begun < 3


def test_names_nested_without_end_are_not_written_once_a_leaf():
    nested = {"leaf": 1}
    for _ in range(500):
        nested = {"k" * 50: nested, "other": 1}
    assert max(map(len, flat(nested))) < 300
