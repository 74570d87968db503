from inspector.text.similarity import content
from inspector.verdicts.parts import cut_off, longest_list, missing_items

LIST = "the export covers harbours, tides, moons and buoys"


def stems(text):
    return frozenset(content(text))


def test_a_list_is_its_items_without_the_words_around_it():
    assert longest_list(LIST) == ("harbours", "tides", "moons", "buoys")
    assert longest_list("if it rains, we stay at home and read a long book about the history of tides") == ()


def test_items_that_stand_nowhere_are_missing_where_others_stand():
    here = stems("harbours and tides")
    assert missing_items(LIST, here, here) == ("moons", "buoys")


def test_items_that_stand_in_another_passage_are_not_missing():
    assert missing_items(LIST, stems("harbours and tides"), stems("harbours tides moons buoys")) == ()


def test_a_quotation_that_breaks_off_leaves_out_the_rest():
    said = "write a note on the options we had and why we chose pools over locks"
    assert cut_off(said, 'User: "write a note on the options we had..."') == "and why we chose pools over locks"


def test_dots_behind_the_whole_statement_leave_out_nothing():
    assert cut_off("write a note on the options we had", '"write a note on the options we had..."') is None


def test_an_address_that_is_cut_in_its_middle_is_not_left_out():
    said = "look at this one first https://tides.example/issue/GAUGE-250/handle-every-gauge-of-the-harbour-alike"
    assert cut_off(said, '"look at this one first https://tides.example/issue/GAUGE-250/..."') is None
    gone = cut_off(
        f"{said} and write down what it costs us", '"look at this one first https://tides.example/issue/..."'
    )
    assert gone is not None and gone.endswith("and write down what it costs us")


def test_a_list_with_wide_gaps_is_read_in_one_go(ends):
    gap = " " * 16_000
    listed = f"the export covers harbours,{gap}tides,{gap}moons{gap}and{gap}buoys"
    assert longest_list(listed) == ("harbours", "tides", "moons", "buoys")
