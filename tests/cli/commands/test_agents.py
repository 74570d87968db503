import pytest

from inspector.model import Capabilities
from inspector.read.adapters import ADAPTERS


def test_every_adapter_is_listed_with_all_it_can_say(inspector):
    told = inspector("agents", "--json").json["agents"]
    assert [agent["id"] for agent in told] == [adapter.id for adapter in ADAPTERS]
    for agent in told:
        assert set(agent["capabilities"]) == set(Capabilities.__dataclass_fields__)
        assert set(agent["capabilities"].values()) <= {"yes", "no", "sometimes"}


@pytest.mark.parametrize("command", ["agents", "list", "scan"])
def test_a_path_that_is_not_there_is_no_folder_without_sessions(inspector, command):
    told = inspector(command, "nosuch")
    assert told.status == 3 and "no file or folder nosuch" in told.err


def test_compactions_are_counted_under_the_paths_that_are_named(inspector, samples, tmp_path):
    named = inspector("agents", samples / "codex", "--json").json["agents"]
    seen = {agent["id"]: agent["seen"] for agent in named}
    assert seen["codex"] == {"sessions": 1, "compactions": 2, "kinds": {"summary": 2}, "edits": 0}
    assert seen["pi"]["sessions"] == 0
    (tmp_path / "broken.jsonl").write_text('{"type": "user", "parentUuid": null, "sessionId"')
    assert all(agent["seen"]["sessions"] == 0 for agent in inspector("agents", tmp_path, "--json").json["agents"])


def test_every_agent_has_a_sample_session(inspector, samples):
    seen = {agent["id"]: agent["seen"] for agent in inspector("agents", samples, "--json").json["agents"]}
    assert all(told["sessions"] for told in seen.values()) and seen["claude-code"]["kinds"]["summary"] == 7
    assert (seen["swe-agent"]["compactions"], seen["swe-agent"]["edits"] > 0) == (0, True)
