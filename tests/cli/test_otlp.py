from inspector.read.open import open_log
from tests.cli.conftest import sample


def test_a_report_as_a_trace_opens_again(inspector, tmp_path):
    out = tmp_path / "tides.otlp.json"
    assert inspector("report", sample("fading-rules"), "-o", out).status == 0
    opened = open_log(out)
    assert opened.session.agent == "otlp" and len(opened.session.requests) == 66
    assert "/home/mara" not in out.read_text()
    opened.bodies.close()


def test_a_trace_is_of_one_session_and_has_no_preview(inspector, tmp_path):
    out = tmp_path / "out.otlp.json"
    log = sample("fading-rules")
    assert "A trace is of one session" in inspector("report", log, sample("kept-messages"), "-o", out).err
    assert "for the other reports" in inspector("report", log, "-o", out, "--preview").err
    assert not out.exists()
