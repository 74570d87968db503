"""The permission mode and the working directory, as the rows on both sides of a compaction have them."""

import pytest

from inspector.reconstruct.state.nouns import Back, StateKind
from tests.state_log import compact, goes_on, log, only, states


def moded(before, after):
    """A log whose prompts carry a permission mode."""
    made = log()
    prompt = len(made.rows)
    made.rows[prompt - 1]["permissionMode"] = before
    compact(made)
    goes_on(made)
    if after is not None:
        made.human("Go on.")
        made.rows[-1]["permissionMode"] = after
    return made


@pytest.mark.parametrize(
    ("after", "back", "value"),
    [("plan", Back.KEPT, "plan"), ("default", Back.CHANGED, "default"), (None, Back.UNKNOWN, "")],
)
def test_the_permission_mode_stands_changes_or_is_not_told(tmp_path, after, back, value):
    (state,) = states(moded("plan", after), tmp_path)
    thing = only(state, StateKind.PERMISSIONS)
    assert (thing.name, thing.back, thing.value) == ("plan", back, value)


def test_the_working_directory_is_that_of_the_rows_next_to_the_compaction(tmp_path):
    made = log()
    compact(made)
    goes_on(made)
    for row in made.rows[-2:]:
        row["cwd"] = "/home/mara"
    (state,) = states(made, tmp_path)
    thing = only(state, StateKind.CWD)
    assert (thing.name, thing.back, thing.value) == ("/home/mara/tidewatch", Back.KEPT, "/home/mara/tidewatch")
    made.rows[2]["cwd"] = "/home/mara"
    (state,) = states(made, tmp_path)
    assert only(state, StateKind.CWD).back is Back.CHANGED


def test_rows_of_the_next_compaction_are_not_looked_at(tmp_path):
    made = moded("plan", None)
    compact(made)
    made.human("Go on.")
    made.rows[-1]["permissionMode"] = "default"
    goes_on(made)
    first, second = states(made, tmp_path)
    assert only(first, StateKind.PERMISSIONS).back is Back.UNKNOWN
    assert only(second, StateKind.PERMISSIONS).back is Back.CHANGED
