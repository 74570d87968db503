import pytest

from inspector.reconstruct.after import look_after
from inspector.survival.readable import unreadable
from tests.talk import read, segments


@pytest.mark.parametrize(
    ("talk", "why"),
    [
        ((("human", "a b"), ("summary", "Fine.")), ""),
        ((("human", "a b"), ("summary", "")), ""),
        ((("human", "a b"), ("encrypted", "gAAAA")), "encrypted"),
        ((("summary", "Something."),), "not in this log"),
        ((("human", "a b"), ("summary", "word " * 500)), "longer than the history that this log holds"),
    ],
)
def test_what_tells_nothing_of_what_was_kept_is_said(talk, why):
    segment = segments(*talk)[0]
    told = unreadable(segment, look_after(segment.session, segment.compaction, read))
    assert (why in told) if why else told == ""
