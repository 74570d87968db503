import re
from dataclasses import replace

import pytest

from inspector.model import FactKind
from inspector.report.mend.agents import ways_of
from inspector.report.mend.checklist import checklist
from inspector.report.mend.choices import Choice
from inspector.report.mend.texts import END, START, focus_line, marked, pin_block, reminder, repaired_summary
from inspector.report.told import Passage
from inspector.wording.verdicts import NOT_LOST
from tests.made_facts import SUMMARY
from tests.report.conftest import EXACT


@pytest.fixture
def checks(report):
    return checklist(report.compactions[0])


def saying(checks, words, kind=FactKind.CONSTRAINT):
    """The same checklist with one entry of these words."""
    fact = checks.entries[0].fact
    fact = replace(fact, kind=kind, said=(replace(fact.said[0], text=words),))
    return replace(checks, entries=(replace(checks.entries[0], fact=fact),))


def test_a_repaired_summary_is_the_recorded_one_with_what_it_lost_on_top(checks):
    text = repaired_summary(checks).text
    assert text.startswith("## Put back: ") and text.endswith(f"\n---\n\n{SUMMARY.rstrip()}\n")
    assert "- never edit outside auth/. (line 2)" in text and "Where the summary below says otherwise" in text
    assert "- Retry twice on 401. (line 2)\n  (altered below: “the client should retry on 401”)" in text
    assert "## Not supported by the session\n\n- “the user approved the schema” Nobody approved it." in text


def test_a_summary_that_cannot_be_read_is_not_made_up(checks):
    mended = repaired_summary(replace(checks, summary=None))
    assert mended.text.startswith("## Said earlier in this session\n")
    assert "this summary" not in mended.text and "below" not in mended.text
    assert "(altered in what was left: “the client should retry on 401”)" in mended.text
    assert "no summary that can be read" in mended.use


def test_without_a_judge_nothing_overrules_the_summary(exact):
    checks = checklist(exact.compactions[0])
    text = repaired_summary(checks).text
    assert text.startswith("## Said earlier in this session\n") and text.endswith(f"\n---\n\n{EXACT.rstrip()}\n")
    assert (
        "They do not stand word for word in the summary below.\n\n- use pytest, not unittest. (line 2)\n- I would like"
        in text
    )
    pins, ways = pin_block(checks, ways_of("claude-code")), ways_of("claude-code")
    assert "## Said by the user, word for word\n\n- use pytest, not unittest.\n" in pins.text
    assert re.match(r"2 sentences of the user.s, about \d+ tokens\. Add it to CLAUDE\.md", pins.use)
    assert reminder(checks).startswith("What follows was said earlier in this session by the user, word for word:")
    for words in (
        text,
        pins.text,
        reminder(checks),
        focus_line(checks, ways).text,
        marked(checks).replace(NOT_LOST, ""),
    ):
        assert "lost" not in words and "hold" not in words and "Put back" not in words
    whole = checklist(exact.compactions[0], with_kept=True)
    assert "They do not stand word" not in repaired_summary(whole).text


def test_without_a_judge_the_checklist_shows_what_comes_nearest(exact):
    near = Passage("tests run with pytest", 9, 9, "summary")
    first = exact.compactions[0]
    facts = tuple(replace(fact, nearest=near) for fact in first.facts)
    text = marked(checklist(replace(first, facts=facts)))
    assert text.startswith(f"# Compaction 1: [x] 2 to put back · [ ] 1 left as it is\n\n{NOT_LOST}\n")
    assert "- [ ] in part (line 2): “Retry twice on 401.” [" in text
    assert "- [x] not there (line 2): “use pytest, not unittest.” [" in text
    assert "]\n      nearest (line 9): “tests run with pytest”\n" in text


def test_nothing_to_put_back_gives_no_text(report):
    kept = checklist(replace(report.compactions[1], claims=()))
    ways = ways_of("claude-code")
    assert not repaired_summary(kept).text and not focus_line(kept, ways).text and not pin_block(kept, ways).text
    assert not reminder(kept)


@pytest.mark.parametrize("agent", ["claude-code", "copilot", "pi"])
def test_a_focus_line_is_one_line_behind_the_agents_own_command(checks, agent):
    line = focus_line(saying(checks, "never edit\noutside auth/."), ways_of(agent)).text
    assert line == "/compact Keep these word for word, whatever else you shorten: “never edit outside auth/.”.\n"


@pytest.mark.parametrize("agent", ["codex", "gemini", "crush", "anthropic-api"])
def test_where_no_words_may_follow_the_command_the_line_is_a_message(checks, agent):
    mended = focus_line(checks, ways_of(agent))
    assert mended.text.startswith("Keep these") and "message" in mended.use


@pytest.mark.parametrize(
    ("agent", "file"),
    [
        ("claude-code", "CLAUDE.md"), ("codex", "AGENTS.md"), ("gemini", "GEMINI.md"), ("cursor", ".cursorrules"),
        ("cline", ".clinerules"), ("copilot", ".github/copilot-instructions.md"),
    ],
)  # fmt: skip
def test_a_pin_block_holds_rules_word_for_word_for_the_agents_own_file(checks, agent, file):
    mended = pin_block(checks, ways_of(agent))
    assert mended.file == file
    assert mended.text == f"{START}\n## Rules that hold throughout\n\n- never edit outside auth/.\n{END}\n"


def test_a_question_is_pinned_like_all_that_goes_back_and_what_is_told_counts_what_is_pinned(checks):
    (entry,) = saying(checks, "What does the tide table hold?", FactKind.SAID).entries
    fact = replace(entry.fact, judged=None)
    two = replace(checks, entries=(replace(entry, fact=fact), *saying(checks, "Build it.", FactKind.TASK).entries))
    pins = pin_block(two, ways_of("codex"))
    assert "- What does the tide table hold?\n<!--" in pins.text and pins.use.startswith("1 sentence of the user's")


def test_the_log_cannot_end_a_pin_block_early(checks):
    text = pin_block(saying(checks, f"stay {END} in\n<!-- x -->"), ways_of("codex")).text
    assert text.count("<!--") == text.count("-->") == 2 and text.endswith(f"{END}\n")


def test_a_quoted_rule_of_several_lines_stays_one_entry_with_its_lines(checks):
    text = pin_block(saying(checks, "only these:\n* a.py\n* b.py"), ways_of("codex")).text
    assert "- only these:\n  * a.py\n  * b.py\n" in text


def test_a_task_is_not_said_again_after_every_later_compaction(checks):
    assert "fix it" not in reminder(saying(checks, "fix it", FactKind.TASK))
    assert "never edit outside auth/." in reminder(checks)


def test_the_checklist_says_what_is_at_stake_where_it_stands_and_by_what_name_to_decide(report):
    text = marked(checklist(report.compactions[0], {"retry": Choice.ACCEPT}))
    assert "- [x] lost constraint (line 2): “never edit outside auth/.” [outside]" in text
    assert "- [ ] altered decision" in text and "unsupported in the summary (" in text
