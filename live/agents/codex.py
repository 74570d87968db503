"""Codex through its app server: its default model, whose one tool runs JavaScript that calls the others, and the one
before. A provider of one's own summarizes on this machine, the built-in one asks for a sealed compaction."""

from live.protocols import InLines
from live.wire import Body

_AT_PROVIDER = 'openai_base_url = "ADDRESS/v1"'
_HERE = 'model_provider = "stub"'
_BEFORE = 'model = "gpt-5.5"\n'
_CONFIG = ".codex/config.toml"
_REST = """
model_context_window = 60000
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
analytics.enabled = false
feedback.enabled = false
otel.exporter = "none"
projects."PROJECT".trust_level = "trusted"
[model_providers]
stub = { name = "stub", base_url = "ADDRESS/v1", wire_api = "responses", env_key = "STUB_KEY", stream_max_retries = 2 }
"""
_ADD = "*** Begin Patch\n*** Add File: PATH\nADDED*** End Patch\n"
_UPDATE = "*** Begin Patch\n*** Update File: PATH\n@@\n-OLD\n+NEW\n*** End Patch\n"


class Codex(InLines):
    """The default model, compacting at the provider."""

    name = "codex"
    wire = "responses"
    window = 60_000
    takes_nothing = True
    command = "PACKAGES/.bin/codex app-server"
    variables = dict.fromkeys(("STUB_KEY", "OPENAI_API_KEY", "CODEX_API_KEY"), "none")
    files = {_CONFIG: _AT_PROVIDER + _REST}
    tools = {
        "shell": ("exec", "const r = await tools.exec_command({cmd: `PATH`});\ntext(r);"),
        "read": ("exec", "const r = await tools.exec_command({cmd: `cat PATH`});\ntext(r);"),
        "write": ("exec", f"const p = await tools.apply_patch(`{_ADD}`);\ntext(p);"),
        "edit": ("exec", f"const p = await tools.apply_patch(`{_UPDATE}`);\ntext(p);"),
        "ask": ("exec", "const r = await tools.mcp__inspector__PATH(NEW);\ntext(r);"),
    }
    strategies = {"summary": "codex/local", "native": "codex/remote-v2"}
    sums_up = "^compaction_trigger$|CONTEXT CHECKPOINT"
    logs = ".codex/sessions/*/*/*/*.jsonl"

    def open(self, resumed: bool) -> None:
        super().open(resumed)
        client = {"name": "live", "title": "live", "version": "1"}
        self.call("initialize", {"clientInfo": client, "capabilities": {"experimentalApi": True}})
        self.put({"method": "initialized"})
        if resumed:
            self.call("thread/resume", {"threadId": self.session})
        else:
            self.session = self.call("thread/start", {"cwd": str(self.place.project)})["thread"]["id"]

    def asked(self, message: Body) -> Body | None:
        return {"result": {"decision": "accept"}}

    def say(self, text: str) -> None:
        self._turn("turn/start", {"input": [{"type": "text", "text": text}]})

    def compact(self, focus: str) -> None:
        self._turn("thread/compact/start", {})

    def review_hooks(self) -> None:
        """Accept its hooks, as its window does when a person reviews them: else it runs none."""
        self.open(False)
        listed = self.call("hooks/list", {"cwds": [str(self.place.project)]})
        hooks = [hook for entry in listed["data"] for hook in entry["hooks"]]
        state = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in hooks}
        edit = {"keyPath": "hooks.state", "value": state, "mergeStrategy": "upsert"}
        self.call("config/batchWrite", {"edits": [edit], "reloadUserConfig": True})
        self.close()

    def _turn(self, method: str, params: Body) -> None:
        since = len(self.told)
        self.call(method, {"threadId": self.session} | params)
        self.wait("method", "turn/completed", since=since)
        self.stub.settle(0.3, 5)


class CodexLocal(Codex):
    """The default model, compacting here."""

    name = "codex:local"
    files = {_CONFIG: _HERE + _REST}


class Before(Codex):
    """The model before, whose tools are called by themselves, compacting at the provider."""

    name = "codex:gpt-5.5"
    files = {_CONFIG: f"{_BEFORE}{_AT_PROVIDER}{_REST}"}
    tools = {"shell": ("exec_command", {"cmd": "PATH"}), "read": ("exec_command", {"cmd": "cat PATH"})}
    tools |= {"write": ("apply_patch", _ADD), "edit": ("apply_patch", _UPDATE)}


class BeforeLocal(Before):
    """The model before, compacting here."""

    name = "codex:gpt-5.5-local"
    files = {_CONFIG: f"{_BEFORE}{_HERE}{_REST}"}
