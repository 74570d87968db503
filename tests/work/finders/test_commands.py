import pytest

from inspector.model import FactKind
from tests.claude_log import Call
from tests.evidence_scene import scene


def outcomes(tmp_path, *runs):
    blocks = [lambda log, run=run: log.bash(run[0], "text", code=run[1]) for run in runs]
    found = scene(tmp_path / "log.jsonl", *blocks)
    return {fact.value: fact.action for fact, _ in found.values() if fact.extractor == "commands"}


@pytest.mark.parametrize(
    ("line", "code", "found"),
    [
        ("npm run lint", 0, {"npm run lint": "passed"}),
        ("npm run lint", 2, {"npm run lint": "failed"}),
        ("cd web && npm run lint 2>&1", 1, {"npm run lint": "failed"}),
        ("npm run lint \\\n  --fix", 0, {"npm run lint --fix": "passed"}),
        ("npm run a && npm run b", 0, {"npm run a": "passed", "npm run b": "passed"}),
        # Which of the two failed, the code does not say.
        ("npm run a && npm run b", 1, {"npm run a": "ran", "npm run b": "ran"}),
        # The code is that of tail.
        ("npm run lint | tail -5", 0, {"npm run lint": "ran"}),
        ("npm run lint || true", 0, {"npm run lint": "ran"}),
        ("npm run lint; echo $?", 0, {"npm run lint": "ran"}),
        ("git status && cat a.py", 0, {}),
    ],
)
def test_an_outcome_is_told_only_where_the_code_is_surely_the_commands(tmp_path, line, code, found):
    assert outcomes(tmp_path, (line, code)) == found


def test_the_latest_outcome_counts(tmp_path):
    assert outcomes(tmp_path, ("make all", 1), ("make all", 0)) == {"make all": "passed"}


def test_a_failed_command_is_a_failure(tmp_path):
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("make all", "text", code=2))
    fact, _ = found["commands", "make all"]
    assert fact.kind is FactKind.FAILURE
    assert fact.statement == "make all: failed (exit 2)"


@pytest.mark.parametrize(
    "told",
    [
        "<tool_use_error>Sibling tool call errored</tool_use_error>",
        "<tool_use_error>Cancelled: parallel tool call Bash(make x) errored</tool_use_error>",
        "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        "🔒 Blocked: not on this branch",
        "[Request interrupted by user for tool use]",
    ],
)
def test_what_never_ran_has_no_outcome(tmp_path, told):
    found = scene(tmp_path / "log.jsonl", Call("Bash", {"command": "make all"}, told, error=True))
    assert ("commands", "make all") not in found
