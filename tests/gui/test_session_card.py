import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.card_words import ROWS, Part
from inspector.gui.session_card import SessionCard
from inspector.model import ItemKind, Verdict
from inspector.workbench.document import Stage
from tests.made_facts import open_judged
from tests.made_session import MadeSession, inline_bench, open_in, sample, small_session


@pytest.fixture
def bench():
    """A bench whose jobs run at once."""
    bench = inline_bench()
    yield bench
    bench.close()


@pytest.fixture
def card(bench, theme, qtbot):
    made = SessionCard(bench, theme)
    qtbot.addWidget(made)
    made.resize(1600, made.height())
    return made


def links(card):
    """The words of every link that stands in the card as it is drawn, in order."""
    return [part.words for part in card._targets]


def test_how_it_ended_comes_first_then_what_was_said_again_with_its_places(card, bench):
    bench.open(sample("fading-rules"))
    ended, first, second, _ = card.text().splitlines()
    assert ended.startswith("● Finished: the agent ended its turn with an answer (stop reason “end_turn”)")
    assert ended.endswith("not read by a model · Judge 3 compactions…")
    rule = "“Never edit anything outside src/tidewatch/feeds/ and tests/feeds/”"
    said = "and 1 other sentence were not word for word in the context after compaction 2; the user said them again."
    assert first.startswith(f"1 {rule} {said} · certain · ")
    assert first.endswith(" · certain · Export a fix… · Judge ┊C2…")
    assert " · 3 compactions · 22 min · cost ≈$1.64 · not read" in ended
    assert second.startswith("2 After compaction 1, noaa.py was read again")


def test_a_session_that_did_not_fail_is_never_asked_why(card, bench):
    bench.open(sample("fading-rules"))
    assert "fail" not in card.text().lower() and " ok" not in card.text()


def test_every_link_of_a_chain_leads_to_its_place(card, bench):
    bench.open(sample("fading-rules"))
    found = set()
    for place, part in enumerate(card._targets):
        if part.verb or not part.to.get("fact"):
            continue
        card.follow(str(place))
        focus = bench.selection.focus
        assert (focus.item, focus.fact) == (part.to["item"], part.to["fact"])
        if focus.item:
            found.add(bench.document.item(focus.item).source.line)
    assert found == {4, 181}


def test_where_nothing_was_lost_it_says_at_what_was_looked_and_offers_a_judge(card, bench, qtbot):
    bench.open(sample("2.1/clean"))
    assert "\n– Every sentence of the user's stands there, all or in part (looked at 1 compaction, " in card.text()
    with qtbot.waitSignal(card.judge_asked):
        card.follow(str(links(card).index("Judge 1 compaction…")))


def test_where_the_session_went_back_to_before_each_compaction_it_says_so(card, bench):
    made = MadeSession()
    made.compact()
    made.rewind(-1)
    open_in(bench, made.document(), Stage.CONSEQUENCES)
    assert card.text().splitlines()[1].startswith("– The session went back to a point before each compaction, ")


def test_only_the_compaction_beside_a_finding_is_judged_and_its_fix_asked_for_with_its_fact(card, bench, qtbot):
    bench.open(sample("fading-rules"))
    with qtbot.waitSignal(card.judge_one_asked) as caught:
        card.follow(str(next(place for place, part in enumerate(card._targets) if part.verb == "judge" and part.to)))
    assert caught.args == [2]
    with qtbot.waitSignal(card.fix_asked) as caught:
        card.follow(str(links(card).index("Export a fix…")))
    assert caught.args[0]["compaction"] == 2 and caught.args[0]["fact"]


@pytest.mark.parametrize(
    ("cleared", "said"), [(0, "This session was never"), (2, "(2 results; Compactions lists them)")]
)
def test_without_compactions_it_says_so_and_what_was_cleared_instead(card, bench, cleared, said):
    made = MadeSession()
    made.add(ItemKind.USER, "only touch auth/")
    made.call(20_000)
    for _ in range(cleared):
        made.clear(made.add(ItemKind.TOOL_RESULT, "12 files"))
    open_in(bench, made.document(), Stage.CONSEQUENCES)
    assert said in card.text() and "Judge" not in card.text()
    assert ("never compacted" in card.text()) is (not cleared)


def test_what_cannot_be_judged_is_not_offered_and_not_called_lossless(card, bench):
    bench.open(sample("openai-api/responses/choir-archive"))
    assert "Judge" not in card.text() and "No loss" not in card.text()


def test_before_the_consequences_it_says_nothing_of_losses(card, bench):
    open_in(bench, small_session().document(), Stage.COUNT)
    assert "No loss" not in card.text() and "compacted" not in card.text()


def test_its_height_is_the_same_empty_and_full(card, bench):
    empty = card.height()
    bench.open(sample("fading-rules"))
    assert card.height() == empty
    assert len(card.text().splitlines()) <= 1 + ROWS


def test_folded_it_keeps_its_first_line(card, bench):
    bench.open(sample("fading-rules"))
    full = card.height()
    card.toggle()
    assert card.height() < full and "Export a fix…" not in links(card) and "Judge 3 compactions…" in links(card)
    card.refresh()
    assert not card.wanted
    card.toggle()
    assert card.height() == full and "Export a fix…" in links(card)


@pytest.mark.parametrize("width", [600, 1024, 1280])
def test_no_row_is_wider_than_the_card_and_none_wraps(card, bench, width):
    bench.open(sample("fading-rules"))
    card.resize(width, card.height())
    card.show()
    for line in card.rows:
        assert not line.said.wordWrap() and line.sizeHint().height() <= line.height()
        assert line.said.sizeHint().width() <= max(line.room(width - 24), 100)


def test_words_of_a_log_are_never_markup(card, bench):
    bench.open(sample("fading-rules"))
    assert card._part(Part('<img src="x">')) == "&lt;img src=&quot;x&quot;&gt;"


def test_only_rows_with_links_are_stops_for_the_keyboard(card, bench):
    bench.open(sample("2.1/clean"))
    ended, _, _, last = card.rows
    assert ended.next.focusPolicy() is Qt.FocusPolicy.StrongFocus
    assert last.next.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_a_link_to_a_fact_asks_for_its_review(card, bench, qtbot):
    open_judged(bench)
    words = next(words for words in links(card) if words.startswith("1 constraint lost at ┊C1"))
    with qtbot.waitSignal(card.review_asked) as caught:
        card.follow(str(links(card).index(words)))
    assert caught.args == [{"fact": "outside", "claim": None, "compaction": 1, "item": 2}]


def test_a_verdict_that_is_entered_changes_what_stands_out(card, bench):
    open_judged(bench)
    assert "constraint lost at" in card.text()
    bench.judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    assert "constraint lost at" not in card.text()


def test_a_compaction_that_freed_almost_nothing_stands_out(card, bench):
    bench.open(sample("auth-refresh"))
    assert "1 compaction freed almost nothing" in card.text()


def test_squeezed_it_is_its_first_line_until_somebody_unfolds_it(card):
    high = card.height()
    card.squeeze(True)
    assert card.height() == card.height_of(1) < high and card.wanted and card.most() == high
    card.toggle()
    assert card.is_whole and card.height() == high
    card.squeeze(True)
    card.squeeze(False)
    assert card.is_whole
