import pytest

from inspector.impact.finding import Kind
from inspector.store.cache import Cache
from inspector.workbench.consequences import REPEATED, findings, led_to, signs
from inspector.workbench.document import Stage
from inspector.workbench.filter import parse_filter
from inspector.workbench.item_views import asks_for_losses, view_items
from inspector.workbench.stages import advance, read
from tests.made_session import sample


@pytest.fixture(scope="module")
def fading():
    document = read(sample("fading-rules"))
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    yield document
    document.close()


def shown(document, text):
    fits = parse_filter(text)
    return [view.item.source.line for view in view_items(document, fits) if fits.test(view)]


def test_repeated_finds_what_was_read_run_and_said_again(fading):
    assert {98, 113, 181} <= set(shown(fading, "repeated"))
    assert len(shown(fading, "repeated")) == 3


def test_lost_finds_where_the_lost_words_were_said(fading):
    assert 4 in shown(fading, "lost")
    assert 181 not in shown(fading, "lost")


def test_a_fact_is_followed_from_its_words_to_its_repetition(fading):
    fact = next(one.fact for one in findings(fading) if one.kind is Kind.SAID)
    assert {4, 93, 181} <= set(shown(fading, f"fact:{fact}"))
    assert shown(fading, "fact:nobody") == []


def test_a_loss_leads_to_where_it_was_said_again(fading):
    led = led_to(fading, 2)
    assert len(led) == 2
    assert all(again.kind is Kind.SAID and again.fact == rule for rule, (again,) in led.items())
    assert led_to(fading, 3) == {}


def test_a_file_that_was_read_again_is_told_of_the_facts_that_name_it(fading):
    again = next(one for one in findings(fading) if one.kind is Kind.REREAD)
    facts = {one.id: one for one in fading.comparison[again.compaction - 1].facts}
    named = [facts[fact].value for fact, found in led_to(fading, again.compaction).items() if again in found]
    assert named and all(again.subject.endswith(f"/{path}") for path in named)


def test_the_clean_sample_has_none_of_it():
    document = read(sample("2.1/clean"))
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    assert findings(document) == ()
    assert REPEATED not in {sign for of in signs(document).values() for sign in of}
    document.close()


def test_before_anything_is_known_nothing_has_a_sign():
    document = read(sample("fading-rules"))
    assert signs(document) == {} and shown(document, "repeated") == [] and led_to(document, 1) == {}
    document.close()


@pytest.mark.parametrize(("text", "asks"), [("lost", True), ("-repeated", True), ("fact:x", True), ('"lost"', False)])
def test_only_a_filter_for_losses_waits_for_the_consequences(text, asks):
    assert asks_for_losses(parse_filter(text)) is asks
