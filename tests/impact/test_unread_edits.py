import pytest

from inspector.impact.finding import Kind, Sure
from tests.claude_log import Call

BASE, LIMITS = "src/feeds/base.py", "src/alerts/limits.py"
REFUSED = "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>"


def refused(story, path=BASE):
    arguments = {"file_path": f"{story.cwd}/{path}", "old_string": "base_3", "new_string": "base_three = 3  # metres"}
    return story.say(Call("Edit", arguments, REFUSED, error=True))


def test_an_edit_is_refused_that_would_have_gone_through_before_the_compaction_and_told_once(story, follow):
    story.human("Please bring the feeds into order.")
    story.say(story.read(BASE))
    story.cut()
    line = refused(story)
    refused(story)
    (one,) = (found := follow(story)).of(Kind.MISTAKE)
    assert found.lines(Kind.MISTAKE) == [line]
    assert one.sure is Sure.CERTAIN


@pytest.mark.parametrize(("before", "after"), [(LIMITS, None), (BASE, BASE)], ids=["never read", "read again"])
def test_an_edit_is_refused_for_other_reasons(story, follow, before, after):
    story.human("Please bring the feeds into order.")
    story.say(story.read(before))
    story.cut()
    if after:
        story.say(story.read(after, 1, 3))
    refused(story)
    assert follow(story).of(Kind.MISTAKE) == []
