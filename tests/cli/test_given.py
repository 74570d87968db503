from __future__ import annotations

import os

import pytest

from inspector.given import DOCUMENT, given_bytes, given_text
from tests.cli.conftest import sample

LOG = sample("fading-rules")
ASKED = [
    ("strategies", "--check", "{}"),
    ("experiment", "run", "{}"),
    ("survival", LOG, "--facts", "{}"),
    ("rerun", LOG, "--compaction", "1", "--model", "m@http://127.0.0.1:9/v1", "--prompt", "{}", "--dry-run"),
    ("rerun", LOG, "--compaction", "1", "--model", "m@http://127.0.0.1:9/v1", "--answers-from", "{}"),
]


@pytest.mark.skipif(os.name != "posix", reason="devices and pipes")
@pytest.mark.parametrize("command", ASKED, ids=lambda command: command[-1] if "{}" not in command[-1] else command[-2])
@pytest.mark.parametrize("kind", ["device", "pipe"])
def test_what_may_never_end_is_refused_wherever_a_person_names_a_file(inspector, tmp_path, command, kind):
    path = tmp_path / "given.txt"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    ran = inspector(*[str(part).format(path) for part in command])
    assert ran.status in (2, 3)
    assert "it is no file" in ran.err


def test_a_document_has_a_bound_and_plain_line_ends(tmp_path):
    path = tmp_path / "given.yaml"
    path.write_bytes(b"a\r\nb")
    assert given_text(path) == "a\nb"
    path.write_bytes(b"x" * (DOCUMENT + 1))
    with pytest.raises(OSError, match="larger than 1 MB"):
        given_text(path)
    assert len(given_bytes(path)) == DOCUMENT + 1
