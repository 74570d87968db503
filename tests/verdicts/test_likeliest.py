import pytest
from inspector.verdicts.likeliest import likeliest, pair_features, part_of, side_by_side
from inspector.verdicts.zones import look_after

from inspector.model import Zone
from tests.talk import compactions, read, session


def after(summary):
    made = session(("human", "x"), ("summary", summary))
    return look_after(made, compactions(made)[0], read)


def test_the_passage_with_most_telling_words_is_found():
    likely = likeliest(
        "store all timestamps in UTC", after("The parser is slow.\n\nTimestamps are stored in UTC.\n\nBye.")
    )
    assert likely.text == "Timestamps are stored in UTC." and likely.share > 0.7


def test_evidence_over_several_passages_is_what_stands_in_the_text():
    summary = "- Timestamps are stored in UTC\n\n  - The backoff of the parser is capped at 4 seconds\n"
    left = after(summary)
    evidence = likeliest("timestamps stored in UTC and the parser backoff capped at 4 seconds", left).evidence
    whole = left.texts[0].text
    assert "UTC" in evidence.text and "capped" in evidence.text
    assert evidence.text == whole[evidence.start : evidence.end]


def test_a_statement_without_a_telling_word_in_common_has_no_passage():
    assert likeliest("store all timestamps in UTC", after("Nothing here.")) is None


def test_neighbours_are_a_share_of_those_of_the_statement():
    assert side_by_side("cap the backoff at ninety seconds", "backoff ninety seconds, the cap of it") == 2 / 3
    assert side_by_side("cap the backoff", "the backoff is slow and has a cap") == 0.0
    assert side_by_side("backoff", "the backoff") == 0.0


def test_what_a_passage_says_beside_the_statement_takes_from_its_share():
    words = "the backoff is capped at ninety seconds"
    short = likeliest(words, after("The backoff is capped at ninety seconds."))
    long = likeliest(words, after("The backoff is capped at ninety seconds, harbour feeds poll hourly, charts redraw."))
    assert short.share == long.share and short.back > 0.9 > long.back


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("## Files and Code Sections", "files"),
        ("## Key files", "files"),
        ("## Current Work", "current"),
        ("## Next steps", ""),
        ("## Profiles", ""),
    ],
)
def test_a_passage_belongs_to_the_part_that_its_heading_names(heading, part):
    summary = f"## Intent\n- Draw the tides.\n{heading}\n- The backoff is capped at ninety seconds"
    likely = likeliest("cap the backoff at ninety seconds", after(summary))
    assert part_of(likely.passage) == part
    assert (f"part:{part}" in pair_features("cap the backoff", likely)) is bool(part)


def test_a_heading_outside_the_summary_names_no_part():
    kept = ("human", "## Files\n- cap the backoff at ninety seconds")
    made = session(("human", "first"), kept, ("summary", "## Files\n- chart.rs draws"), keep=1)
    passages = look_after(made, compactions(made)[0], read).passages
    assert {(passage.zone, part_of(passage)) for passage in passages if passage.section} == {
        (Zone.KEPT, ""),
        (Zone.SUMMARY, "files"),
    }


def test_lost_names_are_a_feature():
    words = "retry 4 times in `backoff.py`"
    features = pair_features(words, likeliest(words, after("Retries happen 5 times in the module.")))
    assert features["names lost"] == 1.0 and features["has numbers"] == 1.0


@pytest.mark.parametrize(
    ("words", "opens"),
    [
        ("`make tides` — no errors", True),
        ("**`pnpm --filter web build`** builds", True),
        ("run `make tides`", False),
        ("`tides` is read", False),
    ],
)
def test_a_statement_that_opens_with_a_command_is_known_by_it(words, opens):
    likely = likeliest("tides are read", after("The tides are read without errors."))
    assert ("command" in pair_features(words, likely)) is opens
