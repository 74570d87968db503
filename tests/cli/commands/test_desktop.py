import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux desktops")


@pytest.fixture
def share(inspector, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_entry_and_icon_are_written_and_taken_away_again(inspector, share, monkeypatch, tmp_path):
    program = tmp_path / 'my $"100%" tools' / "inspector"
    program.parent.mkdir()
    program.touch()
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert inspector("desktop", "install").status == 0
    entry, icon = share / "applications" / "inspector.desktop", share / "icons/hicolor/scalable/apps/inspector.svg"
    assert icon.read_text("utf-8").startswith("<svg")
    (line,) = [line for line in entry.read_text("utf-8").splitlines() if line.startswith("Exec=")]
    assert line == rf'Exec="{tmp_path}/my \$\"100%%\" tools/inspector" open %f'
    if shutil.which("desktop-file-validate"):
        done = subprocess.run(["desktop-file-validate", entry], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
    assert inspector("desktop", "remove").status == 0
    assert not entry.exists() and not icon.exists()
    assert inspector("desktop", "remove").status == 0


def test_a_folder_that_cannot_be_written_is_said(inspector, share):
    (share / "applications").write_text("a file")
    ran = inspector("desktop", "install")
    assert ran.status == 3 and "applications" in ran.err
