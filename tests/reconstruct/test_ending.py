"""How a session ended is told from the end of its log alone, and is unknown where that does not say it."""

import pytest

from inspector.model import Basis, Capabilities, ItemKind, Origin, Severity, Source
from inspector.read.build import Builder
from inspector.read.open import open_log
from inspector.reconstruct.ending import Way, ending_of

HERE = Source("log", 1)
AGENT, HUMAN, HARNESS, TOOL = Origin.AGENT, Origin.HUMAN, Origin.HARNESS, Origin.TOOL


def session(*rows, stop="", problems=()):
    """A prompt and rows of (kind, origin, text, fields) or ``TURN_END``; ``stop`` is that of the one request."""
    build = Builder("x", "log")
    build.item(ItemKind.USER, HUMAN, "go", HERE, detail="typed")
    build.item(ItemKind.TOOL_RESULT, TOOL, "ok", HERE)
    draft = build.call("r", "m", HERE, first_item=len(build.items) + 1, stop=stop)
    for kind, origin, text, more in rows:
        if kind is None:
            build.end_turn()
        else:
            build.item(kind, origin, text, HERE, **more)
    draft.last_item = len(build.items)
    for code in problems:
        build.problem(Severity.ERROR, code, "broken", HERE)
    return build.session(id="s", title="", cwd="", capabilities=Capabilities())


ANSWER = (ItemKind.ASSISTANT, AGENT, "Done.", {})
CALL = (ItemKind.TOOL_CALL, AGENT, "make", {"tool": "Bash"})
REASONING = (ItemKind.REASONING, AGENT, "hm", {})
RESULT = (ItemKind.TOOL_RESULT, TOOL, "ok", {})
TURN_END = (None, None, "", {})
USER = (ItemKind.USER, HUMAN, "and now?", {"detail": "typed"})


def event(detail, text="", error=False):
    return (ItemKind.EVENT, HARNESS, text, {"detail": detail, "error": error})


@pytest.mark.parametrize(
    ("rows", "stop", "way"),
    [
        ((ANSWER,), "end_turn", Way.FINISHED),
        ((ANSWER, TURN_END), "", Way.FINISHED),
        ((ANSWER, TURN_END, event("session_info", "birds")), "", Way.FINISHED),
        ((TURN_END, ANSWER), "", Way.UNKNOWN),
        ((ANSWER, TURN_END, USER), "", Way.UNFINISHED),
        ((REASONING,), "", Way.UNFINISHED),
        ((REASONING, TURN_END), "", Way.FINISHED),
        ((CALL, RESULT, TURN_END), "", Way.FINISHED),
        ((CALL, TURN_END), "", Way.UNFINISHED),
        ((ANSWER, event("success", "result success")), "", Way.FINISHED),
        (((*ANSWER[:3], {"detail": "final_answer"}),), "", Way.FINISHED),
        ((CALL, event("exit_status", "submitted")), "", Way.FINISHED),
        (((*CALL[:3], {"tool": "attempt_completion"}),), "", Way.FINISHED),
        ((ANSWER, event("agent_state_changed", "awaiting_user_input")), "", Way.FINISHED),
        ((ANSWER,), "", Way.UNKNOWN),
        ((ANSWER,), "completed", Way.UNKNOWN),
        ((ANSWER,), "max_tokens", Way.UNFINISHED),
        ((CALL,), "tool_use", Way.UNFINISHED),
        ((CALL, RESULT), "", Way.UNFINISHED),
        ((ANSWER, USER), "end_turn", Way.UNFINISHED),
        ((ANSWER, event("agent_state_changed", "stopped")), "", Way.STOPPED),
        ((CALL, (ItemKind.USER, HARNESS, "[Request interrupted]", {"detail": "interrupt"})), "", Way.STOPPED),
        ((CALL, event("turn_aborted", "turn aborted: interrupted")), "", Way.STOPPED),
        ((CALL, event("turn_aborted", "turn aborted: replaced")), "", Way.UNFINISHED),
        ((ANSWER,), "aborted", Way.STOPPED),
        ((CALL, event("api_error", "529 overloaded", error=True)), "", Way.FAILED),
        ((CALL, event("exit_status", "exit_cost")), "", Way.FAILED),
        (((ItemKind.SUMMARY, HARNESS, "so far", {}),), "", Way.UNKNOWN),
    ],
)
def test_the_end_of_the_log_says_how_it_ended(rows, stop, way):
    assert ending_of(session(*rows, stop=stop)).way is way


def test_what_stands_behind_the_end_of_a_turn_changes_nothing():
    rows = (ANSWER, event("session_info", "birds"), (ItemKind.ATTACHMENT, HARNESS, "reminder", {"detail": "reminder"}))
    found = ending_of(session(*rows, stop="end_turn"))
    assert (found.way, found.item, found.basis) == (Way.FINISHED, 3, Basis.RECORDED)


def test_an_answer_that_was_never_asked_for_is_no_failure():
    assert ending_of(session(ANSWER, event("api_error", "No response requested.", error=True))).way is Way.UNKNOWN


def test_an_error_that_work_went_on_after_is_not_the_end():
    assert ending_of(session(event("api_error", "529", error=True), ANSWER, stop="end_turn")).way is Way.FINISHED


@pytest.mark.parametrize("code", ["torn-line", "cut-document", "bad-rows"])
def test_where_the_end_cannot_be_read_nothing_is_said_of_it(code):
    found = ending_of(session(ANSWER, stop="end_turn", problems=(code,)))
    assert found.way is Way.UNKNOWN and found.item is None


def test_an_empty_session_says_that_its_end_is_not_in_the_log():
    build = Builder("x", "log")
    found = ending_of(build.session(id="s", title="", cwd="", capabilities=Capabilities()))
    assert (found.way, found.why) == (Way.UNKNOWN, "how it ended is not in this log")


@pytest.mark.parametrize(
    ("name", "way", "words"),
    [
        ("claude-code/2.1/fading-rules", Way.FINISHED, "ended its turn"),
        ("openhands/evaluation/two-instances/output.jsonl", Way.FAILED, "maximum iterations"),
        ("kimi/wire-1.4/bank-import/session_7f3a/agents/main/wire.jsonl", Way.UNFINISHED, "no answer"),
        ("chat/openai/soup/messages.jsonl", Way.UNKNOWN, "perhaps not its last"),
    ],
)
def test_samples_of_four_agents(samples, name, way, words):
    path = samples / name
    (log,) = [path] if path.is_file() else path.glob("*.jsonl")
    found = ending_of(open_log(log).session)
    assert found.way is way and words in found.why
