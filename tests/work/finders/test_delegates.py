from tests.claude_log import Call
from tests.evidence_scene import scene

AWAY = "Async agent launched successfully.\nagentId: a1b2c3d4 (internal)"


def away(tmp_path, *blocks):
    return [value for finder, value in scene(tmp_path / "log.jsonl", *blocks) if finder == "delegates"]


def sent(result):
    return Call("Task", {"description": "Explore the gauges", "prompt": "Look."}, result)


def test_who_works_in_the_background_is_away(tmp_path):
    assert away(tmp_path, sent(AWAY)) == ["Explore the gauges"]


def test_who_answered_is_back(tmp_path):
    assert away(tmp_path, sent("There are four gauges.")) == []


def test_who_is_said_to_have_finished_is_back(tmp_path):
    assert (
        away(tmp_path, sent(AWAY), Call("TaskOutput", {"task_id": "a1b2c3d4"}, "a1b2c3d4 completed: four gauges")) == []
    )


def test_a_failed_start_sends_nobody(tmp_path):
    assert away(tmp_path, Call("Task", {"description": "Explore the gauges"}, "no such type", error=True)) == []


def test_a_call_without_a_result_was_broken_off_where_the_talk_went_on(tmp_path):
    def broken_off(log):
        log.rows.pop()
        log.parent = log.rows[-1]["uuid"]
        return "I will look at the gauges myself."

    assert away(tmp_path, sent("never comes"), broken_off) == []


def test_a_call_without_a_result_at_the_end_is_still_away(tmp_path):
    def under_way(log):
        log.rows.pop()
        log.parent = log.rows[-1]["uuid"]
        return log.read("src/base.py")

    assert away(tmp_path, sent("not yet"), under_way) == ["Explore the gauges"]
