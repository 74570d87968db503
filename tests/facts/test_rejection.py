import pytest
from inspector.facts.exchanges import exchanges
from inspector.facts.rejection import in_item, reason_of, said, units_of, words_in

from inspector.model import Role
from tests.talk import segment


@pytest.fixture
def reply():
    def one(words):
        of = segment(("agent", "Done."), ("human", words))
        return exchanges(of)[-1]

    return one


def test_a_reason_stands_in_the_sentence_that_decides_or_right_behind_it(reply):
    exchange = reply("use moons, because they never lie. Tides are for later.")
    unit = units_of(exchange)[0]
    (part,) = reason_of(exchange, unit)
    assert (part.role, part.text) == (Role.REASON, "because they never lie")
    far = reply(f"use moons. {'Read the harbour tables. ' * 10}I say so because tides lie to us.")
    assert reason_of(far, units_of(far)[0]) == ()


def test_a_word_or_two_are_no_reason(reply):
    exchange = reply("use moons, because why")
    assert reason_of(exchange, units_of(exchange)[0]) == ()


def test_a_stretch_of_the_message_is_a_place_without_blanks(reply):
    exchange = reply("use  moons  now")
    part = said(Role.CHOSEN, exchange, 3, 12)
    start = exchange.offset + 5
    assert (part.text, part.quote.start, part.quote.end) == ("moons", start, start + 5)


def test_words_that_do_not_stand_in_a_text_are_no_part_of_it(reply):
    item = reply("use moons").item
    assert words_in(Role.REJECTED, item, "tides and moons", "tides").quote.end == 5
    assert words_in(Role.REJECTED, item, "tides and moons", "suns") is None
    assert words_in(Role.REJECTED, item, "tides and moons", "") is None


def test_a_unit_of_the_message_is_placed_in_its_item(reply):
    exchange = reply("use moons")
    (unit,) = units_of(exchange)
    placed = in_item(unit, exchange)
    assert (placed.start, placed.end) == (unit.start + exchange.offset, unit.end + exchange.offset)
