"""Kimi Code over the Agent Client Protocol, with a model of one's own."""

from live.protocols import OverProtocol


class KimiCode(OverProtocol):
    """It keeps the person's prompts beside the summary, cut to a budget."""

    name = "kimi-code"
    wire = "completions"
    mode = "yolo"
    command = "NODE PACKAGES/@moonshot-ai/kimi-code/dist/main.mjs acp"
    variables = {
        "KIMI_MODEL_NAME": "stub",
        "KIMI_MODEL_API_KEY": "none",
        "KIMI_MODEL_BASE_URL": "ADDRESS/v1",
        "KIMI_MODEL_MAX_CONTEXT_SIZE": "48000",
    }
    switches = "KIMI_CODE_NO_AUTO_UPDATE KIMI_DISABLE_TELEMETRY KIMI_DISABLE_CRON"
    tools = {
        "shell": ("Bash", {"command": "PATH"}),
        "read": ("Read", {"path": "FILE"}),
        "write": ("Write", {"path": "FILE", "content": "NEW"}),
        "edit": ("Edit", {"path": "FILE", "old_string": "OLD", "new_string": "NEW"}),
        "delegate": ("Agent", {"prompt": "PATH", "description": "a task", "subagent_type": "explore"}),
    }
    sums_up = "^You are about to run out of context"
    hidden = {
        "continuation reminder": r"\w+\s+<system-reminder>.*compaction is complete",
        "marker for messages left out": r"\w+\s+<system-reminder>.*omitted here",
    }
    logs = ".kimi-code/sessions/*/*/agents/main/wire.jsonl"
