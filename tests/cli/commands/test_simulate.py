import pytest

KEYS = {"schema", "strategy", "requests", "compactions", "peak", "billed", "cost"}


def test_a_simulation_comes_with_the_contracts_keys(inspector, codex):
    told = inspector("simulate", codex, "--strategy", "codex/local", "--trigger", 0.9, "--json").json
    assert set(told) >= KEYS
    assert told["strategy"] == "codex/local"
    numbers = [request["number"] for request in told["requests"]]
    assert numbers == sorted(set(numbers))
    fired = [request["number"] for request in told["requests"] if request["fired"]]
    assert fired == [one["request"] for one in told["compactions"]] != []
    assert told["peak"] == max(request["prompt"] for request in told["requests"])


def test_several_triggers_stand_beside_each_other(inspector, codex):
    told = inspector("simulate", codex, "--strategy", "codex/local", "--trigger", 0.8, "--trigger", 0.95, "--json").json
    assert [one["trigger"] for one in told["simulations"]] == [0.8, 0.95]
    low, high = told["simulations"]
    assert len(low["compactions"]) >= len(high["compactions"])


def test_people_get_a_row_for_each_and_are_told_what_it_rests_on(inspector, codex):
    ran = inspector("simulate", codex, "--strategy", "control/none", "--strategy", "swe-agent/last-5")
    assert [line.split()[0] for line in ran.out.splitlines()[1:]] == ["control/none", "swe-agent/last-5", "recorded"]
    assert "the agent would have acted otherwise" in ran.err
    assert "the recorded session are computed in the same way" in ran.err and "silent (gone by no rule)" in ran.err
    free = [line.split()[0] for line in inspector("simulate", codex, "--strategy", "free").out.splitlines()[1:]]
    assert {"control/none", "swe-agent/last-5", "cline/basic", "recorded"} < {*free} and "codex/local" not in free


def test_a_window_may_be_given(inspector, codex):
    told = inspector("simulate", codex, "--strategy", "codex/local", "--window", 1_000_000, "--json").json
    assert told["compactions"] == []


@pytest.mark.parametrize("wrong", [("--window", 0), ("--window", -5), ("--trigger", 60)])
def test_a_window_without_room_a_trigger_and_a_strategy_that_are_none_are_wrong_usage(inspector, codex, wrong):
    told = inspector("simulate", codex, "--strategy", "codex/local", *wrong)
    assert told.status == 2 and told.out == ""
    ran = inspector("simulate", codex, "--strategy", "codex/locl")
    assert ran.status == 2 and "codex/local" in ran.err
