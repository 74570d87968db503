"""Every byte of the settings that is not ours: there after the hooks were put in, and after they were taken out."""

import json
import os

import pytest

from inspector.cli.hooks.install import installed, taken_out
from inspector.errors import CannotRead

PRETTY = json.dumps(
    {"model": "opus", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "ring"}]}]}}, indent=4
)
THEIRS = '{"hooks": [{"type": "command", "command": "save [notes] {now}"}], "matcher": "auto"}'
JSON = {
    "an object without anything": "{}",
    "blanks in it": "{ \n }\n",
    "one line": '{"model":"opus"}',
    "one line with blanks": '{ "model": "opus", "hooks": {} }\n',
    "four blanks and no last line end": PRETTY,
    "tabs": PRETTY.replace("    ", "\t") + "\n",
    "carriage returns": PRETTY.replace("\n", "\r\n") + "\r\n",
    "blank lines and odd indents": '\n\n{\n   "z": 1,\n\n  "a":   [ 1,2 ]\n}\n\n\n',
    "keys out of order": '{"z": 1, "hooks": {"Stop": []}, "a": 2}',
    "empty hooks": '{\n  "hooks": {}\n}\n',
    "empty hooks over two lines": '{\n  "hooks": {\n  }\n}\n',
    "an empty list of theirs": '{\n  "hooks": {\n    "PreCompact": []\n  }\n}\n',
    "an empty group of theirs": '{"hooks": {"PreCompact": [{"hooks": []}], "SessionStart": [{"hooks": []}]}}',
    "a group of theirs at the same event": f'{{"hooks": {{"PreCompact": [{THEIRS}]}}}}',
    "the same over lines": f'{{\n  "hooks": {{\n    "PreCompact": [\n      {THEIRS}\n    ]\n  }}\n}}\n',
    "numbers that no reader keeps": '{"big": 1E400, "long": 12345678901234567890.10, "minus": -0.0}',
    "signs as they were written": '{"a": "\\u00e9\\/", "b": "é\u2028"}',
    "names that come twice further down": '{"env": {"A": 1, "A": 2}, "model": "opus"}',
    "hooks of another form beside ours": '{"hooks": {"Other": {"a": 1}, "Third": null, "Fourth": [7, "x"]}}',
    "an empty file": "",
}


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Writes the settings of Claude Code in a home of its own; gives their path."""
    monkeypatch.setenv("HOME", str(tmp_path))

    def made(text, name=".claude/settings.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
        return path

    return made


def put_in(path, agent="claude-code"):
    installed(agent, path.parent.parent, ["/opt/my tools/inspector"]).write()


def take_out(path, agent="claude-code"):
    taken_out(agent, path.parent.parent).write()


@pytest.mark.parametrize("text", JSON.values(), ids=JSON)
def test_taken_out_again_the_settings_are_byte_for_byte_what_they_were(settings, text):
    path = settings(text)
    put_in(path)
    told = json.loads(path.read_bytes())["hooks"]
    ours = [run for groups in told.values() if isinstance(groups, list) for group in groups if isinstance(group, dict)
            for run in group["hooks"] if "/opt/my tools" in run["command"]]  # fmt: skip
    assert len(ours) == 5 and all(run["timeout"] == 30 for run in ours)
    added = path.read_bytes()
    put_in(path)
    assert path.read_bytes() == added, "once"
    rest = iter(added.decode())
    assert all(sign in rest for sign in text.strip()), "what was there is there, in its order"
    take_out(path)
    assert path.read_bytes() == text.encode()


def test_what_others_added_meanwhile_stays(settings):
    path = settings(PRETTY)
    put_in(path)
    told = json.loads(path.read_bytes())
    told["hooks"]["SessionStart"][0]["hooks"].append({"type": "command", "command": "greet"})
    told["hooks"]["PreCompact"].append({"hooks": [{"type": "command", "command": "note"}]})
    path.write_text(json.dumps(told))
    take_out(path)
    left = json.loads(path.read_bytes())
    assert [run["command"] for run in left["hooks"]["SessionStart"][0]["hooks"]] == ["greet"]
    assert left["hooks"]["PreCompact"][0]["hooks"][0]["command"] == "note" and "inspector" not in json.dumps(left)


def test_hooks_of_an_earlier_version_are_replaced(settings):
    old = {"type": "command", "command": "inspector hook PreCompact --agent claude-code --hold"}
    path = settings(json.dumps({"hooks": {"PreCompact": [{"hooks": [old]}]}}))
    put_in(path)
    assert "--hold" not in path.read_text() and path.read_text().count(" hook PreCompact ") == 1


LEFT = {
    "no JSON": "{",
    "a list": "[]",
    "hooks that are a number": '{"hooks": 3}',
    "an event that is no list": '{"hooks": {"PreCompact": {"a": 1}}}',
    "comments": '{\n  // mine\n  "model": "opus"\n}\n',
    "a comma too many": '{"model": "opus",}',
    "hooks that come twice": '{"hooks": {}, "hooks": {}}',
    "an event that comes twice": '{"hooks": {"Stop": [], "Stop": []}}',
    "a mark at its start": '\ufeff{"model": "opus"}',
    "too deep": "[" * 100_000,
}


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_what_cannot_be_kept_is_left_as_it_is_with_what_to_add(settings, inspector, monkeypatch, text):
    path = settings(text)
    monkeypatch.setenv("HOME", str(path.parent.parent))
    ran = inspector("hook", "install", "claude-code", "--yes")
    assert "No hooks of Inspector" in inspector("hook", "uninstall", "claude-code").err
    assert ran.status == 3 and "left as it is" in ran.err and '"SessionStart"' in ran.out and "lines above" in ran.err
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("raw", [b"\xff\xfe{}", b'{"a": "\xe9"}', None], ids=["a mark", "no UTF-8", "a pipe"])
def test_signs_of_another_encoding_and_what_is_no_file_are_left_as_they_are(settings, raw):
    path = settings("")
    path.unlink()
    path.write_bytes(raw) if raw else os.mkfifo(path)
    with pytest.raises(CannotRead, match="left as it is"):
        put_in(path)
    assert path.read_bytes() == raw if raw else path.is_fifo()


def test_a_file_that_was_made_for_them_goes_and_one_without_any_is_not_touched(settings):
    path = settings("")
    path.unlink()
    put_in(path)
    assert path.exists()
    take_out(path)
    assert not path.exists()
    settings('{"a":1}').chmod(0o444)
    assert not taken_out("claude-code", path.parent.parent).is_any


def test_a_link_stays_one_and_what_it_leads_to_keeps_its_rights(settings, tmp_path):
    path = settings("{}")
    kept = tmp_path / "dotfiles.json"
    path.rename(kept)
    kept.chmod(0o600)
    path.symlink_to(kept)
    put_in(path)
    assert path.is_symlink() and "inspector" in kept.read_text() and kept.stat().st_mode & 0o777 == 0o600
    take_out(path)
    assert path.is_symlink() and kept.read_text() == "{}"


@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_project_whose_settings_lead_out_of_it_is_left_alone(tmp_path, inspector, what):
    project, elsewhere = tmp_path / "cloned", tmp_path / "elsewhere"
    project.mkdir()
    elsewhere.mkdir()
    (elsewhere / "settings.json").write_text("{}")
    if what == "folder":
        (project / ".claude").symlink_to(elsewhere)
    else:
        (project / ".claude").mkdir()
        (project / ".claude/settings.json").symlink_to(elsewhere / "settings.json")
    ran = inspector("hook", "install", "claude-code", "--project", project, "--yes")
    assert ran.status == 3 and "leads out of the project" in ran.err
    assert (elsewhere / "settings.json").read_text() == "{}"


def test_settings_that_were_changed_meanwhile_are_not_overwritten(settings):
    path = settings("{}")
    change = installed("claude-code", path.parent.parent, ["inspector"])
    path.write_text('{"model": "opus"}')
    with pytest.raises(CannotRead, match="changed meanwhile"):
        change.write()
    assert path.read_text() == '{"model": "opus"}'


TOML = [
    None,
    "",
    "\n",
    "a = 1",
    "a = 1\n",
    'a = 1\r\n\r\n[b]\r\nc = "é"\r\n',
    "# mine\n[[hooks]]\nevent = 'Stop'\ncommand = 'x'\n",
]


@pytest.mark.parametrize("text", TOML)
def test_settings_in_toml_get_a_block_that_goes_again(settings, text):
    path = settings(text or "", ".kimi-code/config.toml")
    if text is None:
        path.unlink()
    put_in(path, "kimi")
    put_in(path, "kimi")
    assert path.read_bytes().startswith((text or "").encode()) and path.read_text().count("hook UserPromptSubmit") == 1
    take_out(path, "kimi")
    assert path.read_bytes() == text.encode() if text is not None else not path.exists()
    put_in(path, "kimi")
    path.write_bytes(path.read_bytes() + b"below = 1\n")
    take_out(path, "kimi")
    assert path.read_text().splitlines() == [*(text or "").splitlines(), "below = 1"]


@pytest.mark.parametrize("text", ["a = ", "hooks = []\n", "hooks = 3\n"])
def test_settings_in_toml_that_it_does_not_go_with_are_left(settings, text):
    path = settings(text, ".kimi-code/config.toml")
    with pytest.raises(CannotRead, match="left as it is"):
        put_in(path, "kimi")
    assert path.read_text() == text


@pytest.mark.parametrize("agent", ["opencode", "kilo", "pi"])
def test_a_plugin_goes_again_and_one_of_somebody_else_is_neither_replaced_nor_taken_away(settings, tmp_path, agent):
    change = installed(agent, tmp_path, ['/opt/my "tools"/inspector'])
    change.write()
    told = change.path.read_text("utf-8")
    assert json.dumps('/opt/my "tools"/inspector') in told and agent in told
    assert not any(word in told for word in ("PROGRAM", "SECONDS", "AGENT"))
    assert not installed(agent, tmp_path, ['/opt/my "tools"/inspector']).is_any
    taken_out(agent, tmp_path).write()
    assert not change.path.exists()
    change.path.write_text("export const Other = 1\n")
    with pytest.raises(CannotRead, match="somebody else"):
        installed(agent, tmp_path, ["inspector"])
    assert not taken_out(agent, tmp_path).is_any
