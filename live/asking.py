"""``--mcp``: an agent that asks the inspector about its own session, before and behind a compaction, all four tools.

The server is registered where the agent's user registers it. A session of another agent that worked in the same folder
later lies beside it: the agent's own has to be the answer. What a tool answered is taken from the next request.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from live.agent import Agent
from live.hooks import shim_of
from live.install import CannotRun, installed
from live.place import Place, cache
from live.play import classes, perform
from live.scenarios import BEGIN
from live.script import Answer, Scenario, ask, compact, say

_CALLS = (ask("list_compactions"), ask("missing"), ask("find", words="port 8473"), ask("restore", fact="#2"))
_WORDS = ("Compaction 1", "Compaction 1", "no longer in the context", "Item 2 of ")
"""What stands in the answers behind the compaction."""
ASKING = Scenario(
    "asking",
    (
        BEGIN,
        say("Was anything compacted?", Answer("I ask.", _CALLS[:1]), Answer("Nothing yet.")),
        compact(),
        say("Ask again, for all.", *(Answer("", (call,)) for call in _CALLS), Answer("It knows.")),
    ),
)
_PAUSE = 15
"""Seconds: some agents do not wait for a server that is still starting."""
_STRANGER = "Words of another agent in the same folder."
_Form = dict[str, Any]


def _plain(command: str) -> _Form:
    return {"command": command, "args": ["mcp"]}


def _trusted(command: str) -> _Form:
    return _plain(command) | {"trust": True}


def _direct(command: str) -> _Form:
    return _plain(command) | {"exposure": "direct"}


def _local(command: str) -> _Form:
    return {"type": "local", "command": [command, "mcp"], "enabled": True, "timeout": 60_000}


def _all_tools(command: str) -> _Form:
    return _plain(command) | {"type": "local", "tools": ["*"]}


_IN_TOML = "\n[mcp_servers.inspector]\ncommand = {}\nargs = ['mcp']\nstartup_timeout_sec = 60\n"
PLACES: Mapping[str, tuple[str, str, Any]] = {
    "claude-code": (".claude.json", "mcpServers", _plain),
    "codex": (".codex/config.toml", "", _IN_TOML),
    "gemini-cli": (".gemini/settings.json", "mcpServers", _trusted),
    "qwen-code": (".qwen/settings.json", "mcpServers", _trusted),
    "kimi-code": (".kimi-code/mcp.json", "mcpServers", _plain),
    "grok-build": (".grok/config.toml", "", _IN_TOML),
    "pi": (".pi/agent/mcp.json", "mcpServers", _direct),
    "oh-my-pi": (".omp/agent/mcp.json", "mcpServers", _plain),
    "copilot": (".copilot/mcp-config.json", "mcpServers", _all_tools),
    "cline": (".cline/data/settings/cline_mcp_settings.json", "mcpServers", _plain),
    "opencode": (".config/opencode/opencode.json", "mcp", _local),
    "opencode:kilo": (".config/kilo/kilo.json", "mcp", _local),
}
"""By agent: the file, the member of it, and the form of a server there."""


@dataclass(slots=True)
class Asked:
    """What a run gave."""

    agent: str
    answers: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """A line of figures, then what is wrong."""
        yield f"{self.agent} asks: {len(self.answers)} answers of {len(_CALLS) + 1}"
        yield from (f"  {sentence}" for sentence in self.wrong)


def play_asking(name: str) -> Asked:
    """Run an agent with the server, and look at what it was answered. Raises CannotRun."""
    form = PLACES.get(name) or PLACES.get(name.partition(":")[0])
    if form is None:
        raise CannotRun(f"Where {name} registers a server is not known here.")
    place = Place(installed(name), cache() / "runs" / name.replace(":", "-") / ASKING.name)
    agent, asked = classes(name)[0](place), Asked(name)
    perform(agent, ASKING, lambda agent: _register(agent, *form), _PAUSE)
    _look(agent, asked)
    return asked


def _register(agent: Agent, file: str, member: str, form: Any) -> None:
    path, command = agent.place.home / file, str(shim_of(agent))
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text() if path.exists() else ""
    if member:
        settings = json.loads(before or "{}")
        path.write_text(json.dumps(settings | {member: {"inspector": form(command)}}))
    else:
        path.write_text(before + form.format(json.dumps(command)))
    row: _Form = {
        "type": "user",
        "cwd": str(agent.place.project),
        "sessionId": "stranger",
        "uuid": "1",
        "parentUuid": None,
    }
    row |= {"timestamp": "2036-01-01T00:00:00.000Z", "message": {"role": "user", "content": _STRANGER}}
    if agent.name == "claude-code":
        # Else it offers them only once the model has looked for them.
        (agent.place.home / ".claude").mkdir(exist_ok=True)
        (agent.place.home / ".claude/settings.json").write_text('{"env": {"ENABLE_TOOL_SEARCH": "false"}}')
    else:
        log = agent.place.home / ".claude/projects/-stranger/stranger.jsonl"
        log.parent.mkdir(parents=True)
        log.write_text(json.dumps(row | {"parentUuid": None, "version": "2.1.332", "userType": "external"}) + "\n")


def _look(agent: Agent, asked: Asked) -> None:
    """The answers are those of the agent's own session, and know the compaction."""
    for one in agent.stub.sent:
        if one.kind == "main":
            pieces = list(agent.stub.wire.pieces(one.body))
            results = [piece.text for piece in pieces if piece.voice == "result"]
            if len(pieces) > 1 and pieces[-1].voice == "result" and one.step_number in (2, 4):
                asked.answers.append(results[-1])
    for words, answer in zip(("Session ", *_WORDS), asked.answers, strict=False):
        if words not in answer or _STRANGER in answer:
            asked.wrong.append(f"{words!r} does not stand in {answer[:200]!r}")
    if len(asked.answers) != len(_CALLS) + 1:
        asked.wrong.append("Not every call was made and answered.")
