"""One vocabulary for tools."""

import pytest

from inspector.read.tools import ToolKind, command_argument, headline, path_argument, tool_kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Read", ToolKind.READ),
        ("apply_patch", ToolKind.EDIT),
        ("Write", ToolKind.CREATE),
        ("exec_command", ToolKind.RUN),
        ("mcp__server__search", ToolKind.SEARCH),
        ("AskUserQuestion", ToolKind.ASK),
        ("ask_user_question", ToolKind.ASK),
        ("mcp__chat__ask_human", ToolKind.ASK),
        ("task_user", ToolKind.OTHER),
        ("Task", ToolKind.DELEGATE),
        ("task_tracker", ToolKind.TODO),
        # It looks for tools, not for anything in the project, and has to after each compaction.
        ("ToolSearch", ToolKind.OTHER),
        ("frobnicate", ToolKind.OTHER),
    ],
)
def test_a_tool_is_known_by_what_it_does(name, kind):
    assert tool_kind(name) is kind


def test_the_shell_around_a_command_is_left_out():
    assert command_argument({"command": ["bash", "-lc", "make test"]}) == "make test"
    assert command_argument({"command": ["git", "status"]}) == "git status"
    assert command_argument({"cmd": "ls"}) == "ls"
    assert command_argument({"command": [1, None]}) == " "
    assert command_argument("ls") == command_argument({"command": 5}) == ""


def test_a_headline_is_the_tool_and_what_matters_most():
    assert headline("Edit", {"old_string": "a", "file_path": "auth/token.py"}) == "Edit auth/token.py"
    assert headline("Bash", {"command": "pytest\n  -q"}) == "Bash pytest -q"
    assert headline("TodoWrite", {"todos": []}) == "TodoWrite"
    steps = [{"content": "read", "status": "completed"}, {"content": "mend", "status": "in_progress"}]
    assert headline("TodoWrite", {"todos": steps}) == "TodoWrite 1 of 2 done, now: mend"
    assert headline("ask", {"questions": [{"question": "Which?"}]}) == "ask Which?"
    assert headline("ExitPlanMode", {"plan": "# Plan\n1. mend"}) == "ExitPlanMode # Plan 1. mend"
    assert path_argument({"path": "", "target_file": "x"}) == "x"
