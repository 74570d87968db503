"""What an agent sent and kept, held against what the inspector makes of the log that it left."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from typing import cast

from inspector.cli.main import run
from inspector.rerun.engine import run_strategy
from inspector.rerun.library import load_strategies
from inspector.rerun.material import Limits, Material, longest_of, with_overhead
from inspector.rerun.summarize import Recorded
from inspector.rerun.view import Entries, ViewEntry, view_at
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, read
from live.agent import Agent
from live.compare import Compared, Cut, compare, given, same
from live.place import CannotRun
from live.play import Report, classes, perform, place_of
from live.script import Scenario
from live.wire import Body


@dataclass(slots=True)
class Outcome(Report):
    """What a run gave."""

    requests: list[Compared] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    """Compactions as the stub saw them."""
    told: list[Cut] = field(default_factory=list)
    """As the inspector lists them."""


def play(name: str, scenario: Scenario) -> Outcome:
    """Run an installed agent through a scenario and hold it against its log. Raises CannotRun."""
    agent = classes(name)[0](place_of(name, scenario.name))
    perform(agent, scenario)
    return hold(agent, scenario.name)


def hold(agent: Agent, scenario: str) -> Outcome:
    """Hold all that was sent against the log: requests, their tokens, compactions. Raises CannotRun."""
    log, sent, outcome = agent.log(), agent.stub.sent, Outcome([])
    wrong, requests = outcome.wrong, outcome.requests
    mains = [one for one in sent if one.kind == "main" and one.status == 200]
    rows = [row for row in _ask("tokens", log)["requests"] if not row.get("purpose")]
    if len(rows) != len(mains):
        wrong.append(f"{len(mains)} requests were sent, {len(rows)} are listed.")
    contexts: dict[int, Body] = {}
    for one, row in zip(mains, rows, strict=False):
        context = contexts[row["number"]] = _ask("context", log, "--request", row["number"])
        names = {unlogged["name"] for unlogged in context["not_in_log"]}
        pieces = list(agent.pieces(agent.stub.wire.pieces(one.body)))
        requests.append(compare(one.number, pieces, list(given(context)), names, agent.unlogged))
        wrong += requests[-1].differences()
        if row["prompt"] not in (None, one.prompt):
            wrong.append(f"Request {one.number}: {one.prompt} prompt tokens were told, {row['prompt']} are listed.")
    compactions = _ask("compactions", log)["compactions"]
    behind = (sum(row["number"] <= (one["request_before"] or 0) for row in rows) for one in compactions)
    outcome.cuts = sorted(agent.cuts(sent), key=lambda cut: cut.behind)
    outcome.told = [Cut(n, one["status"], one["trigger"]) for n, one in zip(behind, compactions, strict=True)]
    right = "right" if same(outcome.cuts, outcome.told, agent.logs_failures) else "WRONG"
    if right == "WRONG":
        wrong.append(f"compactions that took place: {'; '.join(map(str, outcome.cuts)) or 'none'}")
        wrong.append(f"compactions that are listed: {'; '.join(map(str, outcome.told)) or 'none'}")
    for cut in apart(compactions):
        wrong += _around(log, cut, contexts, agent.moves_prompts)
    equal = f"{sum(one.is_equal for one in requests)} of {len(requests)} requests equal"
    lists = {kind: [getattr(one, kind) for one in requests] for kind in ("missing", "extra", "misplaced")}
    words = " · ".join(f"{sum(map(len, pieces))} {kind}" for kind, pieces in lists.items())
    outcome.figures.append(f"{agent.name} {scenario}: {equal} · {words} · {len(compactions)} compactions {right}")
    for name, count in Counter(name for one in requests for name in set(one.named)).items():
        outcome.figures.append(f"in {count} requests, and named as not in the log: {name}")
    strategies = kept_in(log, agent)
    for name, of in Counter(name for name, _ in strategies).items():
        kept = strategies.count((name, True))
        outcome.figures.append(f"strategy {name} keeps what the agent kept in {kept} of {of}")
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
    """What stood before a compaction begins with the last request; what stood after, the next, its prompt apart."""
    number = compaction["number"]
    before, after = contexts.get(compaction["request_before"]), contexts.get(compaction["request_after"])
    if before is not None:
        stood, asked = _items(_ask("context", log, "--before", number)), _items(before)
        if not (set(asked) <= set(stood) if any_order else stood[: len(asked)] == asked):
            yield f"What stood before compaction {number} does not begin with the request before it."
    if after is not None:
        left = _items(_ask("context", log, "--after", number))
        new = {entry["item"] for entry in after["entries"] if entry["kind"] == "user"}.difference(left)
        if [item for item in _items(after) if item not in new][: len(left)] != left:
            yield f"The request after compaction {number} does not begin with what it left."


def _items(context: Body) -> list[int]:
    # A system prompt may be made anew for every request.
    return [entry["item"] for entry in context["entries"] if entry["kind"] != "instructions"]


_ANEW = frozenset({"environment", "acknowledgement", "system_reminder", "compaction"})
"""What agents write anew behind a compaction, in the same words: it is not kept."""


def kept_in(log: Path, agent: Agent) -> list[tuple[str, bool]]:
    """For every compaction that worked and that a strategy is named for: its name, and whether it keeps what the agent
    kept. The settings that the agent was given count where the log does not tell them."""
    with closing(read(log)) as document, closing(Cache.memory()) as cache:
        advance(document, Stage.COUNT, cache)
        return list(_check(document, agent))


def _check(document: Document, agent: Agent) -> Iterator[tuple[str, bool]]:
    assert document.reconstruction is not None and document.tally is not None and document.measurement is not None
    strategies, session, replay = load_strategies(), document.session, document.reconstruction.replay
    library = Entries(session, document.bodies.text, document.tally.counts)
    window = document.measurement.window.limit.value or agent.window
    limits = Limits(window, min(longest_of(session), agent.answer))
    for compaction in document.compactions:
        record = compaction.record
        name = agent.strategies.get(record.method) or agent.strategies.get(record.kind)
        if name is None or record.status != "ok":
            continue
        strategy = strategies.named(name)
        tail = strategy.select.tail
        if agent.keeps is not None and tail.tokens is not None:
            strategy = replace(strategy, select=replace(strategy.select, tail=replace(tail, tokens=agent.keeps)))
        material = Material(
            session=session,
            compaction=compaction.number,
            entries=view_at(library, replay, compaction.op - 1),
            limits=replace(limits, used=compaction.before.value),
            calibration=with_overhead(document.tally.calibration, session, replay, document.tally.counts, compaction),
            library=library,
            by_hand=record.trigger == "manual",
        )
        # Codex writes a kept prompt out again, as a new item. Cline compacts by hand all that was ever written.
        by_words, known = strategy.agent == "codex", max(replay.items_at(compaction.op - 1), default=0)
        was = (library.entry(item) for item in replay.items_at(compaction.op) if by_words or item <= known)
        now = run_strategy(strategy, material, Recorded("(recorded)")).entries
        yield name, _names(was, by_words) == _names(now, by_words)


def _names(entries: Iterable[ViewEntry], by_words: bool) -> list[str]:
    """What was kept, by item or by the words of prompts, in one order."""
    return sorted(
        "".join(entry.text.split()) if by_words else str(entry.item)
        for entry in entries
        if entry.item is not None
        and entry.kind not in ("system", "summary")
        and entry.detail not in _ANEW
        and (entry.kind == "user_typed" or not by_words)
    )
