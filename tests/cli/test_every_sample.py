"""The contract holds for every agent: each command, on each sample and on each real log there is."""

import json
from pathlib import Path

import pytest

from inspector.read.discover import discover
from inspector.resources import samples
from inspector.workbench.samples import find_samples

TOP = {
    "show": {"schema", "agent", "version", "models", "items", "problems"},
    "tokens": {"schema", "agent", "limit", "threshold", "requests", "composition"},
    "compactions": {"schema", "agent", "compactions"},
}
KINDS = {"summary", "native", "trim", "edit", "unknown"}
OUTCOMES = {"ok", "ineffective", "inflated", "failed", "loop", "opaque", "undone"}
BASES = {"recorded", "counted", "estimated", "inferred", "judged", "entered"}
SAMPLES = find_samples()


def hold_to_the_contract(inspector, path, agent):
    """Run the commands on one log and look at what no log may change."""
    told = {}
    for command, keys in TOP.items():
        ran = inspector(command, path, "--json")
        assert ran.status == 0, ran.err
        told[command] = ran.json
        assert keys <= set(told[command])
        assert told[command]["agent"] == agent
    numbers = [item["number"] for item in told["show"]["items"]]
    assert numbers == list(range(1, len(numbers) + 1))
    for compaction in told["compactions"]["compactions"]:
        assert compaction["kind"] in KINDS - {"edit"}
        assert compaction["outcome"] in OUTCOMES
        assert compaction["basis"] in BASES
        assert compaction["status"] != "failed" or compaction["removed"] == 0
        assert {number for moved in compaction["items"].values() for number in moved} <= set(numbers)
    for request in told["tokens"]["requests"][-1:]:
        seen = inspector("context", path, "--request", request["number"], "--json").json
        assert seen["recorded"] == request["prompt"]
        assert seen["unlogged"] is None or seen["unlogged"] + seen["counted"] == seen["recorded"]
        assert (seen["unlogged"] is None) == (seen["recorded"] is None or seen["recorded"] < seen["counted"])


@pytest.mark.parametrize("case", SAMPLES, ids=lambda case: f"{case.agent}-{case.title}")
def test_sample_holds_to_the_contract(inspector, case):
    hold_to_the_contract(inspector, case.path, case.agent)


def test_there_are_samples():
    assert {case.agent for case in SAMPLES} >= {"claude-code", "codex"}


def test_real_logs_hold_to_the_contract(inspector, corpus):
    # The smallest of each agent and a few larger ones: the whole corpus takes a minute.
    by_size = sorted(discover([corpus]), key=lambda entry: entry.bytes or 0)
    assert by_size
    for entry in by_size[::4]:
        hold_to_the_contract(inspector, entry.path, entry.agent)


def test_list_finds_every_sample(inspector):
    listed = json.loads(inspector("list", samples(), "--json").out)
    found = {Path(entry["path"]) for entry in listed}
    # Where a session is a folder, either it or the log in it may be named; in a database it has a path inside that.
    around = found.union(*(path.parents for path in found))
    assert [case.path for case in SAMPLES if case.path not in around] == []
