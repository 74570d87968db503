import pytest

from inspector.report.mend.choices import Choice, Decisions
from inspector.workbench.sign_off import SignOff, SignOffs, packed, unpacked


@pytest.fixture
def offs():
    made = SignOffs()
    made.begin("a.jsonl")
    return made


def test_each_decision_takes_the_place_of_the_one_before(offs):
    offs.decide(1, "f", Choice.ACCEPT)
    assert offs.decisions(1) == Decisions(frozenset({"f"}))
    offs.decide(1, "f", Choice.EDIT, " my words ")
    assert offs.decisions(1) == Decisions(edited={"f": "my words"})
    offs.decide(1, "f", Choice.RESTORE)
    assert offs.decisions(1) == Decisions(restored=frozenset({"f"})) and offs.decisions(2) == Decisions()


def test_an_edit_without_words_puts_back_what_was_said(offs):
    offs.decide(1, "f", Choice.ACCEPT)
    offs.decide(1, "f", Choice.EDIT, "  ")
    assert offs.decisions(1) == Decisions(restored=frozenset({"f"}))


def test_only_what_changes_is_told(offs):
    told = []
    offs.changed.connect(told.append)
    offs.decide(1, "f", Choice.ACCEPT)
    offs.decide(1, "f", Choice.ACCEPT)
    offs.take_kept(2, True)
    assert told == [1, 2]


def test_a_record_keeps_what_was_decided_then(offs):
    offs.decide(1, "f", Choice.ACCEPT)
    record = offs.sign(1, " fine ", 3)
    offs.decide(1, "g", Choice.ACCEPT)
    assert (record.note, record.restored, record.decisions.accepted) == ("fine", 3, frozenset({"f"}))
    assert offs.of(1) == (record,) and offs.of(2) == ()


def test_the_last_record_says_what_is_decided_until_something_changes(offs):
    old = SignOff(1, "2026-01-01T00:00:00+00:00", "", 0, Decisions(frozenset({"x"})))
    new = SignOff(1, "2026-02-01T00:00:00+00:00", "", 0, Decisions(frozenset({"y"})))
    offs.load([new, old])
    assert offs.decisions(1).accepted == {"y"}
    offs.decide(1, "z", Choice.ACCEPT)
    assert offs.decisions(1).accepted == {"y", "z"}


def test_reading_the_same_session_again_keeps_drafts_and_another_one_drops_them(offs):
    offs.decide(1, "f", Choice.ACCEPT)
    offs.begin("a.jsonl")
    assert offs.decisions(1).accepted == {"f"}
    offs.begin("b.jsonl")
    assert offs.decisions(1) == Decisions()


def test_a_record_is_the_same_after_it_was_packed():
    record = SignOff(
        2, "2026-01-01T00:00:00+00:00", "n", 4, Decisions(frozenset({"b", "a"}), {"c": "w"}, frozenset({"d"}), True)
    )
    assert unpacked(2, record.signed, "n", packed(record)) == record
