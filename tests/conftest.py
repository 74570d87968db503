"""What every test shares: real logs where there are some, and no way to a paid provider."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
from hypothesis import settings

from inspector.ask import ways
from inspector.llm import guard
from inspector.llm.guard import OFFLINE
from inspector.llm.loop import Loop

TESTS = Path(__file__).parent
CORPUS = TESTS.parent.parent / "shared" / "corpus"
SAMPLES = TESTS.parent / "sample_sessions"
_HANGS = 60

# No test can reach a paid provider: only servers on this machine and local commands are asked, here and in processes
# that tests start.
os.environ[OFFLINE] = "1"
guard.ALLOW_REQUESTS, guard.ALLOW_COMMANDS = False, True
# Nor are servers that happen to run where the tests do.
ways.PORTS = {}

# Speed is measured elsewhere, and a failure on a build machine has to be found again.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


# What is collected stays to the end: it is not looked through for cycles, then or ever after.
def pytest_collectstart():
    gc.disable()


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items):
    for item in items:
        if str(item.path).startswith(f"{TESTS}{os.sep}gui{os.sep}"):
            item.add_marker("gui")
        if "corpus" in getattr(item, "fixturenames", ()):
            item.add_marker("corpus")


@pytest.fixture(autouse=True)
def unread_samples(monkeypatch):
    """Samples as they are without the recorded reading beside one of them, unless a test asks for it."""
    if (judging := sys.modules.get("inspector.workbench.judging")) is not None:
        monkeypatch.setattr(judging, "READING", "no reading")


@pytest.fixture
def ends():
    """Fails a test that does not come to its end: what grows with the square of a text hangs on a long one.

    No measure of speed: what is asked takes a hundredth of the time that it has.
    """
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def give_up(*_):
        raise TimeoutError(f"not done within {_HANGS} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(_HANGS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real logs beside the checkout; a test that asks for it is skipped where there is none."""
    if not CORPUS.is_dir():
        pytest.skip("no real logs beside this checkout")
    return CORPUS


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of sample sessions."""
    return SAMPLES


@pytest.fixture
def write_parquet(tmp_path):
    """Writes objects as the rows of a Parquet file; skips where no reader is installed."""
    io = pytest.importorskip("arro3.io", reason="Parquet is the extra inspector[parquet], which dev does not bring")

    def write(path, rows):
        lines = tmp_path / f"{path.name}.jsonl"
        lines.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
        io.write_parquet(io.read_json(str(lines), io.infer_json_schema(str(lines))), str(path))

    return write


@pytest.fixture
def server():
    """A provider of ours, on a port of its own."""
    from tests.llm.provider import provider

    with provider() as running:
        yield running


@pytest.fixture(scope="module")
def loop() -> Iterator[Loop]:
    with Loop() as running:
        yield running
