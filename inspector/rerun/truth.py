"""Emulation against what logs record: does an agent's own strategy keep what the agent kept, and fire when it fired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.measure.calibrate import Calibration
from inspector.measure.window import Window
from inspector.model import Compaction, Session
from inspector.reconstruct.compactions import prompt_before
from inspector.reconstruct.replay import Replay
from inspector.rerun.engine import run_strategy
from inspector.rerun.library import Strategies
from inspector.rerun.material import Limits, Material, longest_of
from inspector.rerun.strategy import Strategy
from inspector.rerun.summarize import Recorded
from inspector.rerun.trigger import lowest
from inspector.rerun.view import Entries, ViewEntry, view_at

CLOSE_ENOUGH = 0.02
"""Of the recorded tokens: how far a threshold may lie from where an agent fired."""

_ANEW = {"gemini": ("environment", "acknowledgement"), "grok": ("system_reminder",)}
"""What an agent writes anew behind a compaction, in the same words: it is not kept."""


@dataclass(frozen=True, slots=True)
class Case:
    """One recorded compaction, held against the strategy of its agent."""

    agent: str
    compaction: int
    strategy: str
    asks: Literal["kept", "trigger"]
    exact: bool
    missing: int = 0
    """Items that the agent kept and the strategy did not; for a trigger the tokens it lies too high."""
    extra: int = 0
    """Items that the strategy kept and the agent did not; for a trigger the tokens it lies too low."""
    n: int = 0
    """Items that the agent kept; for a trigger the tokens at which it fired."""
    why: str = ""
    """What is off, or why it agrees although a trigger lies further away than is close."""


@dataclass(frozen=True, slots=True)
class RecordedSession:
    """A session with what its truth checks need."""

    session: Session
    replay: Replay
    library: Entries
    calibration: Calibration
    window: Window


def check_truth(ground: RecordedSession, compactions: Sequence[Compaction], strategies: Strategies) -> list[Case]:
    """Every check that a session's log allows, in order."""
    cases = []
    for compaction in compactions:
        if compaction.record.status != "ok":
            continue
        name = own_strategy(ground.session, compaction)
        if not name:
            continue
        strategy = strategies.named(name)
        trigger = _trigger(ground, compaction, strategy)
        if trigger is not None:
            cases.append(trigger)
        if strategy.select.tail.fraction_of_usable is not None and ground.window.limit.value is None:
            continue  # a share of what nobody knows
        if strategy.agent != "claude-code" or compaction.kept:
            cases.append(_kept(ground, compaction, strategy))
    return cases


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


def _trigger(ground: RecordedSession, compaction: Compaction, strategy: Strategy) -> Case | None:
    """Where the agent fired by itself, and where its rule says that it would."""
    told = compaction.record.reported_before
    # What a record says of it may count something else; the size before is then the last prompt's.
    fired = told and compaction.before.value
    at = lowest(strategy.trigger, Limits(ground.window.limit.value, longest_of(ground.session)))
    if compaction.record.trigger != "auto" or fired is None or at is None:
        return None
    distance = fired - at
    exact = abs(distance) <= CLOSE_ENOUGH * fired
    why = "" if exact else f"It fired at {fired:,} tokens, the rule says {at:,}; settings are not in the log."
    prompt = prompt_before(ground.session, compaction)
    last = compaction.before.value if prompt is None else prompt
    if not exact and last is not None and last < at <= fired:
        # An agent looks before a request alone: large results lay between the last one below and this one.
        exact = True
        why = f"The request before had {last:,} tokens, so {fired:,} was the first look above {at:,}."
    high, low = max(0, -distance), max(0, distance)
    return Case(strategy.agent, compaction.number, strategy.id, "trigger", exact, high, low, fired, why)


def _kept(ground: RecordedSession, compaction: Compaction, strategy: Strategy) -> Case:
    material = Material(
        session=ground.session,
        compaction=compaction.number,
        entries=view_at(ground.library, ground.replay, compaction.op - 1),
        limits=Limits(ground.window.limit.value, longest_of(ground.session), compaction.before.value),
        calibration=ground.calibration,
        library=ground.library,
    )
    done = run_strategy(strategy, material, Recorded("(recorded)"))
    was = _names(_recorded(ground, compaction, strategy), strategy)
    now = _names(done.entries, strategy)
    missing, extra = was - now, now - was
    why = "; ".join(done.run.notes[:1]) if missing or extra else ""
    return Case(
        strategy.agent,
        compaction.number,
        strategy.id,
        "kept",
        not missing and not extra,
        missing.total(),
        extra.total(),
        was.total(),
        why,
    )


def _recorded(ground: RecordedSession, compaction: Compaction, strategy: Strategy) -> list[ViewEntry]:
    # Claude Code writes instruction files anew in front of its summary: they are put back, not kept.
    made = ("claude-code", "opencode", "grok")
    numbers = compaction.kept if strategy.agent in made else ground.replay.items_at(compaction.op)
    anew = _ANEW.get(strategy.agent, ())
    return [entry for entry in map(ground.library.entry, numbers) if entry.detail not in anew]


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
