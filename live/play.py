"""One agent through one scenario, and what the inspector makes of the log that it left."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from live.agent import Agent
from live.asked import ask
from live.compare import Compared, compare, given
from live.cuts import Cut, same
from live.install import CannotRun, installed, pin_of
from live.place import Place, cache, prepare
from live.scenarios import summaries
from live.script import Scenario, Step
from live.stub import Sent, Stub
from live.truth import kept_in
from live.wire import Body
from live.wires import WIRES

MORE_SUMMARIES = 12
"""How often the summaries are given again: agents ask more than once, and compact more often than planned."""


@dataclass(slots=True)
class Outcome:
    """What a run gave."""

    agent: str
    scenario: str
    log: Path | None = None
    requests: list[Compared] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    """As the stub saw them."""
    told: list[Cut] = field(default_factory=list)
    """As the inspector lists them."""
    logs_failures: bool = True
    wrong: list[str] = field(default_factory=list)
    """Whatever else differs, in sentences."""

    strategies: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Of how many compactions a strategy of the inspector keeps what the agent kept, and of how many it was asked."""

    @property
    def is_right(self) -> bool:
        """Whether nothing differs."""
        return not self.wrong and all(one.is_equal for one in self.requests) and self.cuts_are_right

    @property
    def cuts_are_right(self) -> bool:
        """Whether the compactions are those that took place."""
        return same(self.cuts, self.told, self.logs_failures)


def classes(name: str) -> tuple[type[Agent], ...]:
    """The classes of an agent's file: the agent as it comes, then its variants, named after a colon."""
    module = importlib.import_module(f"live.agents.{name.partition(':')[0].replace('-', '_')}")
    return cast("tuple[type[Agent], ...]", module.AGENTS)


def agent_class(name: str) -> type[Agent]:
    """The class of an agent, or of a variant of one. Raises CannotRun."""
    found = next((one for one in classes(name) if one.name == name), None)
    if found is None:
        raise CannotRun(f"There is no {name}; there are {', '.join(one.name for one in classes(name))}.")
    return found


def play(name: str, scenario: Scenario) -> Outcome:
    """Run an installed agent through a scenario and hold it against its log. Raises CannotRun."""
    place = Place(installed(pin_of(name)), cache() / "runs" / name.replace(":", "-") / scenario.name)
    return run(agent_class(name)(place), scenario)


def run(agent: Agent, scenario: Scenario) -> Outcome:
    """Run an agent through a scenario, in an emptied folder, and hold it against its log. Raises CannotRun."""
    prepare(agent.place, scenario.files)
    agent.stub = Stub(WIRES[agent.wire], agent.kind, agent.tool, agent.window, agent.place.requests)
    agent.stub.plan("compaction", summaries() * MORE_SUMMARIES)
    agent.stub.plan("subagent", scenario.delegated)
    try:
        agent.configure()
        agent.start()
        for step in scenario.steps:
            _take(agent, step)
    finally:
        agent.close()
        agent.stub.settle(0.5, 10)
        agent.stub.close()
    outcome = Outcome(agent.name, scenario.name, agent.log(), logs_failures=agent.logs_failures)
    hold(outcome, agent, agent.stub.sent)
    return outcome


def _take(agent: Agent, step: Step) -> None:
    agent.stub.step = step.what
    agent.stub.steps += 1
    if step.what == "say":
        agent.stub.plan("main", step.answers)
        agent.say(step.text)
    elif step.what == "compact":
        agent.stub.first("compaction", step.summaries)
        agent.compact(step.text)
        # What was not asked for is not what the next one answers.
        agent.stub.plan("compaction", summaries() * MORE_SUMMARIES)
    else:
        agent.resume()


def hold(outcome: Outcome, agent: Agent, sent: list[Sent]) -> None:
    """Hold all that was sent against the log: requests, their tokens, compactions."""
    assert outcome.log is not None
    wire = WIRES[agent.wire]
    mains = [one for one in sent if one.kind == "main" and one.status == 200]
    rows = [row for row in ask("tokens", outcome.log)["requests"] if not row.get("purpose")]
    if len(rows) != len(mains):
        outcome.wrong.append(f"{len(mains)} requests were sent, {len(rows)} are listed.")
    contexts: dict[int, Body] = {}
    for one, row in _paired(mains, rows):
        context = contexts[row["number"]] = ask("context", outcome.log, "--request", str(row["number"]))
        names = {unlogged["name"] for unlogged in context["not_in_log"]}
        pieces = agent.pieces(wire.pieces(one.body))
        outcome.requests.append(compare(one.number, pieces, given(context), names, agent.unlogged))
        if row["prompt"] is not None and row["prompt"] != one.prompt:
            outcome.wrong.append(
                f"Request {one.number}: {one.prompt} prompt tokens were told, {row['prompt']} are listed."
            )
    outcome.cuts = list(agent.cuts(sent))
    for kept in kept_in(outcome.log):
        right, of = outcome.strategies.get(kept.strategy, (0, 0))
        outcome.strategies[kept.strategy] = right + kept.is_exact, of + 1
    compactions = ask("compactions", outcome.log)["compactions"]
    outcome.told = [Cut(_behind(one, rows), one["status"], one["trigger"]) for one in compactions]
    for cut in apart(compactions):
        outcome.wrong += _around(outcome.log, cut, contexts)


def apart(compactions: list[Body]) -> Iterator[Body]:
    """Compactions, each with the requests next to it: of several in a row the first has one before, the last behind."""
    befores, afters = ([one[side] for one in compactions] for side in ("request_before", "request_after"))
    for place, one in enumerate(compactions):
        before = None if befores[place] in befores[:place] else befores[place]
        after = None if afters[place] in afters[place + 1 :] else afters[place]
        yield one | {"request_before": before, "request_after": after}


def _behind(compaction: Body, rows: list[Body]) -> int:
    before = compaction["request_before"]
    return sum(row["number"] <= before for row in rows) if before else 0


def _around(log: Path, compaction: Body, contexts: dict[int, Body]) -> Iterator[str]:
    """What stood before a compaction begins with the last request; the next request begins with what stood after."""
    number = str(compaction["number"])
    before, after = contexts.get(compaction["request_before"]), contexts.get(compaction["request_after"])
    if before is not None and not _begins(ask("context", log, "--before", number), before):
        yield f"What stood before compaction {number} does not begin with the request before it."
    if after is not None and not _begins(after, ask("context", log, "--after", number)):
        yield f"The request after compaction {number} does not begin with what it left."


def _begins(whole: Body, part: Body) -> bool:
    items = [entry["item"] for entry in part["entries"]]
    return [entry["item"] for entry in whole["entries"]][: len(items)] == items


def _paired(mains: list[Sent], rows: list[Body]) -> Iterator[tuple[Sent, Body]]:
    """Requests with their rows: in order, and where one side has more, by the tokens that were told."""
    if len(mains) == len(rows):
        yield from zip(mains, rows, strict=True)
        return
    left = list(rows)
    for one in mains:
        place = next((place for place, row in enumerate(left) if row["prompt"] == one.prompt), None)
        if place is not None:
            yield one, left[place]
            left = left[place + 1 :]
