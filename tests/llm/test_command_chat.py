from __future__ import annotations

import asyncio
import shlex
import sys
import time
from pathlib import Path

import pytest

from inspector.errors import ModelFailed
from inspector.llm import guard
from inspector.llm.chat import Failure, Message, Reply, hear_out
from inspector.llm.command_chat import CommandChat, as_text

QUESTION = (Message("user", "Summarise grüße. " * 10),)


def python(script: str) -> CommandChat:
    return CommandChat(f"{shlex.quote(sys.executable)} -c {shlex.quote(script)}")


def is_gone(pid: str) -> bool:
    """Whether a process ends, or is a zombie that nobody has fetched yet; on a busy machine a kill takes a while."""
    state = Path(f"/proc/{pid}/stat")
    for _ in range(100):
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


def asked(chat: CommandChat) -> Reply:
    return asyncio.run(hear_out(chat, QUESTION))


def test_the_prompt_goes_in_on_stdin_and_the_answer_comes_out_on_stdout() -> None:
    reply = asked(python("import sys; print(sys.stdin.buffer.read().decode().upper()[:17], end='')"))
    assert reply.text == "SUMMARISE GRÜSSE."
    assert reply.ending.usage is None


def test_it_runs_in_an_empty_folder_so_that_no_project_speaks_into_the_prompt() -> None:
    reply = asked(python("import os; print(os.listdir('.'), os.getcwd())"))
    assert reply.text.startswith("[] ")
    assert not Path(reply.text.split(" ", 1)[1].strip()).exists(), "the folder was left behind"


def test_roles_are_named_where_there_are_several_messages() -> None:
    assert as_text((Message("user", "a"),)) == "a"
    assert as_text((Message("system", "a"), Message("user", "b"))) == "[system]\na\n\n[user]\nb"


TRACED = "Loading…\n\x1b[31mError: quota is used up\x1b[0m\n    at main (x.js:1:2)\n    at node:internal/x:3\n"


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        ("import sys; sys.exit('the wheel fell off')", Failure.COMMAND, "ended with status 1: the wheel fell off."),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", Failure.COMMAND, "was stopped by signal 15."),
        # Some say it where their answer would stand.
        ("print('Not logged in · Please run /login'); exit(1)", Failure.NO_KEY, ": Not logged in · Please run /login."),
        ("print('API Error: 429 rate limit'); exit(1)", Failure.LIMITED, ": API Error: 429 rate limit."),
        # Above a stack trace, and without colours.
        (f"import sys; sys.exit({TRACED!r})", Failure.LIMITED, "status 1: Error: quota is used up."),
    ],
)
def test_a_failing_command_says_what_it_complained_about(script, kind, words) -> None:
    with pytest.raises(ModelFailed) as caught:
        asked(python(script))
    assert caught.value.kind == kind and caught.value.message.endswith(words) and not caught.value.paid


def test_nothing_is_run_where_requests_may_not_leave_the_machine(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(guard, "ALLOW_COMMANDS", False)
    with pytest.raises(ModelFailed, match="was not run: requests may not leave this machine"):
        asked(python(f"open({str(tmp_path / 'ran')!r}, 'w')"))
    assert not (tmp_path / "ran").exists()


def test_what_a_command_started_ends_with_it() -> None:
    script = "import subprocess, sys; print(subprocess.Popen(['sleep', '60'], stdout=2).pid)"
    assert is_gone(asked(python(script)).text.strip())


@pytest.mark.parametrize("line", ["no-such-program-anywhere -p", "", "'unclosed"])
def test_a_command_that_is_none_says_so(line) -> None:
    with pytest.raises(ModelFailed, match="cannot be run") as caught:
        asked(CommandChat(line))
    assert caught.value.hint


def test_a_command_that_reads_nothing_and_complains_much_does_not_stall() -> None:
    reply = asked(python("import sys; sys.stderr.write('x' * 300000); print('done')"))
    assert reply.text == "done\n"


def test_stopping_ends_the_command_and_what_it_started(tmp_path) -> None:
    pid_file = tmp_path / "pid"
    chat = python(
        "import subprocess, sys; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); "
        f"open({str(pid_file)!r}, 'w').write(str(child.pid)); print('ready', flush=True); child.wait()"
    )

    async def stop_when_it_speaks() -> None:
        stream = chat.ask(QUESTION)
        assert (await anext(stream)).startswith("ready")
        await stream.aclose()

    asyncio.run(stop_when_it_speaks())
    assert is_gone(pid_file.read_text())
