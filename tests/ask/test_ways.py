from __future__ import annotations

from inspector.ask import ways
from inspector.ask.ways import commands_there, providers_there, servers_there


def test_commands_on_the_path_are_listed_in_their_pure_form_and_those_that_are_not_asked_with_the_reason(
    tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/settings.json").write_text('{"model": "claude-sonnet-4-5"}')
    claude, kimi = commands_there(lambda program: program if program in ("claude", "kimi") else None)
    assert (claude.name, claude.model) == ("command:claude -p", "claude-sonnet-4-5")
    assert claude.about.startswith("Claude Code as a plain model") and round(claude.price.dollars, 2) == 0.09
    assert kimi.name == "command:kimi" and "as an argument only" in kimi.cannot


def test_models_of_local_servers_are_listed_and_ports_where_nobody_listens_are_no_failure(server, monkeypatch) -> None:
    server.models = (200, {"data": [{"id": "a"}, {"id": "b"}]})
    port = int(server.address.rpartition(":")[2].partition("/")[0])
    monkeypatch.setattr(ways, "PORTS", {port: "vLLM", 9: "nobody"})
    assert [way.name for way in servers_there()] == [f"{name}@http://127.0.0.1:{port}/v1" for name in "ab"]


def test_providers_are_listed_where_their_key_is(monkeypatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GROQ_API_KEY", "a-key")
    found = {way.name: way.about for way in providers_there()}
    assert found["groq/…"] == "key: GROQ_API_KEY in the environment"
    assert "a-key" not in str(found)
