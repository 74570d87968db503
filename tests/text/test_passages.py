from inspector.text.passages import Passages

TEXTS = (
    "The parser was rewritten.\n\nThe feeds are polled.\nEvery minute.",
    "Feeds and more feeds\nThe harbour is frozen",
)


def nearest(*words, most=1):
    found = Passages(TEXTS).nearest(frozenset(words), most)
    return [(one.place, TEXTS[one.place][one.start : one.end], sorted(one.held), round(one.share, 2)) for one in found]


def test_the_nearest_passage_has_most_of_the_words_and_rare_ones_weigh_most():
    ((place, text, held, share),) = nearest("harbour", "the")
    assert (place, text, held, share) == (1, "The harbour is frozen", ["harbour", "the"], 1.0)


def test_a_passage_is_a_line_with_the_neighbours_that_add_to_it():
    ((_, text, held, _),) = nearest("polled", "minute")
    assert text == "The feeds are polled.\nEvery minute." and held == ["minute", "polled"]


def test_words_that_stand_nowhere_weigh_most_of_all():
    ((_, _, held, share),) = nearest("feeds", "lighthouse")
    assert held == ["feeds"] and share < 0.5


def test_nothing_shared_is_no_passage():
    assert nearest("lighthouse") == [] and Passages(()).nearest(frozenset({"a"})) == []


def test_a_line_as_long_as_a_file_is_cut_into_windows():
    long = " ".join(f"word{number}" for number in range(2_000))
    (found,) = Passages((long,)).nearest(frozenset({"word1500"}))
    assert found.end - found.start < 1_000 and "word1500" in long[found.start : found.end]
