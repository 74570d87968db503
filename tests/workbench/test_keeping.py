import pytest

from inspector.workbench.keeping import unsafe_seam
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
