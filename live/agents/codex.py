"""Codex through its app server: its default model and the one before, each compacting here and at the provider.

The default model works in code: its one tool runs JavaScript, which calls the others. Which model is the default comes
with the program. A provider of one's own summarizes on this machine, the built-in one asks for a sealed compaction.
"""

from __future__ import annotations

import json
from pathlib import Path

from live.agent import Agent
from live.script import Act
from live.talk import Lines
from live.wire import Body, text_of

_CONFIG = """\
{model}
{provider}
model_context_window = 60000
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
[analytics]
enabled = false
[feedback]
enabled = false
[otel]
exporter = "none"
[projects."{project}"]
trust_level = "trusted"
[model_providers.stub]
name = "stub"
base_url = "{address}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
request_max_retries = 1
stream_max_retries = 2
supports_websockets = false
"""


class Codex(Agent):
    """The default model, compacting at the provider."""

    name = "codex"
    wire = "responses"
    window = 60_000
    takes_nothing = True
    model = ""
    is_local = False
    _server: Lines | None = None
    _thread = ""

    def environment(self) -> dict[str, str]:
        keys = dict.fromkeys(("STUB_KEY", "OPENAI_API_KEY", "CODEX_API_KEY"), "none")
        return super().environment() | keys | {"CODEX_HOME": str(self.place.home / ".codex")}

    def configure(self) -> None:
        provider = 'model_provider = "stub"' if self.is_local else f'openai_base_url = "{self.stub.address}/v1"'
        model = f'model = "{self.model}"' if self.model else ""
        about = {"model": model, "provider": provider, "project": self.place.project, "address": self.stub.address}
        self.write(".codex/config.toml", _CONFIG.format(**about))

    def start(self) -> None:
        told = self._begin("thread/start", {"cwd": str(self.place.project)})
        self._thread = told["result"]["thread"]["id"]

    def say(self, text: str) -> None:
        self._turn("turn/start", {"input": [{"type": "text", "text": text}]})

    def compact(self, focus: str) -> None:
        self._turn("thread/compact/start", {})

    def resume(self) -> None:
        self.close()
        self._begin("thread/resume", {"threadId": self._thread})

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def kind(self, body: Body) -> str:
        items = body.get("input") or [{}]
        if items[-1].get("type") == "compaction_trigger" or "CONTEXT CHECKPOINT" in text_of(items[-1].get("content")):
            return "compaction"
        words = "\n".join(text_of(item.get("content")) for item in items if item.get("role") == "user")
        if "SUBTASK" in json.dumps(items) and "Rules for this project" not in words:
            return "subagent"
        has_tools = body.get("tools") or any(item.get("type") == "additional_tools" for item in items)
        return "main" if has_tools else "other"

    def tool(self, act: Act) -> tuple[str, Body | str]:
        if act.what == "edit":
            return self._patch(f"Update File: {act.path}", "@@", f"-{act.old}", f"+{act.new}")
        if act.what == "write":
            return self._patch(f"Add File: {act.path}", *(f"+{line}" for line in act.new.splitlines()))
        command = {"cmd": f"cat {act.path}" if act.what == "read" else act.path}
        if act.what == "delegate":
            command = {"cmd": "echo no subagents here"}
        return "exec", f"const r = await tools.exec_command({json.dumps(command)});\ntext(r);"

    def _patch(self, *lines: str) -> tuple[str, Body | str]:
        return "exec", f"const p = await tools.apply_patch({json.dumps(_patch(*lines))});\ntext(p);"

    def log(self) -> Path:
        return self.newest(".codex/sessions/*/*/*/*.jsonl")

    def _begin(self, method: str, params: Body) -> Body:
        command = (self.bin("codex"), "app-server")
        self._server = Lines(command, self.place.project, self.environment(), _accepted)
        client = {"name": "live", "title": "live", "version": "1"}
        self._server.call("initialize", {"clientInfo": client, "capabilities": {"experimentalApi": True}})
        self._server.put({"method": "initialized"})
        return self._server.call(method, params)

    def _turn(self, method: str, params: Body) -> None:
        assert self._server is not None
        since = len(self._server.told)
        self._server.call(method, {"threadId": self._thread} | params)
        self._server.wait(lambda message: message.get("method") == "turn/completed", since)
        self.stub.settle(0.3, 5)


def _patch(head: str, *lines: str) -> str:
    return "\n".join(("*** Begin Patch", f"*** {head}", *lines, "*** End Patch", ""))


def _accepted(message: Body) -> Body | None:
    asks = "method" in message and "id" in message
    return {"id": message["id"], "result": {"decision": "accept"}} if asks else None


class CodexLocal(Codex):
    """The default model, compacting here."""

    name = "codex:local"
    is_local = True


class Before(Codex):
    """The model before, whose tools are called by themselves, compacting at the provider."""

    name = "codex:gpt-5.5"
    model = "gpt-5.5"

    def tool(self, act: Act) -> tuple[str, Body | str]:
        if act.what in ("edit", "write"):
            return super().tool(act)
        return "exec_command", {"cmd": f"cat {act.path}" if act.what == "read" else act.path}

    def _patch(self, *lines: str) -> tuple[str, Body | str]:
        return "apply_patch", _patch(*lines)


class BeforeLocal(Before):
    """The model before, compacting here."""

    name = "codex:gpt-5.5-local"
    is_local = True


AGENTS = (Codex, CodexLocal, Before, BeforeLocal)
