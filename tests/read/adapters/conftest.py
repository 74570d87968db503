"""What the tests of Codex rollouts share."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.codex_log import Read


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., Read]:
    """What writes rows as a rollout of Codex, and reads it."""
    numbers = itertools.count()
    return lambda *rows: Read(tmp_path / f"rollout-2026-07-20T20-00-00-{next(numbers)}.jsonl", *rows)
