"""The logs on which whole tasks are walked: a sample, one in another natural language, and real ones of four agents."""

from __future__ import annotations

import pytest

from tests.claude_log import ClaudeLog
from tests.conftest import CORPUS
from tests.made_session import sample

REAL = (
    "claude-code/entireio__cli__cd95adddad32-0__6113e919.jsonl",
    "codex/EntityProcess__agentv__796eaddfe2f9-0__019ed99c.jsonl",
    "pi/raquezha__pi.dev__962b1009dcd7-0__019dbe19.jsonl",
    "opencode/savekirk__session-bridge__13dddd416599-0__ses_277d.json",
)
"""In several languages of programming; what was typed is English in all that are at hand."""
GERMAN = "Bitte prüfe den Zulauf. Schreibe niemals außerhalb von quellen/. Werte über 800 mg sind ein Ausfall."
READABLE = (
    "claude-code/FSM1__cipher-box__e89fb6a2d646-0__2095544c.jsonl",
    "codex/savekirk__session-bridge__27787ded68f8-0__019d7e8e.jsonl",
)
"""Two more, of which every compaction has an item of its own."""
LOGS, BY_KEYS = (
    ["sample", "german", *(pytest.param(name, id=name.partition("/")[0], marks=pytest.mark.corpus) for name in real)]
    for real in (REAL, (REAL[0], *READABLE, *REAL[2:]))
)


def log_named(name, folder):
    """One of them; a real one that is not there skips the test."""
    if name == "sample":
        return sample("claude-code/2.1/fading-rules")
    if name == "german":
        return _german(folder / "5f0d7a52-0000-4000-8000-000000000002.jsonl")
    if not (CORPUS / name).exists():
        pytest.skip("no such real log beside this checkout")
    return CORPUS / name


def _german(path):
    log = ClaudeLog(path.stem, "/home/ebbe/klaerwerk", "2.1.40", "main", "2026-05-02T08:00:00")
    log.human(GERMAN)
    log.say("Verstanden, ich fange mit dem Zulauf an.", log.write("quellen/zulauf.py", "GRENZE = 800\n"))
    log.compact("Der Zulauf wird geprüft, Werte über 900 mg sind ein Ausfall.")
    log.say("Weiter mit dem Zulauf.")
    path.write_bytes(log.dump())
    return path
