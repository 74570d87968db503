import json
import tomllib
from dataclasses import replace

import pytest

from inspector.model import Basis
from inspector.resources import samples
from inspector.workbench.ending import End, ending
from inspector.workbench.stages import read
from tests.claude_log import Call
from tests.impact.conftest import new_story


@pytest.fixture
def ended(tmp_path):
    def told(story, *more):
        path = tmp_path / "log.jsonl"
        path.write_bytes(story.dump() + b"".join(json.dumps(one).encode() + b"\n" for one in more))
        document = read(path)
        try:
            return ending(document.session, document.bodies.text)
        finally:
            document.close()

    return told


@pytest.fixture
def story():
    made = new_story()
    made.human("Mend the poller.")
    return made


def test_an_answer_that_stands_last_finished_it_and_a_question_waits(story, ended):
    story.say("It is mended.")
    assert ended(story).end is End.FINISHED and ended(story).basis is Basis.INFERRED
    story.say("Shall I also change the **alerts?**")
    assert ended(story).end is End.WAITING


def test_a_prompt_without_an_answer_is_no_failure(story, ended):
    found = ended(story)
    assert found.end is End.ABANDONED and "may still be running" in found.why


def test_a_result_that_nobody_read_ends_in_the_middle_of_work(story, ended):
    story.say(story.read("src/feeds/noaa.py"))
    assert ended(story).end is End.ABANDONED and "behind a result of Read" in ended(story).why


def test_what_the_user_turned_down_or_interrupted_they_stopped(story, ended):
    words = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    story.say(Call("Bash", {"command": "rm -rf build"}, words, error=True))
    assert ended(story).end is End.STOPPED
    story.human("[Request interrupted by user for tool use]")
    assert ended(story).end is End.STOPPED and ended(story).basis is Basis.RECORDED


def logs():
    for case in sorted(samples().rglob("case.toml")):
        told = tomllib.loads(case.read_text("utf-8"))
        yield told["agent"], case.parent / told["log"]


@pytest.mark.parametrize(("agent", "log"), logs(), ids=lambda one: one if isinstance(one, str) else one.parent.name)
def test_every_sample_has_an_end_with_a_reason_and_a_place(agent, log):
    document = read(log)
    told = ending(document.session, document.bodies.text)
    assert told.why and (told.item is not None) == (told.end is not End.UNKNOWN)
    assert agent != "swe-agent" or (told.end, told.basis) == (End.FINISHED, Basis.RECORDED)
    document.close()


def test_nothing_said_is_not_known(story, tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(story.dump())
    document = read(path)
    assert ending(replace(document.session, items=()), document.bodies.text).end is End.UNKNOWN
    document.close()
