from __future__ import annotations

import random

import numpy as np
import pytest

from inspector.measure.calibrate import NOT_FITTED, calibrate, weighted_median
from inspector.measure.count import Counts, count_items
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Basis, Splice
from inspector.read.open import open_log
from inspector.reconstruct.replay import Replay


def counted(tokens: list[int]) -> Counts:
    n = len(tokens)
    return Counts(np.array(tokens, np.int32), np.ones(n, np.bool_), np.zeros(n, np.int32), "words")


@pytest.fixture
def generated(builder, say, ask, finish):
    """Requests whose recorded prompts follow the model exactly, but for what ``disturb`` adds."""

    def make(ratio, overhead, framing, calls=120, cut_every=50, disturb=lambda call: 0):
        chance = random.Random(7)
        tokens: list[int] = []
        context, since = 0, 0
        for call in range(calls):
            if call and call % cut_every == 0:
                tokens.append(900)
                summary = say(enter=False)
                builder.ops.append(Splice(None, (summary,)))
                context, since = 900, 0
            tokens.append(chance.randint(20, 4_000))
            context += tokens[-1]
            say()
            ask(round(ratio * context + overhead + framing * since + disturb(call)))
            since += 1
        session = finish()
        return calibrate(session, Replay(session), counted(tokens))

    return make


def test_ratio_overhead_and_framing_are_recovered(generated) -> None:
    fit = generated(1.17, 21_450, 95)
    assert fit.ratio == pytest.approx(1.17, abs=0.005)
    assert fit.overhead == pytest.approx(21_450, abs=100)
    assert fit.framing == pytest.approx(95, abs=5)
    assert fit.error < 0.005
    assert (fit.basis, fit.n) == (Basis.ESTIMATED, 120)


def test_unlogged_injections_in_every_tenth_request_do_not_bend_the_ratio(generated) -> None:
    fit = generated(1.17, 21_450, 95, disturb=lambda call: 6_000 * (call // 10))
    assert fit.ratio == pytest.approx(1.17, abs=0.01)
    assert fit.error > 0.02


def test_noise_in_the_recorded_prompts_shows_in_the_errors_and_hardly_in_the_ratio(generated) -> None:
    chance = random.Random(3)
    noise = [chance.uniform(-500, 500) for _ in range(120)]
    fit = generated(1.3, 20_000, 0, disturb=lambda call: noise[call])
    assert fit.ratio == pytest.approx(1.3, abs=0.02)
    assert 0.003 < fit.error < 0.03


def test_one_large_text_that_was_never_sent_does_not_bend_the_ratio(say, ask, finish) -> None:
    chance = random.Random(5)
    sizes = [chance.randint(100, 2_000) for _ in range(100)]
    logged = [90_000 if number == 50 else size for number, size in enumerate(sizes)]
    for number in range(100):
        say()
        ask(round(1.2 * sum(sizes[: number + 1])) + 15_000)
    session = finish()
    assert calibrate(session, Replay(session), counted(logged)).ratio == pytest.approx(1.2, abs=0.01)


def test_too_few_requests_leave_the_ratio_at_one_with_unknown_error(generated) -> None:
    assert generated(1.4, 20_000, 0, calls=6) == NOT_FITTED
    assert NOT_FITTED.tokens(500).value == 500
    assert NOT_FITTED.tokens(500).error is None


def test_an_absurd_ratio_is_no_fit(generated) -> None:
    assert generated(9.0, 20_000, 0) == NOT_FITTED


def test_less_sent_than_logged_leaves_the_overhead_unknown(generated) -> None:
    fit = generated(1.1, 0, 0, disturb=lambda call: -400 if call else 0)
    assert fit.overhead is None
    assert fit.ratio == pytest.approx(1.1, abs=0.01)


def test_a_session_without_usage_is_not_fitted(say, ask, finish) -> None:
    for _ in range(30):
        say()
        ask(None)
    session = finish()
    assert calibrate(session, Replay(session), counted([100] * 30)) == NOT_FITTED


def test_a_session_without_requests_is_not_fitted(say, finish) -> None:
    say()
    session = finish()
    assert calibrate(session, Replay(session), counted([100])) == NOT_FITTED


def test_steps_between_two_models_are_left_out(say, ask, finish) -> None:
    sizes = [400 * number for number in range(1, 25)]
    context = 0
    for number, size in enumerate(sizes):
        say()
        context += size
        # Two models by turns, with tokenizers that differ by half.
        ask(round((1.0 if number % 2 else 1.5) * context) + 9_000, model="a" if number % 2 else "b")
    session = finish()
    assert calibrate(session, Replay(session), counted(sizes)) == NOT_FITTED


def test_weighted_median_follows_the_weight() -> None:
    assert weighted_median(np.array([3.0, 1.0, 2.0]), np.array([1.0, 1.0, 10.0])) == 2.0
    assert weighted_median(np.array([3.0, 1.0, 2.0]), np.array([9.0, 1.0, 1.0])) == 3.0


def test_real_logs_with_enough_requests_are_predicted_within_a_tenth(corpus, progress) -> None:
    errors = []
    for path in sorted(corpus.glob("claude-code/*.jsonl")):
        opened = open_log(path, agent="claude-code", alone=True)
        replay = Replay(opened.session)
        counts = count_items(opened.session, opened.bodies, default_tokenizer(), None, progress)
        fit = calibrate(opened.session, replay, counts)
        opened.bodies.close()
        if fit.n >= 50:
            assert 1.0 < fit.ratio < 1.6, path.name
            errors.append(fit.error)
    assert len(errors) >= 10
    assert np.median(errors) < 0.05
    assert np.mean(np.array(errors) < 0.1) > 0.9
