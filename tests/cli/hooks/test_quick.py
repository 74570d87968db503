"""What is over before anything is imported, as an agent starts it."""

import json
import os
import subprocess
import sys

import pytest

from inspector.cli.hooks import quick
from inspector.store.folders import find_folders

HEAVY = "click json pathlib dataclasses orjson re".split()


@pytest.fixture
def call(tmp_path):
    """Starts a hook as an agent does; gives what it printed and the lines of hooks.log."""

    def started(event, told, *options, **env):
        command = [sys.executable, "-m", "inspector", "hook", event, *options]
        environment = os.environ | {"INSPECTOR_HOME": str(tmp_path)} | env
        done = subprocess.run(
            command, input=json.dumps(told).encode(), capture_output=True, env=environment, timeout=60
        )
        assert done.returncode == 0, done.stderr
        log = tmp_path / "data/hooks.log"
        return done.stdout.decode(), log.read_text().splitlines() if log.exists() else []

    return started


def mark(tmp_path, name):
    path = tmp_path / "data/hooks" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


def test_a_prompt_without_a_compaction_before_it_costs_no_import(tmp_path):
    code = "import sys\nfrom inspector.cli.hooks.quick import has_nothing_to_do as over\n"
    code += f"sys.exit(not over(['hook', 'UserPromptSubmit'])) if not set({HEAVY}) & set(sys.modules) else sys.exit(2)"
    environment = os.environ | {"INSPECTOR_HOME": str(tmp_path)}
    told = json.dumps({"session_id": "s", "prompt": "Go on."}).encode()
    done = subprocess.run([sys.executable, "-S", "-c", code], input=told, env=environment, timeout=60, check=False)
    assert done.returncode == 0


def test_it_looks_once_where_a_compaction_was_announced(call, tmp_path):
    told = {"session_id": "s", "transcript_path": str(tmp_path / "none.jsonl"), "prompt": "Go on."}
    assert call("UserPromptSubmit", told) == ("", [])
    assert "next prompt is looked at" in call("PostCompact", told, "--agent", "kimi")[1][-1]
    printed, lines = call("UserPromptSubmit", told)
    assert printed == "" and "there is no log" in lines[-1]
    assert call("UserPromptSubmit", told) == ("", lines), "once"
    assert "no trigger" in call("PostCompact", told, "--agent", "claude-code")[1][-1], "its own start has not answered"


def test_an_answer_of_a_subagent_is_not_looked_at_unless_a_compaction_is_under_way(call, tmp_path):
    told = {"session_id": "s", "transcript_path": "x", "agent_type": "", "last_assistant_message": "Done."}
    assert call("SubagentStop", told) == ("", [])
    mark(tmp_path, "s.compacting")
    _, lines = call("SubagentStop", told)
    assert "a summary of 5 characters" in lines[-1] and (tmp_path / "data/hooks/s.summary").read_text() == "Done."


def test_gemini_is_left_alone_until_its_list_of_messages_is_replaced(call, tmp_path):
    log = tmp_path / "session.jsonl"
    log.write_text('{"sessionId":"s"}\n{"type":"user"}\n')
    told = {"session_id": "s", "transcript_path": str(log), "llm_request": {"messages": []}}
    assert call("BeforeModel", told, "--agent", "gemini") == ("", [])
    with log.open("a") as out:
        out.write('{"$set":{"messages":[{"text":"Got it. Thanks for the additional context!"}]}}\n{"type"')
    _, lines = call("BeforeModel", told, "--agent", "gemini")
    assert len(lines) == 1
    assert call("BeforeModel", told, "--agent", "gemini") == ("", lines), "once"


def test_what_gemini_was_given_stands_in_each_request_until_a_prompt_takes_it(call, tmp_path):
    mark(tmp_path, "s.words")
    (tmp_path / "data/hooks/s.words").write_text(json.dumps({"words": "Never push.", "first": "A summary"}))
    log = tmp_path / "session.jsonl"
    log.touch()
    messages = [{"role": "user", "content": "A summary of it."}, {"role": "user", "content": "Go on."}]
    told = {"session_id": "s", "transcript_path": str(log), "llm_request": {"model": "g", "messages": messages}}
    for _ in range(2):
        printed, _ = call("BeforeModel", told, "--agent", "gemini")
        request = json.loads(printed)["hookSpecificOutput"]["llm_request"]["messages"]
        assert request[:2] == messages and "Never push." in request[2]["content"]
    stranger = told | {"llm_request": {"messages": [{"role": "user", "content": "A subagent's."}]}}
    assert call("BeforeModel", stranger, "--agent", "gemini")[0] == ""
    printed, lines = call("BeforeAgent", told, "--agent", "gemini")
    assert json.loads(printed)["hookSpecificOutput"]["additionalContext"] == "Never push." and "stays with" in lines[-1]
    assert call("BeforeModel", told, "--agent", "gemini")[0] == call("BeforeAgent", told, "--agent", "gemini")[0] == ""


def test_grok_build_runs_the_hooks_of_claude_code_and_is_told_nothing(call):
    told = {"sessionId": "s", "hookEventName": "pre_compact", "source": "auto"}
    printed, lines = call("PreCompact", told, "--agent", "claude-code", GROK_HOOK_EVENT="pre_compact")
    assert printed == "" and " grok PreCompact " in lines[-1] and "takes no words" in lines[-1]


def test_its_folder_is_that_of_the_rest(monkeypatch, tmp_path):
    monkeypatch.delenv("INSPECTOR_HOME", raising=False)
    for value in ("", str(tmp_path)):
        monkeypatch.setenv("XDG_DATA_HOME", value)
        assert quick.folder() == str(find_folders().data)
    monkeypatch.setenv("INSPECTOR_HOME", "~/here")
    assert quick.folder() == str(find_folders().data)
