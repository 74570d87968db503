import pytest

from inspector.model import Diagnostic, Severity, Source
from inspector.reconstruct.gaps import unread_before
from tests.worked import segment

TALK = (("human", "please add retries"), ("agent", "Done."), ("human", "thanks"))
HERE = "work.jsonl"
SECOND = Source(HERE, 2)


def problem(severity=Severity.ERROR, code="bad-json", source=SECOND):
    return Diagnostic(severity, code, "", source)


@pytest.mark.parametrize(
    ("one", "before"),
    [
        (problem(), True),
        (problem(source=Source(HERE, 99)), False),
        (problem(severity=Severity.WARNING), False),
        (problem(source=Source("beside.jsonl", 1)), False),
        (problem(code="damaged-table", source=Source(HERE, pointer="messages")), True),
        (problem(code="cut-document", source=Source(HERE)), False),
        (problem(source=None), True),
    ],
)
def test_what_cannot_be_read_counts_where_it_may_stand_before(one, before):
    session = segment(*TALK, summary="s", diagnostics=(one,)).session
    assert unread_before(session, 3) is before


def test_before_nothing_there_is_no_gap():
    session = segment(*TALK, summary="s", diagnostics=(problem(),)).session
    assert not unread_before(session, 0)


def test_a_compaction_says_that_part_of_what_it_replaced_cannot_be_read():
    whole, holed = (segment(*TALK, summary="s", diagnostics=found).compaction for found in ((), (problem(),)))
    assert not whole.record.notes
    assert [note for note in holed.record.notes if "cannot be read" in note]
