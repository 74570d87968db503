import tomllib
from functools import cache
from pathlib import Path

import pytest
from inspector.verdicts.likeliest import likeliest
from inspector.verdicts.matchers import MATCHERS
from inspector.verdicts.rulings import RULINGS, rule_on
from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Quote, Verdict
from tests.talk import compactions, read, session

PAIRS = tomllib.loads(Path(__file__).with_name("pairs.toml").read_text("utf-8"))["pair"]
AROUND = """\
## Work so far
- The build was set up and the first tests ran.
- Three modules were read: the clock, the chart and the gauge.
- {said}
## Files
- chart.rs holds the drawing code.
## Next
- Look at the gauge readings again."""


def facts_and_after(fact, summary, kind):
    made = session(("human", fact), ("summary", AROUND.format(said=summary)))
    said = Fact(id="f", kind=FactKind(kind), statement="s", quotes=(Quote(1, 0, 1),), texts=(fact,))
    return said, look_after(made, compactions(made)[0], read)


def judged(fact, summary, kind="constraint"):
    said, after = facts_and_after(fact, summary, kind)
    return next(match for matcher in MATCHERS if (match := matcher.match(said, after)) is not None)


def is_weighed(pair):
    """Whether no ruling speaks, so that the fitted weights decide."""
    said, after = facts_and_after(pair["fact"], pair["summary"], pair.get("kind", "constraint"))
    likely = likeliest(said.texts[0], after)
    found = any(matcher.match(said, after) for matcher in MATCHERS if matcher.name != "lexical")
    return not found and likely is not None and rule_on(said, likely, after) is None


@cache
def speakers():
    """The ruling that speaks first on each pair, and whether it is right; the pairs on which one speaks."""
    told = []
    for pair in PAIRS:
        said, after = facts_and_after(pair["fact"], pair["summary"], pair.get("kind", "constraint"))
        likely = likeliest(said.texts[0], after)
        if likely is not None:
            first = next((ruling for ruling in RULINGS if ruling(said, likely, after) is not None), None)
            told.append((first, is_right(pair)[0]))
    return [one for one in told if one[0] is not None]


def is_right(pair):
    match = judged(pair["fact"], pair["summary"], pair.get("kind", "constraint"))
    kept = match.verdict in (Verdict.VERBATIM, Verdict.REWORDED)
    return ("kept" if kept else match.verdict.value) in pair["right"], match.why


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['fact'][:40]} / {pair['summary'][:40]}")
def test_a_pair_on_which_a_ruling_speaks_is_called_what_a_careful_reader_calls_it(pair):
    right, why = is_right(pair)
    assert right or is_weighed(pair), why


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.__name__)
def test_every_ruling_speaks_and_is_right_on_a_pair_that_no_other_has_ruled_before(ruling):
    assert (ruling, True) in speakers(), "it has fallen silent, or an earlier one speaks in its place"


def test_of_the_pairs_on_which_none_speaks_nearly_all_are_weighed_right():
    weighed = [pair for pair in PAIRS if is_weighed(pair)]
    wrong = [(pair["fact"], pair["summary"]) for pair in weighed if not is_right(pair)[0]]
    assert len(weighed) * 2 < len(PAIRS) and len(wrong) * 10 <= len(weighed), wrong


def test_a_ruling_names_what_differs():
    assert "9090" in judged("the server has to listen on port 8080", "The server listens on port 9090.").why
    assert (
        "buoys"
        in judged(
            "the export has to cover harbours, tides, moons, lanterns and buoys",
            "The export covers harbours, tides and moons.",
        ).why
    )


@pytest.mark.parametrize("kind", ["given", "task", "constraint"])
def test_a_sentence_that_opens_with_only_limits_whatever_kind_it_was_taken_for(kind):
    told = "The harbour and the pier feeds get the new backoff."
    said, after = facts_and_after("Only the harbour and the pier feeds get the new backoff", told, kind)
    verdict, why = rule_on(said, likeliest(said.texts[0], after), after)
    assert verdict is Verdict.UNDECIDED and "only" in why
