import pytest

from inspector.model import Verdict
from inspector.verdicts.survival import survive
from tests.talk import found

OPTIONS = (
    "Two ways:\n\n**A) Store it in the metadata file** of the run\n"
    "**B) Keep a separate index folder** beside it\n\nWhich one?"
)


def fate(reply, summary):
    (one,) = found(("agent", OPTIONS), ("human", reply), ("summary", summary))
    outcome = survive(one)
    facts = zip(outcome.facts, outcome.survivals, strict=True)
    return next(survival for fact, survival in facts if fact.parts)


@pytest.mark.parametrize(
    "summary",
    [
        "## Next steps\n- Keep a separate index folder beside the run.",
        "The plan: keep a separate index folder.",
        "It was decided to keep a separate index folder.",
    ],
)
def test_a_summary_that_makes_the_rejected_option_the_plan_alters_the_decision(summary):
    survival = fate("A", summary)
    assert survival.verdict is Verdict.ALTERED and survival.matcher == "rejected"
    assert "index folder" in survival.evidence[0].text and "turned down" in survival.why


@pytest.mark.parametrize(
    "summary",
    [
        "## Decisions\n- Store it in the metadata file of the run; a separate index folder was rejected.",
        "The plan: store it in the metadata file of the run, not in a separate index folder.",
        "The plan: store it in the metadata file of the run instead of a separate index folder.",
    ],
)
def test_a_summary_that_names_the_rejected_option_as_rejected_keeps_the_decision(summary):
    assert fate("A", summary).verdict in (Verdict.REWORDED, Verdict.VERBATIM)


@pytest.mark.parametrize(
    "summary",
    [
        "Pending: remove the separate index folder.",
        "The current separate index folder is replaced next.",
        "The plan: store it in the metadata file, later perhaps a separate index folder.",
    ],
)
def test_what_is_to_go_or_may_come_later_is_not_the_plan(summary):
    assert fate("A", summary).matcher != "rejected"


def test_a_decision_told_by_its_option_is_kept_though_the_reply_named_a_letter():
    summary = "Decided: store it in the metadata file of the run."
    assert fate("A, because folders get lost", summary).verdict in (Verdict.REWORDED, Verdict.VERBATIM)


def test_a_summary_that_says_neither_has_lost_it():
    assert fate("A", "The tides were read.").verdict is Verdict.LOST


@pytest.mark.parametrize(
    ("summary", "presented"),
    [
        ("## Pending\n- Structure of the tabs (LoaderView, TideIndexReader)", False),
        ("## Pending\n- Call the ferry in TideIndexReaderModel after the loading", False),
        ("## Pending\n- Implement the TideIndexReader", True),
    ],
)
def test_where_only_a_name_tells_two_options_apart_it_has_to_be_decided_on(summary, presented):
    options = "Two ways:\n\n**A) In the MetadataFile of the run**\n**B) In the TideIndexReader of the run**\n\nWhich?"
    (one,) = found(("agent", options), ("human", "A"), ("summary", summary))
    assert ("rejected" in {survival.matcher for survival in survive(one).survivals}) is presented
