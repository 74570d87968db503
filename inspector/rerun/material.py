"""What strategies are run on: one context with everything known about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from inspector.measure.calibrate import Calibration
from inspector.measure.count import Counts
from inspector.measure.models import longest_answer
from inspector.measure.tokenizer import Tokenizer, default_tokenizer
from inspector.measure.window import Window
from inspector.model import Basis, Compaction, Fact, Session, TokenCount
from inspector.reconstruct.calls import main_calls
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.segment import summary_of
from inspector.rerun.view import Entries, ViewEntry, view_at
from inspector.survival.found import Found

LONGEST_ANSWER = 32_000
"""What a model may write where the log does not tell: the cap of most agents."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The model's window and what the provider last reported."""

    window: int | None
    answer: int = LONGEST_ANSWER
    used: int | None = None
    """Prompt tokens of the last request before."""


def longest_of(session: Session) -> int:
    """What the model at hand may write; the cap of most agents where it may write more or no list tells."""
    known = longest_answer(session.models[-1]) if session.models else None
    return min(known or LONGEST_ANSWER, LONGEST_ANSWER)


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """One context before a compaction."""

    session: Session
    compaction: int
    entries: tuple[ViewEntry, ...]
    limits: Limits
    calibration: Calibration
    library: Entries
    by_hand: bool = False
    """Whether a person asked for the recorded compaction."""
    facts: tuple[Fact, ...] = ()
    """The human's sentences; what is pasted, or too short to be found by, is not among them."""
    evidence: tuple[Fact, ...] = ()
    """What the work itself showed."""
    recorded: str = ""
    """The summary that the log holds; "" where there is none to read."""
    judged: tuple[Fact, ...] = ()
    """The statements that a judge found and that still matter; none where no judge read it."""
    tokenizer: Tokenizer = field(default_factory=default_tokenizer)
    before: TokenCount | None = None
    """What the log says of its size; None for one that was never sent."""

    @property
    def scale(self) -> Calibration:
        """The calibration, by which the context is no larger than what the log records.

        Agents clear results without a record of it, so that a log may hold far more than was sent: then its texts
        count less. What no log holds is sent with every context, also with those that strategies leave.
        """
        counted, overhead = sum(entry.counted for entry in self.entries), self.calibration.overhead or 0.0
        size = self.before.value if self.before is not None and self.before.basis is Basis.RECORDED else None
        if size is None or self.calibration.ratio * counted + overhead <= size:
            return self.calibration
        overhead = min(overhead, float(size))
        return replace(self.calibration, ratio=(size - overhead) / counted, overhead=overhead)

    def prompt(self, logged: float, written: float) -> float:
        """Tokens of a prompt by what is counted of it; no summary that was ``written`` for it counts less."""
        return self.scale.ratio * logged + self.calibration.ratio * written + (self.scale.overhead or 0)

    @property
    def statements(self) -> tuple[Fact, ...]:
        """What a judge found that still matters, else every sentence of the human."""
        return self.judged or self.facts

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of some texts, not calibrated."""
        return self.tokenizer.count_many(texts)


def with_overhead(
    calibration: Calibration, session: Session, replay: Replay, counts: Counts, compaction: Compaction
) -> Calibration:
    """The same calibration, with what the first request held beyond its counted context where no fit tells it.

    A fit tells it not where most requests sent less than the log holds. What the one behind the compaction held beyond
    is then a bound, since a log may begin in the middle of a session.
    """
    calls = main_calls(session)[:1]
    if calibration.n and compaction.request_after is not None:
        calls.append(compaction.request_after)
    sent = [(session.requests[index], session.requests[index].usage) for index in calls]
    prompts = [(one.op, usage.prompt) for one, usage in sent if usage is not None and usage.prompt is not None]
    if calibration.overhead is not None or not prompts:
        return calibration
    counted = [sum(int(counts.tokens[number - 1]) for number in replay.items_at(op)) for op, _ in prompts]
    beyond = (prompt - calibration.ratio * one for (_, prompt), one in zip(prompts, counted, strict=True))
    return replace(calibration, overhead=max(0.0, min(beyond)))


def material_of(
    session: Session,
    replay: Replay,
    compaction: Compaction,
    found: Found,
    counts: Counts,
    calibration: Calibration,
    window: Window,
) -> Material:
    """What stood in the context when a recorded compaction began."""
    library = Entries(session, found.segment.read, counts)
    summary = summary_of(session, compaction)
    return Material(
        session=session,
        compaction=compaction.number,
        entries=view_at(library, replay, compaction.op - 1),
        limits=Limits(window.limit.value, longest_of(session), compaction.before.value),
        calibration=with_overhead(calibration, session, replay, counts, compaction),
        before=compaction.before,
        library=library,
        by_hand=compaction.record.trigger == "manual",
        facts=tuple(fact for fact in found.facts if fact.fold is None),
        evidence=found.evidence,
        recorded=library.entry(summary.number).text if summary is not None else "",
    )
