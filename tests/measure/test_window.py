from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.measure.window import find_window
from inspector.model import Basis, CompactionRecord, Source, Splice


@pytest.fixture
def of(say, ask, finish):
    def window(agent, version, model, prompt=50_000, entered=None, **more):
        say()
        ask(prompt, model=model, **more)
        return find_window(replace(finish(), agent=agent, version=version), entered)

    return window


def test_an_entered_window_wins_over_a_recorded_one(of) -> None:
    window = of("claude-code", "2.1.39", "claude-opus-4-6", entered=150_000, limit=200_000)
    assert (window.limit.value, window.limit.basis) == (150_000, Basis.ENTERED)
    assert (window.threshold.value, window.threshold.basis) == (117_000, Basis.INFERRED)


def test_codex_records_95_percent_of_the_window_and_compacts_at_90_or_where_another_model_takes_over(of, builder):
    window = of("codex", "0.142.2", "gpt-5.4", limit=258_400)
    assert (window.limit.value, window.limit.basis) == (258_400, Basis.RECORDED)
    assert window.threshold.value == 244_800
    record = CompactionRecord(id="c", source=Source("log"), kind="summary", trigger="auto", reported_before=13_464)
    builder.ops.append(Splice(compaction=record))
    window = of("codex", "0.142.2", "gpt-6", limit=258_400)
    assert (window.threshold.value, "where another model took over" in window.why) == (244_800, True)


@pytest.mark.parametrize(
    ("version", "threshold"),
    [("2.1.39", 167_000), ("2.1.20", 155_000), ("2.1.20, 2.1.29", 167_000), ("2.1.219", 167_000), ("1.0.98", None)],
)
def test_claude_codes_threshold_depends_on_the_newest_version_in_the_log(of, version, threshold) -> None:
    assert of("claude-code", version, "claude-opus-4-5-20251101").threshold.value == threshold


@pytest.mark.parametrize(
    ("agent", "version", "limit", "threshold"),
    [
        ("qwen", "0.24.4", 128_000, 95_000), ("qwen", "0.24.4", 1_000_000, 850_000), ("qwen", "0.24.4", 32_000, 27_200),
        ("qwen", "0.21.0", 128_000, None),
        ("kimi", "wire 1.5", 262_144, 212_144), ("kimi", "wire 1.5", 60_000, 10_000),
        ("kimi", "wire 1.5", 48_000, 40_800),
        ("pi", "session-v3, oh-my-pi", 60_000, 43_616), ("pi", "session-v3, oh-my-pi", 200_000, 170_000),
        ("pi", "session-v3", 200_000, 183_616),
    ],
)  # fmt: skip
def test_a_share_bounds_what_a_reserve_leaves_and_decides_where_it_leaves_nothing(
    of, agent, version, limit, threshold
) -> None:
    assert of(agent, version, "m", prompt=9_000, limit=limit).threshold.value == threshold


def test_a_model_that_is_not_compacted_by_itself_has_no_threshold_and_the_reason(of) -> None:
    window = of("claude-code", "2.1.332", "claude-sonnet-4-5")
    assert window.threshold.value is None
    assert "until a request is refused" in window.why
    assert of("claude-code", "2.1.332", "claude-opus-4-6").threshold.value is not None
    assert of("claude-code", "2.1.219", "claude-sonnet-4-5").threshold.value == 167_000


def test_a_prompt_beyond_the_usual_window_tells_of_the_larger_one(of) -> None:
    window = of("claude-code", "2.1.49", "claude-opus-4-6", prompt=240_000)
    assert (window.limit.value, window.limit.basis, window.threshold.value) == (1_000_000, Basis.INFERRED, 967_000)


@pytest.mark.parametrize(
    ("model", "threshold"),
    [("gpt-4o", 111_616), ("gpt-5", 252_000), ("claude-opus-4-5", 168_000)],
)
def test_opencode_leaves_room_for_the_models_longest_answer_or_some_of_a_limited_input(of, model, threshold) -> None:
    assert of("opencode", "1.18.33", model).threshold.value == threshold


@pytest.fixture
def compacted(say, ask, finish):
    def window(agent, *fired, trigger="unknown", model="claude-fable-5"):
        ops = []
        say()
        ask(None, model=model)
        for number, size in enumerate(fired):
            record = CompactionRecord(
                id=str(number), source=Source("log"), kind="summary", trigger=trigger, reported_before=size
            )
            ops.append(Splice(compaction=record))
        made = finish()
        return find_window(replace(made, agent=agent, ops=(*made.ops, *ops)))

    return window


def test_where_the_rule_is_exact_a_compaction_tells_the_window_better_than_the_list(compacted) -> None:
    window = compacted("copilot", 160_095, 160_540)
    assert (window.limit.value, window.limit.basis) == (200_000, Basis.INFERRED)
    assert (window.threshold.value, window.threshold.basis) == (160_000, Basis.INFERRED)
    assert "compacted at 160,095 tokens" in window.why and "listed with 1,000,000" in window.why
    assert compacted("copilot", 160_095, model="nobody-knows").limit.value == 200_000


@pytest.mark.parametrize(
    ("agent", "fired", "trigger"),
    [
        ("copilot", (160_095,), "manual"),
        ("copilot", (160_095, 120_400), "unknown"),
        ("copilot", (171_000,), "unknown"),
        ("copilot", (159_000,), "unknown"),
        ("pi", (183_700,), "unknown"),
    ],
    ids=["asked for", "two sizes", "far behind", "too early", "a rule that a setting changes"],
)
def test_a_compaction_that_does_not_fit_the_rule_leaves_the_list(compacted, agent, fired, trigger) -> None:
    assert compacted(agent, *fired, trigger=trigger).limit.value == 1_000_000


def test_a_prompt_larger_than_any_known_window_leaves_it_unknown(of) -> None:
    window = of("claude-code", "2.1.1", "claude-opus-4-5", prompt=240_000)
    assert (window.limit.value, window.threshold.value) == (None, None)


@pytest.mark.parametrize(
    ("prompt", "pasted", "words", "error", "known"),
    [
        (100_000, 300, "Your input exceeds the context window of this model.", True, False),
        (100_000, 300_000, "Your input exceeds the context window of this model.", True, True),
        (190_000, 300, "prompt is too long", True, True),
        (100_000, 300, "Overloaded, try again", True, True),
        (100_000, 300, "It says that the input exceeds the context window.", False, True),
    ],
)
def test_a_prompt_refused_far_below_the_listed_window_leaves_it_unknown(
    say, ask, finish, prompt, pasted, words, error, known
):
    for _ in range(3):
        say()
    ask(prompt, model="claude-opus-4-5", first_item=1, last_item=1)
    session = finish()
    first, prompted, refusal = session.items
    items = (first, replace(prompted, chars=pasted), replace(refusal, preview=words, error=error))
    window = find_window(replace(session, items=items, agent="pi"))
    assert window.limit.value == (200_000 if known else None)
    assert known or "here about 100,100 were refused" in window.why


def test_an_unlisted_model_has_no_window_and_an_agent_without_a_token_rule_no_threshold(of) -> None:
    window = of("claude-code", "2.1.39", "house-model-7b")
    assert (window.limit.value, window.threshold.value, "not in the list" in window.why) == (None, None, True)
    window = of("openhands", "1.0", "litellm_proxy/anthropic/claude-sonnet-4-20250514")
    assert (window.limit.value, window.threshold.value) == (200_000, None)


def test_an_unbilled_error_row_does_not_decide_the_model(of, say, ask, finish) -> None:
    window = of("claude-code", "2.1.39", "claude-opus-4-6")
    assert window.limit.value == 200_000
    ask(0, model="<synthetic>")
    assert find_window(replace(finish(), agent="claude-code", version="2.1.39")).limit.value == 200_000


@pytest.mark.parametrize(
    ("trigger", "before", "threshold"),
    [("auto", 99_908, None), ("manual", 99_908, 1_033_616), ("auto", 1_034_000, 1_033_616)],
)
def test_a_compaction_far_below_the_rule_refutes_it_unless_the_user_asked(
    of, builder, say, ask, trigger, before, threshold
) -> None:
    say()
    ask(before - 1_000, model="gpt-5.4")
    record = CompactionRecord("c", Source("log", 1), "summary", trigger, reported_before=before)
    builder.ops.append(Splice(None, (say(enter=False),), compaction=record))
    window = of("pi", "", "gpt-5.4")
    assert window.threshold.value == threshold
    assert (f"{before:,}" in window.why) == (threshold is None)


@pytest.mark.parametrize(("model", "threshold"), [("grok-4.5", 80_000), ("x-ai/grok-4.6", 80_000), ("own", 85_000)])
def test_grok_compacts_its_own_models_earlier(of, model, threshold) -> None:
    assert of("grok", "1.0.41", model, limit=100_000).threshold.value == threshold


def test_a_record_that_counts_something_else_refutes_nothing(of, builder, say, ask) -> None:
    say()
    ask(1_030_000, model="gpt-5.4")
    record = CompactionRecord("c", Source("log", 1), "summary", "auto", reported_before=20_000)
    builder.ops.append(Splice(None, (say(enter=False),), compaction=record))
    assert of("pi", "", "gpt-5.4").threshold.value == 1_033_616


@pytest.mark.parametrize(
    ("limit", "threshold"),
    [(64_000, 37_000), (128_000, 98_000), (200_000, 160_000), (100_000, 80_000), (1_000_000, 960_000)],
)
def test_clines_threshold_depends_on_the_size_of_the_window(of, limit, threshold) -> None:
    assert of("cline", "", "", prompt=30_000, limit=limit).threshold.value == threshold


def test_what_only_looks_like_cline_and_logs_no_window_has_no_threshold(of) -> None:
    window = of("cline", "", "claude-opus-4-6")
    assert window.limit.value == 200_000 and window.threshold.value is None


def test_an_agent_that_counts_events_has_no_threshold_in_tokens_and_says_so(of) -> None:
    window = of("openhands", "1.0", "claude-opus-4-6", limit=200_000)
    assert window.threshold.value is None and "number of events" in window.why
