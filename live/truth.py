"""The inspector's strategies against a log: does an agent's own one keep what the agent kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.model import Compaction, Session
from inspector.rerun.engine import run_strategy
from inspector.rerun.library import Strategies, load_strategies
from inspector.rerun.material import Limits, Material, longest_of
from inspector.rerun.strategy import Strategy
from inspector.rerun.summarize import Recorded
from inspector.rerun.view import Entries, ViewEntry, view_at
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, read

_ANEW = {"gemini": ("environment", "acknowledgement"), "grok": ("system_reminder",), "opencode": ("compaction",)}
"""What an agent writes anew behind a compaction, in the same words: it is not kept."""
_UNTOLD = Limits(None)


@dataclass(frozen=True, slots=True)
class Kept:
    """One recorded compaction, made again by the strategy of its agent."""

    strategy: str
    missing: int
    """Items that the agent kept and the strategy did not."""
    extra: int
    """Items that the strategy kept and the agent did not."""
    n: int
    """Items that the agent kept."""

    @property
    def is_exact(self) -> bool:
        """Whether both kept the same."""
        return not self.missing and not self.extra


def kept_in(log: Path, told: Limits = _UNTOLD, keeps: int | None = None) -> list[Kept]:
    """Every compaction of a log whose agent's strategy is known and whose kept items the log names, in order.

    ``told`` has the window that the agent was told of, for logs without it, and what its model may write; ``keeps`` the
    tokens of a tail where its settings say another number than its strategy.
    """
    document, cache = read(log), Cache.memory()
    try:
        advance(document, Stage.COUNT, cache)
        return list(_check(document, load_strategies(), told, keeps))
    finally:
        document.close()
        cache.close()


def _check(document: Document, strategies: Strategies, told: Limits, keeps: int | None) -> Iterator[Kept]:
    assert document.tally is not None and document.measurement is not None
    library = Entries(document.session, document.bodies.text, document.tally.counts)
    window = document.measurement.window.limit.value or told.window
    limits = Limits(window, min(longest_of(document.session), told.answer))
    for compaction in document.compactions:
        name = own_strategy(document.session, compaction) if compaction.record.status == "ok" else ""
        if not name or (document.session.agent == "claude-code" and not compaction.kept):
            continue
        strategy = strategies.named(name)
        tail = strategy.select.tail
        if keeps is not None and tail.tokens is not None:
            strategy = replace(strategy, select=replace(strategy.select, tail=replace(tail, tokens=keeps)))
        # A share of a window that nobody knows is not known either.
        if tail.fraction_of_usable is None or window is not None:
            yield _kept(document, compaction, strategy, library, limits)


def own_strategy(session: Session, compaction: Compaction) -> str:
    """The strategy by which this version of the agent made this compaction; "" where none is known."""
    agent, record = session.agent, compaction.record
    time = record.time or session.started or ""
    if agent == "claude-code":
        newest = max((_parts(part) for part in session.version.split(",")), default=())
        if newest >= (2, 1, 219):
            return "claude-code/full"
        return "claude-code/full@2.1.218" if newest >= (2, 1, 21) else "claude-code/full@2.1.20"
    if "oh-my-pi" in session.version:
        return {"handoff": "oh-my-pi/handoff", "soft": "oh-my-pi/soft"}.get(record.method, "")
    if agent == "pi":
        if time < "2025-12-09":
            return "pi/2025-12"
        return "pi/before-2026-03-27" if time < "2026-03-27" else "pi/current"
    if agent == "codex":
        if record.kind == "summary":
            return "codex/local"
        return {"native": "codex/remote-v2", "trim": "codex/token-budget"}.get(record.kind, "")
    if agent == "copilot":
        return "copilot/cli" if record.kind == "summary" else ""
    if agent == "cline":
        if record.method == "basic":
            return "cline/basic"
        return {"trim": "cline/legacy-half", "summary": "cline/agentic"}.get(record.kind, "")
    if agent == "openhands":
        # V0's condensers count events that the log does not give to the model; no preset claims them.
        return "" if session.version.startswith("0.") else "openhands/sdk"
    if agent == "opencode" and record.kind == "summary":
        # Kilo counts on from its extension for an editor; of other versions nothing was held against a compaction.
        newest = max((_parts(part.removeprefix("Kilo ")) for part in session.version.split(", ")), default=())
        own: dict[tuple[int, ...], str] = {(1, 18): "opencode/v1.18", (7, 7): "opencode/kilo-7"}
        return own.get(newest[:2], "")
    return {"gemini": "gemini/two-pass", "grok": "grok/build"}.get(agent, "")


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.strip().split(".") if part.isdigit())


def _kept(document: Document, compaction: Compaction, strategy: Strategy, library: Entries, limits: Limits) -> Kept:
    assert document.reconstruction is not None and document.tally is not None
    session, replay = document.session, document.reconstruction.replay
    material = Material(
        session=session,
        compaction=compaction.number,
        entries=view_at(library, replay, compaction.op - 1),
        limits=replace(limits, used=compaction.before.value),
        calibration=document.tally.calibration,
        library=library,
    )
    # Claude Code writes instruction files anew in front of its summary: they are put back, not kept.
    made = ("claude-code", "opencode", "grok")
    numbers = compaction.kept if strategy.agent in made else replay.items_at(compaction.op)
    anew = _ANEW.get(strategy.agent, ())
    was = _names([entry for entry in map(library.entry, numbers) if entry.detail not in anew], strategy)
    now = _names(run_strategy(strategy, material, Recorded("(recorded)")).entries, strategy)
    return Kept(strategy.id, (was - now).total(), (now - was).total(), was.total())


def _names(entries: Sequence[ViewEntry], strategy: Strategy) -> Counter[str]:
    """What was kept, by item; for Codex by its words, since it writes a kept prompt out again as a new item."""
    prompts_alone = strategy.agent == "codex"
    return Counter(
        "".join(entry.text.split()) if prompts_alone else str(entry.item)
        for entry in entries
        if entry.item is not None
        and entry.kind not in ("system", "summary")
        and (entry.kind == "user_typed" or not prompts_alone)
    )
