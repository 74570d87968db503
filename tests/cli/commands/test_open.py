import os
import subprocess
import sys

import pytest

WITHOUT_QT = (
    "import sys; sys.modules['PySide6'] = None; from inspector.cli.main import run; sys.exit(run(sys.argv[1:]))"
)


def test_without_qt_it_says_so_and_names_the_doctor(compacted, tmp_path):
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, "open", str(compacted)],
        env={**os.environ, "INSPECTOR_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 3, told.stderr
    assert told.stdout == ""
    assert "inspector doctor" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_without_a_screen_it_ends_with_a_sentence_and_does_not_abort(inspector, compacted, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    told = inspector("open", compacted)
    assert told.status == 3 and told.out == "" and "no screen" in told.err
    assert f"inspector survival {compacted} answers in text." in told.err
    bare = inspector(compacted)
    assert bare.status == 0 and bare.out == inspector("survival", compacted).out != ""
    assert [line for line in bare.err.splitlines() if "no screen" in line] == bare.err.splitlines()[:1]


def test_a_missing_file_is_told_before_any_window_comes_up(inspector, tmp_path):
    told = inspector(tmp_path / "gone.jsonl")
    assert told.status == 3
    assert "There is no file" in told.err


def test_a_wrong_option_never_gets_as_far_as_the_window(inspector, compacted):
    assert inspector(compacted, "--format", "no-such-agent").status == 2


def test_a_folder_of_several_sessions_goes_to_the_window_and_one_without_any_does_not(inspector, compacted, tmp_path,
                                                                                     monkeypatch):  # fmt: skip
    started = []
    monkeypatch.setattr("inspector.gui.app.start", lambda path, **more: started.append(path) or 0)
    for number in (1, 2):
        (tmp_path / f"5f0d7a52-0000-4000-8000-{number:012}.jsonl").write_bytes(compacted.read_bytes())
    assert inspector("open", tmp_path).status == 0 and started == [tmp_path]
    empty = tmp_path / "empty"
    empty.mkdir()
    told = inspector("open", empty)
    assert told.status != 0 and "No session was found" in told.err and len(started) == 1
