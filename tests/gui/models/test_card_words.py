import pytest

from inspector.gui.models.card_words import Part, fitted, looked_words, plain, rows
from inspector.measure.bill import Bill
from inspector.model import Basis
from inspector.reconstruct.ending import Ending, Way
from inspector.survival.outcome import IS_ENCRYPTED as ENCRYPTED
from inspector.workbench.card import Card, Looked

NOTHING_PAID = Bill(calls=0, recorded=None, recorded_calls=0, listed=None, listed_calls=0, checked="")


def told(way=Way.FINISHED, **more):
    made = {"sentences": (), "looked": None, "compactions": 0, "lasted": "", "bill": NOTHING_PAID} | more
    return rows(Card(Ending(way, "the log says so", Basis.RECORDED), **made), (), 0, "")


WHOLE = "Every sentence of the user's stands there, all or in part"


@pytest.mark.parametrize("way", Way)
def test_every_way_to_end_has_a_sign_and_a_word_and_says_why(way):
    (first,) = told(way)
    assert first.sign and plain(first.said).endswith(": the log says so")
    assert first.said[0].strong and len(first.said[0].words) > 5


def test_how_many_compactions_there_are_and_how_long_it_was_stands_beside_how_it_ended():
    assert told(compactions=1, lasted="22 min")[0].note == "1 compaction · 22 min"
    assert told(compactions=3)[0].text() == "● Finished: the log says so · 3 compactions"


@pytest.mark.parametrize(
    ("looked", "said"),
    [
        (Looked(2, 0, "", 61, 0), f"{WHOLE} (looked at 2 compactions, 61 things the user said)"),
        (
            Looked(1, 0, "", 0, 0),
            "The user said nothing before a compaction that could be looked for (looked at 1 compaction)",
        ),
        (
            Looked(1, 0, "", 1, 1),
            "1 thing the user said may have to be put back; no repeated work was found afterwards "
            "(looked at 1 compaction, 1 thing the user said)",
        ),
        (
            Looked(3, 0, "", 9, 4),
            "4 things the user said may have to be put back; no repeated work was found afterwards "
            "(looked at 3 compactions, 9 things the user said)",
        ),
        (
            Looked(2, 1, ENCRYPTED, 5, 0, 4),
            "No sentence of the user's is known to be missing (looked at 2 compactions, 5 things the user said; "
            "1 of the compactions could not be read; of 4 things nobody can tell)",
        ),
    ],
)
def test_where_nothing_followed_it_says_at_what_was_looked(looked, said):
    assert looked_words(looked, "") == said


@pytest.mark.parametrize(
    ("note", "why"),
    [
        (ENCRYPTED, "its summary is encrypted"),
        (
            "What it replaces is not in this log; only kept messages can be looked at.",
            "what it replaces is not in this log",
        ),
        ("The summary is empty; only kept messages can be looked at.", "the summary is empty"),
    ],
)
def test_what_could_not_be_read_is_not_called_lossless_and_says_why(note, why):
    assert looked_words(Looked(2, 2, note, 0, 0), "") == f"What is missing is not known: {why}."


def test_the_longest_part_of_a_line_gives_way_and_the_links_stay():
    line = (Part("x" * 90), Part(" → "), Part("Show", {"item": 3}))
    short = fitted(line, len, lambda words, room: words[: room - 1] + "…", 50)
    assert len(plain(short)) <= 50 and short[2] == line[2]
    assert fitted(line, len, lambda words, room: words[: room - 1] + "…", 200) == line
    line = (Part("“Never quote”" * 4, {"item": 3}), Part(" was not in the context as it was said, and was broken."))
    assert fitted(line, len, lambda words, room: words[: room - 1] + "…", 90)[1] == line[1]


def test_of_what_is_only_listed_the_last_goes_first():
    told = (Part("Stands out: "), Part("a" * 20, {"item": 1}), Part(" · "))
    line = (*told, Part("b" * 20, {"item": 2}, listed=True))
    assert fitted(line, len, lambda words, room: words[:room], 40) == line[:2]
    kept = fitted((*told, Part("Judge ┊C2…", verb="judge")), len, lambda words, room: words[:room], 40)
    assert kept[-1].words == "Judge ┊C2…"
