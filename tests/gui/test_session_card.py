import pytest

from inspector.gui.session_card import SessionCard, health_words, place_name
from inspector.model import ItemKind
from inspector.workbench.card import Health
from inspector.workbench.document import Stage
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


def test_the_planted_chain_is_told_first_with_its_places(card, bench):
    bench.open(sample("fading-rules"))
    first, second, health = card.text().splitlines()
    assert first.startswith("“Never edit anything outside src/tidewatch/feeds/ and tests/feeds/” was lost in")
    assert "had to say it again" in first and "┊C2" in first.rsplit(".", 1)[1]
    assert "read again" in second
    assert health == "┊C1 ok · ┊C2 ok · ┊C3 ok · not judged by a model · Judge 3 compactions…"
    assert not card.isHidden()


def test_every_link_leads_to_its_place_in_the_chain(card, bench):
    bench.open(sample("fading-rules"))
    lines = []
    for place, target in enumerate(card._targets):
        card.follow(str(place))
        focus = bench.selection.focus
        assert (focus.item, focus.compaction) == (target.get("item"), target["compaction"])
        if focus.fact and focus.item:
            lines.append(bench.document.item(focus.item).source.line)
    assert set(lines) == {4, 173, 181}


def test_where_all_went_well_one_quiet_line_offers_a_judge(card, bench, qtbot):
    bench.open(sample("2.1/clean"))
    assert card.text() == "┊C1 ok · not judged by a model · Judge 1 compaction…"
    with qtbot.waitSignal(card.judge_asked):
        card.follow("judge")


def test_without_compactions_there_is_no_card(card, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "only touch auth/")
    made.call(20_000)
    open_in(bench, made.document(), Stage.AFTERMATH)
    assert not card.has_words() and card.isHidden()


def test_what_cannot_be_judged_is_not_offered(card, bench):
    bench.open(sample("openai-api/responses/choir-archive"))
    assert "Judge" not in card.text()


def test_it_waits_for_the_aftermath(card, bench):
    open_in(bench, small_session().document(), Stage.COUNT)
    assert card.isHidden() and card.text() == ""


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


def test_of_many_compactions_only_those_that_did_not_go_well_are_named():
    went = tuple(Health(number, "failed" if number == 7 else "ok", Focus()) for number in range(1, 31))
    assert health_words(went) == "┊C7 failed: nothing was removed · 29 others ok"
    unknown = tuple(Health(number, "done", Focus()) for number in range(31, 33))
    assert health_words((*went, *unknown)).endswith(" · 29 others ok · 2 others done, freed not in this log")
