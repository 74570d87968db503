from __future__ import annotations

import json
import os
import weakref

import pytest

from inspector.model import ItemKind, Origin, Source
from inspector.read.adapter import Match
from inspector.read.adapters import ADAPTERS
from inspector.read.bodies import Bodies
from inspector.read.build import Builder
from inspector.read.open import Opened
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, is_ready, read
from tests.made_session import sample


@pytest.fixture
def open_again(tmp_path):
    """Open the same small log, each time as if for the first time."""
    path = tmp_path / "log.jsonl"
    raw = [json.dumps({"text": text}).encode() for text in ("one two three", "four")]
    path.write_bytes(b"\n".join(raw))

    def open_log() -> Document:
        builder = Builder("test", str(path))
        start = 0
        for number, line in enumerate(raw, 1):
            source = Source(str(path), number, start, start + len(line), "/text")
            builder.item(ItemKind.USER, Origin.HUMAN, json.loads(line)["text"], source)
            start += len(line) + 1
        builder.call("", "m", Source(str(path), 2, 0, 5))
        session = builder.session(id="s", title="", cwd="", capabilities=ADAPTERS[0].capabilities)
        return Document(Opened(session, Bodies(), ADAPTERS[0], Match(1.0, "test")))

    return open_log, path


def test_advancing_computes_every_stage_on_the_way(open_again) -> None:
    document = open_again[0]()
    advance(document, Stage.MEASURE, Cache.memory())
    assert is_ready(document, Stage.RECONSTRUCT)
    assert is_ready(document, Stage.MEASURE)
    assert not is_ready(document, Stage.COUNT)
    advance(document, Stage.COUNT, Cache.memory())
    assert len(document.tally.counts.fresh) == 2


def test_reopening_an_unchanged_log_does_not_even_read_its_texts(open_again) -> None:
    open_log, path = open_again
    cache = Cache.memory()
    first = open_log()
    advance(first, Stage.COUNT, cache)
    about = path.stat()
    # Same size and time, other words: who reads them would count them.
    path.write_bytes(path.read_bytes().replace(b"one two three", b"############ "))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    again = open_log()
    advance(again, Stage.COUNT, cache)
    assert not again.tally.counts.fresh
    assert again.tally.counts.tokens.tolist() == first.tally.counts.tokens.tolist()


def test_a_touched_log_is_read_again_but_nothing_is_tokenised_twice(open_again) -> None:
    open_log, path = open_again
    cache = Cache.memory()
    first = open_log()
    advance(first, Stage.COUNT, cache)
    os.utime(path, ns=(1, 1))
    again = open_log()
    advance(again, Stage.COUNT, cache)
    assert not again.tally.counts.fresh
    assert again.tally.counts.tokens.tolist() == first.tally.counts.tokens.tolist()


def test_a_session_that_is_put_away_is_gone_although_nobody_looks_for_cycles() -> None:
    document = read(sample("claude-code/2.1/fading-rules"))
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    gone = weakref.ref(document)
    assert document.extraction and document.consequences
    del document
    assert gone() is None
