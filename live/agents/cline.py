"""Cline's command line in a terminal. It leaves a service behind, which ends with the processes of a run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from live.cuts import Cut
from live.protocols import InTerminal
from live.script import Act
from live.stub import Sent
from live.wire import Body, Piece, text_of


class Cline(InTerminal):
    """Its summarizer is sent one text without tools. A log has the latest summary alone."""

    name = "cline"
    wire = "completions"
    window = 24_000
    ready = ("Auto-approve", "Ask anything", "Esc")

    def environment(self) -> dict[str, str]:
        return super().environment() | {"CLINE_TELEMETRY_DISABLED": "1", "CLINE_NO_AUTO_UPDATE": "1"}

    def configure(self) -> None:
        file = self.place.home / ".cline" / "data" / "settings" / "providers.json"
        file.parent.mkdir(parents=True)
        settings = {
            "provider": "openai-compatible",
            "apiKey": "none",
            "model": "stub",
            "baseUrl": f"{self.stub.address}/v1",
            "contextWindow": self.window,
        }
        about = {"settings": settings, "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}
        providers = {"openai-compatible": about}
        file.write_text(json.dumps({"version": 1, "lastUsedProvider": "openai-compatible", "providers": providers}))

    def command(self, resumed: bool) -> Sequence[str]:
        cline = str(self.place.release / "node_modules/@cline/cli-linux-x64/bin/cline")
        more = ("--id", self.log().parent.name) if resumed else ()
        return (cline, "-i", "-P", "openai-compatible", "-m", "stub", *more)

    def resume(self) -> None:
        assert self._terminal is not None
        for _ in range(2):
            self._terminal.press("C-c")
            time.sleep(1.5)
        self._terminal.close()
        self._open(True)

    def kind(self, body: Body) -> str:
        words = [text_of(one.get("content")) for one in body.get("messages", ()) if one.get("role") == "user"]
        if not body.get("tools"):
            return "compaction" if "## Highlights" in words[-1] and "Conversation:" in words[-1] else "other"
        return "subagent" if "SUBTASK" in words[0] and "Rules for this project" not in words[0] else "main"

    def tool(self, act: Act) -> tuple[str, Body | str]:
        if act.what == "shell":
            return "run_commands", {"commands": [act.path]}
        if act.what == "delegate":
            return "spawn_agent", {"systemPrompt": "You count.", "task": act.path}
        path = self.path(act.path)
        if act.what == "read":
            return "read_files", {"files": [{"path": path}]}
        return "editor", {"path": path, "old_text": act.old or None, "new_text": act.new}

    def unlogged(self, piece: Piece) -> str:
        if piece.text.startswith("Context summary:"):
            return "summary of an earlier compaction"
        return "notes of what was done" if piece.text.startswith("<SYSTEM_NOTICE>") else ""

    def cuts(self, sent: list[Sent]) -> Iterable[Cut]:
        """Where the summarizer fails, it is done without one."""
        return [replace(cut, status="ok") for cut in super().cuts(sent)]

    def log(self) -> Path:
        logs = self.place.home.glob(".cline/data/sessions/*/*.messages.json")
        main = [path for path in logs if path.name == f"{path.parent.name}.messages.json"]
        return max(main, key=lambda path: path.stat().st_mtime)

    def _open(self, resumed: bool) -> None:
        super()._open(resumed)
        # An offer stands over the first screen, and takes what is typed.
        assert self._terminal is not None
        self._terminal.press("Escape")
        time.sleep(2)


AGENTS = (Cline,)
