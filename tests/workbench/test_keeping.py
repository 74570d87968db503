import pytest

from inspector.said.statements import statements
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
    facts = statements(document.session, document.session.items, document.bodies.text)
    return to_keep(facts, lambda text: len(text) // 4, budget)


def test_every_sentence_is_kept_word_for_word_in_the_order_said_and_once(opened):
    story = new_story()
    story.human("Never push to the remote.\nPlease mend the poller in src/feeds/noaa.py.")
    story.say(story.read("src/feeds/noaa.py"))
    story.human("Never push to the remote. ok")
    story.say("Understood.")
    assert kept(opened(story)).splitlines()[2:] == [
        "- Never push to the remote.",
        "- Please mend the poller in src/feeds/noaa.py.",
    ]


def test_the_opening_message_comes_first_then_the_newest_and_what_does_not_fit_is_counted(opened):
    story = new_story()
    for name in ("noaa", "bodc", "shom", "base"):
        story.human(f"Never edit src/feeds/{name}.py, it is generated.")
        story.say("Understood.")
    words = kept(opened(story), 50)
    assert [name for name in ("noaa", "bodc", "shom", "base") if name in words] == ["noaa", "base"]
    assert "2 more were left out: they do not fit into 50 tokens" in words


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
