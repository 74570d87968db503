"""Kimi Code over the Agent Client Protocol, with a model of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from live.protocols import OverProtocol
from live.wire import Body, Piece, text_of


class KimiCode(OverProtocol):
    """It keeps the person's prompts beside the summary, cut to a budget."""

    name = "kimi-code"
    wire = "completions"
    mode = "yolo"
    variables = {
        "KIMI_MODEL_NAME": "stub",
        "KIMI_MODEL_API_KEY": "none",
        "KIMI_MODEL_BASE_URL": "ADDRESS/v1",
        "KIMI_MODEL_MAX_CONTEXT_SIZE": "48000",
        "KIMI_CODE_NO_AUTO_UPDATE": "1",
        "KIMI_DISABLE_TELEMETRY": "1",
        "KIMI_DISABLE_CRON": "1",
    }
    tools = {
        "shell": ("Bash", {"command": "PATH"}),
        "read": ("Read", {"path": "FILE"}),
        "write": ("Write", {"path": "FILE", "content": "NEW"}),
        "edit": ("Edit", {"path": "FILE", "old_string": "OLD", "new_string": "NEW"}),
        "delegate": ("Agent", {"prompt": "PATH", "description": "a task", "subagent_type": "explore"}),
    }

    def command(self) -> Sequence[str]:
        main = self.place.release / "node_modules/@moonshot-ai/kimi-code/dist/main.mjs"
        return (self.node(), str(main), "acp")

    def kind(self, body: Body) -> str:
        messages = body.get("messages") or [{}]
        if text_of(messages[-1].get("content")).startswith("You are about to run out of context"):
            return "compaction"
        words = [text_of(one.get("content")) for one in messages if one.get("role") == "user"]
        if any("SUBTASK" in text and "Rules for this project" not in text for text in words[:2]):
            return "subagent"
        return "main" if body.get("tools") else "other"

    def unlogged(self, piece: Piece) -> str:
        text = piece.text.strip()
        if not text.startswith("<system-reminder>"):
            return ""
        if "compaction is complete" in text:
            return "continuation reminder"
        return "marker for messages left out" if "omitted here" in text else ""

    def log(self) -> Path:
        return self.newest(".kimi-code/sessions/*/*/agents/main/wire.jsonl")


AGENTS = (KimiCode,)
