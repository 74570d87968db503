"""The judge against hand labels, with recorded answers of a strong model: what the README says of it holds."""

from __future__ import annotations

import re
import statistics
from pathlib import Path

import pytest

from tests.judged.measure import Measured, measure, score

BARS = {
    "statements": 0.82,
    "rules": 0.90,
    "live statements": 0.80,
    "state accuracy": 0.93,
    "harm list": 0.66,
    "unsupported claims": 0.69,
}
NOT_MET = {"statements": 0.815, "live statements": 0.783, "harm list": 0.657}
"""As measured since statements are followed: below the bars, which stay what they were."""
_FIGURE = {
    "statements": r"statements: .* f1 ([\d.]+)",
    "rules": r"rules: .* recall ([\d.]+)",
    "live statements": r"live statements: recall ([\d.]+)",
    "state accuracy": r"state accuracy on found [^:]*: ([\d.]+)",
    "harm list": r"harm list [^:]*: .* f1 ([\d.]+)",
    "unsupported claims": r"unsupported claims: .* f1 ([\d.]+)",
}
FIRST, LATER = 19_000, 9_000
"""Tokens asked for the median compaction, all requests together: a session's first, and one behind another."""


def figures(printed: str) -> dict[str, float]:
    found = {name: re.search(pattern, printed) for name, pattern in _FIGURE.items()}
    return {name: float(match[1]) for name, match in found.items() if match}


@pytest.fixture(scope="module")
def gold(corpus) -> Path:
    folder = corpus.parent / "gold"
    if not (folder / "score.py").is_file():
        pytest.skip("there are no hand labels beside the checkout")
    return folder


@pytest.fixture(scope="module")
def replayed(corpus, gold, tmp_path_factory) -> tuple[Measured, dict[str, float]]:
    folder = tmp_path_factory.mktemp("judged")
    measured = measure(corpus, folder)
    return measured, figures(score(gold, corpus, folder))


@pytest.mark.parametrize("name", BARS)
def test_a_reading_holds_its_bars(replayed, name, request) -> None:
    if name in NOT_MET:
        request.applymarker(pytest.mark.xfail(reason=f"{NOT_MET[name]} of {BARS[name]}", strict=True))
    assert replayed[1][name] >= BARS[name]


@pytest.mark.parametrize("name", NOT_MET)
def test_what_is_below_its_bar_falls_no_further(replayed, name) -> None:
    assert replayed[1][name] >= NOT_MET[name]


def test_the_answers_are_of_the_questions_as_they_are_asked(replayed) -> None:
    measured = replayed[0]
    assert measured.missing == 0 and len(measured.judgements) == 46
    assert measured.changed == 0, "record them anew, or say so beside the figures"


def test_a_compaction_that_goes_on_from_another_costs_what_is_new(replayed) -> None:
    measured = replayed[0]
    asked: dict[bool, list[int]] = {False: [], True: []}
    for (_, one, _), tokens in zip(measured.judgements, measured.tokens, strict=True):
        asked[one.follows is not None].append(tokens)
    assert len(asked[True]) == 25
    assert statistics.median(asked[False]) <= FIRST and statistics.median(asked[True]) <= LATER
    assert statistics.median(measured.requests) == 1


def test_nearly_every_quote_of_a_strong_model_stands_in_the_log(replayed) -> None:
    trust = [one.trust for _, one, _ in replayed[0].judgements]
    assert sum(one.stood for one in trust) >= 0.98 * sum(one.given for one in trust)
