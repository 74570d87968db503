"""From the start of the program to the last finding, with somebody at the keys: ``python -m tests.bench_start``.

A log of 26 MB with ten compactions is opened in a window without a screen, in a process of its own. An arrow key is
pressed three times a second as soon as there is something to see. All times stand in seconds and as multiples of what
orjson takes to parse each line of that log in the same run: seconds depend on the machine, the multiples hardly do.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import MADE, parse_each_line, seconds
from tests.generate import write_claude_log

MEGABYTES, COMPACTIONS, ROUNDS = 26, 10, 3
_SENTENCE = 14
"""Words."""
KEYS_EVERY = 0.3
"""Seconds."""
TICK = 10
"""Milliseconds between two looks at what is there."""


def main() -> None:
    """Print the table: the best and the middle one of three rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--log", type=Path, help="one of yours, in the place of a made one")
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    log = asked.log or made()
    if asked.began is not None:
        watch(log, asked.began)
        return
    floor = min(seconds(lambda: parse_each_line(log)) for _ in range(ROUNDS))
    print(f"{log.name}, {log.stat().st_size / 1e6:.1f} MB; orjson parses each line in {floor:.3f} s")
    rounds = [once(log) for _ in range(ROUNDS)]
    for name in ("content", "complete", "key, median", "key, longest"):
        times = sorted(one[name] for one in rounds)
        best, middle = times[0], median(times)
        print(
            f"{name:<14}best {best:7.3f} s = {best / floor:6.1f} ×   median {middle:7.3f} s = {middle / floor:6.1f} ×"
        )


def made() -> Path:
    """A log of words and sentences as people write them: letters at random are cut into far more tokens than that."""
    MADE.mkdir(parents=True, exist_ok=True)
    path = MADE / f"start-{MEGABYTES}-{COMPACTIONS}.jsonl"
    if not path.exists():
        prose = (Path(__file__).parent.parent / "inspector" / "DECISIONS.md").read_text("utf-8")
        known = sorted(set(re.findall(r"[a-z]{2,}", prose)))
        words = [word + (".\n" if place % _SENTENCE == 0 else "") for place, word in enumerate(known)]
        write_claude_log(path, megabytes=MEGABYTES, compactions=COMPACTIONS, words=words)
    return path


def once(log: Path) -> dict[str, float]:
    """One start in a process of its own, with nothing remembered from earlier ones."""
    with tempfile.TemporaryDirectory() as home:
        place = {**os.environ, "HOME": home, "INSPECTOR_HOME": home, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-m", "tests.bench_start", "--log", str(log), "--began", str(time.time())]
        told = subprocess.run(command, env=place, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(told.splitlines()[-1])
    return found


def watch(log: Path, began: float) -> None:
    """Open the window as the command does, press keys, and print what came when; does not return."""
    import inspector.cli.commands.open as command
    from inspector.gui import app

    make_window = app.make_window

    def watched(application: Any) -> Any:
        window = make_window(application)
        # Held by the window: Qt does not hold who listens.
        window.watch = _Watch(window, began)
        return window

    app.make_window = watched
    command.command.main([str(log)], standalone_mode=False)


class _Watch:
    """Looks at a window every few milliseconds until all is worked out."""

    def __init__(self, window: Any, began: float) -> None:
        from PySide6.QtCore import QTimer

        self._window, self._began = window, began
        self._content: float | None = None
        self._pressed = 0.0
        self._keys: list[float] = []
        self._timer = QTimer(window, interval=TICK)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        window, now = self._window, time.time()
        document = window.bench.document
        if document is None:
            return
        if self._content is None and window.perspectives.has_trace and window.perspectives.trace.isVisible():
            self._content = now - self._began
        if document.consequences is not None and not window.executor.busy():
            self._tell(now - self._began)
        elif self._content is not None and now - self._pressed > KEYS_EVERY:
            self._press()

    def _press(self) -> None:
        from PySide6.QtCore import Qt, QTimer
        from PySide6.QtTest import QTest

        self._pressed = at = time.time()
        QTest.keyClick(self._window.windowHandle(), Qt.Key.Key_Down)
        # A timer of no time comes behind the painting that the key led to.
        QTimer.singleShot(0, lambda: self._keys.append(time.time() - at))

    def _tell(self, complete: float) -> None:
        keys = self._keys or [0.0]
        found = {"content": self._content, "complete": complete}
        print(json.dumps({**found, "key, median": median(keys), "key, longest": max(keys)}), flush=True)
        os._exit(0)


if __name__ == "__main__":
    main()
