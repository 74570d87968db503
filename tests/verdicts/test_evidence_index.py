from inspector.model import Verdict, Zone
from tests.claude_log import ClaudeLog
from tests.evidence_scene import CWD, judged, scene


def test_what_stands_in_a_kept_message_is_verbatim(tmp_path):
    found = scene(tmp_path / "log.jsonl", "KELP-12 it is.", keep=1)
    _, survival = found["identifiers", "KELP-12"]
    assert (survival.verdict, survival.evidence[0].zone) == (Verdict.VERBATIM, Zone.KEPT)


def test_a_kept_call_holds_what_an_earlier_one_named(tmp_path):
    found = scene(
        tmp_path / "log.jsonl",
        lambda log: log.bash("cat src/a.py", "text"),
        lambda log: log.bash("make src/a.py", "text"),
        keep=2,
    )
    _, survival = found["paths", "src/a.py"]
    assert (survival.verdict, survival.evidence[0].zone) == (Verdict.VERBATIM, Zone.KEPT)


def test_the_content_of_a_file_put_back_is_not_lost(tmp_path):
    log = ClaudeLog("ab" * 16, CWD, "2.1.219", "main", "2026-03-02T09:00:00")
    log.files["src/a.py"] = "MAX_RETRIES = 7\n"
    log.human("Go on.")
    log.say(log.read("src/a.py"))
    log.compact("Nothing.")
    log.attach_file("src/a.py")
    log.say("Well.")
    path = tmp_path / "log.jsonl"
    path.write_bytes(log.dump())
    found = {fact.value: survival for fact, survival in judged(path)}
    assert found["max_retries=7"].verdict is Verdict.VERBATIM
    assert found["src/a.py"].verdict is Verdict.VERBATIM
    assert {survival.evidence[0].zone for survival in found.values()} == {Zone.RESTORED}


def test_what_is_nowhere_shows_the_nearest_passage(tmp_path):
    found = scene(tmp_path / "log.jsonl", "The port is 8080.", "The port is 9090.", summary="On port 9090 it runs.")
    _, survival = found["numbers", "port=8080"]
    assert (survival.verdict, survival.nearest.text) == (Verdict.LOST, "On port 9090 it runs.")
