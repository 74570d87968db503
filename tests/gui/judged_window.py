"""A window with verdicts made by hand, and which of its perspectives is shown."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.model import Claim, Quote, Verdict
from inspector.survival.outcome import Outcome
from inspector.workbench.document import Stage
from tests.made_facts import OUTSIDE, PYTEST, RETRY, survival


def give_verdicts(window):
    """Put verdicts made by hand in the place of those found in the open log."""
    document = window.bench.document
    document.comparison = judge_log(document)
    window.bench.advanced.emit(Stage.COMPARE)


def judge_log(document):
    first, second = document.compactions
    item = next(one.number for one in document.session.items if one.origin == "human")
    facts = tuple(replace(one, quotes=(Quote(item, 0, 5),)) for one in (OUTSIDE, RETRY, PYTEST))
    claim = Claim(compaction=1, quote=Quote(first.record.summary, 0, 5), text="words", kind="unsupported", why="")
    told = (Verdict.LOST, Verdict.ALTERED, Verdict.REWORDED)
    one = Outcome(first, facts, tuple(survival(f, 1, v) for f, v in zip(facts, told, strict=True)), (claim,))
    return one, Outcome(second, facts[2:], (survival(facts[2], 2, Verdict.LOST),))


def shown(window):
    return "review" if window.perspectives.has_review and window.perspectives.review.isVisible() else "trace"


def key(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifier)
