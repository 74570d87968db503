"""Archives without their end."""

import io
import random
import zipfile

import pytest
import zstandard

from inspector.read.unpack import TornZip, ZstandardReader

CONTENT = random.Random(1).randbytes(100_000).hex().encode()


def all_of(reader):
    """What can be read, and why it ends."""
    pieces = []
    try:
        while piece := reader.read1(8192):
            pieces.append(piece)
    except EOFError as why:
        return b"".join(pieces), str(why)
    return b"".join(pieces), ""


def zipped(how):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", how) as archive:
        archive.writestr("log.jsonl", CONTENT)
    return packed.getvalue()


def test_frames_one_behind_the_other_are_one_content():
    half = len(CONTENT) // 2
    packed = zstandard.compress(CONTENT[:half]) + zstandard.compress(b"") + zstandard.compress(CONTENT[half:])
    assert all_of(ZstandardReader(io.BytesIO(packed))) == (CONTENT, "")
    assert all_of(ZstandardReader(io.BytesIO(b""))) == (b"", "")


@pytest.mark.parametrize("share", [0.001, 0.3, 0.6, 0.999])
def test_a_torn_frame_is_an_error_behind_what_it_holds(share):
    packed = zstandard.ZstdCompressor(level=1).compress(CONTENT)
    told, why = all_of(ZstandardReader(io.BytesIO(packed[: int(len(packed) * share)])))
    assert CONTENT.startswith(told) and len(told) < len(CONTENT)
    assert "too early" in why
    second = packed + packed[: int(len(packed) * share)]
    assert all_of(ZstandardReader(io.BytesIO(second)))[1] == why


def test_few_bytes_that_unpack_to_many_are_unpacked_a_piece_at_a_time():
    reader = ZstandardReader(io.BytesIO(zstandard.compress(bytes(1 << 26))))
    assert len(reader.read1(100)) == 100


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_of_a_zip_without_its_index_the_first_member_is_read(how):
    packed = zipped(how)
    told, why = all_of(TornZip(io.BytesIO(packed[:50_000])))
    assert CONTENT.startswith(told) and len(told) > 40_000
    assert "too early" in why
    whole, why = all_of(TornZip(io.BytesIO(packed[: packed.index(b"PK\x01\x02")])))
    assert (whole, bool(why)) == (CONTENT, True)


@pytest.mark.parametrize("raw", [b"", b"PK nonsense", b"PK\x03\x04"])
def test_what_is_no_zip_is_said_to_be_none(raw):
    with pytest.raises(EOFError, match="not a zip"):
        TornZip(io.BytesIO(raw))
