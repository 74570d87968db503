"""Comparing a run: its new context is put in the place of the recorded one, and the same facts are looked for in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from inspector.judge.column_text import AS_TEXT, FRAME
from inspector.measure.bill import recorded_cost
from inspector.measure.price import price_of
from inspector.model import (
    Basis,
    Claim,
    Compaction,
    ContextEntry,
    Fact,
    Form,
    Item,
    ItemKind,
    Judgement,
    Session,
    Source,
    Survival,
    TokenCount,
)
from inspector.model.basis import full_sum
from inspector.model.run import Needs, Run, Selection, Slice, State, StrategySpec, Wording
from inspector.reconstruct.calls import summarizer_calls
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.segment import Segment
from inspector.rerun.engine import NEEDS_A_MODEL
from inspector.rerun.library import RECORDED
from inspector.rerun.material import Material
from inspector.rerun.view import holders
from inspector.survival.found import Found
from inspector.survival.outcome import Outcome
from inspector.survival.survive import survive

_SUMMARY = (State.PARAPHRASED, State.OPAQUE)
_TELLS_SLOT = FRAME | {AS_TEXT}
"""Slots of new texts that are not what a run has written of the work."""


@dataclass(frozen=True, slots=True, eq=False)
class ComparedRun:
    """A run with what became of every fact in it."""

    run: Run
    facts: tuple[Fact, ...]
    """What was said, then the evidence of the work."""
    survivals: tuple[Survival, ...]
    """One per fact, in the same order."""
    claims: tuple[Claim, ...] = ()
    """What a judge doubts of the text that was written; empty without one."""
    note: str = ""
    """Why little could be judged; "" where all could."""
    by: Judgement | None = None
    """What a judge found in it, where the verdicts are a judge's."""
    alone: tuple[Survival, ...] = ()
    """What was said, in the summary alone: what the strategy kept beside it is left out. Empty without a summary."""

    @property
    def unread(self) -> str:
        """What of its text cannot be read, and so is in no figure; "" where all can, and for a run that failed."""
        return "" if self.run.error else self.note


def compare_run(run: Run, found: Found) -> ComparedRun:
    """What became of the facts in a run. One that failed, or has no context, has none.

    Where only the summary is left for a model to write, what the strategy keeps beside it is judged all the same.
    """
    if run.error and not (run.slices and run.error == NEEDS_A_MODEL):
        return ComparedRun(run, (), (), note=run.error)
    return _compared(run, found, survive(replace(found, segment=stand_in(run, found.segment))))


def compare_recorded(run: Run, found: Found) -> ComparedRun:
    """The same for what the log says was done: the baseline of every comparison."""
    return _compared(run, found, survive(found))


def _compared(run: Run, found: Found, outcome: Outcome) -> ComparedRun:
    alone = () if outcome.note else in_summary(run, found)
    return ComparedRun(run, tuple(outcome.facts), tuple(outcome.survivals), note=outcome.note, alone=alone)


def in_summary(run: Run, found: Found) -> tuple[Survival, ...]:
    """What became of each statement in the text that was written, were it all that is left; () without one."""
    # The recorded summary stands here as those of the others do, not as a message of the log that was kept.
    text = tuple(replace(piece, item=None) for piece in run.slices if is_written(piece))
    if not text:
        return ()
    spoken = tuple(fact for fact in found.facts if fact.fold is None)
    here = stand_in(replace(run, slices=text), found.segment)
    return tuple(survive(replace(found, segment=here, facts=spoken, evidence=())).survivals)


def is_written(piece: Slice) -> bool:
    """Whether a piece of a new context is the summary that was written for it."""
    return piece.state is State.PARAPHRASED and (piece.item is None or piece.slot == "summary")


def stand_in(run: Run, segment: Segment) -> Segment:
    """The segment with the run's context in the place of the recorded one.

    What a strategy wrote, shortened or masked becomes an item of its own behind those of the log, so that no quote of
    an original item can be taken for kept.
    """
    session, items = segment.session, list(segment.session.items)
    kept: list[int] = []
    inserted: list[int] = []
    summary: int | None = None
    opaque = any(piece.state is State.OPAQUE and piece.item is None for piece in run.slices)
    for piece in run.slices:
        if piece.item is not None and (piece.state is State.VERBATIM or piece.state is State.OPAQUE):
            kept.append(piece.item)
            continue
        made = _item(piece, len(items) + 1, run.id)
        if opaque and made.kind is ItemKind.SUMMARY and piece.state not in _SUMMARY:
            # Where the summary cannot be read, nothing of its kind is; what was pinned beside it can be.
            made = replace(made, kind=ItemKind.ATTACHMENT)
        items.append(made)
        # A shortened or masked item is still the kept message; anything else is new.
        (kept if piece.item is not None else inserted).append(made.number)
        if piece.state in _SUMMARY and summary is None:
            summary = made.number
    here = frozenset(kept)
    kept += [inside for inside, holder in holders(session).items() if holder in here]
    compaction = _compaction(run, segment.compaction, tuple(kept), tuple(inserted), summary, opaque=opaque)
    return replace(segment, session=replace(session, items=tuple(items)), compaction=compaction, read=_reader(segment))


def _compaction(
    run: Run, was: Compaction, kept: tuple[int, ...], inserted: tuple[int, ...], summary: int | None, *, opaque: bool
) -> Compaction:
    """The compaction that a run comes to: what it keeps and puts in, and the summary among that."""
    record = replace(
        was.record,
        id=run.id,
        kind="trim" if summary is None else "native" if opaque else "summary",
        status="ok",
        summary=summary,
        readable=not opaque,
    )
    return replace(
        was,
        record=record,
        settled=was.op,
        removed=tuple(sorted(frozenset((*was.removed, *was.kept)).difference(kept))),
        inserted=inserted,
        kept=kept,
        restored=(),
        masked=(),
        after=run.after,
        outcome="opaque" if opaque else "ok",
    )


def _reader(segment: Segment) -> Callable[[Item], str]:
    read = segment.read
    known = len(segment.session.items)
    return lambda item: (item.text or "") if item.number > known else read(item)


def _item(piece: Slice, number: int, run: str) -> Item:
    return Item(
        number,
        f"{run}/{number}",
        piece.kind,
        piece.origin,
        Source(""),
        piece.text[:200],
        len(piece.text),
        piece.tool,
        piece.call_id,
        detail="file" if piece.slot == "restored" else piece.slot if piece.slot in _TELLS_SLOT else "",
        text=piece.text,
    )


def recorded_run(material: Material, compaction: Compaction, replay: Replay) -> Run:
    """What the log says was done, as a run; its tokens are estimated as those of the others are, and as recorded."""
    entries = replay.entries_at(compaction.settled)
    slices = tuple(_recorded_slice(material, compaction, entry) for entry in entries)
    summary = compaction.record.summary
    text = material.library.entry(summary).text if summary is not None and compaction.record.readable else ""
    written = sum(piece.tokens for piece in slices if piece.slot == "summary")

    def tokens(logged: float, written: float = 0) -> TokenCount:
        return TokenCount(round(material.prompt(logged, written)), Basis.ESTIMATED, material.tokenizer.name)

    return Run(
        id=f"{compaction.number}:{RECORDED}",
        spec=StrategySpec(id=RECORDED, hash="", selection=Selection.EXACT, needs=Needs.NONE, wording=(Wording.AGENT,)),
        compaction=compaction.number,
        slices=slices,
        dropped=(),
        folded=compaction.removed if compaction.record.kind in ("summary", "native") else (),
        silent=(),
        before=tokens(sum(entry.counted for entry in material.entries)),
        after=tokens(sum(piece.tokens for piece in slices) - written, written),
        text=text,
        cost=_own_price(material.session, compaction),
        cost_recorded=recorded_cost(summarizer_calls(material.session, compaction)),
        seconds=compaction.record.seconds,
        recorded=_recorded_tokens(compaction),
    )


def _recorded_tokens(compaction: Compaction) -> tuple[int, int] | None:
    before, after = compaction.before, compaction.after
    if before.value is None or after.value is None or not before.basis is after.basis is Basis.RECORDED:
        return None
    return before.value, after.value


def _own_price(session: Session, compaction: Compaction) -> float | None:
    """Dollars by list price of the compaction's own requests; None where the log has none, or not their tokens."""
    own = summarizer_calls(session, compaction)
    prices = [price_of(one.model, one.usage).dollars if one.usage is not None else None for one in own]
    return full_sum(prices) if prices else None


def _recorded_slice(material: Material, compaction: Compaction, entry: ContextEntry) -> Slice:
    made = material.library.entry(entry.item, cleared=entry.form is Form.PLACEHOLDER)
    new = entry.item in compaction.inserted
    state = made.state
    slot = "tail"
    if entry.item == compaction.record.summary:
        slot, state = "summary", State.PARAPHRASED if compaction.record.readable else State.OPAQUE
    elif made.noun is ItemKind.INSTRUCTIONS:
        slot = "system"
    elif new or entry.item in compaction.restored:
        slot, state = "restored", State.RESTORED
    return Slice(
        slot, made.noun, made.origin, state, made.text, made.counted, made.sources, made.item, made.tool, made.call_id
    )
