import pytest

from inspector.impact.finding import Kind, Sure
from tests.claude_log import Call

BUILD = "cd tools && gauge build --all"
MISSING = "/bin/bash: line 1: gauge: command not found"
UPLOAD = "mcp__browser__upload"
MODAL = 'Error: The tool "upload" can only be used while a file dialog is open.'


def fails(story, command=BUILD, error=MISSING, code=127):
    return story.say(story.bash(command, error, code=code)) - 1


def works(story, calls=3):
    for name in ("noaa", "bodc", "shom", "base")[:calls]:
        story.say(story.read(f"src/feeds/{name}.py"))


def started(story):
    story.human("Please bring the feeds into order.")
    fails(story)
    works(story)
    return story


def runs_tests_again(story, failed, command):
    """A test run fails before a cut; behind it one does with the same words, once a file was changed."""
    story.human("Please bring the feeds into order.")
    fails(story, "pytest tests/feeds -q", failed, 1)
    works(story)
    story.cut()
    story.say(story.edit("src/feeds/base.py", "base_3 = '3 of base'", "base_3 = 'three'"))
    fails(story, command, failed, 1)


def test_a_command_that_is_not_there_is_called_again_after_the_compaction(story, follow):
    started(story).cut()
    line = fails(story, "gauge report --since monday", "/bin/bash: line 4: gauge: command not found") + 1
    (one,) = (found := follow(story)).of(Kind.MISTAKE)
    assert found.lines(Kind.MISTAKE) == [line]
    assert "gauge: command not found" in one.why
    assert one.text == "/bin/bash: line 4: gauge: command not found"
    assert one.sure is Sure.LIKELY


@pytest.mark.parametrize(
    "absent",
    [
        "gauge: command not found",
        "(eval):{n}: command not found: gauge",
        "/bin/zsh:{n}: command not found: gauge",
        "sh: {n}: gauge: not found",
        "/bin/sh: gauge: not found",
    ],
)
def test_every_shell_says_in_its_own_way_that_a_command_is_not_there(story, follow, absent):
    story.human("Please bring the feeds into order.")
    fails(story, error=absent.format(n=1))
    works(story)
    story.cut()
    line = fails(story, "gauge report --since monday", absent.format(n=4)) + 1
    assert follow(story).lines(Kind.MISTAKE) == [line]


@pytest.mark.parametrize(("was", "now"), [("gauge", "tide"), ("gauge2", "gauge3")])
def test_another_command_that_is_not_there_is_another_error(story, follow, was, now):
    story.human("Please bring the feeds into order.")
    fails(story, f"{was} build", f"/bin/bash: line 1: {was}: command not found")
    works(story)
    story.cut()
    fails(story, f"{now} build", f"/bin/bash: line 1: {now}: command not found")
    assert follow(story).of(Kind.MISTAKE) == []


@pytest.mark.parametrize(
    "failed",
    [
        "src/feeds/noaa.py:12: ModuleNotFoundError: No module named 'gauge'",
        "ERROR: 2 failed, unknown flag --tide\nError: unknown flag --tide",
    ],
    ids=["a line of a file is no shell", "what tests say is about the work"],
)
def test_what_a_check_reports_is_no_error_of_the_surroundings(story, follow, failed):
    runs_tests_again(story, failed, "pytest tests/feeds -q")
    assert follow(story).of(Kind.MISTAKE) == []


def test_a_summary_that_tells_of_the_error_did_not_lose_it(story, follow):
    for told in (
        "2. gauge is not on the path here.",
        "2. Error met: line 1: gauge: command not found.",
        "2. The feeds are built without gauge.",
    ):
        log = started(type(story)(story.session, story.cwd, "2.1.219", "main", story.start, files=dict(story.files)))
        log.cut(told)
        fails(log)
        assert follow(log).of(Kind.MISTAKE) == []


def test_an_error_of_the_last_calls_is_what_the_agent_was_at(story, follow):
    story.human("Please bring the feeds into order.")
    works(story)
    fails(story)
    story.cut()
    fails(story)
    assert follow(story).of(Kind.MISTAKE) == []


def test_an_error_met_for_the_first_time_after_it_is_none(story, follow):
    story.human("Please bring the feeds into order.")
    works(story)
    story.cut()
    fails(story)
    fails(story)
    assert follow(story).of(Kind.MISTAKE) == []


def test_what_the_shell_says_around_a_test_counts(story, follow):
    piped = "pytest tests/feeds -q --timeout 5 2>&1 | tail -5", "tail: 2: No such file or directory"
    story.human("Please bring the feeds into order.")
    fails(story, *piped, 1)
    works(story)
    story.cut()
    line = fails(story, "pytest tests/alerts -q 2>&1 | tail -9", piped[1], 1) + 1
    assert follow(story).lines(Kind.MISTAKE) == [line]


def test_the_same_command_fails_alike_though_files_were_changed(story, follow):
    install = "pip install -e .", "error: subprocess-exited-with-error\nnote: This is no problem of the installer."
    story.human("Please bring the feeds into order.")
    fails(story, *install, 1)
    works(story)
    story.cut()
    story.say(story.edit("src/feeds/base.py", "base_3 = '3 of base'", "base_3 = 'three'"))
    line = fails(story, *install, 1) + 1
    assert follow(story).lines(Kind.MISTAKE) == [line]


def upload(story, path):
    return story.say(Call(UPLOAD, {"paths": [path]}, f"### Error\n{MODAL}", error=True))


@pytest.mark.parametrize("other", [False, True], ids=["the same arguments", "others, so perhaps another reason"])
def test_the_rule_of_a_tool_is_broken_again(story, follow, other):
    story.human("Please bring the feeds into order.")
    upload(story, "/home/mara/a.csv")
    works(story)
    story.cut()
    line = upload(story, "/home/mara/b.csv" if other else "/home/mara/a.csv")
    assert follow(story).lines(Kind.MISTAKE) == ([] if other else [line])


def test_an_error_is_told_once_a_compaction(story, follow):
    started(story).cut()
    line = fails(story, "gauge report") + 1
    fails(story, "gauge report --all")
    works(story)
    assert follow(story).lines(Kind.MISTAKE) == [line]


def test_the_same_command_with_nothing_changed_is_a_mistake_and_no_retry(story, follow):
    started(story).cut()
    line = fails(story) + 1
    found = follow(story)
    assert found.lines(Kind.MISTAKE) == [line]
    assert found.of(Kind.RETRY) == []


def test_an_error_that_a_summary_still_told_of_is_laid_to_the_compaction_that_dropped_it(story, follow):
    started(story).cut("2. gauge is not on the path here.")
    works(story)
    story.cut()
    line = fails(story) + 1
    (one,) = (found := follow(story)).of(Kind.MISTAKE)
    assert (one.compaction, found.lines(Kind.MISTAKE)) == (2, [line])
    assert "before compaction 2" in one.why


def test_an_error_that_no_later_text_told_of_stays_with_the_first_compaction(story, follow):
    started(story).cut()
    works(story)
    story.cut()
    fails(story)
    (one,) = follow(story).of(Kind.MISTAKE)
    assert one.compaction == 1
