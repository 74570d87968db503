import os
import subprocess
import sys

import pytest
from inspector.verdicts.survival import judge_bank, survive

from inspector.model import Basis, Fact, FactKind, Quote, Verdict
from tests.talk import compactions, found, read, session

RULE = "never edit anything outside the feeds folder"


def verdict(rule, summary):
    (one,) = found(("human", rule), ("summary", summary))
    return survive(one).survivals[0]


def test_the_same_words_are_verbatim_and_counted():
    survival = verdict(RULE, f"The user said: {RULE}.")
    assert (survival.verdict, survival.matcher, survival.basis) == (Verdict.VERBATIM, "exact", Basis.COUNTED)


def test_a_difference_in_marks_is_still_verbatim():
    assert verdict(RULE, "- **Never** edit anything outside the `feeds` folder").matcher == "normalised"


@pytest.mark.parametrize(
    ("rule", "summary", "expected"),
    [
        (RULE, "The session was about tides.", Verdict.LOST),
        ("all times must be stored in UTC", "Stored times must be UTC, all of them.", Verdict.REWORDED),
        (
            "the parser must stay without any new dependency",
            "The parser may get a new dependency if needed.",
            Verdict.WEAKENED,
        ),
        ("always retry at most 4 times and wait 90 seconds", "Retry up to 5 times, wait 90 seconds.", Verdict.ALTERED),
        ("never squash the commits of a feed", "Squash the commits of a feed.", Verdict.CONTRADICTED),
    ],
)
def test_what_differs_decides(rule, summary, expected):
    assert verdict(rule, summary).verdict is expected


def test_a_lost_fact_names_the_nearest_passage():
    survival = verdict(RULE, "Nothing was decided.\nThe feeds were read again today by the agent.")
    assert survival.verdict is Verdict.LOST and "feeds" in survival.nearest.text and survival.why


def test_a_message_that_was_kept_is_verbatim_whatever_the_summary_says():
    (one,) = found(("human", "hello there"), ("human", RULE), ("summary", "Nothing."), keep=1)
    by_id = {fact.texts[0]: survival for fact, survival in zip(one.facts, survive(one).survivals, strict=True)}
    assert by_id[RULE].verdict is Verdict.VERBATIM


def test_a_bank_is_judged_on_every_compaction_after_its_facts_were_said():
    made = session(("human", RULE), ("summary", RULE), ("human", "go on"), ("summary", "Nothing."))
    fact = Fact(id="f", kind=FactKind.CONSTRAINT, statement=RULE, quotes=(Quote(1, 0, len(RULE)),), texts=(RULE,))
    outcomes = judge_bank(made, compactions(made), read, [fact])
    assert [outcome.survivals[0].verdict for outcome in outcomes] == [Verdict.VERBATIM, Verdict.LOST]


def test_the_work_can_be_stopped_between_two_facts():
    (one,) = found(("human", RULE), ("human", "all times must be stored in UTC"), ("summary", "Nothing."))
    asked = []

    def check():
        asked.append(1)
        if len(asked) == 2:
            raise Stopped

    with pytest.raises(Stopped):
        survive(one, check=check)
    assert len(asked) == 2


class Stopped(Exception):
    pass


def test_the_same_log_gives_the_same_verdicts_to_the_last_digit_in_every_process(samples, tmp_path):
    (log,) = (samples / "claude-code").glob("*/fading-rules/*.jsonl")
    told = []
    for seed in ("1", "2", "3"):
        asked = [sys.executable, "-m", "inspector", "survival", str(log), "--json"]
        env = {**os.environ, "PYTHONHASHSEED": seed, "INSPECTOR_HOME": str(tmp_path / seed)}
        told.append(subprocess.run(asked, capture_output=True, check=True, env=env).stdout)
    assert told[0] == told[1] == told[2]
