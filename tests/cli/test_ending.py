import json

import pytest


@pytest.mark.parametrize("command", ["show", "consequences"])
def test_a_session_says_how_it_ended_with_its_line(inspector, samples, command):
    (log,) = (samples / "claude-code/2.1/fading-rules").glob("*.jsonl")
    told = json.loads(inspector(command, log, "--json").out)["ending"]
    assert (told["how"], told["basis"], told["line"]) == ("finished", "recorded", 223)
    ran = inspector(command, log)
    words = "How it ended: finished; the agent ended its turn with an answer (stop reason “end_turn”) (line 223)."
    assert words in ran.out + ran.err


def test_a_damaged_end_has_no_place(inspector, tmp_path, samples):
    (log,) = (samples / "claude-code/2.1/clean").glob("*.jsonl")
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(log.read_bytes() + b'{"type":"user","mess')
    told = json.loads(inspector("show", torn, "--json").out)["ending"]
    assert (told["how"], told["item"], told["line"]) == ("unknown", None, None)
