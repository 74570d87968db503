"""Requests that the log holds, and attachments as they are sent."""

from __future__ import annotations

import hashlib
import json

import pytest

from inspector.model import ItemKind, Origin, Splice
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.unlogged import not_in_log

VERSION = "2.1.332"


def reminder(text):
    return f"<system-reminder>\n{text}\n</system-reminder>"


def hash_of(role, *blocks):
    plain = {"content": list(blocks), "role": role}
    told = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()


def text(words):
    return {"type": "text", "text": words}


class Written:
    """Rows of a version that writes its requests down."""

    def __init__(self, log):
        self.log = log

    def attaches(self, kind, *rendered, **more):
        told = {"rendered": [{"content": one} for one in rendered]} if rendered else {}
        return self.log.row("attachment", attachment={"type": kind, **more}, version=VERSION, **told)

    def shape(self, name="sh", system="You are an agent.", tools=("Read", "Bash")):
        shape = {"system": [text(system)], "tools": [{"name": tool, "description": "d"} for tool in tools]}
        self._row("api-request-shape", shapeHash=name, shape=shape)

    def blob(self, role, *blocks):
        name = hash_of(role, *blocks)
        self._row("api-request-blob", hash=name, message={"role": role, "content": list(blocks)})
        return name

    def request(self, name, *tail, base=None, keep=0):
        self._row("api-request", id=name, shapeHash="sh", tail=list(tail), base=base, keep=keep)

    def says(self, words, **more):
        return self.log.says(words, version=VERSION, **more)

    def answers(self, *blocks, request, **more):
        return self.log.answers(*blocks, requestRef=request, version=VERSION, **more)

    def begins(self, prompt="one", answer="first"):
        self.says(prompt)
        self.shape()
        self.request("r1", hash_of("user", text(prompt)))
        self.answers(answer, request="r1")

    def runs(self, call, **more):
        self.begins("go", call("Bash", "c1", command="ls"))
        self.log.result("c1", "a.py", version=VERSION, **more)
        return {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "ls"}}

    def _row(self, kind, **more):
        # Rows of requests are no part of the tree: what follows hangs on the row before them.
        self.log.rows.append({"type": kind, "sessionId": "S", "timestamp": "2026-02-01T10:00:00.000Z"} | more)

    def read(self):
        last = ""
        for row in self.log.rows:
            if "uuid" in row:
                row["parentUuid"], last = last or None, row["uuid"]
        return self.log.read()


@pytest.fixture
def written(log):
    made = Written(log)

    def row(kind, **more):
        kept = [one for one in log.rows if "uuid" in one]
        others, log.rows = log.rows, kept
        own = type(log).row(log, kind, **more)
        log.rows = [*others, kept[-1]]
        return own

    log.row = row
    return made


def sent(session, number=1):
    """The words of a request's context."""
    request = next(one for one in session.requests if one.number == number and not one.thread)
    return [session.items[at - 1].preview for at in Replay(session).items_at(request.op - 1)]


def test_the_context_of_an_answer_is_the_request_that_the_log_holds(written):
    written.says("say hello")
    written.attaches("environment", reminder("Linux"))
    written.shape()
    written.request("r1", written.blob("user", text(reminder("Linux")), text("say hello")))
    written.answers("Hello.", request="r1")
    session = written.read()
    (request,) = session.requests
    kinds = [session.items[at - 1].detail for at in Replay(session).items_at(request.op - 1)]
    assert (request.recorded, kinds) == (True, ["system_prompt", "tools", "environment", "typed"])
    assert sent(session)[:2] == ["You are an agent.", "2 tools: Read, Bash"]
    assert [one.name for one in not_in_log(session)] == ["billing header"]


def test_messages_that_rows_hold_are_known_by_their_hash(written, call):
    made = written.runs(call, toolUseResult={"answers": {"Which?": "Only b"}})
    result = {"type": "tool_result", "tool_use_id": "c1", "content": "a.py"}
    written.request("r2", hash_of("assistant", made), hash_of("user", result), base="r1", keep=1)
    written.answers("second", request="r2")
    session = written.read()
    # An answer of the person is part of the result, and stands there once.
    assert sent(session, 2)[2:] == ["go", "Bash ls", "a.py"]
    assert all(request.recorded for request in session.requests)
    # Nothing but what rows hold.
    assert len([item for item in session.items if item.kind is not ItemKind.INSTRUCTIONS]) == 5


def test_what_is_written_between_a_request_and_its_answer_stands_once_in_it(written, call):
    made = written.runs(call)
    result = {"type": "tool_result", "tool_use_id": "c1", "content": f"a.py\n\n{reminder('9 left')}"}
    written.request("r2", hash_of("assistant", made), written.blob("user", result), base="r1", keep=1)
    late = written.attaches("total_tokens_reminder", reminder("9 left"))
    written.answers("done", request="r2")
    session = written.read()
    request = next(one for one in session.requests if one.number == 2)
    assert request.recorded
    items = [session.items[at - 1] for at in Replay(session).items_at(request.op - 1)]
    assert [item.id for item in items].count(late) == 1
    assert [item.kind.value for item in items][2:] == ["user", "tool_call", "tool_result", "attachment"]


def test_a_request_that_names_what_the_log_lacks_leaves_the_rows_and_a_note(written):
    written.says("one")
    written.shape()
    written.request("r1", "no-such-message")
    written.answers("first", request="r1")
    session = written.read()
    assert not session.requests[0].recorded
    assert sent(session) == ["one"]
    assert [problem.code for problem in session.diagnostics] == ["request-differs"]


@pytest.mark.parametrize("in_queue", [False, True])
@pytest.mark.parametrize("bare", [False, True])
def test_words_that_were_sent_in_a_frame_stay_the_persons(written, call, in_queue, bare):
    made = written.runs(call)
    for operation in ("enqueue", "remove") if in_queue else ():
        written.log.rows.append({"type": "queue-operation", "operation": operation, "content": "never touch b.py"})
    whole = "It came meanwhile:\nnever touch b.py"
    written.attaches("queued_command", reminder(whole), prompt="never touch b.py", commandMode="prompt")
    result = {"type": "tool_result", "tool_use_id": "c1", "content": "a.py" if bare else f"a.py\n\n{reminder(whole)}"}
    tail = hash_of("assistant", made), written.blob("user", result, *[text(whole)] * bare)
    written.request("r2", *tail, base="r1", keep=1)
    written.answers("done", request="r2")
    session = written.read()
    assert sent(session, 2)[-1] == (whole if bare else reminder(whole)).replace("\n", " ")
    assert {item.preview for item in session.items if item.origin is Origin.HUMAN} == {"go", "never touch b.py"}


def test_a_notice_of_the_harness_stands_as_it_was_framed_and_once(written):
    notice = "<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n</task-notification>"
    written.says(notice)
    written.shape()
    written.request("r1", written.blob("user", text(reminder(f"No words of the user:\n{notice}"))))
    written.answers("It is done.", request="r1")
    session = written.read()
    (told,) = [item for item in session.items if item.detail == "task_notification"]
    assert (told.text, told.source.line) == (reminder(f"No words of the user:\n{notice}"), 1)
    assert Replay(session).items_at(session.requests[0].op - 1)[2:] == [told.number]


def test_reminders_in_a_message_of_the_system_are_the_harnesss_and_stand_without_their_frame(written):
    written.says("one")
    written.attaches("date", reminder("Friday"))
    written.shape()
    written.request("r1", written.blob("user", text(reminder("Friday")), text("one")))
    written.answers("first", request="r1")
    written.says("two")
    written.attaches("environment", reminder("Linux\n\nbash"))
    told = [written.blob("user", {"type": "image", "source": {}}, text("two"))]
    told.append(written.blob("system", text("Friday\n\nLinux\n\nbash\n\nNever as root.")))
    written.request("r2", hash_of("user", text("one")), hash_of("assistant", text("first")), *told)
    written.answers("second", request="r2")
    written.says("three")
    framed = written.blob("user", text(reminder("Linux\n\nbash")), text("three"))
    written.request("r3", hash_of("assistant", text("second")), framed)
    written.answers("third", request="r3")
    session = written.read()
    assert sent(session, 3)[3:] == [reminder("Linux bash").replace("\n", " "), "three"]
    details = [session.items[at - 1].detail for at in Replay(session).items_at(session.requests[2].op - 1)]
    assert details[3:] == ["environment", "typed"]
    items = [session.items[at - 1] for at in Replay(session).items_at(session.requests[1].op - 1)]
    assert [item.detail for item in items[2:]] == ["typed", "", "image", "typed", "date", "environment", "as_sent"]
    assert [item.preview for item in items[6:]] == ["Friday", "Linux bash", "Never as root."]
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["one", "two", "three"]
    assert sent(session)[2] == reminder("Friday").replace("\n", " ")


def test_equal_ids_of_two_processes_are_two_answers(written):
    written.says("one")
    written.answers("first", request="r1", response="msg_1", prompt=1_000)
    written.says("two")
    written.answers("second", request="r2", response="msg_1", prompt=2_000)
    assert [request.usage.prompt for request in written.read().requests] == [1_000, 2_000]


def test_requests_ahead_of_the_first_that_is_written_down_lack_prompt_and_tools_by_name(written):
    written.says("one")
    written.answers("first", request="r0")
    written.says("two")
    written.shape()
    written.request("r1", *(hash_of(role, text(words)) for role, words in
                            (("user", "one"), ("assistant", "first"), ("user", "two"))))  # fmt: skip
    written.answers("second", request="r1")
    session = written.read()
    assert [request.recorded for request in session.requests] == [False, True]
    missing = ["billing header", "system prompt", "tool definitions", "form and place of reminders"]
    assert [one.name for one in session.unlogged] == missing


@pytest.mark.parametrize("kind", ["prompt_snapshot", "deferred_tools_record", "tool_results_cut"])
def test_what_the_harness_writes_for_itself_is_never_context(written, kind):
    written.says("say hello")
    written.attaches(kind, systemPrompt=["You are an agent."])
    written.answers("Hello.", request="r1")
    session = written.read()
    assert sent(session) == ["say hello"]
    assert [item.kind for item in session.items if item.detail == kind] == [ItemKind.EVENT]


def test_an_attachment_stands_as_it_was_rendered_ahead_of_its_prompt_and_behind_a_result(written, call):
    written.says("say hello")
    written.attaches("date", reminder("Friday"), content="bookkeeping")
    written.answers(call("Bash", "c1", command="ls"), request="r1")
    written.log.result("c1", "a.py", version=VERSION)
    written.attaches("date", reminder("Saturday"))
    written.answers("done", request="r2")
    days = [reminder(day).replace("\n", " ") for day in ("Friday", "Saturday")]
    assert sent(written.read(), 2) == [days[0], "say hello", "Bash ls", "a.py", days[1]]


def test_an_answer_that_the_agent_put_in_itself_is_sent_and_calls_no_model(written):
    written.begins()
    written.says("broken off")
    message = {"id": "s1", "model": "<synthetic>", "role": "assistant", "content": [text("No response requested.")]}
    written.log.row("assistant", message=message, version=VERSION)
    written.says("two")
    tail = (("assistant", "first"), ("user", "broken off"), ("assistant", "No response requested."), ("user", "two"))
    written.request("r2", *(hash_of(role, text(words)) for role, words in tail), base="r1", keep=1)
    written.answers("second", request="r2")
    session = written.read()
    assert sent(session, 2)[2:] == ["one", "first", "broken off", "No response requested.", "two"]
    assert len(session.requests) == 2
    (item,) = (item for item in session.items if item.detail == "stand_in")
    assert (item.kind, item.origin) == (ItemKind.ASSISTANT, Origin.HARNESS)


def test_rows_that_follow_their_own_request_stand_once_in_it_also_those_of_a_compaction(written):
    written.begins()
    # A session that goes on in another process writes its rows behind the request.
    written.request("r2", hash_of("assistant", text("first")), written.blob("user", text("two")), base="r1", keep=1)
    written.says("two")
    written.answers("second", request="r2")
    for told in ("once", "again"):
        if told == "again":
            written.request("r3", written.blob("user", text(told)), written.blob("system", text("Friday")))
        written.log.boundary()
        written.log.summary(told)
        written.attaches("date", reminder("Friday"))
    written.answers("third", request="r3")
    session = written.read()
    assert (sent(session, 2)[2:], sent(session, 3)[2:]) == (["one", "first", "two"], ["again", "Friday"])
    # Of two compactions in a row the second put it back.
    assert [item.preview == "Friday" for item in session.items if item.detail == "date"] == [False, True]


def test_what_is_said_behind_a_request_that_got_no_answer_stands_in_the_next(written):
    written.says("one")
    written.shape()
    written.request("r1", hash_of("user", text("one")))
    written.says("[Request interrupted by user]")
    written.says("two")
    tail = hash_of("user", text("one"), text("[Request interrupted by user]"), text("two"))
    written.request("r2", tail, keep=0)
    written.answers("second", request="r2")
    written.request("r3", hash_of("assistant", text("second")), base="r2", keep=1)
    written.says("[Request interrupted by user]")
    session = written.read()
    assert sent(session)[2:] == ["one", "[Request interrupted by user]", "two"]
    left = [session.items[at - 1].preview for at in Replay(session).items_at(len(session.ops) - 1)]
    assert left[2:] == ["one", "[Request interrupted by user]", "two", "second", "[Request interrupted by user]"]


def test_kept_reminders_stand_ahead_of_their_prompt_as_they_were_sent(written):
    kept = [written.says("prompt"), written.attaches("date", reminder("Friday"))]
    written.shape()
    written.request("r1", written.blob("user", text(reminder("Friday")), text("prompt")))
    kept.append(written.answers("first", request="r1"))
    written.log.boundary(preservedMessages={"uuids": kept}, version=VERSION)
    written.log.summary()
    session = written.read()
    splice = next(op for op in session.ops if isinstance(op, Splice) and op.compaction is not None)
    words = [session.items[number - 1].preview for number in splice.insert]
    assert words[-3:] == [reminder("Friday").replace("\n", " "), "prompt", "first"]
