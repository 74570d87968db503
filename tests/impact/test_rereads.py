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
    (one,) = (found := follow(story)).of(Kind.REREAD)
    assert found.lines(Kind.REREAD) == [line]
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


def mended(story):
    story.say(story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))


def asked(story):
    story.say("Going on.")
    story.human("Good. Now for the alarms: when do they go off?")


def unseen(call, told="Mended."):
    """Something changes one line, and its call does not tell of which file, or not surely."""

    def changes(story):
        is_command = isinstance(call, str)
        story.say(story.bash(call, told) if is_command else Call(call.get("tool", "Task"), call, told))
        story.files[NOAA] = story.files[NOAA].replace("noaa_3 = '3 of noaa'", "noaa_3 = 'mended'")

    changes.__name__ = str(call)
    return changes


def rewritten(story):
    story.files[NOAA] = "".join(f"other_{place} = {place}\n" for place in range(12))


@pytest.mark.parametrize(
    "between",
    [
        mended,
        unseen({"prompt": "Mend noaa_3"}),
        *map(unseen, ("make generate", "python scripts/mend.py", "for f in src/*; do python mend.py $f; done")),
        *map(unseen, ("if test -f src; then ./mend; fi", "find src -exec perl -pi -e s/3/4/ {} +")),
        *map(unseen, ("ls src | xargs -n 1 dos2unix", "for f in src/*.py; do sed -Ei.bak s/3/4/ $f; done")),
        *map(unseen, ("echo 12 | tee -a src/feeds/noaa.py", "echo 12 >> noaa.py", 'echo 12 >> "$F"')),
        unseen("cat >> src/feeds/noaa.py <<'END'\nnoaa_12 = 12\nEND\ngrep -q noaa_13 README", "Exit code 1"),
        *(unseen({"tool": f"mcp__a__{name}"}) for name in ("replace_symbol_body", "replaceSymbolBody", "move-file")),
        *map(unseen, ("git checkout -- src/feeds", "git checkout -- src/feeds/noaa.py", "git -C . stash", "black src")),
        *map(unseen, ("sed -i 's/3 of noaa/mended/' src/feeds/noaa.py", "perl -pi -e 's/3 of noaa/mended/' $(ls src)")),
        *map(unseen, ("ruff check --fix", "git switch topic", "rm src/feeds/noaa.py")),
        lambda story: story.attach_file(NOAA),
        asked,
        lambda story: story.queued("Have a look at @src/feeds/noaa.py again, please."),
        rewritten,
    ],
)
def test_there_was_a_reason_to_read_it(story, follow, between):
    started(story).cut()
    between(story)
    story.say(story.read(NOAA))
    assert follow(story).of(Kind.REREAD) == []


def failed(story):
    call = story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'")
    call.error, call.result = True, "<tool_use_error>File has not been read yet.</tool_use_error>"
    story.files[NOAA] = story.files[NOAA].replace("noaa_3 = 'mended'", "noaa_3 = '3 of noaa'")
    story.say(call)


@pytest.mark.parametrize(
    ("between", "sure"),
    [
        (failed, Sure.CERTAIN),
        (lambda story: (story.say("I had to stop."), story.human("Continue.")), Sure.LIKELY),
        (lambda story: story.attach_file("src/feeds/bodc.py"), Sure.CERTAIN),
        (lambda story: story.say(story.edit("src/feeds/bodc.py", "bodc_3 = '3 of bodc'", "b = 1")), Sure.CERTAIN),
        (lambda story: story.say(story.bash("git checkout -- src/feeds/bodc.py", "")), Sure.CERTAIN),
        (lambda story: story.say(story.bash("grep -ri fix src", "done")), Sure.CERTAIN),
        (lambda story: story.say(story.bash("pytest -q", "9 passed")), Sure.CERTAIN),
        (lambda story: story.say(story.bash("docker run -i tides", "done")), Sure.LIKELY),
        (lambda story: story.say(story.bash("for f in src/*; do grep x $f > /dev/null; done", "")), Sure.CERTAIN),
    ],
)
def test_what_changes_no_file_or_another_one_excuses_nothing(story, follow, between, sure):
    started(story).cut()
    between(story)
    line = story.say(story.read(NOAA))
    assert line in (found := follow(story)).lines(Kind.REREAD)
    assert {one.sure for one in found.of(Kind.REREAD)} == {sure}


def test_who_was_sent_off_before_may_have_changed_it(story, follow):
    away = unseen({"prompt": "Mend noaa_3", "run_in_background": True}, "Async agent launched successfully.")
    away(started(story))
    story.cut()
    story.say(story.read("src/feeds/bodc.py"))
    story.files[NOAA] = story.files[NOAA].replace("noaa_4 = '4 of noaa'", "noaa_4 = 'mended'")
    story.say(story.read(NOAA))
    (one,) = follow(story).of(Kind.REREAD)
    assert one.subject.endswith("bodc.py") and one.sure is Sure.LIKELY, "its lines are the same: perhaps by chance"


def test_looking_at_what_the_last_edit_made_of_a_file_is_no_reread(story, follow):
    mended(started(story))
    story.cut()
    story.say(story.read(NOAA))
    assert follow(story).of(Kind.REREAD) == []


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


def test_all_lines_are_known_only_where_all_are(story, follow):
    story.files[NOAA] = "".join(f"noaa_{place} = '{place} of noaa'\n" for place in range(300))
    started(story).cut()
    story.files[NOAA] = story.files[NOAA].replace("noaa_3 = '3 of noaa'", "noaa_3 = 'mended'")
    story.say(story.read(NOAA))
    (one,) = follow(story).of(Kind.REREAD)
    assert (one.sure, one.why.split("; ")[1]) == (Sure.LIKELY, "99% of the lines were known.")


@pytest.mark.parametrize("is_read", [True, False])
def test_lines_read_and_lines_the_agent_wrote_itself_are_known_and_the_rest_is_new(story, follow, is_read):
    story.human("Please look after the feeds.")
    if is_read:
        story.say(story.read(NOAA))
    story.say(story.edit(NOAA, "noaa_3 = '3 of noaa'\n", LEVELS))
    for name in ("bodc", "shom", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    story.cut()
    line = story.say(story.read(NOAA))
    assert follow(story).lines(Kind.REREAD) == [line] * is_read


def test_what_had_been_cleared_before_was_not_taken_away_by_the_compaction(story, follow):
    story.human("Please look after the feeds.")
    for call in (read := [story.read(NOAA), story.read("src/feeds/bodc.py")]):
        story.say(call)
    story.tree({"type": "system", "microcompactMetadata": {"trigger": "auto", "compactedToolIds": [read[0].id]}})
    story.cut()
    story.say(story.read(NOAA))
    line = story.say(story.read("src/feeds/bodc.py"))
    assert follow(story).lines(Kind.REREAD) == [line]
