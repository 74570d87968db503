"""How the command line starts and ends."""

import os
import subprocess
import sys

import pytest

from inspector import __version__
from inspector.cli import main

HEAVY = ("PySide6", "pyqtgraph", "litellm", "numpy", "tiktoken", "rich")


def test_starting_loads_nothing_heavy():
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, inspector.cli.main; print([n for n in {HEAVY} if n in sys.modules])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "[]"


def test_every_listed_command_exists_and_says_what_it_does(inspector):
    shown = inspector("--help")
    assert shown.status == 0
    # A first sentence that is too long for its line is cut.
    assert (
        "...\n" not in shown.out.partition("\n")[2]
        and "...\n" not in inspector("hook", "--help").out.partition("\n")[2]
    )
    for name in main.COMMANDS:
        assert f"\n  {name} " in shown.out
        helped = inspector(name, "--help")
        assert helped.status == 0
        assert "Usage: inspector " + name in helped.out


def test_version(inspector):
    assert __version__ in inspector("--version").out


def test_a_bare_file_opens_the_window(inspector, tmp_path):
    missing = tmp_path / "gone.jsonl"
    assert inspector("open", "--help").out != inspector("--help").out
    assert inspector("--alone", missing, "--nonsense").status == main.USAGE
    assert "inspector open" in inspector(missing, "--nonsense").err


@pytest.mark.parametrize("word", ["compaction", "tokns", "shwo", "follow"])
def test_a_mistyped_command_is_named_and_not_opened(inspector, word):
    told = inspector(word, "x.jsonl")
    assert told.status == main.USAGE
    assert ("--help lists the commands" if word == "follow" else "Did you mean") in told.err


@pytest.mark.parametrize("args", [["show"], ["context", "x", "--request", "one"], ["list", "--nonsense"]])
def test_wrong_usage_ends_with_2(inspector, args):
    told = inspector(*args)
    assert told.status == 2
    assert told.out == ""
    assert told.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "not a session log"),
        (b'{"hello": "world"}\n' * 20, "not a session log"),
        (b"just words\n" * 20, "not a session log"),
        (b"SQLite format 3\x00" + bytes(200), "damaged database"),
    ],
)
@pytest.mark.parametrize("command", ["show", "tokens", "compactions"])
def test_a_file_that_is_no_log_ends_with_3_and_a_sentence(inspector, tmp_path, command, content, said):
    path = tmp_path / "log.jsonl"
    path.write_bytes(content)
    told = inspector(command, path, "--json")
    assert told.status == 3
    assert told.out == ""
    assert said in told.err
    assert "Traceback" not in told.err


def test_a_missing_file_ends_with_3(inspector, tmp_path):
    told = inspector("show", tmp_path / "gone.jsonl")
    assert (told.status, told.out) == (3, "")
    assert "There is no file" in told.err


def test_an_unknown_format_names_the_known_ones(inspector, tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text('{"hello": 1}\n')
    told = inspector("show", path)
    assert "claude-code" in told.err
    assert inspector("show", path, "--format", "no-such-agent").status == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_forbidden_file_ends_with_3(inspector, tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text("{}")
    path.chmod(0)
    told = inspector("show", path)
    assert told.status == 3
    assert "No permission" in told.err


@pytest.mark.parametrize("command", ["show", "tokens", "list", "survival"])
def test_a_path_that_no_system_can_hold_ends_with_3(inspector, command):
    told = inspector(command, "x" * 5_000)
    assert told.status == 3
    assert "too long" in told.err and "inspector failed" not in told.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("json", [[], ["--json"]])
def test_a_full_disk_behind_stdout_ends_with_3_and_a_sentence(compacted, json):
    with open("/dev/full", "wb") as full:
        told = subprocess.run(
            [sys.executable, "-m", "inspector", "tokens", str(compacted), *json], stdout=full, stderr=subprocess.PIPE
        )
    assert told.returncode == 3
    assert b"could not be written" in told.stderr and b"inspector failed" not in told.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that can close stdout")
def test_a_command_started_without_stdout_runs(compacted):
    words = [sys.executable, "-m", "inspector", "compactions", str(compacted)]
    told = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *words], stderr=subprocess.PIPE)
    assert (told.returncode, b"inspector failed" in told.stderr) == (0, False)


def test_a_bug_has_a_status_of_its_own_and_a_traceback_only_when_asked(inspector, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("for the test")

    monkeypatch.setattr(main.cli, "invoke", broken)
    told = inspector("agents")
    assert told.status == main.BUG
    assert "ZeroDivisionError" in told.err
    assert "Traceback" not in told.err
    assert "Traceback" in inspector("--debug", "agents").err


def test_stopping_is_quiet(inspector, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(main.cli, "invoke", stopped)
    told = inspector("agents")
    assert (told.status, told.err.strip()) == (main.STOPPED, "Stopped.")


def test_a_reader_that_has_seen_enough_ends_it_quietly(inspector, compacted):
    whole = subprocess.Popen(
        [sys.executable, "-m", "inspector", "show", str(compacted), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert whole.stdout is not None and whole.stderr is not None
    whole.stdout.read(10)
    whole.stdout.close()
    said = whole.stderr.read()
    whole.stderr.close()
    assert whole.wait() == 0
    assert b"rror" not in said


@pytest.mark.parametrize("args", [("show", "gone\x1b[31m.jsonl"), ("show", "--for\x1b[31m"), ("sh\x1b[31mow",)])
def test_what_commands_a_terminal_in_a_name_does_nothing(inspector, args):
    told = inspector(*args)
    assert told.status in (2, 3) and "\x1b" not in told.err + told.out and "[31m" in told.err
