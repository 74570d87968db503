"""What pi makes of its entries as it sends them."""

from __future__ import annotations

import orjson
import pytest

from inspector.model import Origin
from inspector.read.adapters import pi
from inspector.read.bodies import Bodies
from inspector.reconstruct.replay import Replay

HEADER = {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-11-01T10:00:00.000Z", "cwd": "/p"}
PROMPT = {"role": "system", "content": "", "sections": {"preamble": "You code."}}
CALL = {"type": "toolCall", "id": "c", "name": "bash", "arguments": {"command": "ls"}}
CUT = {"type": "compaction", "summary": "It went well.", "firstKeptEntryId": "e1", "tokensBefore": 9}


def user(text):
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def said(*blocks, model="m", stop="stop"):
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    usage = {"input": 10, "cacheRead": 0, "cacheWrite": 0, "output": 5}
    about = {"provider": "p", "api": "a", "model": model, "usage": usage, "stopReason": stop}
    return {"role": "assistant", "content": content} | about


def thought(text):
    return {"type": "thinking", "thinking": text, "thinkingSignature": "s"}


def result(*parts):
    content = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"role": "toolResult", "toolCallId": "c", "toolName": "bash", "content": content, "isError": False}


@pytest.fixture
def read(tmp_path):
    """The session of entries in a row; one that is no message is given as it stands."""

    def write_and_read(*messages):
        records, last = [HEADER], None
        for number, message in enumerate(messages):
            own = f"e{number}"
            told = message if "type" in message else {"type": "message", "message": message}
            records.append({"id": own, "parentId": last, "timestamp": "2026-11-01T10:00:01.000Z"} | told)
            last = own
        path = tmp_path / "log.jsonl"
        path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
        return pi.ADAPTER.read(path, lambda problem: pytest.fail(problem.message))

    return write_and_read


def sent(session, number):
    """The texts of a request behind the system prompt."""
    request, bodies = session.requests[number - 1], Bodies()
    items = [session.items[at - 1] for at in Replay(session).items_at(request.op - 1)]
    return [bodies.text(item) for item in items if item.detail != "system_prompt"]


def test_call_that_nothing_answered_is_sent_with_a_result_made_up(read):
    log = (PROMPT, user("go"), said(CALL, stop="toolUse"), user("again"), said("yes"), user("more"), said("yes"))
    session = read(*log)
    made = next(item for item in session.items if item.detail == "made_up")
    assert (made.tool, made.call_id, made.error) == ("bash", "c", True)
    for number in (2, 3):
        words = sent(session, number)
        assert words[2:4] == ["No result provided", "again"]
        assert words.count("No result provided") == 1
    assert "No result provided" not in sent(read(*log[:3], result("a.py"), *log[3:]), 2)


def test_oh_my_pi_does_not_send_a_call_that_nothing_answered_and_frames_what_came_meanwhile(read):
    meanwhile = user("again") | {"steering": True}
    asked = {"type": "custom_message", "customType": "skill-prompt", "content": "Row."} | {"details": {"args": "far"}}
    log = ({"type": "title", "title": "t"}, user("go"), said("I go", CALL, stop="toolUse"), meanwhile, said("yes"))
    seen = {"role": "user", "content": [{"type": "text", "text": "more"}, {"type": "image", "data": "aGk="}]}
    session = read(*log, seen, said("yes"), asked)
    typed = [item.preview for item in session.items if item.origin is Origin.HUMAN]
    assert (typed[-1], sent(session, 2).count("far")) == ("far", 0), "behind a skill's name"
    told = ["go", "I go", "again"]
    assert [sent(session, number) for number in (2, 3)] == [told, [*told, "yes", "more\n[image, 4 bytes encoded]"]]
    assert {"notice above a prompt", "placeholders of pictures"} <= {one.name for one in session.unlogged}


@pytest.mark.parametrize("anew", [{"type": "custom", "customType": "session_exit"}, CUT])
def test_oh_my_pi_sends_what_was_broken_off_until_it_puts_its_context_together_anew(read, anew):
    tried = said("tried", stop="error") | {"retryRecovery": {"status": "recovered"}}
    log = ({"type": "title", "title": "t"}, user("go"), said("half", CALL, stop="aborted"), result("not run"), tried)
    session = read(*log, user("again"), said("yes"), anew, user("more"), said("yes"))
    assert sent(session, 3) == ["go", "half", '{"command":"ls"}', "not run", "again"]
    assert sent(session, 4)[-4:] == ["go", "again", "yes", "more"]


def test_thoughts_of_another_model_are_left_out_while_it_is_asked_no_more(read):
    log = (PROMPT, user("1"), said(thought("mine"), "one"), user("2"))
    session = read(
        *log, said(thought("theirs"), "two", model="n"), user("3"), said("3."), user("4"), said("4", model="n")
    )
    assert sent(session, 2) == ["1", "one", "2"]
    assert sent(session, 3) == ["1", "mine", "one", "2", "two", "3"]
    assert sent(session, 4) == ["1", "one", "2", "theirs", "two", "3", "3.", "4"]
    session = read(*log, said("two", model="n"), CUT, user("3"), said("three", model="n"), user("4"), said("four"))
    assert sent(session, 3) == ["It went well.", "1", "one", "2", "two", "3"], "kept, and yet another's"
    assert sent(session, 4) == ["It went well.", "1", "mine", "one", "2", "two", "3", "three", "4"]


def test_result_that_says_its_model_is_blind_has_words_for_its_picture(read):
    picture = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    told = "Read image file\n[Current model does not support images. The image will be omitted from this request.]"
    session = read(PROMPT, user("go"), said(CALL, stop="toolUse"), result(told, picture, picture), said("yes"))
    assert sent(session, 2)[-1] == f"{told}\n(tool image omitted: model does not support images)"


def test_list_that_a_provider_made_is_all_that_is_sent_with_what_came_meanwhile(read):
    history = [
        *[{"role": "user", "content": [{"type": "input_text", "text": "1"}]}] * 2,
        {"type": "compaction"},
        {"n": 1},
    ]
    kept = {"preserveData": {"openaiRemoteCompaction": {"replacementHistory": history}}, "method": "remote"}
    cut = {"type": "compaction", "summary": "For the screen.", "firstKeptEntryId": "e2", **kept}
    session = read(*[user("1")] * 3, said("one"), user("2"), cut | {"providerReplayThroughEntryId": "e3"}, said("two"))
    assert sent(session, 2) == ["1", "1", "", '{"n":1}', "2"]
    assert Replay(session).items_at(session.requests[1].op - 1)[:2] == [2, 3], "the last of those that are alike"
    (record,) = [op.compaction for op in session.ops if getattr(op, "compaction", None)]
    assert (record.kind, record.readable, record.method) == ("native", False, "remote")
