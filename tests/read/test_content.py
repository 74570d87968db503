"""The bytes of a log, packed or not."""

import random
import zipfile

import pytest

from inspector.errors import CannotRead
from inspector.read.content import open_bytes, plain_suffix, read_bytes
from tests.mangle import packed


def test_the_one_member_of_a_zip_is_the_log(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("in/log.jsonl", b"content")
    with open_bytes(path) as stream:
        assert stream.read() == b"content"


def test_a_zip_of_several_files_is_no_session(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a", b"")
        archive.writestr("b", b"")
    with pytest.raises(CannotRead, match="2 files"):
        open_bytes(path)


def test_a_broken_zip_and_a_folder_are_errors(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"PK nonsense")
    for path in (tmp_path / "a.zip", tmp_path):
        with pytest.raises(CannotRead):
            open_bytes(path)


def test_the_plain_suffix_looks_through_the_packing(tmp_path):
    assert plain_suffix(tmp_path / "a.jsonl.zst") == ".jsonl"
    assert plain_suffix(tmp_path / "a.json") == ".json"


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".zip"])
def test_of_a_damaged_archive_what_comes_before_is_read_and_why_it_ends(tmp_path, suffix):
    content = random.Random(1).randbytes(300_000).hex().encode()
    path = packed(tmp_path, suffix, content)
    assert read_bytes(path) == (content, "") and read_bytes(path, 10) == (content[:10], "")
    raw = bytearray(path.read_bytes())
    middle = len(raw) // 2
    lost = raw[middle : middle + 2_000]
    del raw[middle : middle + 2_000]
    if suffix == ".zip":
        # Its index stands at the end and says how long the rest is.
        raw[middle + 2_000 : middle + 2_000] = lost
    path.write_bytes(raw)
    told, why = read_bytes(path)
    assert why and content[:1_000] == told[:1_000]
    with open_bytes(path) as stream, pytest.raises(OSError):
        stream.read()


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".zip"])
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_a_torn_archive_is_read_up_to_its_end_and_says_so(tmp_path, suffix, share):
    content = random.Random(1).randbytes(300_000).hex().encode()
    path = packed(tmp_path, suffix, content)
    raw = path.read_bytes()
    path.write_bytes(raw[: int(len(raw) * share)])
    told, why = read_bytes(path)
    assert why and content.startswith(told) and len(told) > len(content) * share / 2
