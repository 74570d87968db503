from inspector.model import Verdict
from inspector.workbench.judgements import Judgements, Matter


def test_a_verdict_holds_for_its_compaction_alone():
    judgements = Judgements()
    judgements.enter_verdict("a", 1, Verdict.REWORDED)
    assert judgements.verdict("a", 1) is Verdict.REWORDED
    assert judgements.verdict("a", 2) is None and judgements.verdict("b", 1) is None
    judgements.enter_verdict("a", 1, None)
    assert judgements.verdict("a", 1) is None


def test_everything_entered_can_be_undone_and_done_again_in_order():
    judgements = Judgements()
    judgements.enter_verdict("a", 1, Verdict.LOST)
    judgements.write_note("a", " look ")
    judgements.set_reviewed(1, True)
    assert [judgements.undo().matter for _ in range(3)] == [Matter.REVIEWED, Matter.NOTE, Matter.VERDICT]
    assert judgements.undo() is None and not judgements.can_undo
    assert (judgements.verdict("a", 1), judgements.note("a"), judgements.is_reviewed(1)) == (None, "", False)
    for _ in range(3):
        judgements.redo()
    assert (judgements.verdict("a", 1), judgements.note("a"), judgements.is_reviewed(1)) == (Verdict.LOST, "look", True)
    assert judgements.redo() is None


def test_a_new_entry_ends_what_could_be_done_again():
    judgements = Judgements()
    judgements.enter_verdict("a", 1, Verdict.LOST)
    judgements.undo()
    judgements.write_note("a", "x")
    assert not judgements.can_redo


def test_saying_the_same_again_is_no_change():
    judgements, told = Judgements(), []
    judgements.made.connect(told.append)
    judgements.write_note("a", "x")
    judgements.write_note("a", "x")
    judgements.set_reviewed(2, False)
    assert len(told) == 1


def test_an_undo_is_told_as_the_change_that_it_is():
    judgements, told = Judgements(), []
    judgements.enter_verdict("a", 3, Verdict.ALTERED)
    judgements.made.connect(told.append)
    judgements.undo()
    assert [(one.before, one.after, one.compaction) for one in told] == [("altered", "", 3)]


def test_every_verdict_that_was_entered_is_taken_up_again():
    judgements = Judgements()
    judgements.load({(verdict.value, 1): verdict.value for verdict in Verdict}, {}, [])
    assert {judgements.verdict(verdict.value, 1) for verdict in Verdict} == set(Verdict)


def test_a_verdict_of_another_time_is_left_out():
    judgements = Judgements()
    judgements.load({("a", 1): "gone", ("b", 1): "lost"}, {"a": "n"}, [4])
    assert judgements.verdict("a", 1) is None and judgements.verdict("b", 1) is Verdict.LOST
    assert judgements.note("a") == "n" and judgements.is_reviewed(4) and not judgements.can_undo
    judgements.clear()
    assert judgements.verdict("b", 1) is None and not judgements.is_reviewed(4)


def test_what_was_entered_at_one_compaction_is_told_together():
    judgements = Judgements()
    judgements.enter_verdict("b", 1, Verdict.LOST)
    judgements.enter_verdict("a", 1, Verdict.ALTERED)
    judgements.enter_verdict("a", 2, Verdict.LOST)
    judgements.write_note("a", "why")
    assert judgements.entered_at(1) == {"a": Verdict.ALTERED, "b": Verdict.LOST} and judgements.entered_at(3) == {}
    assert judgements.notes() == {"a": "why"}
    assert judgements.verdicts() == (("a", 1, "altered"), ("a", 2, "lost"), ("b", 1, "lost"))
