"""OpenCode over the Agent Client Protocol; Kilo, which is made of it, has its own names for the same."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from live.compare import Cut, attempts, rounds
from live.protocols import OverProtocol
from live.stub import Sent

_WINDOW, _ANSWER = 28_000, 4_000
_MODEL = {"name": "stub", "limit": {"context": _WINDOW, "output": _ANSWER}, "reasoning": True, "tool_call": True}
_SERVER = {"npm": "@ai-sdk/openai-compatible", "options": {"baseURL": "ADDRESS/v1", "apiKey": "none"}}
_SETTINGS = {
    "provider": {"stub": _SERVER | {"models": {"stub": _MODEL}}},
    "model": "stub/stub",
    "small_model": "stub/stub",
    "permission": {"edit": "allow", "bash": "allow"},
    "autoupdate": False,
    "share": "disabled",
}


class OpenCode(OverProtocol):
    """Every session is in one database; what a compaction cuts is not deleted."""

    name = "opencode"
    wire = "completions"
    window = _WINDOW
    answer = _ANSWER
    takes_nothing = True
    command = "PACKAGES/opencode-linux-x64/bin/opencode acp"
    switches = "OPENCODE_DISABLE_AUTOUPDATE OPENCODE_DISABLE_MODELS_FETCH OPENCODE_DISABLE_LSP_DOWNLOAD"
    files = {".config/opencode/opencode.json": _SETTINGS}
    tools = {
        "shell": ("bash", {"command": "PATH", "description": "run"}),
        "read": ("read", {"filePath": "FILE"}),
        "write": ("write", {"filePath": "FILE", "content": "NEW"}),
        "edit": ("edit", {"filePath": "FILE", "oldString": "OLD", "newString": "NEW"}),
        "delegate": ("task", {"prompt": "PATH", "description": "a task", "subagent_type": "general"}),
    }
    strategies = {"summary": "opencode/v1.18"}
    sums_up = "<conversation>|summar.{,3000}$"
    hidden = {"line in front of pictures of tools": "user Attached media from tool result:$"}
    logs = ".local/share/opencode/opencode.db"

    def cuts(self, sent: Sequence[Sent]) -> Iterator[Cut]:
        """One that is tried again takes no place either; what stands before the tail that it was to keep, is left out
        from the failure on."""
        before: list[Sent] = []
        for (_, calls), cut in zip(rounds(sent), attempts(sent, self.takes_nothing), strict=True):
            if cut.again and len(str(calls[0].body)) < len(str(before[0].body)):
                yield Cut(cut.behind, "ok", "auto")
            yield replace(cut, status="failed") if cut.again else cut
            before = calls

    def log(self) -> Path:
        return super().log() / self.session


class Kilo(OpenCode):
    """Kilo's command line. The prompt that went ahead of a compaction stands before the summary later on."""

    name = "opencode:kilo"
    strategies = {"summary": "opencode/kilo-7"}
    takes_nothing = False
    command = "PACKAGES/@kilocode/cli-linux-x64/bin/kilo acp"
    moves_prompts = True
    hidden = OpenCode.hidden | {"time and folders": r"\w+\s+<environment_details>"}
    files = {".config/kilo/kilo.json": _SETTINGS}
    logs = ".local/share/kilo/kilo.db"
    variables = {"KILO_TELEMETRY_LEVEL": "off"}
    switches = (
        "KILO_DISABLE_AUTOUPDATE KILO_DISABLE_MODELS_FETCH KILO_NO_DAEMON KILO_DISABLE_SESSION_INGEST "
        "KILO_DISABLE_LSP_DOWNLOAD KILO_DISABLE_CODEBASE_INDEXING"
    )

    def cuts(self, sent: Sequence[Sent]) -> Iterator[Cut]:
        """One that failed is forgotten when it is tried again."""
        found = list(attempts(sent, self.takes_nothing))
        yield from (cut for cut, after in zip(found, [*found[1:], None], strict=False) if not (after and after.again))
