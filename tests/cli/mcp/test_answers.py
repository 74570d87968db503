"""What the server answers, asked without a client."""

import re

import pytest

from inspector.cli.mcp.answers import compactions_answer, find_answer, missing_answer, restore_answer
from inspector.cli.mcp.sessions import Sessions
from inspector.errors import UsageError
from tests.cli.conftest import sample
from tests.cli.mcp.conftest import PROJECT, RULE, TOKEN, short_log


@pytest.fixture
def short(tmp_path, inspector):
    path = tmp_path / "short.jsonl"
    path.write_bytes(short_log().dump())
    sessions = Sessions(PROJECT, path)
    yield sessions.open()
    sessions.close()


def test_every_compaction_stands_with_its_sizes_and_how_they_are_known(sessions):
    first, *lines = compactions_answer(sessions.open()).splitlines()
    assert first.startswith("Session tides, ") and [line[:13] for line in lines] == [
        "Compaction 1 ",
        "Compaction 2 ",
        "Compaction 3 ",
    ]
    assert all("tokens (recorded) before" in line for line in lines)
    assert all(re.search(r"\d not there, \d in part", line) for line in lines)


def test_what_is_not_there_comes_back_word_for_word_with_its_line_and_is_not_called_lost(sessions):
    answer = missing_answer(sessions.open(), 2, 3_000, also_part=False)
    assert "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/." in answer
    assert "its words do not stand there · line 4" in answer and "lost" not in answer
    assert "The user said 17 things before compaction 2. None stands there word for word, 3 in part, 3 do not" in answer


def test_what_is_there_in_part_and_what_was_gone_earlier_is_given_on_request_alone(sessions):
    plain, more = (missing_answer(sessions.open(), 2, 6_000, also_part=wanted) for wanted in (False, True))
    assert "also_part gives them (14)" in plain and "All times must be stored in UTC" not in plain
    assert "All times must be stored in UTC" in more and "gone earlier · line" in more


def test_what_cannot_be_read_is_said_beside_what_is_missing():
    sessions = Sessions(PROJECT, sample("damaged"))
    assert "\n4 places of this log cannot be read; " in missing_answer(sessions.open(), 0, 3_000, also_part=False)
    sessions.close()


def test_a_word_is_found_in_what_was_cut_and_the_users_own_stand_first(short):
    answer = find_answer(short, "Migrations", 1_000)
    assert answer.index(RULE) < answer.index("leave the migrations")
    assert answer.count("no longer in the context") == 2 and "2 items of the log hold" in answer
    assert "1 item of the log holds" in find_answer(short, "tables as port they", 1_000)


def test_the_whole_message_comes_back_by_its_number_and_by_a_facts_id(short):
    told = missing_answer(short, 1, 1_000, also_part=True)
    by_id = restore_answer(short, re.search(r"id (\S+) ·", told).group(1), 1_000)
    assert "port the harbour tables" in by_id and "the user · line" in by_id
    number = re.search(r"#\d+", find_answer(short, "harbour", 1_000)).group()
    assert "harbour" in restore_answer(short, number, 1_000)


def test_no_secret_leaves_the_log(short):
    for answer in (find_answer(short, "token", 1_000), restore_answer(short, "#1", 1_000)):
        assert TOKEN not in answer and "[redacted" in answer


@pytest.mark.parametrize("name", ["", "nobody", "#0", "#999", "#-1"])
def test_a_name_of_nothing_is_said(short, name):
    with pytest.raises(UsageError, match="Nothing here is called"):
        restore_answer(short, name, 1_000)


def test_nothing_to_look_for_and_no_such_compaction_are_said(short):
    with pytest.raises(UsageError, match="nothing to look for"):
        find_answer(short, "  ", 1_000)
    with pytest.raises(UsageError, match="no compaction 7"):
        missing_answer(short, 7, 1_000, also_part=False)


def test_where_nobody_can_read_a_compaction_all_that_was_said_is_given(tmp_path, inspector):
    log = short_log()
    path = tmp_path / "unread.jsonl"
    lines = log.dump().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b"isCompactSummary" not in line))
    sessions = Sessions(PROJECT, path)
    answer = missing_answer(sessions.open(), 1, 1_000, also_part=False)
    assert "What no longer stands there is not known" in answer and RULE in answer
    sessions.close()
