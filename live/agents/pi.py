"""pi over its own lines of JSON."""

from live.protocols import InLines
from live.wire import Body

_WINDOW, _KEEPS = 36_000, 4_000
_MODEL = {"id": "stub", "contextWindow": _WINDOW, "maxTokens": 8_000, "reasoning": True, "input": ["text"]}
_PROVIDER = {"baseUrl": "ADDRESS", "apiKey": "none", "api": "anthropic-messages", "models": [_MODEL]}


class Pi(InLines):
    """It cuts at a message, and sums up a turn that is cut in two by a call of its own."""

    name = "pi"
    wire = "messages"
    window = _WINDOW
    keeps = _KEEPS
    logs_failures = False
    takes_nothing = True
    command = "NODE PACKAGES/@earendil-works/pi-coding-agent/dist/bundle/cli.js --mode rpc --provider stub --model stub"
    resumed = "--session SESSION"
    switches = "PI_OFFLINE"
    files = {
        ".pi/agent/models.json": {"providers": {"stub": _PROVIDER}},
        ".pi/agent/settings.json": {"compaction": {"reserveTokens": 8_000, "keepRecentTokens": _KEEPS}},
    }
    tools = {
        "shell": ("bash", {"command": "PATH"}),
        "read": ("read", {"path": "FILE"}),
        "write": ("write", {"path": "FILE", "content": "NEW"}),
        "edit": ("edit", {"path": "FILE", "edits": [{"oldText": "OLD", "newText": "NEW"}]}),
    }
    strategies = {"summary": "pi/current"}
    sums_up = "<conversation>|^# Conversation"
    hidden = {"sentences around the summary": "user .*<summary>"}
    logs = ".pi/agent/sessions/*/*.jsonl"

    def open(self, resumed: bool) -> None:
        super().open(resumed)
        self._ask({"type": "get_state"})

    def say(self, text: str) -> None:
        since = len(self.told)
        self._ask({"type": "prompt", "message": text})
        self.wait("type", "agent_settled", "agent_end", since=since)
        self.stub.settle(1.5, 60)

    def compact(self, focus: str) -> None:
        self._ask({"type": "compact"} | ({"customInstructions": focus} if focus else {}))
        self.stub.settle(1.0, 60)

    def resume(self) -> None:
        self.session = self._ask({"type": "get_state"})["data"]["sessionFile"]
        super().resume()

    def _ask(self, message: Body) -> Body:
        since = len(self.told)
        self.put(message | {"id": (name := f"r{since}")})
        return self.wait("id", name, since=since)
