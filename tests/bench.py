"""Speed and memory on a generated log, as ratios to the least that any reader has to do: parsing each line.

    make bench                              200 MB, all measures
    python -m tests.bench --megabytes 20    a smaller log
    python -m tests.bench --log PATH        a log of your own

Seconds depend on the machine and on what else runs; the ratios, taken in one run, hardly do.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import orjson

MADE = Path(__file__).parent.parent / "build" / "bench"
ROUNDS = 3
SAMPLES = 300


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def parse_each_line(log: Path) -> None:
    """The floor: every line parsed, nothing kept."""
    loads = orjson.loads
    with log.open("rb") as stream:
        for line in stream:
            loads(line)


def opening(log: Path) -> dict[str, float]:
    """Everything until the plot of recorded usage can be drawn, beside the floor; the best of three rounds each."""
    from inspector.store.cache import Cache
    from inspector.workbench.document import Stage
    from inspector.workbench.stages import advance, read

    rounds = []
    for _ in range(ROUNDS):
        floor = seconds(lambda: parse_each_line(log))
        start = time.perf_counter()
        document = read(log)
        was_read = time.perf_counter()
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        was_replayed = time.perf_counter()
        advance(document, Stage.MEASURE, Cache.memory())
        end = time.perf_counter()
        rounds.append((floor, was_read - start, was_replayed - was_read, end - was_replayed, end - start))
        document.close()
    best = [min(column) for column in zip(*rounds, strict=True)]
    return dict(zip(("parse each line", "read", "reconstruct", "usage curve", "until the plot"), best, strict=True))


def counting(log: Path) -> dict[str, float]:
    """Tokens of all items: the first time, and when the same log is opened again."""
    from inspector.store.cache import Cache
    from inspector.workbench.document import Stage
    from inspector.workbench.stages import advance, read

    cache = Cache(MADE / "cache.sqlite")
    found = {"parse each line": seconds(lambda: parse_each_line(log))}
    for name in ("count, first time", "count, opened again"):
        document = read(log)
        advance(document, Stage.MEASURE, cache)
        found[name] = seconds(lambda document=document: advance(document, Stage.COUNT, cache))
        document.close()
    cache.close()
    for left in MADE.glob("cache.sqlite*"):
        left.unlink()
    return found


def working(log: Path) -> dict[str, float]:
    """What a person waits for in an open session; the median of many."""
    from inspector.store.cache import Cache
    from inspector.workbench.document import Stage
    from inspector.workbench.filter import parse_filter
    from inspector.workbench.item_views import view_items
    from inspector.workbench.stages import advance, read

    document = read(log)
    advance(document, Stage.MEASURE, Cache.memory())
    requests, items = document.session.requests, document.session.items
    replay = document.reconstruction.replay
    some_requests = requests[:: max(1, len(requests) // SAMPLES)]
    some_items = items[:: max(1, len(items) // SAMPLES)]
    fits = parse_filter('kind:tool_result -error "needle"')
    views = view_items(document, fits)
    found = {
        "a context at a request": median(seconds(lambda r=r: replay.entries_at(r.op)) for r in some_requests),
        "a text read back": median(seconds(lambda i=i: document.bodies.text(i)) for i in some_items),
        f"a filter over {len(items):,} items": median(seconds(lambda: sum(map(fits.test, views))) for _ in range(5)),
    }
    document.close()
    return found


def judging(log: Path) -> dict[str, float]:
    """What each compaction did to its facts, and what followed: the second may take as long as the first.

    Opened again, both are looked up: what is left is to read the log once more, to see that it is the same.
    """
    from inspector.store.cache import Cache
    from inspector.workbench.document import Stage
    from inspector.workbench.stages import advance, read

    cache = Cache(MADE / "judged.sqlite")
    found: dict[str, float] = {}
    for when in ("", ", opened again"):
        document = read(log)
        advance(document, Stage.COUNT, Cache.memory())
        for name, stage in (("survival (extract and compare)", Stage.COMPARE), ("consequences", Stage.CONSEQUENCES)):
            found[name + when] = seconds(lambda stage=stage, document=document: advance(document, stage, cache))
        document.close()
    cache.close()
    for left in MADE.glob("judged.sqlite*"):
        left.unlink()
    return found


def memory_open(log: Path) -> dict[str, float]:
    """Nothing but an open session, for its peak memory."""
    from inspector.store.cache import Cache
    from inspector.workbench.document import Stage
    from inspector.workbench.stages import advance, read

    document = read(log)
    advance(document, Stage.MEASURE, Cache.memory())
    return {}


def memory_parse(log: Path) -> dict[str, float]:
    """Nothing but the floor, for its peak memory."""
    parse_each_line(log)
    return {}


def batch(folder: Path) -> dict[str, float]:
    """Every session under a folder read and judged, with one worker and with two."""
    import tempfile

    from inspector.read.discover import discover
    from inspector.store.batches import BatchLog
    from inspector.workbench.batch import survey_sessions
    from inspector.workbench.jobs import Progress
    from inspector.workbench.pools import here, processes

    found = discover([folder])
    times = {"sessions": float(len(found))}
    with tempfile.TemporaryDirectory() as made:
        for name, pool in (("1 worker", here()), ("2 workers", processes(2))):
            log = BatchLog(Path(made) / f"{name}.jsonl")
            times[name] = seconds(lambda pool=pool, log=log: survey_sessions(found, pool, log, Progress()))
    return times


def report_real() -> None:
    """Print what facts and verdicts of the longest real log take, where the real logs stand beside the checkout."""
    from tests.conftest import CORPUS

    logs = sorted(CORPUS.rglob("*.jsonl"), key=lambda path: path.stat().st_size) if CORPUS.is_dir() else []
    if not logs:
        return
    times, _ = in_a_process("opening", logs[-1])
    judged, _ = in_a_process("judging", logs[-1])
    size = logs[-1].stat().st_size / 1e6
    print(f"\n{f'the longest real log, {size:.1f} MB':46}{'seconds':>10}{'× parsing':>11}{'× reading':>11}")
    for name, value in ({"read": times["read"]} | judged).items():
        print(f"{name:46}{value:>10.3f}{value / times['parse each line']:>11.1f}{value / times['read']:>11.1f}")


def report_batch() -> None:
    """Print how many sessions a second a batch takes: the real logs beside the checkout, or the samples."""
    from tests.conftest import CORPUS, SAMPLES

    folder = CORPUS if CORPUS.is_dir() else SAMPLES
    found, _ = in_a_process("batch", folder)
    n = found.pop("sessions")
    what = "real logs" if folder == CORPUS else "samples"
    print(f"\n{f'a batch of {n:,.0f} {what}':34}{'seconds':>10}{'sessions/s':>12}")
    for name, value in found.items():
        print(f"{name:34}{value:>10.3f}{n / value:>12.1f}")


MEASURES = {
    measure.__name__: measure for measure in (opening, counting, judging, working, memory_open, memory_parse, batch)
}


def in_a_process(name: str, log: Path) -> tuple[dict[str, float], float]:
    """One measure in a process of its own: what it found, and its peak memory in MB."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--measure", name, "--log", str(log)],
        stdout=subprocess.PIPE,
        check=True,
        cwd=Path(__file__).parent.parent,
    )
    told = json.loads(done.stdout)
    return told["found"], told["peak"]


def report(log: Path) -> None:
    """Print everything as one table."""
    size = log.stat().st_size / 1e6
    times, _ = in_a_process("opening", log)
    counts, counting_peak = in_a_process("counting", log)
    judged, _ = in_a_process("judging", log)
    work, _ = in_a_process("working", log)
    _, open_peak = in_a_process("memory_open", log)
    _, parse_peak = in_a_process("memory_parse", log)
    print(f"{log.name}: {size:,.0f} MB\n\n{'':34}{'seconds':>10}{'× parsing':>11}{'MB/s':>9}{'peak MB':>9}")
    peaks = {"parse each line": parse_peak, "until the plot": open_peak, "count, first time": counting_peak}
    for found in (times, {name: value for name, value in counts.items() if name != "parse each line"}):
        floor = (times if found is times else counts)["parse each line"]
        for name, value in found.items():
            peak = f"{peaks[name]:>9,.0f}" if name in peaks else ""
            print(f"{name:34}{value:>10.3f}{value / floor:>11.2f}{size / value:>9,.0f}{peak}")
    for name, value in judged.items():
        print(f"{name:34}{value:>10.3f}{value / times['parse each line']:>11.2f}{size / value:>9,.0f}")
    print(f"\n{'':34}{'ms':>10}")
    for name, value in work.items():
        print(f"{name:34}{value * 1e3:>10.3f}")


def main() -> None:
    """Measure, or be one measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--measure", choices=MEASURES, help=argparse.SUPPRESS)
    given = parser.parse_args()
    MADE.mkdir(parents=True, exist_ok=True)
    if given.measure:
        found = MEASURES[given.measure](given.log)
        # Linux counts in kB, macOS in bytes.
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6
        json.dump({"found": found, "peak": peak}, sys.stdout)
        return
    log = given.log
    if log is None:
        from tests.generate import write_claude_log

        log = MADE / f"claude-{given.megabytes}.jsonl"
        if not log.exists():
            print(f"Writing {log} …", file=sys.stderr)
            write_claude_log(log, megabytes=given.megabytes)
    report(log.absolute())
    report_real()
    report_batch()


if __name__ == "__main__":
    main()
