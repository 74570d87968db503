"""``--mcp``: an agent that asks the inspector about its own session, before and behind a compaction, all four tools. A
session of another agent that worked in the same folder later lies beside it: the agent's own has to be the answer."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from live.agent import Agent
from live.hooks import shim_of
from live.place import CannotRun, write
from live.play import Report, classes, perform, place_of
from live.scenarios import BEGIN
from live.script import Answer, Scenario, ask, compact, say
from live.wire import Body

_CALLS = (ask("list_compactions"), ask("missing"), ask("find", words="port 8473"), ask("restore", fact="#2"))
_WORDS = ("Session ", "Compaction 1", "Compaction 1", "no longer in the context", "Item 2 of ")
"""What stands in the answers: to the first call, made before the compaction, then to all of them."""
ASKING = Scenario(
    "asking",
    (
        BEGIN,
        say("Was anything compacted?", Answer("I ask.", _CALLS[:1]), Answer("Nothing yet.")),
        compact(),
        say("Ask again, for all.", *(Answer("", (call,)) for call in _CALLS), Answer("It knows.")),
    ),
)
_STRANGER = "Words of another agent in the same folder."
PLACES: Mapping[str, Body] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
"""By agent: where it registers a server, and how."""


def play(name: str, scenario: Scenario) -> Report:
    """Run an agent with the server, whatever the scenario, and look at what it was answered. Raises CannotRun."""
    if name.partition(":")[0] not in PLACES:
        raise CannotRun(f"Where {name} registers a server is not known here.")
    agent = classes(name)[0](place_of(name, ASKING.name))
    # Some agents do not wait for a server that is still starting.
    perform(agent, ASKING, _register, pause=15)
    return _look(agent)


def _register(agent: Agent) -> None:
    shim_of(agent)
    told = PLACES.get(agent.name) or PLACES[agent.name.partition(":")[0]]
    path, member, form = agent.place.home / told["file"], told["member"], told["server"]
    before = path.read_text() if path.exists() else ""
    settings = json.dumps(json.loads(before or "{}") | {member: {"inspector": form}}) if member else f"{before}{form}"
    write(path, agent.filled(settings))
    if agent.name.startswith("claude-code"):
        # Else it offers them only once the model has looked for them.
        write(agent.place.home / ".claude/settings.json", '{"env": {"ENABLE_TOOL_SEARCH": "false"}}')
        return
    ids = {"sessionId": "stranger", "uuid": "1", "parentUuid": None, "timestamp": "2036-01-01T00:00:00.000Z"}
    about = {"type": "user", "cwd": str(agent.place.project), "version": "2.1.332", "userType": "external"}
    row = ids | about | {"message": {"role": "user", "content": _STRANGER}}
    write(agent.place.home / ".claude/projects/-stranger/stranger.jsonl", json.dumps(row) + "\n")


def _look(agent: Agent) -> Report:
    """The answers are those of the agent's own session, and know the compaction."""
    mains = [one for one in agent.stub.sent if one.kind == "main" and one.step_number > 1]
    pieces = ([one for one in agent.stub.wire.pieces(sent.body) if one.voice != "instructions"] for sent in mains)
    answers = [told[-1].text for told in pieces if told[-1].voice == "result"]
    wrong = [
        f"{words!r} does not stand in {answer[:200]!r}"
        for words, answer in zip(_WORDS, answers, strict=False)
        if words not in answer or _STRANGER in answer
    ]
    if len(answers) != len(_WORDS):
        wrong.append("Not every call was made and answered.")
    return Report([f"{agent.name} asks: {len(answers)} answers of {len(_WORDS)}"], wrong)
