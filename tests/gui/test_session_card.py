import pytest

from inspector.gui import session_card
from inspector.gui.session_card import SessionCard, end_word, health_words, place_name
from inspector.model import ItemKind
from inspector.workbench.card import Health
from inspector.workbench.document import Stage
from inspector.workbench.ending import End
from inspector.workbench.selection import Focus
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
    return made


def test_how_it_ended_stands_first_and_then_the_planted_chain_with_its_places(card, bench):
    bench.open(sample("fading-rules"))
    end, first, second = card.text().splitlines()
    assert end == (
        "Finished · The agent's answer is the last word [inferred] · not judged by a model · Judge 3 compactions…"
    )
    assert first.startswith("“Never edit anything outside src/tidewatch/feeds/ and tests/feeds/” was lost in")
    assert "had to say it again" in first and "┊C2" in first.rsplit(".", 1)[1]
    assert "read again" in second
    assert not card.isHidden()


def test_the_first_link_leads_to_what_tells_the_end(card, bench):
    bench.open(sample("fading-rules"))
    card.follow("0")
    assert bench.selection.focus.item == card._ending.item


def test_every_link_leads_to_its_place_in_the_chain(card, bench):
    bench.open(sample("fading-rules"))
    lines = []
    for place, target in list(enumerate(card._targets))[1:]:
        card.follow(str(place))
        focus = bench.selection.focus
        assert (focus.item, focus.compaction) == (target.get("item"), target["compaction"])
        if focus.fact and focus.item:
            lines.append(bench.document.item(focus.item).source.line)
    assert set(lines) == {4, 173, 181}


def test_where_no_loss_explains_anything_that_is_said_with_what_was_looked_at(card, bench, qtbot):
    bench.open(sample("2.1/clean"))
    first, second = card.text().splitlines()
    assert first.startswith("Finished") and first.endswith("not judged by a model · Judge 1 compaction…")
    assert second.startswith("No loss explains what happened here (looked at 1 compaction and ")
    with qtbot.waitSignal(card.judge_asked):
        card.follow("judge")


def test_without_compactions_the_end_alone_is_said(card, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "only touch auth/")
    made.call(20_000)
    open_in(bench, made.document(), Stage.AFTERMATH)
    assert not card.isHidden() and len(card.text().splitlines()) == 1
    assert card.text().startswith("Ends in the middle of work") or card.text().startswith("Finished")


def test_what_cannot_be_judged_is_not_offered(card, bench):
    bench.open(sample("openai-api/responses/choir-archive"))
    assert "Judge" not in card.text()


def test_it_has_its_room_before_the_aftermath_is_known(card, bench):
    bench.open(sample("fading-rules"))
    whole = card._text.minimumHeight()
    bench.close()
    assert card.isHidden()
    open_in(bench, small_session().document(), Stage.COUNT)
    assert card._text.minimumHeight() == whole > 2 * card.fontMetrics().lineSpacing()
    assert "Looking at what the compactions led to" in card.text()


def test_it_can_be_put_away_and_brought_back(card, bench):
    bench.open(sample("fading-rules"))
    card.toggle()
    assert card.isHidden()
    card.refresh()
    assert card.isHidden()
    card.toggle()
    assert not card.isHidden()


def test_words_of_a_log_are_never_markup(card, bench):
    bench.open(sample("fading-rules"))
    one = card._card.chains[0]
    hostile = type(one)('<img src="x">', one.focus, (), one.findings)
    assert card._sentence(hostile) == "&lt;img src=&quot;x&quot;&gt;"


def test_a_compaction_that_did_not_go_well_is_named_without_any_chain(card, bench):
    bench.open(sample("auth-refresh"))
    assert card._card.chains == () and not card.isHidden()
    assert "┊C2 ineffective: freed under a tenth" in card.text()


def test_a_compaction_with_an_item_goes_by_the_name_of_the_compaction():
    assert place_name(Focus(item=72, compaction=1)) == place_name(Focus(compaction=1)) == "┊C1"
    assert place_name(Focus(item=1169)) == "#1,169"


def test_only_compactions_that_did_not_go_well_are_named():
    went = tuple(Health(number, "failed" if number == 7 else "ok", Focus()) for number in range(1, 31))
    assert health_words(went) == "┊C7 failed: nothing was removed"
    assert health_words(went[:5]) == "", "that one ran does not say that nothing was lost"


def test_every_end_has_a_word_and_a_sign():
    assert all(end_word(end) and session_card._SIGNS[end] for end in End)
