from dataclasses import replace

from inspector.survival.shares import Share
from inspector.verdicts.usable import IS_ENCRYPTED

from inspector.model import Basis, TokenCount, Verdict
from inspector.report.document import Figure
from inspector.report.sentences import (
    compaction_words,
    curve_words,
    harm_counts,
    losses_in,
    nothing_followed,
    nothing_stands_out,
    used_again,
)
from inspector.report.survey import CommonLoss, Round, SessionRow


def test_a_compaction_that_could_not_be_judged_is_not_called_harmless(report):
    first, second = report.compactions
    assert harm_counts(first) == "1 lost, 1 altered or weakened"
    assert harm_counts(second) == "no loss found"
    assert harm_counts(replace(second, facts=(), unjudged="Its text cannot be read.")) == "could not be judged"
    encrypted = replace(second, facts=(), unjudged=IS_ENCRYPTED)
    assert harm_counts(encrypted) == "cannot be assessed: its summary is encrypted"
    assert nothing_stands_out((encrypted,)) == IS_ENCRYPTED
    gone = replace(first.facts[0], harm=False)
    assert harm_counts(replace(first, facts=(gone,))) == "none that was missed"
    assert harm_counts(replace(first, facts=(replace(gone, live=False),))) == "no loss found"


def test_what_the_summary_turned_round_is_counted_ahead_of_what_it_lost(report):
    first = report.compactions[0]
    turned = replace(first.harms[0], verdict=Verdict.CONTRADICTED)
    told = replace(first, facts=(turned, *first.facts))
    assert harm_counts(told) == "1 contradicted, 1 lost, 1 altered or weakened"
    assert harm_counts(replace(first, facts=(turned,))) == "1 contradicted"


def test_what_was_used_again_stands_behind_the_share_of_all_that_was_shown():
    assert used_again(Share(150, 40, 0, 110, 0.2, 0.3, 16, 13)) == "; 13 of the 16 that were used again kept"
    assert used_again(Share(5, 2, 0, 3, 0.1, 0.8)) == ""


NOTHING = TokenCount(None, Basis.INFERRED)


def test_what_a_compaction_has_no_figure_for_is_named_in_a_whole_sentence(report):
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


def test_a_curve_of_a_log_without_usage_is_not_called_recorded():
    drawn = {"kinds": ("user", "unlogged"), "bands": ((5.0, 7.0), (1.0, 0.0))}
    assert curve_words(Figure((1, 2), (6, 7))) == "Prompt tokens of every request as recorded."
    assert "“unlogged” is what was recorded beyond" in curve_words(Figure((1, 2), (6, None), **drawn))
    untold = curve_words(Figure((1, 2), (None, None), **drawn))
    assert "estimated from the text" in untold and "unlogged" not in untold


def test_the_size_before_by_the_compactions_own_record_stands_beside_the_last_prompt(report):
    one = replace(report.compactions[0], before=TokenCount(900, Basis.RECORDED), reported_before=950)
    assert compaction_words(one).startswith("900 tokens before in the last prompt (950 by its own record), ")
    assert compaction_words(replace(one, reported_before=900)).startswith("900 tokens before, ")


def test_where_nothing_could_be_judged_nobody_says_that_nothing_was_lost(report):
    first, second = (replace(one, facts=(), unjudged="") for one in report.compactions)
    blind = replace(first, unjudged="The summary cannot be read.")
    assert nothing_stands_out((blind, blind)) == "What was lost could not be judged. The summary cannot be read."
    assert nothing_stands_out((blind, second)).endswith("could be judged; 1 compaction could not be.")
    assert nothing_stands_out((first, second)) == "No loss was found in what could be judged."
    assert "never compacted" in nothing_stands_out(())
    assert "could not be judged" in nothing_followed((blind,)) and "judged" not in nothing_followed((first, blind))


def test_the_losses_of_a_session_are_no_number_where_none_could_be_judged():
    lost = CommonLoss("task", "lost", "Fix it.", 3)
    judged = Round(
        number=1, line=1, kind="summary", trigger="auto", outcome="ok", before=None, after=None, level=None,
        kept=(), losses=(), unjudged="",
    )  # fmt: skip
    blind = replace(judged, unjudged="The summary cannot be read.")
    told = [
        losses_in(SessionRow(path="", rounds=rounds))
        for rounds in ((), (judged,), (blind,), (blind, judged), (replace(blind, losses=(lost,)),))
    ]
    assert told == ["0", "0", "could not be judged", "0 (1 of 2 not judged)", "1 (1 of 1 not judged)"]
    assert losses_in(SessionRow(path="", error="It is empty.")) == ""


def test_where_nothing_is_sure_it_is_said_how_much_was_not_found(report):
    first, _ = report.compactions
    unsure = replace(first.facts[0], verdict=Verdict.UNDECIDED, unsure=Verdict.LOST, harm=False)
    one = replace(first, facts=(unsure, replace(unsure, live=False)))
    assert harm_counts(one) == "none that is sure, 1 not found"
    assert nothing_stands_out((one,)).startswith("No loss is sure in what could be judged. 1 statement not found")
