import json

import pytest

from inspector.cli.hooks.install import installed, place_of
from inspector.errors import UsageError


def test_each_event_has_its_command_and_the_start_its_matcher(tmp_path):
    hooks = json.loads(installed("claude-code", tmp_path, ["/opt/my tools/inspector"]).after)["hooks"]
    assert list(hooks) == ["PreCompact", "SubagentStop", "SessionStart", "PostCompact", "UserPromptSubmit"]
    (run,) = hooks["PreCompact"][0]["hooks"]
    assert run["command"] == "'/opt/my tools/inspector' hook PreCompact --agent claude-code"
    assert hooks["SessionStart"][0]["matcher"] == "compact" and "matcher" not in hooks["PreCompact"][0]


def test_codex_gets_the_one_hook_that_it_heeds_and_is_told_to_review_it(inspector):
    ran = inspector("hook", "install", "codex", "--yes")
    assert ran.status == 0 and "only once you have reviewed it" in ran.err and '"SessionStart"' in ran.out


@pytest.mark.parametrize("agent", ["grok", "copilot", "cline"])
def test_where_hooks_do_not_help_it_is_said_why_and_what_there_is_instead(agent):
    with pytest.raises(UsageError) as caught:
        place_of(agent)
    assert len(caught.value.message) > 60 and "pins" in caught.value.hint


@pytest.mark.parametrize("agent", ["gemini", "qwen"])
def test_some_count_in_milliseconds(tmp_path, agent):
    hooks = json.loads(installed(agent, tmp_path, ["inspector"]).after)["hooks"]
    assert {group["hooks"][0]["timeout"] for (group,) in hooks.values()} == {30_000}
