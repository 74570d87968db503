"""What an agent sent, held against what the inspector makes of the log that it left."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import cast

from inspector.cli.main import run
from live.agent import Agent
from live.compare import Compared, compare, given
from live.cuts import Cut, same
from live.install import CannotRun
from live.truth import kept_in
from live.wire import Body


@dataclass(slots=True)
class Outcome:
    """What a run gave."""

    agent: str
    scenario: str
    requests: list[Compared] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    """As the stub saw them."""
    told: list[Cut] = field(default_factory=list)
    """As the inspector lists them."""
    cuts_are_right: bool = True
    """Whether they are the same."""
    wrong: list[str] = field(default_factory=list)
    """Whatever else differs, in sentences."""
    strategies: list[tuple[str, bool]] = field(default_factory=list)
    """For each compaction that worked, a strategy of the inspector, and whether it keeps what the agent kept."""

    @property
    def is_right(self) -> bool:
        """Whether nothing differs."""
        return not self.wrong and all(one.is_equal for one in self.requests) and self.cuts_are_right

    def lines(self) -> Iterator[str]:
        """A line of figures, then what differs, each with its place in the log."""
        requests = self.requests
        equal = f"{sum(one.is_equal for one in requests)} of {len(requests)} requests equal"
        kinds = ("missing", "extra", "misplaced")
        words = " · ".join(f"{sum(len(getattr(one, kind)) for one in requests)} {kind}" for kind in kinds)
        right = "right" if self.cuts_are_right else "WRONG"
        yield f"{self.agent} {self.scenario}: {equal} · {words} · {len(self.told)} compactions {right}"
        for name, count in Counter(name for one in requests for name in set(one.named)).items():
            yield f"  in {count} requests, and named as not in the log: {name}"
        if not self.cuts_are_right:
            yield f"  compactions that took place: {'; '.join(map(str, self.cuts)) or 'none'}"
            yield f"  compactions that are listed: {'; '.join(map(str, self.told)) or 'none'}"
        for name, of in Counter(name for name, _ in self.strategies).items():
            yield f"  strategy {name} keeps what the agent kept in {self.strategies.count((name, True))} of {of}"
        yield from (f"  {sentence}" for sentence in self.wrong)
        for one in (one for one in requests if not one.is_equal):
            yield f"  request {one.number}:"
            for kind in kinds:
                for piece in getattr(one, kind):
                    yield f"    {kind} {piece.voice} {piece.place} ({len(piece.text)} characters) {piece.text[:90]!r}"


def hold(agent: Agent, scenario: str) -> Outcome:
    """Hold all that was sent against the log: requests, their tokens, compactions. Raises CannotRun."""
    outcome = Outcome(agent.name, scenario)
    log, sent, wrong = agent.log(), agent.stub.sent, outcome.wrong
    mains = [one for one in sent if one.kind == "main" and one.status == 200]
    rows = [row for row in _ask("tokens", log)["requests"] if not row.get("purpose")]
    if len(rows) != len(mains):
        wrong.append(f"{len(mains)} requests were sent, {len(rows)} are listed.")
    contexts: dict[int, Body] = {}
    for one, row in zip(mains, rows, strict=False):
        context = contexts[row["number"]] = _ask("context", log, "--request", row["number"])
        names = {unlogged["name"] for unlogged in context["not_in_log"]}
        pieces = list(agent.pieces(agent.stub.wire.pieces(one.body)))
        outcome.requests.append(compare(one.number, pieces, list(given(context)), names, agent.unlogged))
        if row["prompt"] not in (None, one.prompt):
            wrong.append(f"Request {one.number}: {one.prompt} prompt tokens were told, {row['prompt']} are listed.")
    outcome.cuts = sorted(agent.cuts(sent), key=lambda cut: cut.behind)
    outcome.strategies = kept_in(log, agent)
    compactions = _ask("compactions", log)["compactions"]
    behind = (sum(row["number"] <= (one["request_before"] or 0) for row in rows) for one in compactions)
    outcome.told = [Cut(n, one["status"], one["trigger"]) for n, one in zip(behind, compactions, strict=True)]
    outcome.cuts_are_right = same(outcome.cuts, outcome.told, agent.logs_failures)
    for cut in apart(compactions):
        wrong += _around(log, cut, contexts, agent.moves_prompts)
    return outcome


def _ask(*words: str | int | Path) -> Body:
    """What a command of the inspector prints with ``--json``, asked as a person would."""
    told, line = StringIO(), [*map(str, words), "--json"]
    with redirect_stdout(told):
        status = run(line)
    if status not in (0, 1):
        raise CannotRun(f"inspector {' '.join(line)} ended with status {status}.")
    return cast(Body, json.loads(told.getvalue()))


def apart(compactions: Sequence[Body]) -> Iterator[Body]:
    """Compactions, each with the requests next to it: of several in a row the first has one before, the last behind."""
    befores, afters = ([one[side] for one in compactions] for side in ("request_before", "request_after"))
    for place, one in enumerate(compactions):
        before = None if befores[place] in befores[:place] else befores[place]
        after = None if afters[place] in afters[place + 1 :] else afters[place]
        yield one | {"request_before": before, "request_after": after}


def _around(log: Path, compaction: Body, contexts: dict[int, Body], any_order: bool) -> Iterator[str]:
    """What stood before a compaction begins with the last request; the next request begins with what stood after."""
    number = compaction["number"]
    before, after = contexts.get(compaction["request_before"]), contexts.get(compaction["request_after"])
    if before is not None:
        stood, asked = _items(_ask("context", log, "--before", number)), _items(before)
        if not (set(asked) <= set(stood) if any_order else stood[: len(asked)] == asked):
            yield f"What stood before compaction {number} does not begin with the request before it."
    if after is not None:
        left = _items(_ask("context", log, "--after", number))
        if _items(after)[: len(left)] != left:
            yield f"The request after compaction {number} does not begin with what it left."


def _items(context: Body) -> list[int]:
    # A system prompt may be made anew for every request.
    return [entry["item"] for entry in context["entries"] if entry["kind"] != "instructions"]
