import pytest

from inspector.model import Evidence, Fact, FactKind, Item, ItemKind, Origin, Quote, Source, Zone
from inspector.work.presence import Context, ContextText


def item(number):
    return Item(number, "", ItemKind.SUMMARY, Origin.HARNESS, Source("x"), "", 0)


def fact(finder, value, action="", *quotes):
    places = tuple(Quote(number, 0, len(value)) for number in quotes)
    return Fact(
        id="1",
        kind=FactKind.FINDING,
        statement="",
        quotes=places,
        texts=(value,) * len(places),
        extractor=finder,
        value=value,
        action=action,
    )


def held(of, *texts, zone=Zone.SUMMARY, kept=()):
    numbered = [ContextText(zone, item(number), text) for number, text in enumerate(texts, 10)]
    return Context(numbered, frozenset(kept)).presence(of)


def test_a_value_that_stands_whole_is_there_and_says_where():
    text = "We changed `api/a.py`."
    where = held(fact("paths", "src/api/a.py", "edited"), "Nothing.", text).where
    assert where == Evidence(Zone.SUMMARY, 11, 12, 20, "api/a.py") and text[12:20] == where.text


def test_in_part_it_is_not_there():
    found = held(fact("paths", "src/api/a.py", "passed"), "`lib/a.py`")
    assert (found.where, found.ended_told) == (None, None)


@pytest.mark.parametrize(
    ("finder", "action", "line", "told"),
    [
        ("commands", "failed", "`make all` fails", True),
        ("commands", "failed", "`make all`: ✗", True),
        ("commands", "failed", "`make all` exited with code 2", True),
        ("commands", "failed", "`make all`", False),
        ("commands", "failed", "`make all` passes", False),
        ("commands", "passed", "`make all` passes", True),
        ("commands", "passed", "`make all` exits with code 0", True),
        ("commands", "passed", "`make all` fails", False),
        ("commands", "ran", "`make all` passes", None),
        ("todos", "done", "- [x] make all", True),
        ("todos", "done", "- [ ] make all", False),
        ("todos", "open", "- [ ] make all", True),
        ("todos", "under way", "make all (in progress)", True),
    ],
)
def test_how_it_ended_is_a_second_value_told_on_the_same_line(finder, action, line, told):
    found = held(fact(finder, "make all", action), f"It passed, it failed.\n{line}\nIt passed, it failed.")
    assert found.where is not None
    assert found.ended_told is told


def test_a_name_that_says_fail_tells_nothing_of_how_it_ended():
    assert held(fact("tests", "test_fails", "failed"), "`test_fails` is new").ended_told is False


def test_of_several_places_the_one_that_tells_how_it_ended_is_shown():
    found = held(fact("commands", "make all", "failed"), "`make all`", "`make all` failed")
    assert found.where is not None
    assert (found.where.item, found.ended_told) == (11, True)


def test_the_latest_message_that_was_kept_stands_for_it():
    found = held(fact("paths", "src/a.py", "read", 3, 5, 7), "Nothing.", kept={3, 5})
    assert found.where == Evidence(Zone.KEPT, 5, 0, 8, "src/a.py")


def test_a_place_that_tells_of_the_work_is_shown_ahead_of_instructions():
    texts = [ContextText(Zone.INSTRUCTIONS, item(1), "`make all`"), ContextText(Zone.SUMMARY, item(2), "`make all`")]
    both, first = Context(texts, frozenset()), Context(texts[:1], frozenset())
    places = [one.presence(fact("commands", "make all")).where for one in (both, first)]
    assert [place and place.zone for place in places] == [Zone.SUMMARY, Zone.INSTRUCTIONS]


def test_the_name_of_a_file_that_was_put_back_has_no_place_in_its_text():
    texts = [ContextText(Zone.RESTORED, item(4), "src/a.py", is_name=True)]
    where = Context(texts, frozenset()).presence(fact("paths", "src/a.py", "read")).where
    assert where == Evidence(Zone.RESTORED, 4, 0, 0, "src/a.py")


def test_what_is_not_in_plain_letters_is_found_as_it_is_written():
    assert held(fact("todos", "潮位計を直す", "open"), "- [ ] 潮位計を直す").where is not None


def test_tens_of_thousands_of_things_are_lookups(ends):
    text = "\n".join(f"`src/{number}/tide.py` and `make part{number}`" for number in range(20_000))
    context = Context([ContextText(Zone.SUMMARY, item(1), text)], frozenset())
    found = [context.presence(fact("commands", f"make part{number}")).where for number in range(0, 40_000, 2)]
    assert sum(where is not None for where in found) == 10_000
