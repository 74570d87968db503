"""Codex through its app server: its default model and the one before, each compacting here and at the provider.

The default model works in code: its one tool runs JavaScript, which calls the others. Which model is the default comes
with the program. A provider of one's own summarizes on this machine, the built-in one asks for a sealed compaction.
"""

import json

from live.protocols import InLines
from live.script import Act
from live.wire import Body

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
[projects."PROJECT"]
trust_level = "trusted"
[model_providers.stub]
name = "stub"
base_url = "ADDRESS/v1"
wire_api = "responses"
env_key = "STUB_KEY"
request_max_retries = 1
stream_max_retries = 2
supports_websockets = false
"""


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

    def say(self, text: str) -> None:
        self._turn("turn/start", {"input": [{"type": "text", "text": text}]})

    def compact(self, focus: str) -> None:
        self._turn("thread/compact/start", {})

    def tool(self, act: Act) -> tuple[str, Body | str]:
        if act.what in ("edit", "write"):
            return "exec", f"const p = await tools.apply_patch({json.dumps(_patch(act))});\ntext(p);"
        return "exec", f"const r = await tools.exec_command({json.dumps({'cmd': _command(act)})});\ntext(r);"

    def _turn(self, method: str, params: Body) -> None:
        since = len(self.process.told)
        self.process.call(method, {"threadId": self.session} | params)
        self.process.wait("method", "turn/completed", since=since)
        self.stub.settle(0.3, 5)


def _command(act: Act) -> str:
    return {"read": f"cat {act.path}", "delegate": "echo no subagents here"}.get(act.what, act.path)


def _patch(act: Act) -> str:
    head, lines = "Add File", [f"+{line}" for line in act.new.splitlines()]
    if act.what == "edit":
        head, lines = "Update File", ["@@", f"-{act.old}", f"+{act.new}"]
    return "\n".join(("*** Begin Patch", f"*** {head}: {act.path}", *lines, "*** End Patch", ""))


class CodexLocal(Codex):
    """The default model, compacting here."""

    name = "codex:local"
    files = _config(_HERE)


class Before(Codex):
    """The model before, whose tools are called by themselves, compacting at the provider."""

    name = "codex:gpt-5.5"
    files = _config('model = "gpt-5.5"', _AT_PROVIDER)

    def tool(self, act: Act) -> tuple[str, Body | str]:
        if act.what in ("edit", "write"):
            return "apply_patch", _patch(act)
        return "exec_command", {"cmd": _command(act)}


class BeforeLocal(Before):
    """The model before, compacting here."""

    name = "codex:gpt-5.5-local"
    files = _config('model = "gpt-5.5"', _HERE)
