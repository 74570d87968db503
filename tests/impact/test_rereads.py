import pytest

from inspector.impact.finding import Kind, Sure
from tests.claude_log import Call

NOAA = "src/feeds/noaa.py"


def started(story):
    story.human("Please look after the feeds.")
    story.say(story.read(NOAA))
    for name in ("bodc", "shom", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    return story


def test_a_file_read_again_in_the_work_that_was_cut_is_told_with_its_price(story, follow):
    started(story).cut()
    line = story.say(story.read(NOAA))
    found = follow(story)
    assert found.lines(Kind.REREAD) == [line]
    (one,) = found.of(Kind.REREAD)
    assert one.sure is Sure.CERTAIN
    assert one.subject.endswith(NOAA)
    assert one.cost.tokens > 50
    assert one.cost.seconds > 0
    assert one.cost.dollars > 0
    assert found.consequences[0].cost == one.cost


def test_chunks_of_one_file_are_one_finding(story, follow):
    started(story).cut()
    first = story.say(story.read(NOAA, 1, 6))
    story.say(story.read(NOAA, 7, 6))
    assert follow(story).lines(Kind.REREAD) == [first]


def test_the_agents_own_edits_before_do_not_excuse_it_for_it_knew_them(story, follow):
    mended(started(story))
    for name in ("bodc", "shom", "base"):
        story.say(story.read(f"src/feeds/{name}.py", 2, 3))
    story.cut()
    line = story.say(story.read(NOAA))
    assert follow(story).lines(Kind.REREAD) == [line]


def mended(story):
    story.say(story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))


def asked(story):
    story.say("Going on.")
    story.human("Good. Now for the alarms: when do they go off?")


def handed_over(story):
    """A subagent changes one line; its own work stands in a log of its own."""
    story.say(Call("Task", {"description": "Mend it", "prompt": "Mend noaa_3"}, "Mended."))
    story.files[NOAA] = story.files[NOAA].replace("noaa_3 = '3 of noaa'", "noaa_3 = 'mended'")


def rewritten(story):
    story.files[NOAA] = "".join(f"other_{place} = {place}\n" for place in range(12))


@pytest.mark.parametrize(
    "between",
    [
        mended,
        handed_over,
        lambda story: story.say(story.bash("git switch topic", "Switched to branch 'topic'")),
        lambda story: story.attach_file(NOAA),
        asked,
        lambda story: story.queued("Have a look at @src/feeds/noaa.py again, please."),
        rewritten,
    ],
    ids=["changed", "handed over", "another branch", "put back", "asked for another", "brought in", "by someone"],
)
def test_there_was_a_reason_to_read_it(story, follow, between):
    started(story).cut()
    between(story)
    story.say(story.read(NOAA))
    assert follow(story).of(Kind.REREAD) == []


def test_looking_at_what_the_last_edit_made_of_a_file_is_no_reread(story, follow):
    mended(started(story))
    story.cut()
    story.say(story.read(NOAA))
    assert follow(story).of(Kind.REREAD) == []


def test_going_on_as_told_is_the_same_work(story, follow):
    started(story).cut()
    story.say("I had to stop.")
    story.human("Continue.")
    line = story.say(story.read(NOAA))
    assert follow(story).lines(Kind.REREAD) == [line]


def test_a_question_that_names_its_folder_excuses_nothing(story, follow):
    started(story).cut()
    story.queued("What is left to do in src/feeds/?")
    line = story.say(story.read(NOAA))
    (one,) = (found := follow(story)).of(Kind.REREAD)
    assert found.lines(Kind.REREAD) == [line]
    assert (one.sure, one.named) == (Sure.LIKELY, None) and "named" not in one.why
    assert found.consequences[0].cost == one.cost


def test_where_the_human_named_the_file_the_finding_stays_and_says_in_which_line(story, follow):
    started(story).cut()
    asked = story.queued("Have a look at noaa.py again, please.")
    line = story.say(story.read(NOAA))
    (one,) = (found := follow(story)).of(Kind.REREAD)
    assert found.lines(Kind.REREAD) == [line]
    assert one.why.endswith(f"were known. The user named it in line {asked}.")
    assert one.sure is Sure.POSSIBLE and one.named in one.evidence
    assert found.document.item(one.named).source.line == asked
    assert found.consequences[0].cost.tokens is None, "it may have been asked for: its price is in no sum"


def test_what_still_stands_in_the_context_was_not_lost(story, follow):
    story.human("Please look after the feeds.")
    story.say(story.read("src/feeds/base.py"))
    first = len(story.rows)
    story.say(story.read(NOAA))
    kept = [row for row in story.rows[first:] if row.get("type") in ("user", "assistant")]
    story.compact("Summary: the feeds are being looked after.", kept=kept)
    story.say(story.read(NOAA))
    assert follow(story).of(Kind.REREAD) == []


LEVELS = "".join(f"level_{place} = '{place} above datum'\n" for place in range(9))


def test_a_file_the_agent_wrote_itself_was_known_to_it(story, follow):
    story.human("Please look after the feeds.")
    story.say(story.write("src/levels.py", LEVELS))
    for name in ("noaa", "bodc", "shom"):
        story.say(story.read(f"src/feeds/{name}.py"))
    story.cut()
    line = story.say(story.read("src/levels.py"))
    (one,) = (found := follow(story)).of(Kind.REREAD)
    assert found.lines(Kind.REREAD) == [line]
    assert one.why == "Written before compaction 1 and read after it; 100% of the lines were known."


def test_lines_read_and_lines_written_are_known_together(story, follow):
    started(story)
    story.say(story.edit(NOAA, "noaa_3 = '3 of noaa'\n", LEVELS))
    for name in ("bodc", "shom", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    story.cut()
    line = story.say(story.read(NOAA))
    assert follow(story).lines(Kind.REREAD) == [line]


def test_of_a_file_that_was_only_changed_the_rest_is_new(story, follow):
    story.human("Please look after the feeds.")
    story.say(story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'mended, with words enough'"))
    for name in ("bodc", "shom", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    story.cut()
    story.say(story.read(NOAA))
    assert follow(story).of(Kind.REREAD) == []
