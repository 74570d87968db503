from __future__ import annotations

import json
import shutil
import sqlite3

import pytest

from inspector.errors import CannotRead
from inspector.model import Has, ItemKind, Usage
from inspector.read.adapters import openai_agents
from inspector.read.discover import discover
from inspector.read.open import open_log, recognise
from inspector.read.tables import session_path, split
from inspector.reconstruct.compactions import find_compactions, moved
from inspector.reconstruct.replay import Replay
from tests.conftest import SAMPLES
from tests.sample_scripts.agent_sdks import OPENAI_AGENTS, message

ADAPTER = openai_agents.ADAPTER
SAMPLE = SAMPLES / "openai-agents" / "0.24" / "other-day" / "sessions.db"
SEALED = {"type": "compaction", "id": "cmp", "encrypted_content": "gAAA"}
ASKED = {"role": "user", "content": "Which tram goes to the zoo?"}
CALLED = {"type": "function_call", "call_id": "c1", "name": "find", "arguments": "{}"}
FOUND = {"type": "function_call_output", "call_id": "c1", "output": "Line 4"}


@pytest.fixture
def write(tmp_path):
    def to(*items, session="s", names=("agent_sessions", "agent_messages"), name="log.db"):
        """Each item with the minute in which it was written, a minute apart where none is given."""
        path = tmp_path / name
        connection = sqlite3.connect(path)
        for statement in OPENAI_AGENTS[:2]:
            named = statement.replace("agent_sessions", names[0]).replace("agent_messages", names[1])
            connection.execute(named.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))
        connection.execute(f"INSERT INTO {names[0]} VALUES (?, 'a', 'b')", (session,))
        for minute, item in enumerate(items):
            told, item = item if isinstance(item, tuple) else (minute, item)
            text = item if isinstance(item, str) else json.dumps(item)
            values = (None, session, text, f"2026-10-05 17:{told:02}:00")
            connection.execute(f"INSERT INTO {names[1]} VALUES (?, ?, ?, ?)", values)
        connection.commit()
        connection.close()
        return path

    return to


def kinds(session, op=-1):
    return [session.items[number - 1].kind for number in Replay(session).items_at(len(session.ops) + op)]


def only_compaction(session):
    (compaction,) = find_compactions(session, Replay(session)).all
    return compaction


def test_a_run_of_the_models_own_items_is_one_request(write):
    thought = {"type": "reasoning", "id": "r", "summary": []}
    session = ADAPTER.read(write(ASKED, thought, CALLED, FOUND, message("assistant", "Line 4.")), pytest.fail)
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 3), (5, 5)]


def test_what_a_compaction_replaced_is_not_counted_as_nothing(write):
    path = write((1, message("user", "Kept.")), (1, SEALED), ASKED, message("assistant", "Line 4."))
    compaction = only_compaction(ADAPTER.read(path, pytest.fail))
    assert (compaction.record.kind, compaction.record.readable) == ("native", False)
    assert moved(compaction).removed is None
    assert compaction.inserted == (1, 2)


def test_messages_that_stay_are_those_written_with_the_summary(write):
    before = message("user", "An earlier one.")
    session = ADAPTER.read(write((1, before), (5, message("user", "Kept.")), (5, SEALED)), pytest.fail)
    compaction = only_compaction(session)
    assert (compaction.kept, compaction.inserted) == ((1,), (2, 3))


def test_several_compactions_in_one_list_tell_of_a_limit_and_of_no_loop(write):
    kept = ((minute, row) for minute in (1, 3, 5) for row in (message("user", f"Kept at {minute}."), SEALED))
    session = ADAPTER.read(write(*kept, (7, message("assistant", "Line 4."))), pytest.fail)
    told = find_compactions(session, Replay(session)).all
    assert [(one.outcome, moved(one).removed) for one in told] == [("opaque", None)] * 3
    assert [problem.code for problem in session.diagnostics] == ["limited-session"]


def test_a_summary_among_what_was_answered_is_the_servers(write):
    path = write(ASKED, (5, SEALED), (5, message("assistant", "Line 4.")))
    session = ADAPTER.read(path, pytest.fail)
    assert only_compaction(session).removed == (1,)
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 3)]


def test_a_branch_goes_back_to_its_turn():
    session = open_log(SAMPLE).session
    words = [session.items[number - 1].preview for number in Replay(session).items_at(len(session.ops) - 1)]
    assert words[-2:] == ["Rather on Sunday.", "Done."]
    assert "Book one of them for Ines." not in words
    assert len(words) == 10


def test_the_tokens_of_a_turn_are_a_requests_where_it_has_only_one():
    session = open_log(SAMPLE).session
    told = [request.usage for request in session.requests]
    assert told == [None, None, Usage(850, 1200, None, 20, 0), None]
    (note,) = [problem.message for problem in session.diagnostics if problem.code == "tokens-by-turn"]
    assert "2 requests were sent 3,900 tokens and answered 75 in sum" in note


def test_texts_are_read_back_from_their_cells():
    opened = open_log(SAMPLE)
    texts = [opened.bodies.text(item) for item in opened.session.items]
    assert "Never promise a guest a table on the terrace." in texts[0]
    assert not any(item.text for item in opened.session.items if item.kind is ItemKind.USER)


def test_tables_may_have_other_names(write):
    path = write(ASKED, names=("chats", "chat_items"))
    assert recognise(path)[0] is ADAPTER
    assert ADAPTER.read(path, pytest.fail).items[0].preview == ASKED["content"]


@pytest.mark.parametrize("id_", ["a/b", "..", "tel:1", "100%41", "wer\\da?", "Zoë"])
def test_a_session_opens_by_its_path_whatever_its_id(write, id_):
    path = write(ASKED, session=id_)
    write({"role": "user", "content": "Another."}, session="another")
    assert split(session_path(path, id_)) == (path, id_)
    assert session_path(path, id_) in {found.path for found in discover([path])}
    assert ADAPTER.read(session_path(path, id_), pytest.fail).items[0].preview == ASKED["content"]


def test_an_encrypted_session_is_said_to_be_one(write):
    path = write({"__enc__": 1, "v": 1, "kid": "hkdf-v1", "payload": "gAAA"})
    with pytest.raises(CannotRead, match="is encrypted"):
        ADAPTER.read(path, pytest.fail)


def test_of_a_session_encrypted_in_part_the_rest_is_read(write):
    session = ADAPTER.read(write(ASKED, {"__enc__": 1, "kid": "k", "payload": "gAAA"}), pytest.fail)
    assert [item.kind for item in session.items] == [ItemKind.USER, ItemKind.EVENT]
    assert [problem.code for problem in session.diagnostics] == ["encrypted-items"]


def test_a_database_in_use_is_read_with_what_its_log_holds_and_left_alone(write):
    path = write(ASKED)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO agent_messages VALUES (9, 's', ?, 'c')", (json.dumps(message("assistant", "4.")),))
    connection.commit()
    before = {part.name: part.read_bytes() for part in path.parent.iterdir()}
    assert len(ADAPTER.read(path, pytest.fail).items) == 2
    assert {part.name: part.read_bytes() for part in path.parent.iterdir()} == before
    connection.close()


def test_a_session_without_a_row_of_its_own_is_found_by_its_items(write):
    path = write(ASKED)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE agent_sessions SET session_id = 'gone'")
    connection.commit()
    connection.close()
    assert [entry.path.name for entry in discover([path])] == ["s"]
    assert ADAPTER.read(path, pytest.fail).id == "s"


def test_an_item_in_no_branch_stands_behind_what_was_written_before_it(tmp_path):
    path = tmp_path / "sessions.db"
    shutil.copyfile(SAMPLE, path)
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM message_structure WHERE message_id = 42")
    connection.commit()
    connection.close()
    session = ADAPTER.read(path, lambda problem: None)
    assert [item.preview for item in session.items][-2:] == ["Rather on Sunday.", "Done."]
    assert len(Replay(session).items_at(len(session.ops) - 1)) == 10


def test_capabilities_say_what_the_sessions_lack():
    told = ADAPTER.capabilities
    assert (told.system_prompt, told.summary_text, told.usage) == (Has.NO, Has.NO, Has.SOMETIMES)
