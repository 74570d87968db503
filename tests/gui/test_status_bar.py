from dataclasses import replace

import pytest
from PySide6.QtTest import QSignalSpy

from inspector.gui.models.figures import cost_words
from inspector.gui.status_bar import tokenizer_words
from inspector.measure.bill import Bill, bill_of
from inspector.model import Diagnostic, Severity
from inspector.workbench.document import Stage


def with_problems(window, *levels):
    document = window.bench.document
    found = tuple(Diagnostic(level, "code", "message") for level in levels)
    document.opened = replace(document.opened, session=replace(document.session, diagnostics=found))
    window.status.refresh()
    return window.status.problems.text()


def test_with_nothing_open_it_says_only_that_it_is_idle(window):
    assert window.status.work.text() == "idle"
    assert not any(part.isVisible() for part in (window.status.problems, window.status.counts, window.status.tokenizer))


def test_the_worst_problems_are_counted(opened):
    for levels, said in (
        ((), "Log read in full"),
        ((Severity.NOTE,), "1 note"),
        ((Severity.NOTE, Severity.WARNING, Severity.WARNING), "2 warnings"),
        ((Severity.ERROR, Severity.WARNING), "1 unreadable place"),
        ((Severity.ERROR,) * 3, "3 unreadable places"),
    ):
        assert with_problems(opened, *levels) == f"● {said}"


def test_the_problems_are_a_click_away(opened):
    opened.perspectives.trace.toggle_drawer()
    opened.status.problems.click()
    assert opened.perspectives.trace.problems.isVisible()


def test_items_shown_and_marked_are_counted(opened, settled):
    items = f"{len(opened.bench.document.session.items):,} items"
    assert opened.status.counts.text() == items
    opened.bench.set_filter("kind:user")
    opened.bench.toggle_mark(1)
    settled(opened)
    shown = opened.perspectives.trace.transcript.shown()
    assert 0 < shown < len(opened.bench.document.session.items)
    assert opened.status.counts.text() == f"{items} · {shown} shown · 1 marked"


def test_the_tokenizer_is_named_with_how_far_it_is_off(opened):
    document = opened.bench.document
    counts, fit = document.tally.counts, document.tally.calibration
    document.tally = replace(document.tally, calibration=replace(fit, error=0.041))
    words, tip = tokenizer_words(document)
    assert words == "tokens estimated" and counts.tokenizer in tip and "within 4 %" in tip
    document.tally = replace(document.tally, calibration=replace(fit, error=None))
    words, tip = tokenizer_words(document)
    assert words == "tokens estimated" and "too little to say how far" in tip


def test_before_and_without_counting_it_says_so(opened):
    document = opened.bench.document
    document.tally = None
    assert tokenizer_words(document)[0] == "counting…"
    document.failures[Stage.COUNT] = ValueError("why")
    assert tokenizer_words(document) == ("not counted", "why")


def test_work_shows_its_progress_and_can_be_stopped(opened, settled):
    def work(progress):
        progress.report(0.61, "Counting tokens")
        while True:
            progress.check()

    told, ended = QSignalSpy(opened.executor.progressed), []
    opened.executor.run("test", work, ended.append, ended.append)
    assert told.wait(5000)
    assert opened.status.work.text() == "Counting tokens 61 %"
    opened.status.cancel_asked.emit()
    settled(opened)
    assert len(ended) == 1 and opened.status.work.text() == "idle"


def test_a_message_takes_the_place_of_what_stands_there_and_gives_it_back(opened):
    status = opened.status
    assert status.counts.isVisible()
    status.showMessage("No further loss in this direction.")
    assert not status.counts.isVisible()
    status.refresh()
    assert not status.problems.isVisible() and not status.counts.isVisible()
    status.clearMessage()
    assert status.problems.isVisible() and status.counts.isVisible()


WHOLE = Bill(calls=9, recorded=1.5, recorded_calls=9, listed=1.6, listed_calls=9, checked="2026-11-20")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({}, "cost $1.50"),
        ({"recorded_calls": 8}, "cost $1.50, 8 of 9 calls"),
        ({"recorded_calls": None}, "cost $1.50"),
        ({"recorded": None, "recorded_calls": 0}, "cost ≈$1.60"),
        ({"recorded": None, "recorded_calls": 0, "listed_calls": 8}, ""),
        ({"recorded": None, "recorded_calls": 0, "listed": None, "listed_calls": 0}, ""),
    ],
)
def test_a_session_costs_what_is_recorded_else_its_list_price_where_all_of_it_is_known(qapp, told, words):
    assert cost_words(replace(WHOLE, **told))[0] == words


def test_how_the_cost_is_known_stands_in_the_tip(opened):
    text, tip = cost_words(bill_of(opened.bench.document.session))
    assert opened.status.cost.text() == text and opened.status.cost.toolTip() == tip
    assert bool(text) is not opened.status.cost.isHidden()
    assert "list price" in cost_words(WHOLE)[1]
