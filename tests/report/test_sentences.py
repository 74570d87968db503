from dataclasses import replace

from inspector.model import Basis, TokenCount, Verdict
from inspector.report.document import Figure
from inspector.report.sentences import (
    compaction_words,
    curve_words,
    harm_counts,
    losses_in,
    missing_words,
    nothing_followed,
    nothing_stands_out,
    said_before,
    said_words,
    used_again,
)
from inspector.report.survey import CommonLoss, Round, SessionRow
from inspector.survival.outcome import IS_ENCRYPTED
from inspector.survival.shares import Share


def test_a_compaction_that_cannot_be_read_is_not_called_harmless(report, exact):
    first, second = report.compactions[0], replace(report.compactions[1], judge="")
    assert harm_counts(first) == "1 lost, 1 altered or weakened"
    assert harm_counts(second) == "all there"
    failed = replace(second, outcome="failed", facts=())
    assert harm_counts(failed) == "nothing removed" and said_before(failed).startswith("It failed: nothing was removed")
    assert harm_counts(exact.compactions[0]) == "2 not there, 1 in part"
    assert harm_counts(replace(first, facts=())) == "nothing lost or changed"
    assert harm_counts(replace(second, facts=())) == "nothing to look for"
    assert harm_counts(replace(second, facts=(), unjudged="Its text cannot be read.")) == "cannot be told"
    encrypted = replace(second, facts=(), unjudged=IS_ENCRYPTED)
    assert harm_counts(encrypted) == "cannot be told: its summary is encrypted"
    assert nothing_stands_out((encrypted,)) == IS_ENCRYPTED


def test_what_was_said_is_counted_by_where_it_stands(exact, report):
    first, second = exact.compactions
    words = "The user said 4 things before compaction 1. 1 stands there word for word, 1 in part, 2 do not."
    assert said_before(first) == words
    assert said_before(second) == (
        "The user said 4 things before compaction 2. None stands there word for word, none in part, 1 does not; "
        "3 did not stand there before it either."
    )
    assert said_words(3, {}, (), "You") == "You said nothing before compaction 3 that could be looked for."
    assert said_before(report.compactions[0]).endswith("Read by reader: 1 lost, 1 altered or weakened.")
    unread = said_words(1, {"there": 1, "undecided": 5}, (), "You", is_unread=True)
    assert unread.endswith("6 things before compaction 1. 1 stands there word for word; of the others nobody can tell.")
    assert said_words(1, {"undecided": 5}, (), "You", is_unread=True).endswith("Where they stand nobody can tell.")
    assert said_words(1, {"there": 2}, (), "You", is_unread=True).endswith(". 2 stand there word for word.")
    entered = said_words(1, {"there": 2}, (Verdict.LOST,), "You")
    assert entered.endswith("none is absent. The reviewer says: 1 lost.")
    entered = said_words(1, {"there": 2, "entered": 1, "done": 2}, (), "You")
    assert entered.startswith("You said 2 things before compaction 1, and 2 that no longer matter. 1 stands there word")
    assert "word for word, 1 by your verdict, none in part" in entered, "a verdict is no word for word"
    read = said_words(1, {"there": 1, "undecided": 2, "absent": 3}, (), "You", judge="m")
    assert read.endswith("Read by m: nothing lost or changed, 2 undecided. Of what it does not quote: 3 not there.")


def test_of_a_sentence_that_is_there_in_part_the_missing_words_are_told(exact):
    (part,) = dict(exact.compactions[0].groups)["part"]
    assert missing_words(part) == "not there: twice"
    assert missing_words(replace(part, missing=())) == "all of its words, but not in one piece"


def test_what_the_summary_turned_round_is_counted_ahead_of_what_it_lost(report):
    first = report.compactions[0]
    turned = replace(first.harms[0], verdict=Verdict.CONTRADICTED)
    told = replace(first, facts=(turned, *first.facts))
    assert harm_counts(told) == "1 contradicted, 1 lost, 1 altered or weakened"
    assert harm_counts(replace(first, facts=(turned,))) == "1 contradicted"


def test_what_was_used_again_stands_behind_the_share_of_all_that_was_shown():
    assert used_again(Share("file", 150, 40, 0, 0, 0, 110, 16, 13)) == "; of the 16 that were used again 13 there"
    assert used_again(Share("file", 5, 2, 0, 0, 0, 3)) == ""


NOTHING = TokenCount(None, Basis.INFERRED)


def test_the_figures_of_a_compaction_are_told_in_a_sentence_and_those_that_it_lacks_are_named(report):
    one = replace(report.compactions[0], before=TokenCount(900, Basis.RECORDED), after=NOTHING, share=None, seconds=4.0)
    assert compaction_words(one).startswith(
        "900 tokens before, duration 4 s. Not in this log: tokens after, how full the window was. "
    )
    assert "outcome done (" in compaction_words(one) and ", trigger auto, " in compaction_words(one)
    untold = compaction_words(replace(one, trigger="unknown"))
    assert "how full the window was, trigger. Summary, outcome" in untold and "unknown" not in untold
    of_no_kind = compaction_words(replace(one, kind="unknown", trigger="unknown"))
    assert "how full the window was, kind, trigger. Outcome done" in of_no_kind
    moved = compaction_words(replace(one, removed=3, kept=1, inserted=2))
    assert moved.endswith("). 3 items left the context, 1 stayed, 2 came in.")
    assert "left the context" not in compaction_words(replace(one, removed=None))
    bare = compaction_words(replace(one, before=NOTHING, seconds=None))
    assert bare.startswith("Not in this log: tokens before, tokens after, how full the window was, duration. ")
    whole = compaction_words(replace(one, after=TokenCount(300, Basis.ESTIMATED), share=0.5))
    assert whole.startswith("900 tokens before, ≈300 tokens after, window 50% full, duration 4 s. ")
    own = compaction_words(replace(one, reported_before=950))
    assert own.startswith("900 tokens before in the last prompt (950 by its own record), ")
    assert compaction_words(replace(one, reported_before=900)).startswith("900 tokens before, ")


def test_a_curve_of_a_log_without_usage_is_not_called_recorded():
    drawn = {"kinds": ("user", "unlogged"), "bands": ((5.0, 7.0), (1.0, 0.0))}
    assert curve_words(Figure((1, 2), (6, 7))) == "Prompt tokens of every request as recorded."
    assert "“unlogged” is what was recorded beyond" in curve_words(Figure((1, 2), (6, None), **drawn))
    untold = curve_words(Figure((1, 2), (None, None), **drawn))
    assert "estimated from the text" in untold and "unlogged" not in untold


def test_where_nothing_can_be_read_nobody_says_that_all_is_there(report):
    first, second = (replace(one, facts=(), unjudged="", judge="") for one in report.compactions)
    blind = replace(first, unjudged="The summary cannot be read.")
    assert nothing_stands_out((blind, blind)) == (
        "Where what was said stands cannot be told. The summary cannot be read."
    )
    assert nothing_stands_out((blind, second)).endswith("could be looked for; of 1 compaction that cannot be told.")
    there = replace(report.compactions[1], judge="")
    all_there = (
        "Every sentence that stood there before a compaction stands there behind it: 1 word for word, none in part."
    )
    assert nothing_stands_out((there,)) == all_there
    undecided = replace(there, facts=(*there.facts, replace(there.facts[0], verdict=Verdict.UNDECIDED)))
    assert nothing_stands_out((undecided,)).startswith("No sentence is known to be missing: 1 word for word")
    assert harm_counts(undecided) == "1 undecided"
    gone = tuple(replace(fact, verdict=Verdict.ABSENT, before=False) for fact in there.facts)
    assert "nothing stood there before a compaction either." in nothing_stands_out((replace(there, facts=gone),))
    assert nothing_stands_out((replace(there, judge="m"),)) == "The judge names nothing that was lost or changed."
    assert "never compacted" in nothing_stands_out(()) and "in 3 steps (" in nothing_stands_out((), edits=3)
    assert "cannot be told" in nothing_followed((blind,)) and "told" not in nothing_followed((first, blind))
    assert said_before(blind) == "This log has no sentence from before compaction 1 that could be looked for."


def test_what_is_not_there_in_a_session_is_no_number_where_none_can_be_read():
    lost = CommonLoss("said", "absent", "Fix it.", 3)
    read = Round(
        number=1, line=1, kind="summary", trigger="auto", outcome="ok", before=None, after=None, level=None,
        kept=(), losses=(), unjudged="",
    )  # fmt: skip
    blind = replace(read, unjudged="The summary cannot be read.")
    failed = replace(read, outcome="failed")
    sessions = ((), (failed,), (read,), (blind,), (blind, read), (replace(blind, losses=(lost,)),))
    told = [losses_in(SessionRow(path="", rounds=rounds)) for rounds in sessions]
    assert told[:3] == ["", "nothing removed", "nothing to look for"]
    assert told[3:] == ["cannot be told", "0 (1 of 2 unread)", "1 (1 of 1 unread)"]
    assert losses_in(SessionRow(path="", error="It is empty.")) == ""
