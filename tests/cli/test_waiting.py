import pytest

from inspector.cli.judging import show_wait


def test_a_terminal_has_one_line_that_is_written_over_and_leaves_no_trace(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    show_wait("small-1", 3.2)
    show_wait("", 4)
    assert capsys.readouterr().err == "\rsmall-1: 3 s\x1b[K\r\r\x1b[K"


@pytest.mark.parametrize(("seconds", "says"), [(3, ""), (29.9, ""), (30.2, "Waiting for small-1: 30 s."), (31.5, "")])
def test_elsewhere_a_line_stands_every_half_minute(capsys, seconds, says):
    show_wait("small-1", seconds)
    show_wait("The server is away.", seconds)
    assert capsys.readouterr().err.strip() == says + "\nThe server is away. Waiting: 30 s." * bool(says)
