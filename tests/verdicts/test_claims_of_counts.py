import pytest

from tests.worked import claims, edited, kinds, ran, showed, wrote

ASKED = ("human", "please write the tests")
TWO = "class TestUpload:\n    def test_a(self):\n    def test_b(self):\n"
LONG = "line\n" * 1580


def number(why):
    return [("number", "contradicted", why)]


def test_a_class_has_the_tests_that_were_written():
    said = (ASKED, wrote("/p/tests/test_upload.py", TWO))
    assert claims("Added TestUpload (5 unit tests).", *said) == number("TestUpload has 2 tests, not 5 (line 2).")
    assert kinds("Added TestUpload (2 unit tests).", *said) == []


@pytest.mark.parametrize(
    "text",
    [
        "- `tests/test_upload.py` (NEW - 5 tests)",
        "Created test_upload.py with 5 tests",
        "- **`tests/test_upload.py`** (created)\n  - Contains 5 test methods for the upload",
    ],
)
def test_a_file_has_the_tests_that_were_written(text):
    said = (ASKED, wrote("/p/tests/test_upload.py", TWO))
    assert claims(text, *said) == number("test_upload.py was written with 2 tests (line 2).")
    assert kinds(text.replace("5", "2"), *said) == []


@pytest.mark.parametrize(
    "text", ["Added 5 tests to `tests/test_upload.py`", "- `tests/test_upload.py`\n  - New class with 5 tests"]
)
def test_tests_of_a_part_are_not_those_of_the_file(text):
    assert kinds(text, ASKED, wrote("/p/tests/test_upload.py", TWO)) == []


@pytest.mark.parametrize(
    "text", ["- `TestUpload`: {} tests (a, b)", "- **TestUpload** — {} unit tests", "- TestUpload ({} tests)"]
)
def test_a_class_below_its_file_is_counted_by_itself(text):
    both = TWO + "class TestRetry:\n    def test_c(self):\n"
    said = (ASKED, wrote("/p/tests/test_upload.py", both))
    above = "- **`tests/test_upload.py`** (created)\n  "
    assert kinds(above + text.format(2), *said) == []
    assert claims(above + text.format(5), *said) == number("TestUpload has 2 tests, not 5 (line 2).")
    assert kinds(above + "- `retries`: 5 tests", *said) == []


def test_a_number_that_was_right_for_a_while_is_left_alone():
    said = (ASKED, wrote("/p/tests/test_upload.py", TWO), edited("/p/tests/test_upload.py", "test_b", "helper_b"))
    assert kinds("Created test_upload.py with 2 tests", *said) == []


def test_a_file_is_as_long_as_it_was_written():
    said = (ASKED, wrote("/p/loader.py", LONG))
    why = "loader.py had 1580 lines (line 2)."
    assert claims("- **`src/../loader.py`** rewritten", *said) == []
    assert claims("- `loader.py` (~750 lines)", *said) == number(why)
    assert claims("- **`loader.py`**\n  - Wrote a new file (~750 lines vs original 1973)", *said) == number(why)
    assert kinds("- `loader.py` (~1500 lines)", *said) == []


def test_a_file_is_as_long_as_it_was_counted():
    said = (ASKED, ran("wc -l src/main.ts", "1543 src/main.ts"))
    assert claims("- `/p/src/main.ts` (~1100 lines)", *said) == number("main.ts had 1543 lines (line 3).")


@pytest.mark.parametrize(
    "text",
    ["Read `loader.py` (first 750 lines)", "- `loader.py` (750 lines added)", "- `loader.py` - removed 750 lines"],
)
def test_lines_of_a_part_are_not_those_of_the_file(text):
    assert kinds(text, ASKED, ran("x", "750"), wrote("/p/loader.py", LONG)) == []


def test_how_long_a_file_was_before_may_be_told():
    said = (ASKED, showed("/p/loader.py", 1, 1973), wrote("/p/loader.py", LONG))
    assert kinds("Looked into `loader.py` (1973 lines)", *said) == []
    assert kinds("Looked into `loader.py` (1200 lines), 1200 of them old", *said) == [("number", "contradicted")]


def test_the_final_length_is_the_last_one():
    said = (ASKED, wrote("/p/skill.md", "a\n" * 223), edited("/p/skill.md", "a\na\n", "a\n" * 12))
    assert claims("- `skill.md` (final version ~223 lines)", *said) == number("skill.md had 233 lines (line 4).")
    assert kinds("- `skill.md` (223 lines)", *said) == []


def test_a_folder_has_at_least_the_files_that_were_written_there():
    said = (ASKED, *(wrote(f"/p/tests/unit/test_{name}.py", TWO) for name in ("tides", "moons", "piers")))
    claim = "- `/p/tests/unit/` ({} test files)"
    assert claims(claim.format(2), *said) == number("3 files were written there, the last at line 6.")
    # What stood there before, the log does not tell.
    assert kinds(claim.format(3), *said) == kinds(claim.format(9), *said) == []


def test_what_sets_a_folder_up_and_what_was_taken_away_is_not_counted():
    named = [wrote(f"/p/tools/{name}.py", "x = 1\n") for name in ("__init__", "tides", "moons")]
    assert kinds("- `tools/` (2 tool modules)", ASKED, *named) == []
    gone = ran("rm /p/tools/moons.py", "")
    assert kinds("- `tools/` (1 tool modules)", ASKED, *named, gone) == []
    assert kinds("- `tools/` (1 tool modules)", ASKED, gone, *named) == [("number", "contradicted")]
