"""Kimi Code over the Agent Client Protocol; its model is told by variables, so that nobody has to log in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from live.protocols import OverProtocol
from live.script import Act
from live.wire import Body, Piece, text_of


class KimiCode(OverProtocol):
    """It compacts behind the prompt that asks for it, and keeps what the person typed."""

    name = "kimi-code"
    wire = "completions"
    mode = "yolo"

    def environment(self) -> dict[str, str]:
        return super().environment() | {
            "KIMI_MODEL_NAME": "stub",
            "KIMI_MODEL_API_KEY": "none",
            "KIMI_MODEL_BASE_URL": f"{self.stub.address}/v1",
            "KIMI_MODEL_MAX_CONTEXT_SIZE": str(self.window),
            "KIMI_CODE_NO_AUTO_UPDATE": "1",
            "KIMI_DISABLE_TELEMETRY": "1",
            "KIMI_DISABLE_CRON": "1",
        }

    def command(self) -> Sequence[str]:
        main = self.place.release / "node_modules/@moonshot-ai/kimi-code/dist/main.mjs"
        return (self.node(), str(main), "acp")

    def kind(self, body: Body) -> str:
        messages = body.get("messages") or [{}]
        if "run out of context" in text_of(messages[-1].get("content"))[:80]:
            return "compaction"
        if not body.get("tools"):
            return "other"
        words = "\n".join(text_of(one.get("content")) for one in messages if one.get("role") == "user")
        return "subagent" if "SUBTASK" in words and "Rules for this project" not in words else "main"

    def tool(self, act: Act) -> tuple[str, Body | str]:
        if act.what == "shell":
            return "Bash", {"command": act.path}
        if act.what == "read":
            return "Read", {"path": act.path}
        if act.what == "write":
            return "Write", {"path": act.path, "content": act.new}
        if act.what == "edit":
            return "Edit", {"path": act.path, "old_string": act.old, "new_string": act.new}
        return "Agent", {"prompt": act.path, "description": "a task", "subagent_type": "explore"}

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
