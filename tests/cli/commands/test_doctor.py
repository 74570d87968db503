import pytest

from inspector.cli.commands import doctor


@pytest.mark.gui
def test_a_whole_installation_has_nothing_broken(inspector, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    told = inspector("doctor", "--json")
    assert [finding for finding in told.json["findings"] if finding["state"] == "broken"] == []
    assert told.status == 0
    names = [finding["name"] for finding in told.json["findings"]]
    assert {"inspector", "python", "qt", "screen", "tokenizer", "model list", "samples", "claude-code"} <= set(names)


def test_a_folder_that_is_a_file_is_broken_and_says_how_to_mend_it(inspector, monkeypatch, tmp_path):
    (tmp_path / "cache").write_text("in the way")
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    told = inspector("doctor")
    assert told.status == doctor.BROKEN
    assert f"{tmp_path / 'cache'} is a file" in told.out
    assert "INSPECTOR_HOME" in told.out


@pytest.mark.gui
def test_a_missing_screen_is_a_note_where_none_is_set(inspector, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-plugin")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    screen = next(f for f in inspector("doctor", "--json").json["findings"] if f["name"] == "screen")
    assert screen["state"] == "note"
    monkeypatch.setenv("DISPLAY", ":99")
    told = inspector("doctor", "--json")
    screen = next(f for f in told.json["findings"] if f["name"] == "screen")
    assert screen["state"] == "broken"
    assert "libxcb-cursor0" in screen["mend"]
    assert told.status == doctor.BROKEN


def test_an_agent_without_sessions_says_where_was_looked_in_a_line_that_can_be_read(inspector, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    found = {one["name"]: one["detail"] for one in inspector("doctor", "--json").json["findings"]}
    assert found["atif"] == "keeps its logs where its user says: open one by its path"
    assert found["gemini"] == f"no sessions here (looked in {tmp_path / '.gemini' / 'tmp'})"
    assert "inspector list --agent cline names them" in found["cline"] and len(found["cline"]) < 600


def test_a_hook_whose_program_is_gone_is_broken_and_says_how_to_mend_it(inspector, monkeypatch, tmp_path):
    agents = ("claude-code", "kimi", "opencode", "pi")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "my tools" / "inspector"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr("inspector.cli.commands.hook.own_command", lambda: (str(program),))
    for agent in agents:
        assert inspector("hook", "install", agent, "--yes").status == 0

    def hooks():
        found = {one["name"]: one for one in inspector("doctor", "--json").json["findings"]}
        return {agent: found[f"{agent} hooks"] for agent in agents}

    assert {one["state"] for one in hooks().values()} == {"ok"}
    program.unlink()
    for agent, one in hooks().items():
        assert one["state"] == "broken" and f"{program} is not there" in one["detail"]
        assert f"hook install {agent}" in one["mend"]
