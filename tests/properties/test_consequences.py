"""Logs with parts of their records spoilt: what is left is followed, and findings rest on items that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.errors import InspectorError
from inspector.store.cache import Cache
from inspector.workbench.card import card
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, read
from tests.generate_consequences import write_consequences_log
from tests.mangle import mangled

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
CASES = ("claude-code/2.1/fading-rules", "claude-code/2.1/kept-messages", "codex/0.150/auth-refresh")


def followed(path: Path) -> Document | None:
    try:
        document = read(path)
    except InspectorError:
        return None
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    return document


def check(path: Path) -> bool:
    document = followed(path)
    if document is None:
        return False
    last = len(document.session.items)
    for one in document.consequences or ():
        for finding in one.findings:
            assert all(1 <= item <= last for item in finding.evidence)
            assert 1 <= finding.item <= last
    card(document)
    document.close()
    return True


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("seed", range(6))
def test_spoilt_samples_are_followed_to_the_end(tmp_path, case, seed):
    (log,) = (SAMPLES / case).glob("*.jsonl")
    path = tmp_path / log.name
    path.write_bytes(mangled(log.read_bytes(), seed))
    check(path)


@pytest.mark.parametrize("seed", range(12))
def test_spoilt_made_sessions_are_followed_to_the_end(tmp_path, seed):
    path = tmp_path / "log.jsonl"
    write_consequences_log(path, seed)
    path.write_bytes(mangled(path.read_bytes(), seed))
    assert check(path)
