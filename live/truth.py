"""The inspector's strategies against a log: does an agent's own one keep what the agent kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from inspector.rerun.engine import run_strategy
from inspector.rerun.library import load_strategies
from inspector.rerun.material import Limits, Material, longest_of
from inspector.rerun.summarize import Recorded
from inspector.rerun.view import Entries, ViewEntry, view_at
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, read
from live.agent import Agent

_ANEW = frozenset({"environment", "acknowledgement", "system_reminder", "compaction"})
"""What agents write anew behind a compaction, in the same words: it is not kept."""


def kept_in(log: Path, agent: Agent) -> list[tuple[str, bool]]:
    """For every compaction that worked and that a strategy is named for: its name, and whether it keeps what the agent
    kept. The settings that the agent was given count where the log does not tell them."""
    document, cache = read(log), Cache.memory()
    try:
        advance(document, Stage.COUNT, cache)
        return list(_check(document, agent))
    finally:
        document.close()
        cache.close()


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
            calibration=document.tally.calibration,
            library=library,
        )
        # Codex writes a kept prompt out again, as a new item.
        by_words = strategy.agent == "codex"
        was = map(library.entry, replay.items_at(compaction.op) if by_words else compaction.kept)
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
