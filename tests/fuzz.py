"""Samples of all formats spoilt by structure, over and over: ``python -m tests.fuzz 100000 --seed 1``.

Looked for are crashes (any error but one with a sentence), hangs (more than five seconds for a log that is read in
milliseconds) and good lines lost: lines that a mutation did not touch, and that give nothing any more.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from inspector.errors import InspectorError
from inspector.model import Session
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.resources import samples
from tests.mangle import spoilt

HANG = 5.0
"""Seconds."""
_PAGE = 4_096
_LARGEST = 2_000_000
_GARBAGE = (
    b"\x00\xff\xfe",
    b"{",
    b"not a record",
    b'{"a": ',
    b"[" * 3_000,
    b'"\\ud83d"',
    b"]]>",
    b"\r",
    b"{}",
    b"null",
)
_WEIRD: tuple[Any, ...] = ("\ud83d", 10**400, -(10**30), 1e308, "x" * 70_000, [[[[]]]] * 50, {"type": {"type": "user"}})


class Sample(NamedTuple):
    """A log, and the folder that it has to stand in."""

    folder: Path
    log: Path


class Found(NamedTuple):
    """What one mutation led to: "ok", "refused", "crash", "hang" or "lost", and about it."""

    agent: str
    way: str
    what: str
    told: str


class _Hang(BaseException):
    pass


def logs() -> Iterator[Sample]:
    """The logs of all samples that are small enough to be read a thousand times."""
    for case in sorted(samples().rglob("case.toml")):
        for path in sorted(case.parent.rglob("*")):
            if (
                path.is_file()
                and path.suffix not in (".toml", ".md")
                and path.stat().st_size < _LARGEST
                and _opens(path)
            ):
                yield Sample(case.parent, path)


def _opens(path: Path) -> bool:
    try:
        return len(open_log(path).session.items) > 2
    except InspectorError:
        return False


# What is done to a log. Each gives the changed bytes, and the numbers of the lines that it left alone, where lines are
# records.


def value_of_another_type(raw: bytes, rng: random.Random) -> tuple[bytes, set[int] | None]:
    """One value of one record, or of the document, is of another type, of another size, or gone."""
    lines = raw.splitlines(keepends=True)
    records = _records(raw)
    place = rng.randrange(len(records))
    record = spoilt(json.loads(records[place]), rng, _WEIRD)
    if len(records) == len(lines):
        lines[place] = _written(record) + b"\n"
        return b"".join(lines), set(range(len(lines))) - {place}
    return _written(record), None


def order_of_records(raw: bytes, rng: random.Random) -> tuple[bytes, set[int] | None]:
    """Records are dropped, doubled and exchanged."""
    lines = raw.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 6)):
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        if rng.random() < 0.3:
            lines[one : one + 1] = []
        elif rng.random() < 0.5:
            lines.insert(one, lines[other])
        else:
            lines[one], lines[other] = lines[other], lines[one]
        lines = lines or [raw]
    return b"".join(lines), None


def garbage_line(raw: bytes, rng: random.Random) -> tuple[bytes, set[int] | None]:
    """A line that is no record stands anywhere among the others, at the very start as well."""
    lines = raw.splitlines(keepends=True)
    at = rng.choice((0, len(lines), rng.randrange(len(lines) + 1)))
    kept = set(range(len(lines))) if len(_records(raw)) == len(lines) else None
    return b"".join((*lines[:at], rng.choice(_GARBAGE) + b"\n", *lines[at:])), kept


def cut(raw: bytes, rng: random.Random) -> tuple[bytes, set[int] | None]:
    """The file ends anywhere; its whole lines are good."""
    end = rng.randrange(1, len(raw))
    kept = set(range(raw.count(b"\n", 0, end))) if len(_records(raw)) > 1 else None
    return raw[:end], kept


def bytes_turned_over(raw: bytes, rng: random.Random) -> tuple[bytes, set[int] | None]:
    """Some bytes are others."""
    content = bytearray(raw)
    for _ in range(rng.randrange(1, 30)):
        content[rng.randrange(len(content))] = rng.randrange(256)
    return bytes(content), None


def pages(raw: bytes, rng: random.Random) -> tuple[bytes, set[int] | None]:
    """Pages of a database are zeroed, exchanged, doubled or gone."""
    parts = [raw[start : start + _PAGE] for start in range(0, len(raw), _PAGE)]
    for _ in range(rng.randrange(1, 4)):
        one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        way = rng.randrange(4)
        if way == 0:
            parts[one] = bytes(len(parts[one]))
        elif way == 1:
            parts[one], parts[other] = parts[other], parts[one]
        elif way == 2:
            parts[one] = parts[other]
        else:
            parts[one : one + 1] = []
        parts = parts or [raw]
    return b"".join(parts), None


Way = Callable[[bytes, random.Random], tuple[bytes, set[int] | None]]
OF_TEXT: tuple[Way, ...] = (value_of_another_type, order_of_records, garbage_line, cut, bytes_turned_over)
OF_BYTES: tuple[Way, ...] = (pages, cut, bytes_turned_over)


def _written(record: Any) -> bytes:
    return json.dumps(record).encode()


@cache
def _records(raw: bytes) -> tuple[bytes, ...]:
    """The JSON records of a log, one a line, or all of it as one; none where it is no JSON."""
    lines = raw.splitlines()
    try:
        for line in lines:
            json.loads(line)
        return tuple(lines)
    except ValueError:
        pass
    try:
        json.loads(raw)
    except ValueError:
        return ()
    return (raw,)


def once(listed: tuple[Sample, ...], seed: int, nth: int) -> Found:
    """One mutation: which log, how and where hangs on the seed and its number alone."""
    rng = random.Random(f"{seed}:{nth}")
    agents = sorted({_agent(sample) for sample in listed})
    sample = rng.choice([sample for sample in listed if _agent(sample) == agents[nth % len(agents)]])
    raw = sample.log.read_bytes()
    way = rng.choice(OF_TEXT if _records(raw) else OF_BYTES)
    changed, kept = way(raw, rng)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(shutil.copytree(sample.folder, Path(scratch) / "case"))
        path = folder / sample.log.relative_to(sample.folder)
        path.write_bytes(changed)
        what, told, session = _opened(path)
    if session is not None and kept is not None:
        # What stands there twice may give an item the second time alone.
        counted = Counter(raw.split(b"\n"))
        alone = {line for at, line in enumerate(raw.split(b"\n")) if at in kept and counted[line] == 1}
        gone = (_lines(_whole(sample.log), raw, sample.log.name) & alone) - _lines(session, changed, sample.log.name)
        if gone:
            what, told = "lost", f"{len(gone)} lines, such as {min(gone, key=len)[:120]!r}"
    return Found(_agent(sample), way.__name__, what, told and f"{nth}: {sample.log.name}: {told}")


def _agent(sample: Sample) -> str:
    return sample.folder.relative_to(samples()).parts[0]


def _opened(path: Path) -> tuple[str, str, Session | None]:
    signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, HANG)
    try:
        session = open_log(path).session
        find_compactions(session, Replay(session))
    except InspectorError:
        return "refused", "", None
    except _Hang:
        return "hang", f"more than {HANG:.0f} s", None
    except BaseException as why:
        place = traceback.extract_tb(why.__traceback__)[-1]
        return "crash", f"{type(why).__name__}: {why} at {Path(place.filename).name}:{place.lineno}"[:300], None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return "ok", "", session


def _give_up(number: int, frame: object) -> None:
    raise _Hang


@cache
def _whole(path: Path) -> Session:
    return open_log(path).session


def _lines(session: Session, raw: bytes, name: str) -> set[bytes]:
    """The lines of a log that give an item; other files of a session have lines of their own."""
    lines = raw.split(b"\n")
    numbers = {item.source.line or 0 for item in session.items if Path(item.source.path).name == name} - {0}
    return {lines[number - 1] for number in numbers if number <= len(lines)}


def main() -> int:
    """Run, and print a row for each format; 1 where anything but a refusal was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("times", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    listed = tuple(logs())
    counts: dict[str, Counter[str]] = {}
    bad: list[Found] = []
    with ProcessPoolExecutor() as pool:
        for found in pool.map(partial(once, listed, asked.seed), range(asked.times), chunksize=50):
            counts.setdefault(found.agent, Counter())[found.what] += 1
            if found.told:
                bad.append(found)
    for agent, told in sorted(counts.items()):
        print(f"{agent:16} {sum(told.values()):7,}  " + "  ".join(f"{what} {told[what]:,}" for what in sorted(told)))
    for one in bad[:100]:
        print(f"{one.what}: {one.agent}, {one.way}, {one.told}")
    print(f"{asked.times:,} mutations of {len(listed)} logs, seed {asked.seed}: {len(bad)} to look at")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
