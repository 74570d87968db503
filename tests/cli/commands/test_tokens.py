import pytest

from inspector.cli.commands.tokens import _window_words
from inspector.measure.window import Window
from inspector.model import Basis, TokenCount

KEYS = {"number", "line", "time", "model", "prompt", "cache_read", "cache_write", "output", "reasoning", "basis"}


def test_requests_come_with_the_contracts_keys(inspector, compacted):
    told = inspector("tokens", compacted, "--json").json
    assert {"schema", "agent", "limit", "threshold", "requests", "composition"} <= set(told)
    assert set(told["limit"]) == set(told["threshold"]) == {"value", "basis"}
    assert told["requests"]
    assert all(set(request) >= KEYS for request in told["requests"])
    assert [request["number"] for request in told["requests"]] == sorted({r["number"] for r in told["requests"]})
    assert {request["basis"] for request in told["requests"]} == {"recorded"}


def test_the_composition_adds_up_to_the_recorded_prompt(inspector, compacted):
    told = inspector("tokens", compacted, "--json").json
    prompts = {request["number"]: request["prompt"] for request in told["requests"]}
    assert [entry["request"] for entry in told["composition"]] == list(prompts)
    for entry in told["composition"]:
        # Rounding, and nothing else, where the log holds less than was sent.
        if entry["kinds"]["unlogged"]:
            assert abs(sum(entry["kinds"].values()) - prompts[entry["request"]]) <= len(entry["kinds"])


def test_a_log_without_usage_has_requests_without_numbers(inspector, tiny, tmp_path):
    bare = tmp_path / tiny.name
    bare.write_text(tiny.read_text("utf-8").replace('"usage"', '"not_usage"'), "utf-8")
    told = inspector("tokens", bare, "--json").json
    assert told["requests"]
    for request in told["requests"]:
        assert (request["prompt"], request["output"], request["basis"]) == (None, None, None)
    assert {entry["kinds"]["unlogged"] for entry in told["composition"]} == {None}
    assert "not in this log" in inspector("tokens", bare).out


def test_the_table_has_one_line_a_request(inspector, compacted):
    told = inspector("tokens", compacted)
    table, window = told.tables
    assert len(table) == 1 + len(inspector("tokens", compacted, "--json").json["requests"])
    assert window[0].startswith("Window ≈") and not told.err


@pytest.mark.parametrize(
    ("limit", "threshold", "words"),
    [
        (None, None, "Neither the window nor when the agent compacts is known. Why."),
        (200_000, None, "Window ≈200,000; when the agent compacts is not known. Why."),
        (None, 90_000, "Compacts at ≈90,000; the window is not known. Why."),
        (200_000, 90_000, "Window ≈200,000, compacts at ≈90,000. Why."),
    ],
)
def test_what_is_not_known_of_the_window_is_said_in_a_whole_sentence(limit, threshold, words):
    known = [TokenCount(value, Basis.INFERRED) for value in (limit, threshold)]
    assert _window_words(Window(*known, "Why.")) == words


def test_what_the_calls_cost_is_told_as_recorded_with_the_list_price_beside_it(inspector, samples):
    (log,) = samples.glob("pi/session-v3/two-compactions/*.jsonl")
    told, ran = inspector("tokens", log, "--json").json, inspector("tokens", log)
    cost = told["cost"]
    assert (cost["basis"], cost["calls"], cost["of"], cost["list_price"]["basis"]) == ("recorded", 17, 17, "estimated")
    assert {request["usd_basis"] for request in told["requests"]} == {"recorded"}
    assert sum(request["usd"] for request in told["requests"]) == pytest.approx(cost["usd"])
    table, below = ran.tables
    assert table[0].split()[-1] == "cost" and "$0.0" in table[1]
    assert "Cost as recorded: $0.10 for 17 calls. By list price of " in below[-1]


def test_a_log_that_records_no_cost_has_the_list_price_alone(inspector, compacted):
    told = inspector("tokens", compacted, "--json").json
    assert told["cost"]["usd"] is told["cost"]["basis"] is None and told["cost"]["list_price"]["usd"] > 0
    assert {request["usd"] for request in told["requests"]} == {None}
    table, below = inspector("tokens", compacted).tables
    assert "cost" not in table[0] and below[-1].startswith("What its calls cost is not in this log. By list price")
