from inspector.ask.ways import Way
from inspector.gui.models.judge_words import (
    basis_line,
    course_words,
    ended_words,
    judged_already,
    judgement_notes,
    way_tip,
    ways_words,
)
from inspector.model import Judgement, Trust
from inspector.workbench.judge_runs import Course
from tests.made_session import small_session

READ = Judgement(compaction=1, model="anthropic/m", passes=2, trust=Trust(31, 31), notes=("It was read in 2 parts.",))


def test_whose_verdicts_stand():
    assert basis_line(None) == "not read by a model"
    assert basis_line(READ) == "read by anthropic/m (2 passes, 31 of 31 quotes stand in the log)"


def test_what_has_to_be_known_of_a_reading():
    again = Judgement(compaction=1, model="m", made="2026-02-03T04:05:06+00:00", trust=Trust(9, 8, 1, 3, 2))
    made, asked, moved = judgement_notes(again)
    assert "2026-02-0" in made and ": 3 of its" in asked and "2 of them" in asked and moved.startswith("1 ")
    assert judgement_notes(READ) == ("It was read in 2 parts.",) and judgement_notes(None) == ()


def test_how_far_it_is():
    assert course_words(Course(5, 2, (3,))) == "2 of 5 judged, reading compaction 3"
    assert course_words(Course(5, 2, (3, 4))) == "2 of 5 judged, reading compactions 3, 4"
    assert course_words(Course(5, 2, (3,), 12.7)) == "2 of 5 judged, reading compaction 3 for 12 s"
    assert course_words(Course(5, 5)) == ""
    assert ended_words(Course(5, 4), 1) == "4 of 5 compactions judged. 1 failed; Review says why."


def test_a_compaction_that_is_judged_says_by_whom():
    document = small_session().document()
    assert judged_already(document, (1,)) == ""
    document.judgements[1] = READ
    assert "┊C1 by anthropic/m" in judged_already(document, (1, 2))


def test_three_ways_to_a_model_are_named_and_what_one_of_them_costs():
    assert len(ways_words().splitlines()) == 3
    told = way_tip(Way("command:x -p", "X as a plain model", "claude-sonnet-4-5"))
    assert told == "command:x -p · X as a plain model · about $0.09 a compaction by list price"
    assert way_tip(Way("m@http://h", "a server", "m@http://h")).endswith("price not known before it answers")
