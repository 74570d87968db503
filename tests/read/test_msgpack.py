from __future__ import annotations

import pytest

from inspector.read.msgpack import DEPTH, unpack
from tests.sample_scripts.checkpoints import Ext, pack


def plainly(packed):
    return unpack(packed, lambda code, raw: (code, raw))


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        0,
        127,
        -1,
        -40,
        2**40,
        -(2**40),
        1.5,
        "",
        "tram",
        "é" * 40,
        b"raw",
        [],
        [1, [2, "b"]],
        {"a": {"b": [1]}},
    ],
    ids=repr,
)
def test_what_was_packed_is_read(value):
    assert plainly(pack(value)) == value


@pytest.mark.parametrize(
    ("packed", "value"),
    [
        (b"\xca\x3f\xc0\x00\x00", 1.5),
        (b"\xcc\xff", 255),
        (b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 2**64 - 1),
        (b"\xd0\x80", -128),
        (b"\xe0", -32),
        (b"\x81\xa1a\x92\x01\x02", {"a": [1, 2]}),
        (b"\xd9\x02hi", "hi"),
        (b"\xc4\x01x", b"x"),
        (b"\xd4\x05x", (5, b"x")),
        (b"\xc7\x02\xffab", (-1, b"ab")),
        (b"\x81\x92\x01\x02\xc3", {"[1, 2]": True}),
        (b"\xa1\xff", "�"),
    ],
)
def test_every_form_of_the_specification_is_read(packed, value):
    assert plainly(packed) == value


def test_an_extension_is_given_as_it_is():
    assert plainly(pack([Ext(5, "x")])) == [(5, b"\xa1x")]


def test_what_breaks_off_is_said_at_every_byte():
    whole = pack({"name": ["tram", 4, 2**40, b"raw"], "ext": Ext(5, "x")})
    for end in range(len(whole)):
        with pytest.raises(ValueError, match="breaks off"):
            plainly(whole[:end])


@pytest.mark.parametrize("packed", [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff\x01", b"\xdb\xff\xff\xff\xffx"])
def test_no_room_is_made_for_a_length_that_is_only_claimed(packed):
    with pytest.raises(ValueError, match="breaks off"):
        plainly(packed)


def test_nesting_ends_before_the_stack_does():
    with pytest.raises(ValueError, match="nested"):
        plainly(b"\x91" * (DEPTH + 2) + b"\x01")


def test_a_byte_that_begins_nothing_is_refused():
    with pytest.raises(ValueError, match="0xc1"):
        plainly(b"\xc1")
