"""Cline's command line in a terminal. It leaves a service behind, which ends with the processes of a run."""

import json
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from live.compare import Cut
from live.protocols import InTerminal
from live.stub import Sent
from live.wire import Piece

_PICTURE = "(see following user message for image)"
_MODEL = {"apiKey": "none", "model": "stub", "baseUrl": "ADDRESS/v1", "contextWindow": 24_000}
_PROVIDER = {"settings": _MODEL | {"provider": "openai-compatible"}, "updatedAt": "2026-01-01T00:00:00.000Z"}
_PROVIDERS = {"openai-compatible": _PROVIDER | {"tokenSource": "manual"}}


class Cline(InTerminal):
    """Its summarizer is sent one text without tools. A log has the latest summary alone."""

    name = "cline"
    wire = "completions"
    window = 24_000
    takes_failures = True
    command = "PACKAGES/@cline/cli-linux-x64/bin/cline -i -P openai-compatible -m stub"
    resumed = "--id SESSION"
    switches = "CLINE_TELEMETRY_DISABLED CLINE_NO_AUTO_UPDATE"
    files = {".cline/data/settings/providers.json": {"version": 1, "providers": _PROVIDERS}}
    tools = {
        "shell": ("run_commands", {"commands": ["PATH"]}),
        "read": ("read_files", {"files": [{"path": "FILE"}]}),
        "write": ("editor", {"path": "FILE", "old_text": None, "new_text": "NEW"}),
        "edit": ("editor", {"path": "FILE", "old_text": "OLD", "new_text": "NEW"}),
        "delegate": ("spawn_agent", {"systemPrompt": "You count.", "task": "PATH"}),
    }
    strategies = {"basic": "cline/basic", "summary": "cline/agentic"}
    sums_up = "^(?=.*## Highlights)(?=.*Conversation:)"
    hidden = {
        "summary of an earlier compaction": "user Context summary:",
        "notes of what was done": "user <SYSTEM_NOTICE>",
        "form of results with pictures": f"result .*{re.escape(_PICTURE)}$",
        "note in place of a result that never came": "result .*was interrupted before a result was produced",
        "what this compaction left out": "(user|assistant|reasoning|call|result) ",
    }
    logs = ".cline/data/sessions/*/*.messages.json"
    ready = ("Auto-approve", "Ask anything", "Esc")

    def open(self, resumed: bool) -> None:
        super().open(resumed)
        # An offer stands over the first screen, and takes what is typed.
        self.press("Escape")
        time.sleep(2)

    def leave(self) -> None:
        self.session = self.log().parent.name
        for _ in range(2):
            self.press("C-c")
            time.sleep(1.5)

    def log(self) -> Path:
        # Beside it lie those of its subagents.
        return (folder := super().log().parent) / f"{folder.name}.messages.json"

    def pieces(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """To this kind of provider a result with a picture is a list of texts, written as JSON."""
        for piece in pieces:
            texts = json.loads(piece.text) if piece.voice == "result" and _PICTURE in piece.text else []
            yield replace(piece, text="\n".join(one["text"] for one in texts)) if texts else piece

    def cuts(self, sent: Sequence[Sent]) -> Iterator[Cut]:
        """One that is asked for by hand and refused goes on being tried while the person goes on: one all the same."""
        return (cut for cut in super().cuts(sent) if not cut.again)
