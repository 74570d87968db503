from __future__ import annotations

from inspector.store.settings import Settings


def test_settings_of_every_type_come_back(tmp_path) -> None:
    path = tmp_path / "config" / "settings.toml"
    settings = Settings.load(path)
    assert settings.trouble is None
    values = {
        "theme": "dark",
        "window.zoom": 1.25,
        "window.most": float("inf"),
        "window.rows": 40,
        "window.wrap": True,
        "plot.kinds": ["user", 'odd "one"\\'],
        "odd.name with spaces": "line\nend\ttab \x7f é 日本 😀",
        "a.b.c": "",
    }
    for name, value in values.items():
        settings.put(name, value)
    assert Settings.load(path).values == values
    assert Settings.load(path).trouble is None


def test_what_was_never_set_or_has_another_type_is_the_default(tmp_path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = 3\nzoom = "big"\nwrap = "yes"\nflag = true\n')
    settings = Settings.load(path)
    assert settings.text("theme", "light") == "light"
    assert settings.number("zoom", 1.0) == 1.0
    assert settings.number("flag", 2.0) == 2.0
    assert settings.text("absent", "x") == "x"


def test_an_unreadable_file_means_defaults_and_is_kept_aside(tmp_path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"theme = [unclosed \xff")
    settings = Settings.load(path)
    assert settings.values == {}
    assert settings.trouble is not None
    assert (tmp_path / "settings.unreadable.toml").read_bytes() == b"theme = [unclosed \xff"
    settings.put("theme", "dark")
    assert Settings.load(path).text("theme") == "dark"


def test_a_folder_that_cannot_be_written_keeps_the_setting_for_now_and_says_so(tmp_path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = Settings.load(tmp_path / "file" / "settings.toml")
    settings.put("theme", "dark")
    assert settings.text("theme") == "dark"
    assert settings.trouble is not None


def test_settings_of_a_newer_version_survive_a_change(tmp_path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[future]\nthing = "kept"\n')
    Settings.load(path).put("theme", "dark")
    assert Settings.load(path).text("future.thing") == "kept"


def test_half_a_surrogate_pair_costs_one_character(tmp_path) -> None:
    Settings.load(tmp_path / "settings.toml").put("last.file", "a\ud800b")
    assert Settings.load(tmp_path / "settings.toml").text("last.file") == "a?b"
