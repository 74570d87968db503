"""One agent through one scenario."""

import importlib
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain, cycle
from pathlib import Path

from live import protocols
from live.agent import Agent
from live.place import CannotRun, Place, cache, installed
from live.scenarios import SUMMARIES
from live.script import Scenario
from live.stub import Stub
from live.wires import WIRES


@dataclass(slots=True)
class Report:
    """What a run gave: figures, and in sentences whatever is not as it has to be."""

    figures: list[str]
    wrong: list[str] = field(default_factory=list)


def classes(name: str) -> list[type[Agent]]:
    """The classes of an agent's file: the agent as it comes, then its variants, named after a colon; of a variant's
    name, that alone. A file of tables alone is one class. Raises CannotRun."""
    agent = name.partition(":")[0]
    table = Path(__file__).with_name("agents") / f"{agent.replace('-', '_')}.toml"
    if table.exists():
        told = tomllib.loads(table.read_text())
        found: list[type[Agent]] = [type(agent, (getattr(protocols, told["base"]),), told | {"name": agent})]
    else:
        module = importlib.import_module(f"live.agents.{table.stem}")
        here = (one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Agent))
        found = [one for one in here if one.__module__ == module.__name__]
    named = [one for one in found if ":" not in name or one.name == name]
    if not named:
        raise CannotRun(f"There is no {name}; there are {', '.join(one.name for one in found)}.")
    return named


def place_of(name: str, run: str) -> Place:
    """Where an agent, or a variant, works in a run of this name. Raises CannotRun where it is not installed."""
    return Place(installed(name), cache() / "runs" / name.replace(":", "-") / run)


def perform(
    agent: Agent, scenario: Scenario, prepared: Callable[[Agent], None] = lambda agent: None, pause: float = 0
) -> None:
    """Run an agent through a scenario, in an emptied folder. ``prepared`` adds to its settings; ``pause`` are seconds
    before the first step, for what it starts beside itself. Raises CannotRun."""
    agent.place.prepare()
    stub = agent.stub = Stub(WIRES[agent.wire], agent.kind, agent.tool, agent.window, agent.place.requests)
    # Again and again: agents ask more than once, and compact more often than planned.
    stub.plan("compaction", summaries := cycle(scenario.summaries + SUMMARIES))
    stub.plan("subagent", scenario.delegated)
    try:
        agent.configure()
        prepared(agent)
        agent.open(False)
        time.sleep(pause)
        for step in scenario.steps:
            stub.step, stub.steps = step.what, stub.steps + 1
            if step.what == "say":
                stub.plan("main", step.answers)
                agent.say(step.text)
                if all(one.step_number != stub.steps for one in stub.sent):
                    raise CannotRun(f"No model was asked {step.text[:60]!r}.")
            elif step.what == "compact":
                stub.plan("compaction", chain(step.answers, summaries))
                agent.compact(step.text)
                # What was not asked for is not what the next one answers.
                stub.plan("compaction", summaries)
            else:
                agent.resume()
    finally:
        agent.close()
        stub.settle(0.5, 10)
        stub.close()
