import pytest

from inspector.gui.stands_out import MOST, StandsOut, words
from inspector.model import Basis, Verdict
from inspector.workbench.highlights import Highlight, highlights
from inspector.workbench.selection import Focus
from tests.made_facts import open_judged
from tests.made_session import inline_bench


@pytest.fixture
def bench():
    """A bench whose jobs run at once."""
    return inline_bench()


def test_every_highlight_of_the_session_is_said_and_leads_to_its_place(opened):
    line = opened.perspectives.trace.stands_out
    found = highlights(opened.bench.document)
    assert found and line.isVisible()
    assert line.text() == " · ".join(words(one) for one in found[:MOST])
    line.follow("0")
    focus = opened.bench.selection.focus
    for part in ("item", "request", "compaction"):
        wanted = getattr(found[0].focus, part)
        assert wanted is None or getattr(focus, part) == wanted


def test_it_can_be_put_away_and_brought_back(opened):
    line = opened.perspectives.trace.stands_out
    line.toggle()
    assert not line.isVisible()
    line.refresh()
    assert not line.isVisible()
    line.toggle()
    assert line.isVisible()


def test_with_nothing_to_say_it_takes_no_room(window, theme, qtbot):
    line = StandsOut(window.bench, theme)
    qtbot.addWidget(line)
    assert line.isHidden() and line.text() == ""


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (Highlight("lost", Focus(), 3, "2", rules=3), "3 constraints lost at ┊C2"),
        (Highlight("lost", Focus(), 10, "3", rules=1, elsewhere=9), "10 facts lost at ┊C3 (1 constraint), 9 elsewhere"),
        (Highlight("contradicted", Focus(), 1, "2"), "1 fact contradicted at ┊C2"),
        (Highlight("contradicted", Focus(), 2, "2", rules=2), "2 constraints contradicted at ┊C2"),
        (Highlight("changed", Focus(), 1, "2", rules=1), "1 constraint altered or weakened at ┊C2"),
        (Highlight("changed", Focus(), 2, "2"), "2 facts altered or weakened at ┊C2"),
        (Highlight("missed", Focus(), 1, "2"), "1 piece of evidence lost or changed at ┊C2 and used again"),
        (Highlight("claims", Focus(), 1, "2"), "1 thing in the summary of ┊C2 not supported by the history"),
        (Highlight("errors", Focus(), 1), "1 tool error"),
        (Highlight("errors", Focus(), 1200), "1,200 tool errors"),
        (Highlight("errors_after", Focus(), 2, "3"), "2 tool errors after ┊C3"),
        (Highlight("outcome", Focus(), 1, "failed"), "1 compaction failed"),
        (Highlight("outcome", Focus(), 3, "loop"), "3 compactions in a loop"),
        (Highlight("outcome", Focus(), 2, "inflated"), "2 compactions left more than before"),
        (Highlight("outcome", Focus(), 2, "ineffective"), "2 compactions freed almost nothing"),
        (Highlight("compaction", Focus(), 128_000, "2"), "largest compaction ┊C2: 128,000 tokens freed"),
        (Highlight("unreadable", Focus(), 1), "1 compaction whose summary cannot be read"),
        (
            Highlight("big_item", Focus(), 0.414, "Read", Basis.ESTIMATED),
            "[≈41 %] of the last context is one item: Read",
        ),
        (Highlight("compaction", Focus(), 9, "1", Basis.INFERRED), "largest compaction ┊C1: 9 tokens freed [inferred]"),
    ],
)
def test_what_is_said(one, said):
    assert words(one) == said


def test_a_link_to_a_fact_asks_for_its_review(bench, theme, qtbot):
    line = StandsOut(bench, theme)
    qtbot.addWidget(line)
    open_judged(bench)
    assert line.text().startswith("1 constraint lost at ┊C1 [inferred]")
    with qtbot.waitSignal(line.followed) as caught:
        line.follow("0")
    assert caught.args == [{"fact": "outside", "claim": None, "compaction": 1, "item": 2}]


def test_a_verdict_that_is_entered_changes_what_stands_out(bench, theme, qtbot):
    line = StandsOut(bench, theme)
    qtbot.addWidget(line)
    open_judged(bench)
    bench.judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    assert "lost" not in line.text()
