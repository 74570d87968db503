"""The inspector's strategies against a log: does an agent's own one keep what the agent kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


def kept_in(log: Path) -> list[Kept]:
    """Every compaction of a log whose agent's strategy is known and whose kept items the log names, in order."""
    document, cache = read(log), Cache.memory()
    try:
        advance(document, Stage.COUNT, cache)
        return list(_check(document, load_strategies()))
    finally:
        document.close()
        cache.close()


def _check(document: Document, strategies: Strategies) -> Iterator[Kept]:
    assert document.tally is not None
    library = Entries(document.session, document.bodies.text, document.tally.counts)
    for compaction in document.compactions:
        name = own_strategy(document.session, compaction) if compaction.record.status == "ok" else ""
        if name and (document.session.agent != "claude-code" or compaction.kept):
            yield _kept(document, compaction, strategies.named(name), library)


def own_strategy(session: Session, compaction: Compaction) -> str:
    """The strategy by which this version of the agent made this compaction; "" where none is known."""
    agent, record = session.agent, compaction.record
    time = record.time or session.started or ""
    if agent == "claude-code":
        newest = max((_parts(part) for part in session.version.split(",")), default=())
        if newest >= (2, 1, 219):
            return "claude-code/full"
        return "claude-code/full@2.1.218" if newest >= (2, 1, 21) else "claude-code/full@2.1.20"
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
    return "gemini/two-pass" if agent == "gemini" else ""


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.strip().split(".") if part.isdigit())


def _kept(document: Document, compaction: Compaction, strategy: Strategy, library: Entries) -> Kept:
    assert document.reconstruction is not None and document.tally is not None and document.measurement is not None
    session, replay = document.session, document.reconstruction.replay
    window = document.measurement.window.limit.value
    material = Material(
        session=session,
        compaction=compaction.number,
        entries=view_at(library, replay, compaction.op - 1),
        limits=Limits(window, longest_of(session), compaction.before.value),
        calibration=document.tally.calibration,
        library=library,
    )
    # Claude Code writes instruction files anew in front of its summary: they are put back, not kept.
    numbers = compaction.kept if session.agent == "claude-code" else replay.items_at(compaction.op)
    was = _names([library.entry(number) for number in numbers], strategy)
    now = _names(run_strategy(strategy, material, Recorded("(recorded)")).entries, strategy)
    return Kept(strategy.id, (was - now).total(), (now - was).total(), was.total())


def _names(entries: Sequence[ViewEntry], strategy: Strategy) -> Counter[str]:
    """What was kept, by item; for Codex by its words, since it writes a kept prompt out again as a new item."""
    prompts_alone = strategy.agent == "codex"
    return Counter(
        entry.text if prompts_alone else str(entry.item)
        for entry in entries
        if entry.item is not None
        and entry.kind not in ("system", "summary")
        and (entry.kind == "user_typed" or not prompts_alone)
    )
