import json

import pytest

from inspector.cli.hooks.install import installed, place_of, plugin_files, taken_out
from inspector.errors import CannotRead, UsageError

OTHERS = {
    "model": "opus",
    "hooks": {
        "PreCompact": [{"matcher": "auto", "hooks": [{"type": "command", "command": "save-notes"}]}],
        "Stop": [{"hooks": [{"type": "command", "command": "ring"}]}],
    },
}


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(json.dumps(OTHERS), "utf-8")
    return path


def commands(text, event):
    return [run["command"] for group in json.loads(text)["hooks"].get(event, ()) for run in group["hooks"]]


def test_hooks_of_others_stay_and_ours_are_added_once(settings, tmp_path):
    change = installed("claude-code", tmp_path, "/opt/my tools/inspector")
    change.write()
    again = installed("claude-code", tmp_path, "/opt/my tools/inspector")
    assert not again.is_any
    told = settings.read_text("utf-8")
    assert commands(told, "PreCompact")[0] == "save-notes" and commands(told, "Stop") == ["ring"]
    assert commands(told, "PreCompact")[1] == "'/opt/my tools/inspector' hook PreCompact --agent claude-code"
    assert json.loads(told)["hooks"]["SessionStart"][0]["matcher"] == "compact"
    assert "+" in change.shown() and "save-notes" in change.shown()


def test_taken_out_again_the_settings_are_what_they_were(settings, tmp_path):
    installed("claude-code", tmp_path, "inspector", {"PreCompact": " --hold"}).write()
    assert "--hold" in settings.read_text("utf-8")
    taken_out("claude-code", tmp_path).write()
    assert json.loads(settings.read_text("utf-8")) == OTHERS


def test_a_group_that_somebody_added_to_keeps_what_is_theirs(settings, tmp_path):
    installed("claude-code", tmp_path, "inspector").write()
    told = json.loads(settings.read_text("utf-8"))
    told["hooks"]["SessionStart"][0]["hooks"].append({"type": "command", "command": "greet"})
    settings.write_text(json.dumps(told), "utf-8")
    taken_out("claude-code", tmp_path).write()
    assert commands(settings.read_text("utf-8"), "SessionStart") == ["greet"]


@pytest.mark.parametrize("text", ["{", "[]", '{"hooks": 3}', '"words"'])
def test_settings_that_are_none_are_left_as_they_are(settings, tmp_path, text):
    settings.write_text(text, "utf-8")
    with pytest.raises(CannotRead, match="left as it is"):
        installed("claude-code", tmp_path, "inspector")
    assert settings.read_text("utf-8") == text


def test_codex_gets_the_one_hook_that_it_heeds(tmp_path):
    change = installed("codex", tmp_path, "inspector")
    assert change.path == tmp_path / ".codex" / "hooks.json" and change.before == ""
    assert list(json.loads(change.after)["hooks"]) == ["SessionStart"] and "ignores" in place_of("codex").limits


def test_an_agent_without_such_a_hook_is_told_what_there_is_instead():
    with pytest.raises(UsageError, match="documented") as caught:
        place_of("goose")
    assert "pins" in caught.value.hint


def test_a_plugin_has_the_same_hooks():
    files = plugin_files("inspector")
    assert json.loads(files[".claude-plugin/plugin.json"])["name"] == "inspector-compaction"
    assert set(json.loads(files["hooks/hooks.json"])["hooks"]) == {"PreCompact", "PostCompact", "SessionStart"}


def test_gemini_counts_in_milliseconds_and_has_its_own_events(tmp_path):
    change = installed("gemini", tmp_path, "inspector")
    hooks = json.loads(change.after)["hooks"]
    assert set(hooks) == {"PreCompress", "BeforeAgent"} and hooks["BeforeAgent"][0]["hooks"][0]["timeout"] == 30_000
    change.write()
    taken_out("gemini", tmp_path).write()
    assert "hooks" not in json.loads(change.path.read_text("utf-8"))


def test_opencode_gets_a_file_of_its_own_that_goes_away_again(tmp_path):
    change = installed("opencode", tmp_path, '/opt/my "tools"/inspector')
    change.write()
    told = change.path.read_text("utf-8")
    assert json.dumps('/opt/my "tools"/inspector') in told and "PROGRAM" not in told and "SECONDS" not in told
    assert not installed("opencode", tmp_path, '/opt/my "tools"/inspector').is_any
    taken_out("opencode", tmp_path).write()
    assert not change.path.exists()


def test_a_plugin_of_somebody_else_under_that_name_is_not_taken_away(tmp_path):
    path = tmp_path / ".opencode" / "plugin" / "inspector.js"
    path.parent.mkdir(parents=True)
    path.write_text("export const Other = 1\n", "utf-8")
    assert not taken_out("opencode", tmp_path).is_any
