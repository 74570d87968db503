"""How many sessions and compactions stand under some folders, by agent and by kind of compaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from inspector.errors import InspectorError
from inspector.read.discover import discover
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay


@dataclass(slots=True)
class AgentCensus:
    """What was seen of one agent."""

    sessions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """Compactions by kind; those that only a drop in tokens shows count as "inferred"."""
    edits: int = 0
    """Steps that cleared results in place."""


def count_compactions(paths: Sequence[Path]) -> dict[str, AgentCensus]:
    """What stands under the paths, by agent. Reads every session whole; one that cannot be read is passed over."""
    seen: dict[str, AgentCensus] = {}
    for found in discover(paths):
        try:
            opened = open_log(found.path, agent=found.agent)
        except InspectorError:
            continue
        compactions = find_compactions(opened.session, Replay(opened.session))
        told = seen.setdefault(found.agent, AgentCensus())
        told.sessions += 1
        told.edits += len(compactions.edits)
        for compaction in compactions.all:
            recorded = compaction.record.basis.value == "recorded"
            told.kinds[compaction.record.kind if recorded else "inferred"] += 1
        opened.bodies.close()
    return seen
