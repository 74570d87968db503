import pytest
from inspector.facts.agreed import agreed
from inspector.facts.picks import picked
from inspector.text.units import split

from tests.talk import segment

LIST = "Left:\n\n1. Read the gauges twice. The first reading drifts.\n2. Move the tables\n3. Drop the mirror\n\nWhich?"
TABLE = "## What I would do\n\n| # | Action | Effort |\n|---|---|---|\n| 1 | **Cache the charts** | Low |\n| 2 | **Drop polling** | Low |\n| 3 | Split the job | High |"  # noqa: E501
ROWS = ["| 1 | **Cache the charts** | Low |", "| 2 | **Drop polling** | Low |"]
WHOLE = ["Read the gauges twice. The first reading drifts.", "Move the tables"]
TWO = "## Tooling\n1. Pin the linter\n2. Sort the imports\n\n## Polish\n1. Rename the probe\n2. Shorten the log"


def taken(text, reply):
    return [unit.text for unit in picked(split(text), text, reply)]


@pytest.mark.parametrize(
    ("text", "reply", "entries"),
    [
        (LIST, "let's do 1 and 3", ["Read the gauges twice. The first reading drifts.", "Drop the mirror"]),
        (LIST, "ok do 2, 3 please", ["Move the tables", "Drop the mirror"]),
        (LIST, "implement all three", [*WHOLE, "Drop the mirror"]),
        (TABLE, "Ok let's do 1, 2 and I will see to the rest", ROWS),
        (TWO, "use agents to handle both Tooling items", ["Pin the linter", "Sort the imports"]),
        (TWO, "do both", ["Rename the probe", "Shorten the log"]),
    ],
)  # fmt: skip
def test_several_entries_are_taken_by_their_marks_or_by_their_count(text, reply, entries):
    assert taken(text, reply) == entries


@pytest.mark.parametrize(
    "reply",
    [
        "do 2 and 7",
        "don't do 1 and 3",
        "should we do 1 and 3?",
        "implement all four",
        "do both later",
        "it took 2 and 3 hours",
        "do 2 and 3 files at once",
    ],
)
def test_entries_that_are_not_there_questions_and_what_is_put_off_take_nothing(reply):
    assert taken(LIST, reply) == []


def test_what_was_picked_is_agreed():
    found = [
        one.unit.text for one in agreed(segment(("human", "what is left?"), ("agent", LIST), ("human", "do 2 and 3")))
    ]
    assert found == ["Move the tables", "Drop the mirror"]


@pytest.mark.parametrize(("reply", "entries"), [("Do 1, 2 and 3.", (0, 1, 2)), ("Do 1 and 3.", (0, 2))])
def test_a_full_stop_behind_the_last_entry_takes_nothing_from_it(reply, entries):
    whole = taken(LIST, "do 1, 2 and 3")
    assert len(whole) == 3 and taken(LIST, reply) == [whole[place] for place in entries]
