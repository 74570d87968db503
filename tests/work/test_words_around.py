import pytest
from inspector.work.words_around import words_around


def told(text: str, words: str) -> str:
    start = text.index(words)
    return words_around(text, start, start + len(words))


@pytest.mark.parametrize(
    ("text", "number", "shown"),
    [
        ("First this. All 15 tests pass. Then that.", "15 tests", "All 15 tests pass."),
        ("one\n- **Session hash** (16-char) in `a`\ntwo", "16-char", "Session hash (16-char) in a"),
        ("| run | took 30 seconds | ok |", "30 seconds", "took 30 seconds"),
        ("89 %", "89 %", ""),
        ("- 89 % |", "89 %", ""),
        ("波の高さは最大で3メートルまで許します", "3メートル", "波の高さは最大で3メートルまで許します"),
    ],
)
def test_a_number_is_shown_with_the_sentence_or_the_cell_that_holds_it(text, number, shown):
    assert told(text, number) == shown


def test_of_a_long_sentence_so_much_as_fits_a_line():
    text = f"{'before ' * 40}it holds 200 lines of code {'after ' * 40}".strip()
    shown = told(text, "200 lines")
    assert shown.startswith("… before") and shown.endswith("after …") and "it holds 200 lines of code" in shown
    assert len(shown) < 130


def test_words_without_a_blank_are_cut_as_well():
    shown = told("長" * 300 + "3メートル" + "長" * 300, "3メートル")
    assert shown.startswith("… 長") and shown.endswith("長 …") and len(shown) < 130
