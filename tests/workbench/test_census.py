"""Counting compactions under folders."""

from inspector.cli.commands.agents import count_compactions
from inspector.read.adapters import ADAPTERS


def test_every_agent_has_a_sample_session(samples):
    seen = count_compactions([samples])
    assert {adapter.id for adapter in ADAPTERS} == set(seen)
    assert seen["claude-code"].kinds["summary"] == 7


def test_edits_and_unreadable_files_are_not_counted_as_compactions(samples, tmp_path):
    (tmp_path / "broken.jsonl").write_text('{"type": "user", "parentUuid": null, "sessionId"')
    assert count_compactions([tmp_path]) == {}
    seen = count_compactions([samples / "swe-agent"])["swe-agent"]
    assert (sum(seen.kinds.values()), seen.edits > 0) == (0, True)
