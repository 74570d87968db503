"""Codex through its app server: its default model and the one before, each compacting here and at the provider.

The default model works in code: its one tool runs JavaScript, which calls the others. Which model is the default comes
with the program. A provider of one's own summarizes on this machine, the built-in one asks for a sealed compaction.
"""

from live.protocols import InLines
from live.script import Act
from live.wire import Body, Call

_AT_PROVIDER = 'openai_base_url = "ADDRESS/v1"'
_HERE = 'model_provider = "stub"'
_REST = """
model_context_window = 60000
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
analytics.enabled = false
feedback.enabled = false
otel.exporter = "none"
projects."PROJECT".trust_level = "trusted"
[model_providers.stub]
name = "stub"
base_url = "ADDRESS/v1"
wire_api = "responses"
env_key = "STUB_KEY"
request_max_retries = 1
stream_max_retries = 2
supports_websockets = false
"""
_ADD = "*** Begin Patch\n*** Add File: PATH\nADDED*** End Patch\n"
_UPDATE = "*** Begin Patch\n*** Update File: PATH\n@@\n-OLD\n+NEW\n*** End Patch\n"


def _config(*lines: str) -> dict[str, object]:
    return {".codex/config.toml": "\n".join((*lines, _REST))}


class Codex(InLines):
    """The default model, compacting at the provider."""

    name = "codex"
    wire = "responses"
    window = 60_000
    takes_nothing = True
    command = "PACKAGES/.bin/codex app-server"
    variables = dict.fromkeys(("STUB_KEY", "OPENAI_API_KEY", "CODEX_API_KEY"), "none")
    files = _config(_AT_PROVIDER)
    tools = {
        "shell": ("exec", "const r = await tools.exec_command({cmd: `PATH`});\ntext(r);"),
        "read": ("exec", "const r = await tools.exec_command({cmd: `cat PATH`});\ntext(r);"),
        "write": ("exec", f"const p = await tools.apply_patch(`{_ADD}`);\ntext(p);"),
        "edit": ("exec", f"const p = await tools.apply_patch(`{_UPDATE}`);\ntext(p);"),
    }
    strategies = {"summary": "codex/local", "native": "codex/remote-v2"}
    sums_up = "^compaction_trigger$|CONTEXT CHECKPOINT"
    logs = ".codex/sessions/*/*/*/*.jsonl"

    def open(self, resumed: bool) -> None:
        super().open(resumed)
        client = {"name": "live", "title": "live", "version": "1"}
        self.process.call("initialize", {"clientInfo": client, "capabilities": {"experimentalApi": True}})
        self.process.put({"method": "initialized"})
        if resumed:
            self.process.call("thread/resume", {"threadId": self.session})
        else:
            told = self.process.call("thread/start", {"cwd": str(self.place.project)})
            self.session = told["result"]["thread"]["id"]

    def asked(self, message: Body) -> Body | None:
        return {"result": {"decision": "accept"}}

    def tool(self, act: Act) -> Call:
        if act.what == "ask":
            return "exec", f"const r = await tools.mcp__inspector__{act.path}({act.new});\ntext(r);"
        return super().tool(act)

    def say(self, text: str) -> None:
        self._turn("turn/start", {"input": [{"type": "text", "text": text}]})

    def compact(self, focus: str) -> None:
        self._turn("thread/compact/start", {})

    def _turn(self, method: str, params: Body) -> None:
        since = len(self.process.told)
        self.process.call(method, {"threadId": self.session} | params)
        self.process.wait("method", "turn/completed", since=since)
        self.stub.settle(0.3, 5)


class CodexLocal(Codex):
    """The default model, compacting here."""

    name = "codex:local"
    files = _config(_HERE)


class Before(Codex):
    """The model before, whose tools are called by themselves, compacting at the provider."""

    name = "codex:gpt-5.5"
    files = _config('model = "gpt-5.5"', _AT_PROVIDER)

    tools = {"shell": ("exec_command", {"cmd": "PATH"}), "read": ("exec_command", {"cmd": "cat PATH"})}
    tools |= {"write": ("apply_patch", _ADD), "edit": ("apply_patch", _UPDATE)}


class BeforeLocal(Before):
    """The model before, compacting here."""

    name = "codex:gpt-5.5-local"
    files = _config('model = "gpt-5.5"', _HERE)
