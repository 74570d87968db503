"""One mutation: which log, how and where hangs on the seed and its number alone; and what became of the log."""

from __future__ import annotations

import atexit
import random
import shutil
import signal
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from contextlib import closing
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from inspector.errors import InspectorError, UnknownFormat
from inspector.model.wire import to_json
from inspector.read.open import open_log
from inspector.resources import samples
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance
from tests.fuzz.layout import layout
from tests.fuzz.ways import way_for

HANG = 5.0
"""Seconds for a log that is read in milliseconds."""
_DESCRIPTIONS = frozenset({"case.toml", "facts.json"})


class Sample(NamedTuple):
    """A file of a session: the session's folder, what is opened, and the file that is spoilt."""

    agent: str
    folder: Path
    log: Path
    file: Path


class Found(NamedTuple):
    """What one mutation led to: "ok", "refused", "crash", "hang" or "lost"; and in words."""

    agent: str
    way: str
    what: str
    told: str = ""
    good: int = 0
    """Items of records that the mutation did not touch."""


class _Hang(BaseException):
    pass


@cache
def all_samples() -> tuple[Sample, ...]:
    """Every file with records of every sample session."""
    found = []
    for case in sorted(samples().rglob("case.toml")):
        told = tomllib.loads(case.read_text(encoding="utf-8"))
        for path in sorted(case.parent.rglob("*")):
            if path.is_file() and path.name not in _DESCRIPTIONS and layout(path):
                found += [Sample(told["agent"], case.parent, case.parent / told["log"], path)]
    return tuple(found)


def spoil(seed: int, number: int) -> tuple[Sample, str, bytes, set[str]]:
    """A sample, the name of what is done to it, what its file then holds, and the records that this touched."""
    rng = random.Random(f"{seed}:{number}")
    agents = sorted({sample.agent for sample in all_samples()})
    mine = [sample for sample in all_samples() if sample.agent == agents[number % len(agents)]]
    case = rng.choice(sorted({sample.folder for sample in mine}))
    sample = rng.choice([sample for sample in mine if sample.folder == case])
    whole = layout(sample.file)
    assert whole is not None
    way = way_for(whole, rng)
    return sample, way.__name__, *way(whole, rng)


def once(seed: int, number: int) -> Found:
    """One mutation, opened and held against the undamaged log."""
    sample, way, raw, touched = spoil(seed, number)
    with _placed(sample, raw) as log:
        what, told, texts = follow(log, sample.agent)
    if what in ("crash", "hang"):
        return Found(sample.agent, way, what, told)
    good = _good(sample, frozenset(touched))
    gone = good - texts
    if gone and touched:
        # What builds upon a touched record goes with it: all that is missing where that was never written is no loss.
        gone = (good & _texts_without(sample, frozenset(touched))) - texts
    # Shown in a larger piece, such as a result whose call is not known any more, a text is not lost.
    whole = "\0".join(texts) if gone else ""
    gone = Counter({text: count for text, count in gone.items() if text not in whole})
    if gone:
        told = f"{gone.total()} of {good.total()}, {what}: {min(gone, key=len)[:100]!r}"
        return Found(sample.agent, way, "lost", told, good.total())
    return Found(sample.agent, way, what, told, good.total())


def follow(log: Path, agent: str) -> tuple[str, str, Counter[str]]:
    """Open a log as a person does, and compute all up to the counts: what became of it, in words, and its texts."""
    signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, HANG)
    texts: Counter[str] = Counter()
    begun = time.monotonic()
    try:
        try:
            opened = open_log(log)
        except UnknownFormat:
            # Nobody can know it any more: the message says to name the format.
            opened = open_log(log, agent=agent)
        document = Document(opened)
        for item in opened.session.items:
            text = opened.bodies.text(item)
            texts[text] += 1
            if len(text) != item.chars:
                return "crash", f"text read back is another: {item.chars} characters, not {len(text)}", texts
        with closing(Cache.memory()) as cache:
            advance(document, Stage.COUNT, cache)
        to_json(opened.session)
        document.close()
    except InspectorError as why:
        if texts or type(why).__name__ == "LogChanged":
            return "crash", f"texts cannot be read back: {why}", texts
        return "refused", "", texts
    except _Hang:
        return "hang", f"more than {HANG:.0f} s", texts
    except BaseException as why:
        return "crash", _place(why), texts
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if time.monotonic() - begun > HANG:
        return "hang", f"{time.monotonic() - begun:.0f} s", texts
    return "ok", "", texts


def _give_up(number: int, frame: object) -> None:
    raise _Hang


def _place(why: BaseException) -> str:
    """An error and where in the inspector it was raised."""
    frames = [frame for frame in traceback.extract_tb(why.__traceback__) if "inspector" in frame.filename]
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-3:]))
    return f"{type(why).__name__}: {str(why)[:120]} at {where}"


# What is undamaged ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _items(sample: Sample) -> tuple[tuple[str, str], ...]:
    """The items of the undamaged session: the record of the spoilt file that each stands in, or "", and its text."""
    whole = layout(sample.file)
    assert whole is not None
    opened = open_log(sample.log)
    found = []
    for item in opened.session.items:
        mine = item.source.path == str(sample.file) or Path(item.source.path).parent == sample.file
        found.append((whole.record_of(item.source) if mine else "elsewhere", opened.bodies.text(item)))
    opened.bodies.close()
    return tuple(found)


def _good(sample: Sample, touched: frozenset[str]) -> Counter[str]:
    """The texts of items that stand in records which were not touched."""
    return Counter(text for record, text in _items(sample) if text and record not in touched)


@lru_cache(maxsize=128)
def _texts_without(sample: Sample, touched: frozenset[str]) -> Counter[str]:
    whole = layout(sample.file)
    assert whole is not None
    with _placed(sample, whole.without(touched)) as log:
        return follow(log, sample.agent)[2]


# Where it lies ----------------------------------------------------------------------------------------------------


class _placed:  # noqa: N801 - a context manager
    """The log of a sample in a folder of its own, with one file changed; put right again behind it."""

    def __init__(self, sample: Sample, raw: bytes) -> None:
        self._sample, self._raw = sample, raw
        self._case = _copy(sample.folder)
        self._file = self._case / sample.file.relative_to(sample.folder)

    def __enter__(self) -> Path:
        self._file.unlink()
        self._file.write_bytes(self._raw)
        return self._case / self._sample.log.relative_to(self._sample.folder)

    def __exit__(self, *_: object) -> None:
        shutil.copyfile(self._sample.file, self._file)


@cache
def _copy(folder: Path) -> Path:
    scratch = tempfile.mkdtemp(prefix="inspector-fuzz-")
    atexit.register(shutil.rmtree, scratch, ignore_errors=True)
    return Path(shutil.copytree(folder, Path(scratch) / "case"))
