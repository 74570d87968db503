"""One agent through one scenario."""

import importlib
import time
from collections.abc import Callable
from itertools import cycle

from live.agent import Agent
from live.hold import Outcome, hold
from live.install import CannotRun, installed
from live.place import Place, cache
from live.scenarios import SUMMARIES
from live.script import Scenario, Step
from live.stub import Stub
from live.wires import WIRES


def classes(name: str) -> list[type[Agent]]:
    """The classes of an agent's file: the agent as it comes, then its variants, named after a colon; of a variant's
    name, that alone. Raises CannotRun."""
    module = importlib.import_module(f"live.agents.{name.partition(':')[0].replace('-', '_')}")
    here = (one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Agent))
    found = [one for one in here if one.__module__ == module.__name__]
    named = [one for one in found if ":" not in name or one.name == name]
    if not named:
        raise CannotRun(f"There is no {name}; there are {', '.join(one.name for one in found)}.")
    return named


def play(name: str, scenario: Scenario) -> Outcome:
    """Run an installed agent through a scenario and hold it against its log. Raises CannotRun."""
    place = Place(installed(name), cache() / "runs" / name.replace(":", "-") / scenario.name)
    return run(classes(name)[0](place), scenario)


def run(agent: Agent, scenario: Scenario) -> Outcome:
    """Run an agent through a scenario, in an emptied folder, and hold it against its log. Raises CannotRun."""
    perform(agent, scenario)
    return hold(agent, scenario.name)


def perform(
    agent: Agent, scenario: Scenario, prepared: Callable[[Agent], None] = lambda agent: None, pause: float = 0
) -> None:
    """Run an agent through a scenario, in an emptied folder; ``prepared`` adds to its settings. Raises CannotRun.

    ``pause``: seconds before the first step, for what it starts beside itself.
    """
    agent.place.prepare()
    stub = agent.stub = Stub(WIRES[agent.wire], agent.kind, agent.tool, agent.window, agent.place.requests)
    # Again and again: agents ask more than once, and compact more often than planned.
    stub.plan("compaction", cycle(SUMMARIES))
    stub.plan("subagent", scenario.delegated)
    try:
        agent.configure()
        prepared(agent)
        agent.open(False)
        time.sleep(pause)
        for step in scenario.steps:
            _take(agent, step)
    finally:
        agent.close()
        stub.settle(0.5, 10)
        stub.close()


def _take(agent: Agent, step: Step) -> None:
    stub = agent.stub
    stub.step, stub.steps = step.what, stub.steps + 1
    if step.what == "say":
        stub.plan("main", step.answers)
        agent.say(step.text)
    elif step.what == "compact":
        stub.first("compaction", step.answers)
        agent.compact(step.text)
        # What was not asked for is not what the next one answers.
        stub.plan("compaction", cycle(SUMMARIES))
    else:
        agent.resume()
