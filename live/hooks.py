"""``--hooks``: an agent with the inspector's hooks in its settings; what a compaction drops is in the next request.

The hooks are installed as a person does it. What was said is known from the scenario, what the model got from the stub;
how long each call took is written down by what starts the program.
"""

import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import ClassVar

from live.agent import Agent
from live.agents.claude_code import ClaudeCode
from live.install import CannotRun, installed
from live.place import Place, cache
from live.play import classes, perform
from live.protocols import InTerminal
from live.script import Scenario

NAMES = {
    "claude-code": "claude-code",
    "codex": "codex",
    "gemini-cli": "gemini",
    "qwen-code": "qwen",
    "kimi-code": "kimi",
    "pi": "pi",
    "opencode": "opencode",
    "opencode:kilo": "kilo",
}
"""What ``inspector hook install`` calls an agent; those that take no words at a compaction are left out."""
_SHIM = """\
#!/bin/sh
export INSPECTOR_HOME={home} PYTHONPATH={code}
begun=$(date +%s.%N)
{python} -m inspector "$@"
status=$?
echo "$2 $begun $(date +%s.%N)" >> {times}
exit $status
"""
LATE = frozenset({"qwen-code"})
"""Agents that send the first request behind an automatic compaction before any hook could add to it."""
_LEAST = 3
"""Words of a sentence that is looked for."""


class InWindow(InTerminal):
    """Claude Code as a person starts it, in a terminal."""

    name = "claude-code:terminal"
    wire = ClaudeCode.wire
    window = ClaudeCode.window
    command = f"{ClaudeCode.command.partition(' ')[0]} --model claude-sonnet-4-5 --dangerously-skip-permissions"
    resumed = "--continue"
    variables = ClaudeCode.variables
    switches = ClaudeCode.switches
    files: ClassVar[Mapping[str, object]] = {
        ".claude.json": {
            "hasCompletedOnboarding": True,
            "theme": "dark",
            "bypassPermissionsModeAccepted": True,
            "customApiKeyResponses": {"approved": ["sk-ant-none"], "rejected": []},
            "projects": {"PROJECT": {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
        }
    }
    tools = ClaudeCode.tools
    sums_up = ClaudeCode.sums_up
    logs = ClaudeCode.logs
    ready = ("bypass permissions on", "? for shortcuts", "Yes, I accept")
    busy = ("esc to interrupt",)
    leaves = "/exit"

    def open(self, resumed: bool) -> None:
        """Start it, and accept what it asks a person first."""
        super().open(resumed)
        if "Yes, I accept" in self.process.screen():
            self.process.press("Down", "Enter")
            self.process.until("bypass permissions on", "? for shortcuts")


@dataclass(slots=True)
class Held:
    """What a run with hooks gave."""

    agent: str
    scenario: str
    compactions: int = 0
    sentences: int = 0
    """Sentences of the person that were looked for behind all compactions."""
    back: int = 0
    """Those of them that stand there only because a hook put them back."""
    wrong: list[str] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def lines(self) -> Iterator[str]:
        """A line of figures, then what is wrong."""
        told = f"{self.agent} {self.scenario} with hooks: {self.compactions} compactions"
        yield f"{told}, {self.sentences} sentences stand behind them, {self.back} put back"
        for event, took in sorted(self.seconds.items()):
            yield f"  {event}: {len(took)} times, {median(took):.2f} s in the median, {max(took):.2f} s at most"
        yield from (f"  {sentence}" for sentence in self.wrong)


def play_with_hooks(name: str, scenario: Scenario) -> Held:
    """Run an agent through a scenario with hooks, and look for what was said. Raises CannotRun."""
    kind = InWindow if name == InWindow.name else classes(name)[0]
    installed_as = NAMES.get(name) or NAMES.get(name.partition(":")[0])
    if installed_as is None:
        raise CannotRun(f"{name} takes no words from a hook at a compaction.")
    place = Place(installed(name), cache() / "runs" / name.replace(":", "-") / f"{scenario.name}-hooks")
    agent, held = kind(place), Held(name, scenario.name)
    perform(agent, scenario, lambda agent: _install(agent, installed_as))
    _look(agent, scenario, held)
    _times(place, held)
    log = place.run / "inspector/data/hooks.log"
    lines = log.read_text().splitlines() if log.exists() else []
    held.wrong += [line for line in lines if "nothing was done" in line]
    if not lines:
        held.wrong.append("No hook ever ran.")
    return held


def shim_of(agent: Agent) -> Path:
    """What starts the inspector for an agent, with a data folder of the run's own."""
    shim = agent.place.run / "bin/inspector"
    shim.parent.mkdir(parents=True, exist_ok=True)
    words = {"home": agent.place.run / "inspector", "code": Path.cwd(), "times": agent.place.run / "times"}
    shim.write_text(_SHIM.format(python=sys.executable, **{key: shlex.quote(str(path)) for key, path in words.items()}))
    shim.chmod(0o755)
    return shim


def _install(agent: Agent, name: str) -> None:
    shim = shim_of(agent)
    env = os.environ | {"HOME": str(agent.place.home), "PATH": f"{shim.parent}:{os.environ['PATH']}"}
    command = [str(shim), "hook", "install", name, "--yes"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode:
        raise CannotRun(f"The hooks cannot be installed: {done.stderr.strip()}")
    if name == "codex":
        _review(agent)


def _review(agent: Agent) -> None:
    """Accept Codex's hooks, as its window does when a person reviews them."""
    agent.open(False)
    try:
        listed = agent.process.call("hooks/list", {"cwds": [str(agent.place.project)]})
        hooks = [hook for entry in listed["result"]["data"] for hook in entry["hooks"]]
        state = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in hooks}
        edit = {"keyPath": "hooks.state", "value": state, "mergeStrategy": "upsert"}
        agent.process.call("config/batchWrite", {"edits": [edit], "reloadUserConfig": True})
    finally:
        agent.close()


def _look(agent: Agent, scenario: Scenario, held: Held) -> None:
    """Behind each compaction the next request holds every sentence that was said up to there."""
    steps = [step for step in enumerate(scenario.steps, 1) if step[1].what == "say"]
    said = [(number, sentence) for number, step in steps for sentence in sentences(step.text)]
    is_behind, late, compacted = False, False, 0
    for one in agent.stub.sent:
        if one.kind == "compaction" and one.status == 200:
            is_behind, late, compacted = True, agent.name in LATE and one.step == "say", one.step_number
        elif one.kind == "main" and is_behind and late:
            late = False
        elif one.kind == "main" and is_behind:
            is_behind, held.compactions = False, held.compactions + 1
            text = " ".join(" ".join(piece.text for piece in agent.stub.wire.pieces(one.body)).split())
            for sentence in (sentence for number, sentence in said if number <= compacted):
                held.sentences += 1
                held.back += bool(re.search(re.escape(sentence) + r"[.?]? \((?:line|item) ", text))
                if sentence not in text:
                    held.wrong.append(
                        f"Request {one.number}, behind compaction {held.compactions}, lacks {sentence!r}."
                    )


def sentences(text: str) -> list[str]:
    """The sentences of what a person types in a scenario, without their last sign: Gemini CLI takes some for keys."""
    return [one.rstrip(".?") for one in re.split(r"(?<=[.?!]) +|\n", text) if len(one.split()) >= _LEAST]


def _times(place: Place, held: Held) -> None:
    path = place.run / "times"
    for line in path.read_text().splitlines() if path.exists() else ():
        event, begun, ended = line.split()
        if event not in ("install", "status"):
            held.seconds[event].append(float(ended) - float(begun))
