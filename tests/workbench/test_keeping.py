import pytest

from inspector.rerun.fates import whole_session
from inspector.workbench.keeping import to_keep, unsafe_seam
from inspector.workbench.stages import read
from tests.impact.conftest import new_story


@pytest.fixture
def opened(tmp_path):
    documents = []

    def made(story):
        path = tmp_path / f"{len(documents)}.jsonl"
        path.write_bytes(story.dump())
        documents.append(read(path))
        return documents[-1]

    yield made
    for document in documents:
        document.close()


def kept(document, budget=1_500):
    found = whole_session(document.session, document.bodies.text, with_evidence=False)
    return to_keep(found, lambda text: len(text) // 4, budget)


def test_rules_stand_before_tasks_word_for_word_and_once(opened):
    story = new_story()
    story.human("Never push to the remote.\nPlease mend the poller in src/feeds/noaa.py.")
    story.say(story.read("src/feeds/noaa.py"))
    story.human("Again: Never push to the remote.")
    story.say("Understood.")
    words = kept(opened(story))
    assert words.count("Never push to the remote.") == 1
    assert words.index("## Rules of the user") < words.index("## Open tasks")


def test_what_does_not_fit_is_counted(opened):
    story = new_story()
    for name in ("noaa", "bodc", "shom", "base"):
        story.human(f"Never edit src/feeds/{name}.py, it is generated.")
        story.say("Understood.")
    words = kept(opened(story), 60)
    assert words.count("it is generated") == 2 and "2 more were left out: they do not fit into 60 tokens" in words


def test_where_nobody_said_anything_there_is_nothing_to_keep(opened):
    story = new_story()
    story.human("Thanks!")
    story.say("You are welcome.")
    assert kept(opened(story)) == ""


def seam(document):
    return unsafe_seam(document.session, document.bodies.text)


def test_failing_tests_are_an_unsafe_seam_until_they_pass(opened):
    story = new_story()
    story.human("Mend the poller and run the tests.")
    story.say(
        story.bash("python -m pytest -q", "F.\nFAILED tests/test_feed.py::test_a\n1 failed, 1 passed in 0.1s", code=1)
    )
    assert seam(opened(story)) == "The last run of tests failed (1 of them)."
    story.say(story.bash("python -m pytest -q", "..\n2 passed in 0.1s"))
    story.say("All is well.")
    assert seam(opened(story)) == ""


def test_a_question_without_an_answer_is_an_unsafe_seam(opened):
    story = new_story()
    story.human("Mend the poller.")
    story.say("Shall I also change the alerts?")
    assert "asked you something" in seam(opened(story))
    story.human("No.")
    story.say("Then I leave them.")
    assert seam(opened(story)) == ""


def test_an_edit_under_way_is_an_unsafe_seam(opened, tmp_path):
    story = new_story()
    story.human("Mend the poller.")
    story.say(story.read("src/feeds/noaa.py"))
    story.say(story.edit("src/feeds/noaa.py", "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))
    raw = story.dump().splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(raw[:-1]))
    document = read(path)
    assert seam(document).startswith("An edit is under way (")
    assert "noaa.py" in seam(document)
    document.close()
