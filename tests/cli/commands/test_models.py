"""inspector models, with a command on the PATH and no server."""

from __future__ import annotations


def test_what_can_be_asked_is_listed_with_its_price(inspector, tmp_path, monkeypatch):
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    (row,) = [one for one in inspector("models", "--json").json["models"] if one["name"].startswith("command:")]
    assert row["name"] == "command:claude -p" and row["model"] is None and row["usd"] is None
    told = inspector("models").out
    assert "Claude Code as a plain model" in told and "18,958 tokens in" in told
