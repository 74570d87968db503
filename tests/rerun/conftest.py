"""What tests of strategies share: the built-in ones, and sample sessions ready to be run again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from inspector.model import Compaction
from inspector.rerun.library import Strategies, load_strategies
from inspector.rerun.material import Material, material_of
from inspector.store.cache import Cache
from inspector.survival.found import Found
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, read
from tests.made_session import sample

SAMPLES = (
    ("claude-code/2.1/fading-rules", 1),
    ("claude-code/2.1/fading-rules", 3),
    ("claude-code/2.1/kept-messages", 1),
    ("codex/0.150/auth-refresh", 1),
    ("codex/0.150/auth-refresh", 2),
    ("pi/session-v3/two-compactions", 1),
    ("pi/session-v3/two-compactions", 2),
)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One recorded compaction of a sample, ready to be run again."""

    name: str
    document: Document
    compaction: Compaction
    found: Found
    material: Material


@pytest.fixture(scope="session")
def strategies() -> Strategies:
    return load_strategies()


def ready(path: Path) -> Document:
    """A session with contexts, counts and facts."""
    document = read(path)
    cache = Cache.memory()
    advance(document, Stage.COUNT, cache)
    advance(document, Stage.EXTRACT, cache)
    return document


def case_of(document: Document, number: int, name: str = "") -> Case:
    found = next(one for one in document.extraction if one.segment.compaction.number == number)
    compaction = document.compactions[number - 1]
    material = material_of(
        document.session,
        document.reconstruction.replay,
        compaction,
        found,
        document.tally.counts,
        document.tally.calibration,
        document.measurement.window,
    )
    return Case(name, document, compaction, found, material)


@pytest.fixture(scope="session")
def cases() -> Iterator[dict[tuple[str, int], Case]]:
    """The compactions of the samples, by sample and number."""
    documents = {name: ready(sample(name)) for name, _ in SAMPLES}
    yield {(name, number): case_of(documents[name], number, name) for name, number in SAMPLES}
    for document in documents.values():
        document.close()
