from inspector.verdicts.claims import find_claims

from inspector.model import Diagnostic, Severity, Source
from inspector.reconstruct.segment import summary_of
from tests.worked import claims, kinds, ran, segment, wrote

ASKED = ("human", "please add retries to the upload")


def test_a_claim_quotes_the_summary_and_says_why():
    summary = "Everything was looked at. No errors were encountered."
    of = segment(ASKED, ran("make", "no rule", error=True), summary=summary)
    (claim,) = find_claims(of, summary_of(of.session, of.compaction))
    assert summary[claim.quote.start : claim.quote.end] == claim.text == "No errors were encountered."
    assert (claim.compaction, claim.quote.item, claim.why) == (1, 4, "A step of the work failed (line 3).")


def test_claims_stand_in_the_order_of_the_summary_and_once():
    told = claims(
        "- The user wants daily backups on cold storage.\n- No errors were encountered.\n"
        "- The user wants daily backups on cold storage.\n",
        ASKED,
        ran("make", "no rule", error=True),
    )
    assert [subject for subject, _, _ in told] == ["authorship", "completion"]


def test_code_and_headings_claim_nothing():
    assert kinds("## No errors were encountered.\n\n```\nNo errors were encountered.\n```\n", ASKED,
                 ran("make", "no rule", error=True)) == []  # fmt: skip


def test_where_most_of_the_history_is_not_in_the_log_nothing_is_claimed():
    summary = "The user wants daily database backups on cold storage."
    assert kinds(summary, ASKED) == [("authorship", "unsupported")]
    assert kinds(summary, ASKED, before=150_000) == []


UNREAD = Diagnostic(Severity.ERROR, "bad-json", "", Source("work.jsonl", 2))


def test_what_may_stand_in_a_line_that_cannot_be_read_is_not_held_against_a_summary():
    """He may have said so there, or the tests may have run once more."""
    said = (ASKED, ran("pytest", "1 failed, 4 passed", error=True), wrote("up.py", "x = 1\n"))
    for summary in (
        'The user asked: "drop the whole upload feature now".',
        "- The user wants daily backups on cold storage.",
        "## User preferences\n- Always keep daily backups on cold storage",
        "The user asked for a detailed summary of the conversation so far.",
        "All tests pass.",
    ):
        assert kinds(summary, *said) != [], summary
        assert kinds(summary, *said, diagnostics=(UNREAD,)) == [], summary


def test_what_a_readable_line_shows_wrong_is_told_although_another_cannot_be_read():
    said = (ASKED, ran("make", "no rule", error=True))
    assert kinds("No errors were encountered.", *said, diagnostics=(UNREAD,)) == [("completion", "contradicted")]
