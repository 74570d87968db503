from inspector.rerun.guard import Caution, judge, progress
from inspector.rerun.select import Chosen
from inspector.rerun.strategy import Guard
from tests.made_context import MadeContext


def test_a_larger_context_is_refused_where_the_agent_refuses_it():
    assert judge(Guard(inflate="reject"), 100, 101, None).refused
    assert not judge(Guard(), 100, 101, None).refused


def test_what_did_not_help_or_does_not_fit_is_said():
    notes = judge(Guard(), 100, 120, 110).notes
    assert [note.split(":")[0] for note in notes] == [
        "Nothing was gained",
        "The new context does not fit the window of 110 tokens.",
    ]
    assert judge(Guard(), 100, 50, 110).notes == ()


def test_too_little_progress_is_no_progress():
    made = MadeContext()
    for number in range(20):
        made.prompt(f"p{number}")
    entries = made.material().entries
    assert "Only 1 of 20 events" in progress(Guard(min_progress=0.1), Chosen(span=entries[:1]), entries)
    assert progress(Guard(min_progress=0.1), Chosen(span=entries[:2]), entries) == ""


def test_three_failures_in_a_row_end_it_and_one_success_between_does_not():
    one = Caution(Guard(breaker=3))
    for failed in (True, True, False, True, True):
        one.failed(failed)
        assert one.may_fire(9)
    one.failed(True)
    assert not one.may_fire(9)
    assert one.notes == ["It failed 3 times in a row and was not tried again."]


def test_a_context_that_fills_up_at_once_three_times_in_a_row_ends_it():
    one = Caution(Guard(thrash=3))
    assert one.may_fire(None)
    assert one.may_fire(1) and one.may_fire(1)
    assert one.may_fire(5), "there was work in between"
    assert one.may_fire(1) and one.may_fire(1)
    assert not one.may_fire(1)
    assert not one.may_fire(50), "it does not begin again"
    assert one.notes == ["It fired at the next request 3 times in a row and stopped."]
