"""A session of OpenCode is told by its id alone."""

import shutil

import pytest

from inspector.cli.hooks.find import log_of
from inspector.resources import samples


@pytest.fixture
def store(inspector, tmp_path, monkeypatch):
    """OpenCode's folder with the database of the sample in it; gives the id of its session."""
    (database,) = samples().glob("opencode/1.14/database/*.db")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "opencode").mkdir()
    shutil.copy(database, tmp_path / "opencode" / "opencode.db")
    from inspector.read.adapters import opencode

    return next(iter(opencode.ADAPTER.find(tmp_path / "opencode"))).name


def test_it_is_found_and_others_are_not(store):
    assert log_of("opencode", store).name == store
    assert log_of("opencode", "ses_nobody") is None and log_of("opencode", "") is None


def test_the_summary_is_told_what_to_keep_by_the_id(store, feed):
    ran = feed(
        "PreCompact", {"hook_event_name": "PreCompact", "session_id": store, "trigger": "auto"}, "--agent", "opencode"
    )
    assert ran.status == 0 and ran.out.startswith("Keep the following word for word")


def test_a_session_that_is_nowhere_is_no_fault(store, feed, noted):
    told = {"hook_event_name": "PreCompact", "session_id": "ses_nobody", "trigger": "auto"}
    ran = feed("PreCompact", told, "--agent", "opencode")
    assert (ran.status, ran.out) == (0, "") and "names no transcript" in noted()
