"""Pictures of the window without a screen: ``python -m tests.gui.screenshots OUTDIR [LOG]``.

Without LOG the first sample session is shown. The start page lists the samples as recent sessions, never those
of whoever runs this.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.rerun.column import Variant
from inspector.resources import samples

if TYPE_CHECKING:
    from inspector.gui.main_window import MainWindow

LARGE, SMALL, LEAST = (1600, 1000), (1280, 720), (1024, 640)
_REVIEW = {
    "facts": (("review", LARGE), ("review-small", SMALL), ("review-least", LEAST)),
    "erosion": (("erosion", LARGE),),
    "take_away": (("take-away", LARGE), ("take-away-small", SMALL), ("take-away-least", LEAST)),
}
_BASELINE, _MODEL = "codex/user-messages-only", "anthropic/claude-sonnet-4-5"
_COMPARE = {
    "first": (("compare-first", LARGE),),
    "compare": (("compare", LARGE), ("compare-small", SMALL), ("compare-least", LEAST)),
    "prompt": (("prompt", LARGE), ("prompt-small", SMALL)),
    "sending": (("sending", LARGE), ("sending-least", LEAST)),
}
_SCREEN = {"name": "s1", "x": 0, "y": 0, "width": 1920, "height": 1080, "dpr": 1}
_SCREEN |= {"logicalDpi": 96, "logicalBaseDpi": 96}


def main(arguments: list[str]) -> int:
    """Write the pictures; gives the exit status."""
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m tests.gui.screenshots OUTDIR [LOG]", file=sys.stderr)
        return 2
    target = Path(arguments[0])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        _prepare(Path(home))
        return take(target, Path(arguments[1]) if len(arguments) == 2 else None)


def take(target: Path, log: Path | None) -> int:
    """Start page, Trace, Review and Compare in all colours and sizes. Needs the environment of ``_prepare``."""
    from inspector.gui.app import make_application, make_window
    from inspector.workbench.document import Stage
    from inspector.workbench.workspace import Recent

    application = make_application()
    window = make_window(application)
    window.resize(*LARGE)
    for sample in reversed(window.samples[:5]):
        window.workspace.opened(Recent(str(sample.path), sample.agent, sample.title))
    window.opener.show_recent()
    window.show()
    window.opener.look_around()
    _settle(12)
    _wait(window)
    _grab(window, target, ("start", LARGE), ("start-least", LEAST))
    path = log or next((sample.path for sample in window.samples), None)
    if path is not None:
        window.opener.open(path)
        _wait(window)
        document = window.bench.document
        if document is None:
            print(window.banner.words.text(), file=sys.stderr)
            return 3
        for stage in Stage:
            if stage in document.failures:
                print(f"{stage}: {document.failures[stage]!r}", file=sys.stderr)
        if document.compactions:
            window.perspectives.go_compaction(1)
        _grab(window, target, ("trace", LARGE), ("trace-small", SMALL), ("trace-least", LEAST))
        take_consequences(window, target)
        take_review(window, target)
        take_compare(window, target)
    window.close()
    return 0


def take_consequences(window: MainWindow, target: Path) -> None:
    """Trace with what followed the compactions, at the first sentence said again where there is one."""
    from inspector.impact.finding import Kind
    from inspector.workbench.consequences import findings

    document = window.bench.document
    assert document is not None, "taken of an open session"
    found = sorted(findings(document), key=lambda one: one.kind is not Kind.SAID)
    window.perspectives.trace.show_tab("consequences")
    if found:
        window.perspectives.trace.consequences.choose(found[0])
    _grab(window, target, ("consequences", LARGE), ("consequences-small", SMALL), ("consequences-least", LEAST))
    window.bench.selection.select(item=None, request=None, compaction=None, fact=None)


def take_review(window: MainWindow, target: Path) -> None:
    """Review at its first loss, the erosion, and a summary beside the one before it."""
    window.perspectives.show("review")
    document = window.bench.document
    if document is not None and len(document.compactions) > 1:
        # A first summary retells what was said; the second is where rules fade.
        window.bench.selection.select(compaction=2)
    window.navigation.next_harm(1)
    for tab, shots in _REVIEW.items():
        window.perspectives.show_tab(tab)
        _wait(window)
        _grab(window, target, *shots)


def take_compare(window: MainWindow, target: Path) -> None:
    """Compare as it opens, with a baseline at the first difference, while a prompt is written and before it is sent."""
    window.perspectives.show("compare")
    _wait(window)
    comparing = window.perspectives.comparing
    for name, shots in _COMPARE.items():
        if name == "compare":
            comparing.add_baselines()
            _wait(window)
            free = (one.key for one in comparing.runs.columns if one.variant.strategy.id == _BASELINE)
            comparing.runs.put(1, next(free))
            window.navigation.next_harm(1)
        elif name == "prompt":
            comparing.view.write_prompt("constraints-first", [_MODEL], _MODEL)
            comparing.view.prompt.editor.appendPlainText("Quote what the user forbade.")
        elif name == "sending":
            # Looked at, never sent.
            comparing.view.leave_prompt()
            asks = Variant(comparing.runs.strategies.all["own/summary"], _MODEL, "constraints-first")
            comparing.runs.run((comparing.runs.add(asks, 1).key,))
        _wait(window)
        _grab(window, target, *shots)


def _grab(window: MainWindow, target: Path, *shots: tuple[str, tuple[int, int]]) -> None:
    """Write what the window shows in each size: light, dark, and in high contrast, as few changes as can be."""
    from inspector.gui.theme import Scheme

    schemes = (Scheme.LIGHT, Scheme.DARK, Scheme.CONTRAST)
    for scheme in reversed(schemes) if window.theme.scheme is Scheme.CONTRAST else schemes:
        window.theme.choose(scheme)
        for name, size in shots:
            window.resize(*size)
            _wait(window)
            _settle()
            path = target / f"{name}-{scheme}.png"
            window.grab().save(str(path))
            print(path)
    window.resize(*LARGE)


def _settle(rounds: int = 6) -> None:
    """Let layouts, queued signals and coalesced repaints run dry."""
    from PySide6.QtCore import QEventLoop, QTimer

    for _ in range(rounds):
        loop = QEventLoop()
        QTimer.singleShot(30, loop.quit)
        loop.exec()


def _wait(window: MainWindow) -> None:
    """Until no work is left."""
    _settle(1)
    while window.executor.busy():
        _settle(1)


def _prepare(home: Path) -> None:
    """No screen, a large virtual one, and folders of our own. Before Qt is imported."""
    screens = home / "screens.json"
    screens.write_text(json.dumps({"screens": [_SCREEN]}), "utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screens}"
    os.environ["INSPECTOR_HOME"] = str(home)
    # What is found on this machine is nobody's business but its user's.
    os.environ["HOME"] = str(home)
    _lay_out_samples(home)


def _lay_out_samples(home: Path) -> None:
    """Samples where two agents keep their sessions, so that the start page has something to list."""
    for agent, folder in (("claude-code", ".claude/projects/sample"), ("codex", ".codex/sessions/2026/08/18")):
        place = home / folder
        place.mkdir(parents=True)
        for case in sorted((samples() / agent).rglob("case.toml")):
            for log in case.parent.glob("*.jsonl"):
                shutil.copyfile(log, place / log.name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
