from pathlib import Path

from inspector.cli.hooks import journal


def test_the_change_is_shown_and_written_only_with_leave(inspector, tmp_path):
    asked = ("hook", "install", "claude-code", "--project", tmp_path)
    shown = inspector(*asked)
    assert shown.status == 1 and "+" in shown.out and not (tmp_path / ".claude").exists()
    done = inspector(*asked, "--yes")
    assert done.status == 0 and "2.1.332" in done.err
    assert "already" in inspector(*asked, "--yes").err
    assert inspector("hook", "uninstall", "claude-code", "--project", tmp_path, "--yes").status == 0
    assert not (tmp_path / ".claude" / "settings.json").exists()
    assert (
        "No hooks of Inspector are installed"
        in inspector("hook", "uninstall", "claude-code", "--project", tmp_path, "--yes").err
    )


def test_an_agent_without_hooks_is_a_wrong_use(inspector):
    commands = inspector("hook", "--help").out.partition("Commands:")[2].split("\n")
    assert [line.split()[0] for line in commands[1:5]] == ["install", "status", "uninstall", "BeforeAgent"]
    ran = inspector("hook", "install", "goose")
    assert ran.status == 2 and "no hooks for goose; there are for claude-code" in ran.err
    # Settings may be older or newer than the program, and an agent takes 2 for a reason to stop.
    assert [inspector("hook", *one).status for one in (["PreCompact", "--odd"], ["OfLater"], ["odd"])] == [0, 0, 2]


def test_status_says_of_each_agent_what_is_installed_reviewed_and_came_of_it(inspector, monkeypatch, tmp_path):
    (tmp_path / "inspector").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    inspector("hook", "install", "codex", "--yes")
    shown = inspector("hook", "status").out
    assert "codex: installed in" in shown and "not reviewed, so it is skipped" in shown and "never ran" in shown
    (found,) = (one for one in inspector("doctor", "--json").json["findings"] if one["name"] == "codex hooks")
    assert found["state"] == "note" and "review" in found["mend"]
    assert "gemini: not installed" in shown and "grok: no hooks. Grok Build takes no words" in shown
    settings = Path.home() / ".codex/config.toml"
    settings.write_text(
        f'[hooks.state."{Path.home()}/.codex/hooks.json:session_start:0:0"]\ntrusted_hash = "sha256:a"\n'
    )
    journal.note("SessionStart", "s", "compaction 2: put back 3 sentences", "codex")
    journal.note("SessionStart", "s", "compaction 3: nothing to put back", "codex")
    shown = inspector("hook", "status").out
    assert "; reviewed; last ran" in shown and "(compaction 2: put back 3 sentences)" in shown


def test_in_the_folder_in_which_a_command_is_asked_hooks_say_nothing(inspector, tmp_path, monkeypatch):
    folder = tmp_path / "inspector-ask-1" / "work"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    ran = inspector("hook", "install", "cline")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
