"""``--hooks``: an agent with the inspector's hooks, installed as a person does it; what a compaction drops is in the
next request. What was said tells the scenario; how long each call took is written down by what starts the program."""

import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from live.agent import Agent
from live.agents.codex import Codex
from live.place import PINS, CannotRun, write
from live.play import Report, classes, perform, place_of
from live.script import Scenario

NAMES = "claude-code claude-code:terminal codex gemini-cli qwen-code kimi-code pi opencode opencode:kilo".split()
"""Agents that take words at a compaction."""
_SHIM = """\
#!/bin/sh
export INSPECTOR_HOME={home} PYTHONPATH={code}
begun=$(date +%s.%N)
{python} -c 'import sys, inspector.__main__ as start; del sys.argv[0]; start.main()' "$0" "$@"
status=$?
echo "$2 $begun $(date +%s.%N)" >> {times}
exit $status
"""
LATE = frozenset({"qwen-code"})
"""Agents that send the first request behind an automatic compaction before any hook could add to it."""


def play(name: str, scenario: Scenario) -> Report:
    """Run an agent through a scenario with hooks, and look for what was said. Raises CannotRun."""
    agent_name, _, variant = name.partition(":")
    if agent_name not in NAMES:
        raise CannotRun(f"{name} takes no words from a hook at a compaction.")
    installed_as = "kilo" if variant == "kilo" else PINS[agent_name]["format"]
    agent = classes(name)[0](place_of(name, f"{scenario.name}-hooks"))
    perform(agent, scenario, lambda agent: _install(agent, installed_as))
    report = _look(agent, scenario)
    report.figures += _times(agent.place.run / "times")
    log = agent.place.run / "inspector/data/hooks.log"
    lines = log.read_text().splitlines() if log.exists() else ["No hook ever ran: nothing was done."]
    report.wrong += [line for line in lines if "nothing was done" in line]
    return report


def shim_of(agent: Agent) -> Path:
    """What starts the inspector for an agent, with a data folder of the run's own."""
    run = agent.place.run
    words = {"home": run / "inspector", "code": Path.cwd(), "times": run / "times", "python": sys.executable}
    shim = run / "bin/inspector"
    write(shim, _SHIM.format(**{key: shlex.quote(str(path)) for key, path in words.items()}))
    shim.chmod(0o755)
    return shim


def _install(agent: Agent, name: str) -> None:
    env = os.environ | {"HOME": str(agent.place.home)}
    command = [str(shim_of(agent)), "hook", "install", name, "--yes"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode:
        raise CannotRun(f"The hooks cannot be installed: {done.stderr.strip()}")
    if isinstance(agent, Codex):
        agent.review_hooks()


def _look(agent: Agent, scenario: Scenario) -> Report:
    """Behind each compaction the next request holds every sentence that was said up to there; a subagent's none."""
    sent, steps = agent.stub.sent, [step for step in enumerate(scenario.steps, 1) if step[1].what == "say"]
    texts = [" ".join(" ".join(piece.text for piece in agent.stub.wire.pieces(one.body)).split()) for one in sent]
    said = [(number, sentence) for number, step in steps for sentence in sentences(step.text)]
    never = [sentence for _, sentence in said if not any(sentence in words for words in texts)]
    is_behind, late, compacted = False, False, 0
    compactions, looked_for, back, wrong = 0, 0, 0, []
    for one, words in zip(sent, texts, strict=True):
        if one.kind == "subagent" and "the user said this" in words:
            wrong.append(f"Request {one.number}, a subagent's, holds what the person said to another.")
        if one.kind == "compaction" and one.status == 200:
            is_behind, late, compacted = True, agent.name in LATE and one.step == "say", one.step_number
        elif one.kind == "main" and is_behind and late:
            late = False
        elif one.kind == "main" and is_behind:
            is_behind, compactions = False, compactions + 1
            for sentence in (sentence for number, sentence in said if number <= compacted and sentence not in never):
                looked_for += 1
                back += bool(re.search(re.escape(sentence) + r"[.?]? \((?:line|item) ", words))
                if sentence not in words:
                    wrong.append(f"Request {one.number}, behind compaction {compactions}, lacks {sentence!r}.")
    told = f"{agent.name} {scenario.name} with hooks: {compactions} compactions, {looked_for} sentences behind them"
    return Report([f"{told}, {back} put back, {len(never)} never sent"], wrong)


def sentences(text: str) -> list[str]:
    """The sentences of three words and more, without their last sign: Gemini CLI takes some for keys."""
    return [one.rstrip(".?") for one in re.split(r"(?<=[.?!]) +|\n", text) if len(one.split()) > 2]


def _times(path: Path) -> Iterator[str]:
    """How long each event took, in seconds."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for line in path.read_text().splitlines():
        event, begun, ended = line.split()
        if event not in ("install", "status"):
            seconds[event].append(float(ended) - float(begun))
    for event, took in sorted(seconds.items()):
        yield f"{event}: {len(took)} times, {median(took):.2f} s in the median, {max(took):.2f} s at most"
