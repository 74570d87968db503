import pytest

from inspector.gui.models.card_words import Part, ending_words, fitted, looked_words, plain
from inspector.model import Basis
from inspector.reconstruct.ending import Ending, Way
from inspector.workbench.card import Looked


@pytest.mark.parametrize("way", Way)
def test_every_way_to_end_has_a_word_and_says_why(way):
    said = ending_words(Ending(way, "the log says so", Basis.RECORDED))
    assert said.endswith(": the log says so") and len(said.split(":")[0]) > 5


@pytest.mark.parametrize(
    ("looked", "said"),
    [
        (Looked(2, 0, 61, 0), "No loss explains this run (looked at 2 compactions, 61 statements)"),
        (Looked(1, 0, 1, 1), "No consequence of the 1 loss is in this log (looked at 1 compaction, 1 statement)"),
        (Looked(3, 0, 9, 4), "No consequence of the 4 losses is in this log (looked at 3 compactions, 9 statements)"),
        (Looked(2, 1, 5, 0), "No loss explains this run (looked at 2 compactions, 5 statements; 1 cannot be read)"),
    ],
)
def test_where_nothing_followed_it_says_at_what_was_looked(looked, said):
    assert looked_words(looked) == said


def test_what_could_not_be_judged_is_not_called_lossless():
    assert "could not be judged" in looked_words(Looked(2, 2, 0, 0))


def test_the_longest_part_of_a_line_gives_way_and_the_links_stay():
    line = (Part("x" * 90), Part(" → "), Part("Show", {"item": 3}))
    short = fitted(line, len, lambda words, room: words[: room - 1] + "…", 50)
    assert len(plain(short)) <= 50 and short[2] == line[2]
    assert fitted(line, len, lambda words, room: words[: room - 1] + "…", 200) == line


def test_of_what_is_only_listed_the_last_goes_first():
    told = (Part("Stands out: "), Part("a" * 20, {"item": 1}), Part(" · "))
    line = (*told, Part("b" * 20, {"item": 2}, listed=True))
    assert fitted(line, len, lambda words, room: words[:room], 40) == line[:2]
    kept = fitted((*told, Part("Judge ┊C2…", verb="judge")), len, lambda words, room: words[:room], 40)
    assert kept[-1].words == "Judge ┊C2…"
