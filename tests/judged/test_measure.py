"""The judge against hand labels, with recorded answers of a strong model: what the README says of it holds."""

from __future__ import annotations

import re
import statistics
from pathlib import Path

import pytest

from tests.judged.measure import Measured, measure, score

BARS = {
    "statements": 0.82,
    "rules": 0.82,
    "live statements": 0.80,
    "state accuracy": 0.92,
    "harm list": 0.66,
    "unsupported claims": 0.60,
}
_FIGURE = {
    "statements": r"statements: .* f1 ([\d.]+)",
    "rules": r"rules: .* recall ([\d.]+)",
    "live statements": r"live statements: recall ([\d.]+)",
    "state accuracy": r"state accuracy on found [^:]*: ([\d.]+)",
    "harm list": r"harm list [^:]*: .* f1 ([\d.]+)",
    "unsupported claims": r"unsupported claims: .* f1 ([\d.]+)",
}
MOST = 35_000
"""Tokens asked for the median compaction, all requests together."""


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
def once(corpus, gold, tmp_path_factory):
    return _measured(corpus, gold, tmp_path_factory.mktemp("once"), 1)


@pytest.fixture(scope="module")
def twice(corpus, gold, tmp_path_factory):
    return _measured(corpus, gold, tmp_path_factory.mktemp("twice"), 2)


def _measured(corpus: Path, gold: Path, folder: Path, passes: int) -> tuple[Measured, dict[str, float]]:
    measured = measure(corpus, passes, folder)
    if measured.missing or measured.changed:
        pytest.skip("the recorded answers are to earlier questions: they have to be made anew")
    return measured, figures(score(gold, corpus, folder))


@pytest.mark.parametrize("name", BARS)
@pytest.mark.parametrize("passes", ["once", "twice"])
def test_a_reading_and_two_hold_their_bars(passes, name, request) -> None:
    assert request.getfixturevalue(passes)[1][name] >= BARS[name]


def test_the_answers_are_of_the_questions_as_they_are_asked(once, twice) -> None:
    assert (once[0].changed, twice[0].changed) == (0, 0), "record them anew, or say so beside the figures"


def test_a_median_compaction_takes_one_or_two_requests_within_what_was_promised(once) -> None:
    measured = once[0]
    assert len(measured.tokens) == 22 and statistics.median(measured.tokens) <= MOST
    assert statistics.median(measured.requests) <= 2


def test_nearly_every_quote_of_a_strong_model_stands_in_the_log(once) -> None:
    trust = [one.trust for _, one, _ in once[0].judgements]
    assert sum(one.stood for one in trust) >= 0.98 * sum(one.given for one in trust)
