"""How long one frame takes in the window's large views: ``python tests/bench_gui.py [--rows 100000]``.

A frame is what a person waits for: the step, and the painting it causes, offscreen and without a graphics card.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parent.parent))

from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.executor import PoolExecutor
from inspector.gui.panes.reader import ReaderPane
from inspector.gui.panes.requests import RequestsPane
from inspector.gui.panes.timeline import TimelinePane
from inspector.gui.panes.transcript import TranscriptPane, passing
from inspector.gui.review import Review
from inspector.gui.theme import Scheme, Theme
from inspector.model import ItemKind, Verdict
from inspector.store.cache import Cache
from inspector.workbench.bench import Bench
from inspector.workbench.document import Stage
from inspector.workbench.filter import parse_filter
from inspector.workbench.jobs import Progress, making_many
from inspector.workbench.review import next_harm
from tests.made_facts import many
from tests.made_facts import session as judged_session
from tests.made_session import MadeSession, inline_bench, long_session, open_in

FRAMES = 120


class Frames:
    """Times steps of one widget and prints a line for each kind of step."""

    def __init__(self, application: QApplication) -> None:
        self._application = application

    def painted(self, widget: QWidget) -> None:
        """Deliver what is pending: queued calls, then the painting of what was touched."""
        self._application.processEvents()

    def measure(self, title: str, widget: QWidget, step: Callable[[int], object], frames: int = FRAMES) -> float:
        """Run ``step`` with 0, 1, 2 …, painting after each; gives the 95th percentile of wall time in milliseconds."""
        self.painted(widget)
        walls, busy = [], []
        for place in range(frames):
            start, work = time.perf_counter(), time.thread_time()
            step(place)
            self.painted(widget)
            walls.append((time.perf_counter() - start) * 1000)
            busy.append((time.thread_time() - work) * 1000)
        # Work beside the wall: on a machine that does other things too, only the work can be compared.
        print(f"{title:<46}wall {_spread(walls)}   work {_spread(busy)}", flush=True)
        return sorted(walls)[int(frames * 0.95) - 1]

    def once(self, title: str, widget: QWidget | None, work: Callable[[], object]) -> None:
        """Time one thing and its painting."""
        start, busy = time.perf_counter(), time.thread_time()
        work()
        if widget is not None:
            self.painted(widget)
        wall, done = (time.perf_counter() - start) * 1000, (time.thread_time() - busy) * 1000
        print(f"{title:<46}wall once {wall:7.1f} ms          work {done:7.1f} ms", flush=True)


def _spread(times: list[float]) -> str:
    ordered = sorted(times)
    return f"median {ordered[len(ordered) // 2]:5.1f} p95 {ordered[int(len(ordered) * 0.95) - 1]:5.1f} ms"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--facts", type=int, default=50_000)
    rows = parser.parse_args().rows
    application = QApplication([])
    theme, bench, frames = Theme(application, Scheme.LIGHT), inline_bench(), Frames(application)
    document = long_session(rows).document()
    list_pane, plot_pane = TranscriptPane(bench, theme), TimelinePane(bench, theme)
    list_pane.resize(760, 900)
    plot_pane.resize(1400, 380)
    list_pane.show()
    plot_pane.show()
    count = f"{len(document.session.items):,} items, {len(document.session.requests):,} requests"
    print(f"{count}; offscreen, {os.cpu_count()} cores")
    frames.once("open: all panes, all stages", None, lambda: open_in(bench, document))
    measure_list(frames, list_pane)
    measure_plot(frames, plot_pane)
    frames.once("filter all items: kind and tokens", None, lambda: passing(
        document, parse_filter("kind:tool_result tokens:>20"), frozenset(), Progress()
    ))  # fmt: skip
    requests = RequestsPane(bench, theme)
    requests.resize(1200, 400)
    requests.show()
    bar = requests.table.verticalScrollBar()
    frames.measure("requests table: wheel", requests, lambda n: bar.setValue(n * 3))
    measure_reader(frames, theme)
    measure_review(application, theme, parser.parse_args().facts)


def measure_list(frames: Frames, pane: TranscriptPane) -> None:
    """Scrolling, jumping and stepping through the items."""
    bar, last = pane.list.verticalScrollBar(), pane.rows.rowCount()
    frames.measure("items: wheel (3 rows)", pane, lambda n: bar.setValue(n * 3))
    frames.measure("items: page", pane, lambda n: bar.setValue(n * 45))
    frames.measure("items: jump", pane, lambda n: bar.setValue(n * 7919 % last))
    frames.measure("items: next item, everything follows", pane, lambda n: pane.step(1))


def measure_plot(frames: Frames, pane: TimelinePane) -> None:
    """Zooming, panning and hovering over the plot."""
    plot = pane.plot
    first, last = plot.bounds()
    width = (last - first) * 0.05
    frames.measure(
        "plot: pan at 5 % of the session", plot, lambda n: plot.set_range(first + n * 20, first + n * 20 + width)
    )
    frames.measure("plot: pan at 60 %", plot, lambda n: plot.set_range(first + n * 50, first + n * 50 + width * 12))
    frames.measure("plot: zoom", plot, lambda n: plot.zoom(0.95 if n % 100 < 50 else 1 / 0.95))
    frames.measure("plot: whole session, hover", plot, lambda n: (n or pane.whole(), plot._hover(n * 7)))


def measure_reader(frames: Frames, theme: Theme) -> None:
    """Texts that are too large to be laid out whole."""
    bench, made = inline_bench(), MadeSession()
    line = made.add(ItemKind.TOOL_RESULT, "x" * 20_000_000)
    lines = made.add(ItemKind.TOOL_RESULT, "a line of a log file, as long as they are\n" * 120_000)
    pane = ReaderPane(bench, theme)
    pane.resize(640, 700)
    pane.show()
    open_in(bench, made.document(), Stage.MEASURE)
    frames.once("reader: 20 MB on one line, head and tail", pane, lambda: bench.selection.select(item=line))
    frames.once("reader: 20 MB on one line, open all (inline)", pane, pane.open_all)
    bar = pane.all.verticalScrollBar()
    frames.measure("reader: 20 MB open, wheel", pane, lambda n: bar.setValue(n * 3))
    frames.once("reader: 5 MB of lines, head and tail", pane, lambda: bench.selection.select(item=lines))
    frames.once("reader: 5 MB of lines, open all (inline)", pane, pane.open_all)
    frames.measure("reader: 5 MB open, jump", pane, lambda n: bar.setValue(n * 7919 % max(bar.maximum(), 1)))


def measure_review(application: QApplication, theme: Theme, n: int) -> None:
    """The longest time for which the window does not answer while very many facts are reviewed."""
    executor = PoolExecutor()
    bench = Bench(executor, Cache.memory())
    view = Review(bench, theme)
    view.resize(1400, 900)
    view.show()
    document = open_in(bench, judged_session().document(), Stage.COUNT)
    document.extraction = ()
    with making_many():
        document.comparison = many(document, n)
    facts = document.comparison[0].facts
    for _ in range(20):
        # The window's first painting is not what is measured.
        application.processEvents()
    steps: dict[str, Callable[[], object]] = {
        "verdicts arrive": lambda: bench.advanced.emit(Stage.COMPARE),
        "select a fact": lambda: bench.selection.select(compaction=1, fact=facts[n // 2].id, claim=None),
        "next fact": lambda: view.facts.step(1),
        "enter a verdict": lambda: bench.judgements.enter_verdict(facts[n // 2].id, 1, Verdict.LOST),
        "filter by words": lambda: view.facts.filter.words.setText("number 12"),
        "erosion": lambda: view.show_tab("erosion"),
        "take away": lambda: view.show_tab("take_away"),
        "next harm": lambda: next_harm(document, bench.judgements, bench.selection.focus, 1),
    }
    print(f"review of {n:,} facts; the longest turn of the event loop, and all until it is done")
    for title, step in steps.items():
        start = time.perf_counter()
        step()
        longest = time.perf_counter() - start
        # Idle only when nothing runs and nothing is left to deliver or to unfold.
        idle = 0
        while idle < 10:
            turn = time.perf_counter()
            application.processEvents()
            length = time.perf_counter() - turn
            longest = max(longest, length)
            idle = 0 if executor.busy() or length > 0.002 else idle + 1
            time.sleep(0.002)
        print(
            f"review: {title:<38}longest {longest * 1000:7.1f} ms   all {(time.perf_counter() - start) * 1000:8.1f} ms"
        )
    executor.close()


if __name__ == "__main__":
    main()
