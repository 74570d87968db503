from inspector.workbench.workspace import RECENT, VIEWS, Recent, Workspace, load_workspace


def test_what_was_saved_comes_back(tmp_path):
    workspace = load_workspace(tmp_path / "config" / "workspace.json")
    workspace.opened(Recent("/logs/a.jsonl", "claude-code", "fix auth", 3, "2026-01-01T00:00:00+00:00"))
    workspace.window = {"geometry": "00ff", "drawer": True}
    workspace.remember_view("/logs/a.jsonl", {"filter": "kind:user"})
    workspace.save()

    again = load_workspace(workspace.file)

    assert again == workspace
    assert again.kept_aside is None


def test_a_session_opened_again_moves_to_the_head_and_stands_there_once(tmp_path):
    workspace = Workspace(tmp_path / "w.json")
    for name in ("a", "b", "a"):
        workspace.opened(Recent(name, title=name))
    assert [entry.path for entry in workspace.recent] == ["a", "b"]


def test_only_so_many_sessions_are_remembered(tmp_path):
    workspace = Workspace(tmp_path / "w.json")
    for number in range(VIEWS + 5):
        workspace.opened(Recent(str(number)))
        workspace.remember_view(str(number), {})
    assert len(workspace.recent) == RECENT
    assert workspace.recent[0].path == str(VIEWS + 4)
    assert len(workspace.views) == VIEWS
    assert "4" not in workspace.views


def test_an_unreadable_file_gives_defaults_and_is_kept_aside(tmp_path):
    for damage in (
        b"{",
        b"[]",
        b'{"version": 99}',
        b'{"version": 1, "recent": [{"nonsense": 1}], "window": {}, "views": {}}',
    ):
        file = tmp_path / "workspace.json"
        file.write_bytes(damage)
        workspace = load_workspace(file)
        assert workspace.recent == []
        assert workspace.kept_aside is not None
        assert workspace.kept_aside.read_bytes() == damage
        assert not file.exists()


def test_a_forgotten_session_is_no_longer_recent(tmp_path):
    workspace = Workspace(tmp_path / "w.json", [Recent("a"), Recent("b")])
    workspace.forget("a")
    assert [entry.path for entry in workspace.recent] == ["b"]


def test_two_windows_keep_what_both_opened_and_what_one_forgot_stays_forgotten(tmp_path):
    file = tmp_path / "workspace.json"
    first = load_workspace(file)
    first.opened(Recent("/logs/old", opened="2026-01-01"))
    first.save()
    second = load_workspace(file)
    second.opened(Recent("/logs/b", opened="2026-01-03"))
    second.remember_view("/logs/b", {"filter": "error"})
    second.save()
    first.opened(Recent("/logs/a", opened="2026-01-02"))
    first.forget("/logs/old")
    first.save()
    last = load_workspace(file)
    assert [entry.path for entry in last.recent] == ["/logs/b", "/logs/a"]
    assert last.view("/logs/b") == {"filter": "error"}
