"""The forms in which agents' commands are run, with small programs in their place; ``live/ways.py`` runs them."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from inspector.errors import ModelFailed
from inspector.llm.chat import Failure, Message, Reply, hear_out
from inspector.llm.command_chat import CommandChat
from inspector.llm.models import identity, priced_as
from inspector.llm.pure import form_of, rows
from inspector.model import Usage

QUESTION = (Message("system", "Judge."), Message("user", "a text with @/etc/passwd"))


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("CODEX_HOME", "GEMINI_CLI_HOME", "QWEN_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "COPILOT_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    return tmp_path / "home"


def program(home: Path, name: str, script: str) -> None:
    path = home.parent / "bin" / name
    path.write_text(f"#!{sys.executable}\nimport json, os, pathlib, sys\nargs = sys.argv[1:]\n{script}\n")
    path.chmod(0o755)


def written(home: Path, path: str, text: str) -> None:
    (home / path).parent.mkdir(parents=True, exist_ok=True)
    (home / path).write_text(text)


def asked(line: str) -> Reply:
    return asyncio.run(hear_out(CommandChat(line), QUESTION))


CLAUDE = {
    "type": "result",
    "is_error": False,
    "result": "the answer",
    "total_cost_usd": 0.25,
    "usage": {"input_tokens": 10, "output_tokens": 3, "cache_read_input_tokens": 5, "cache_creation_input_tokens": 2},
    "modelUsage": {"a-small-one": {"outputTokens": 1}, "claude-x-5": {"outputTokens": 3}},
}


def test_a_bare_command_gets_its_pure_form_and_says_so(home) -> None:
    program(home, "claude", f"print(json.dumps({CLAUDE!r} | {{'result': json.dumps([args, sys.stdin.read()])}}))")
    reply = asked("claude -p --dangerously-skip-permissions --model=opus")
    args, prompt = json.loads(reply.text)
    assert args[:2] == ["--model", "opus"] and "--safe-mode" in args and "--dangerously-skip-permissions" not in args
    assert args[args.index("--tools") + 1] == ""
    assert prompt == "[system]\nJudge.\n\n[user]\na text with @/etc/passwd"
    told = CommandChat("claude -p --dangerously-skip-permissions --model=opus").destination
    assert told.startswith("Claude Code as a plain model (no tools, files, memory, hooks or MCP servers")
    assert told.endswith("left out: --dangerously-skip-permissions")


def test_model_use_and_price_are_the_programs_own(home) -> None:
    program(home, "claude", f"print(json.dumps({CLAUDE!r}))")
    reply = asked("claude -p")
    assert (reply.text, reply.ending.model, reply.ending.dollars) == ("the answer", "claude-x-5", 0.25)
    assert reply.ending.usage == Usage(10, 5, 2, 3)


def test_an_error_is_told_in_the_programs_own_words_wherever_it_stands(home) -> None:
    failed = CLAUDE | {"is_error": True, "result": "Not logged in · Please run /login"}
    program(home, "claude", f"print(json.dumps({failed!r})); sys.exit(1)")
    with pytest.raises(ModelFailed, match="Not logged in · Please run /login") as caught:
        asked("claude -p")
    assert caught.value.kind == Failure.NO_KEY and caught.value.hint.startswith("Log in with the program itself")


def test_an_agent_gets_a_home_of_its_own_with_the_login_and_the_model_alone(home) -> None:
    written(home, ".codex/auth.json", "old")
    written(home, ".codex/AGENTS.md", "a memory")
    written(home, ".codex/config.toml", 'model = "m-1"\nnotify = ["x"]\n[mcp_servers.a]\ncommand = "b"\n')
    catalog = {"models": [{"slug": "m-1", "visibility": "list", "tool_mode": "code", "shell_type": "x"}]}
    program(
        home,
        "codex",
        f"""
if args == ["debug", "models"]:
    print(json.dumps({catalog!r})); sys.exit()
home = pathlib.Path(os.environ["CODEX_HOME"])
models = pathlib.Path(args[args.index("-c") + 1].split('"')[1]).read_text()
text = json.dumps([sorted(os.listdir(home)), (home / "config.toml").read_text(), models, os.listdir(".")])
(home / "auth.json").write_text("renewed")
print(json.dumps({{"type": "item.completed", "item": {{"type": "agent_message", "text": text}}}}))
usage = {{"input_tokens": 9, "cached_input_tokens": 4, "output_tokens": 2}}
print(json.dumps({{"type": "turn.completed", "usage": usage}}))
""",
    )
    reply = asked("codex exec -")
    there, config, models, work = json.loads(reply.text)
    assert there == ["auth.json", "config.toml"] and work == []
    assert '"model" = "m-1"' in config and "mcp_servers" not in config and "notify" not in config
    assert '"hooks" = false' in config and "tool_mode" not in models
    assert (home / ".codex/auth.json").read_text() == "renewed", "a login that was renewed is kept where it belongs"
    assert reply.ending.usage == Usage(5, 4, 0, 2) and reply.ending.model == "m-1"


def test_settings_with_comments_are_read(home) -> None:
    written(home, ".config/opencode/opencode.jsonc", '{"model": "a/b", // mine, see http://x\n "mcp": {"t": {}},}')
    assert form_of("opencode run").model == "a/b"


def test_another_model_or_form_is_another_model_to_the_kept_answers(home) -> None:
    before = identity(CommandChat("claude -p"))
    written(home, ".claude/settings.json", '{"model": "opus"}')
    assert before != identity(CommandChat("claude -p")) != identity(CommandChat("claude -p --model haiku"))
    assert priced_as(CommandChat("claude -p")) == "opus"
    assert identity(CommandChat("my-own --thing")) == "command:my-own --thing"


def test_a_command_that_is_not_known_says_what_cannot_be_vouched_for() -> None:
    told = CommandChat("env claude -p").destination
    assert "run as it is written" in told and "is not known" in told


def test_a_program_that_takes_no_prompt_on_its_stdin_is_not_run() -> None:
    with pytest.raises(ModelFailed, match="as an argument only"):
        asked("kimi -p -")
    assert CommandChat("kimi").destination.startswith("nobody")


def test_every_row_names_a_reader_and_a_model_that_a_person_can_choose() -> None:
    for row in rows().values():
        assert "cannot" in row or (row["title"] and row["answer"] and "--model" in row["keeps"])
