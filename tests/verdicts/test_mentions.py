import pytest

from tests.worked import Used, claims, kinds, ran, wrote

SAID = (
    ("human", "make the loader faster"),
    wrote("/p/loader.py", "fastMode = True\nmax_parts = 40\n"),
    wrote("/p/parts.py", "x\n" * 104),
    ran("wc", "1,250 lines in all, 31 of them empty, 17 tests"),
    ("agent", "Committed as abc1234."),
)


def test_a_name_that_stands_nowhere_is_told():
    told = claims('The choice is kept in `@Stored("loaderSpeed")`.', *SAID)
    assert told == [("name", "unsupported", "“loaderSpeed” stands nowhere in the history.")]


@pytest.mark.parametrize(
    "text",
    [
        "The choice is kept in `fastMode`.",
        "It is limited by `MAX_PARTS` and `max_parts`.",
        "The formula is `free_parts = max_parts / 2`.",
        "Stopped it with `StopEverything`.",
        "The choice is kept in loaderSpeed.",
    ],
)
def test_names_of_the_history_formulas_and_names_of_tools_are_left_alone(text):
    assert kinds(text, *SAID) == []


def test_a_number_with_a_unit_that_stands_nowhere_is_told():
    told = claims("The session logs are the bulk (~2500 lines).", *SAID)
    assert told == [("number", "unsupported", "The number 2500 stands nowhere in the history.")]


@pytest.mark.parametrize(
    "text",
    [
        "The log has 1250 lines.",
        "31 lines are empty.",
        "Of 48 lines 31 are empty, 17 are not.",
        "It took 9 commits.",
        "Wrote `parts.py` (~100 lines).",
        "See line 2500 of the log.",
        "6. All user messages:\n- made 2500 lines of it",
    ],
)
def test_numbers_of_the_history_sums_of_them_and_small_ones_are_left_alone(text):
    assert kinds(text, *SAID) == []


@pytest.mark.parametrize(("name", "told"), [("abc1234", []), ("fed9876", [("name", "unsupported")])])
def test_a_commit_that_stands_nowhere_is_told(name, told):
    assert kinds(f"The loader was changed in commit {name}.", *SAID) == told


def test_tests_of_several_runs_may_be_added_up():
    runs = (ran("pytest a", "=== 36 passed, 2 skipped in 1.0s ==="), ran("pytest b", "=== 27 passed in 1.0s ==="))
    assert kinds("Of the suites 65 tests were run.", *SAID, *runs) == []
    assert kinds("Of the suites 66 tests were run.", *SAID, *runs) == [("number", "unsupported")]


def test_a_name_that_stands_nowhere_is_told_where_it_comes_first():
    told = claims("The choice is kept in `loaderSpeed`.\n\nThen `loaderSpeed` was read again.", *SAID)
    assert len(told) == 1


def test_a_tool_that_was_called_was_heard_of():
    said = (("human", "please look at the tides"), Used("mcp__browser__get_tide_text", {"tab": 1}, "high at noon"))
    assert kinds("Worked around it with `get_tide_text`.", *said) == []
    assert kinds("Worked around it with `get_moon_text`.", *said) == [("name", "unsupported")]
