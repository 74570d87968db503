import json


def test_the_change_is_shown_and_written_only_with_leave(inspector, tmp_path):
    asked = ("hook", "install", "claude-code", "--project", tmp_path)
    shown = inspector(*asked)
    assert shown.status == 1 and "+" in shown.out and not (tmp_path / ".claude").exists()
    done = inspector(*asked, "--yes")
    assert done.status == 0 and "2.1.261" in done.err
    assert "already" in inspector(*asked, "--yes").err
    assert inspector("hook", "uninstall", "claude-code", "--project", tmp_path, "--yes").status == 0
    assert json.loads((tmp_path / ".claude" / "settings.json").read_text("utf-8")) == {}
    assert (
        "No hooks of Inspector are installed"
        in inspector("hook", "uninstall", "claude-code", "--project", tmp_path, "--yes").err
    )


def test_an_agent_without_hooks_is_a_wrong_use(inspector):
    ran = inspector("hook", "install", "cline")
    assert ran.status == 2 and "documented" in ran.err


def test_a_plugin_goes_into_a_new_folder_alone(inspector, tmp_path):
    folder = tmp_path / "plugin"
    ran = inspector("hook", "plugin", folder)
    assert ran.status == 0 and (folder / "hooks" / "hooks.json").exists()
    assert inspector("hook", "plugin", folder).status == 2
