"""Sessions of Continue's editor extensions, which keep the history that a summary stands for."""

import orjson
import pytest

from inspector.read.adapters import continue_dev
from inspector.read.bodies import Bodies
from tests.check_session import sources_hold_their_texts
from tests.read_back import compactions, contexts


def test_an_extension_sends_its_last_summary_and_what_came_behind_the_message_it_stands_at(tmp_path):
    talk = [("user", "Count."), ("assistant", "Three."), ("user", "Now?"), ("assistant", "Four."), ("user", "And now?")]
    items = [{"message": {"role": role, "content": text}, "contextItems": []} for role, text in (*talk, talk[1])]
    items[5]["toolCallStates"] = [{"toolCallId": "c", "output": [{"name": "a result without a content"}]}]
    items[1]["conversationSummary"], items[3]["conversationSummary"] = "They counted.", "They count again."
    path = tmp_path / "s.json"
    path.write_bytes(orjson.dumps({"sessionId": "s", "workspaceDirectory": "/", "history": items}))
    session = continue_dev.ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
    sources_hold_their_texts(session, Bodies())
    assert contexts(session) == [["Count."], ["They counted.", "Now?"], ["They count again.", "And now?"]]
    assert [one.removed for one in compactions(session)] == [(1, 2), (3, 4, 5)]
