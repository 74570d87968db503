"""The engine: one strategy on one context. Everything but the summary is deterministic.

Every item of the context before ends as a slice of the new one, as a source of the summary, or as a drop that names
its stage and rule. What ends as none of these is reported as dropped without a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inspector.model.run import Drop, Run, State
from inspector.rerun import guard as guards
from inspector.rerun.assemble import Parts, assemble, summary_entries
from inspector.rerun.controls import control_text
from inspector.rerun.estimate import estimator
from inspector.rerun.library import spec_of
from inspector.rerun.lines import telling_lines
from inspector.rerun.material import Material
from inspector.rerun.native import native_problem
from inspector.rerun.pin import pins
from inspector.rerun.project import project
from inspector.rerun.prune import prune
from inspector.rerun.reattach import reattached
from inspector.rerun.restore import restored_files
from inspector.rerun.select import Chosen, SelectFrame, select
from inspector.rerun.slices import prompt_count, recount, slice_of
from inspector.rerun.strategy import Strategy
from inspector.rerun.summarize import Summarizer, Written, cost_of, usage_of, write_summary
from inspector.rerun.trigger import lowest
from inspector.rerun.view import ViewEntry, all_written, without_orphans

NEEDS_A_MODEL = "Its summary needs a model."
Find = Callable[[str], Strategy]
"""A strategy by its id, for fallbacks."""


NO_WINDOW = "How much stays is a share of the model's window, which is not known: so much would stay in a large one."


@dataclass(frozen=True, slots=True)
class StrategyResult:
    """A run with the entries of the new context, so that it can be compacted again."""

    run: Run
    entries: tuple[ViewEntry, ...]
    refused: bool = False
    """A result was there and was not taken."""


def run_strategy(
    strategy: Strategy, material: Material, summarizer: Summarizer | None = None, find: Find | None = None
) -> StrategyResult:
    """One strategy on one context. Without a summarizer, what needs a model says so in ``Run.error``."""
    target = strategy.select.target
    if material.by_hand and target is not None and target.by_hand is not None:
        material = replace(material, entries=all_written(material.library, material.entries))
    estimate = estimator(strategy.estimator, material.calibration.ratio)
    pruned = prune(material.entries, strategy.prune, estimate)
    if pruned.enough:
        return _finish(strategy, material, Chosen(tail=pruned.entries), list(pruned.entries), Written(), ())
    frame = _frame(strategy, material)
    chosen = select(pruned.entries, strategy.select, frame)
    nothing = chosen.nothing or guards.progress(strategy.guard, chosen, pruned.entries)
    if nothing and not chosen.silent:
        return _unchanged(strategy, material, nothing, pruned.entries)
    written = Written(control_text(strategy.control, material))
    if strategy.summarize is not None:
        written = write_summary(
            strategy.summarize,
            _reading(chosen, pruned.entries),
            chosen.prefix,
            summarizer,
            lambda span: prune(span, strategy.prune, estimate, "summarizer_input").entries,
            chosen.system,
        )
        if written.kept is not None:
            chosen = _as_returned(chosen, pruned.entries, written.kept)
        if written.error and find is not None and strategy.guard.fallback:
            return _fallen_back(find(strategy.guard.fallback), material, written.error, find)
    entries = assemble(strategy, _parts(strategy, material, chosen, written))
    if strategy.guard.project and frame.threshold is not None:
        entries = project(entries, estimate, frame.threshold - frame.overhead)
    unknown = strategy.select.tail.fraction_of_usable is not None and frame.threshold is None and frame.window is None
    return _finish(strategy, material, chosen, entries, written, (NO_WINDOW,) if unknown else ())


def _reading(chosen: Chosen, entries: Sequence[ViewEntry]) -> tuple[ViewEntry, ...]:
    """What a summariser reads: the span, and in its place what is kept word for word, which agents send whole."""
    if not chosen.verbatim:
        return chosen.span
    read = {entry.item for entry in (*chosen.span, *chosen.verbatim)}
    return tuple(entry for entry in entries if entry.item in read and entry.kind != "system")


def _as_returned(chosen: Chosen, entries: Sequence[ViewEntry], kept: tuple[ViewEntry, ...]) -> Chosen:
    """The context as a provider sent it back: what it kept, and everything else behind its summary."""
    here = {entry.item for entry in (*kept, *chosen.system)}
    span = tuple(entry for entry in entries if entry.item not in here)
    return replace(chosen, verbatim=kept, span=span, tail=(), head=())


def _frame(strategy: Strategy, material: Material) -> SelectFrame:
    estimate = estimator(strategy.estimator, material.calibration.ratio)
    return SelectFrame(
        estimate=estimate,
        threshold=lowest(strategy.trigger, material.limits),
        overhead=round(material.calibration.overhead or 0),
        tokens=material.limits.used or prompt_tokens(material, material.entries),
        window=material.limits.window,
        by_hand=material.by_hand,
    )


def _parts(strategy: Strategy, material: Material, chosen: Chosen, written: Written) -> Parts:
    extract = None
    if strategy.select.extract is not None:
        extract = telling_lines(chosen.span, strategy.select.extract.budget, material.count)
    summary: tuple[ViewEntry, ...] = ()
    if strategy.summarize is not None:
        opaque = not written.text and bool(chosen.span)
        role = strategy.summarize.role
        summary = summary_entries(written.text, chosen.span, role, opaque=opaque)
    elif strategy.control:
        # It is sourced by nothing: it tells nothing of what it stands for.
        summary = summary_entries(written.text, (), "user", opaque=False)
    restore = strategy.restore
    files = restored_files(material.entries, restore.files) if restore.files else ()
    return Parts(
        chosen=chosen,
        summary=summary,
        pins=pins(strategy.pin, material, chosen),
        extract=(extract,) if extract else (),
        restored=(*files, *reattached(material.entries, restore)),
    )


def prompt_tokens(material: Material, entries: Sequence[ViewEntry]) -> float:
    """Tokens of a prompt with these entries, on the provider's scale."""
    written = sum(entry.counted for entry in entries if entry.item is None)
    return material.prompt(sum(entry.counted for entry in entries) - written, written)


def _finish(
    strategy: Strategy,
    material: Material,
    chosen: Chosen,
    entries: list[ViewEntry],
    written: Written,
    notes: tuple[str, ...],
) -> StrategyResult:
    kept, orphans = without_orphans(entries, material.entries)
    counted = recount(material, kept)
    before, after = prompt_tokens(material, material.entries), prompt_tokens(material, counted)
    verdict = guards.judge(strategy.guard, before, after, material.limits.window)
    if verdict.refused and not written.missing:
        return replace(_unchanged(strategy, material, verdict.refused, material.entries), refused=True)
    folded = _folded(strategy, chosen, written)
    here = frozenset(entry.item for entry in counted) | _quoted(counted) | frozenset(folded)
    dropped = _dropped(material, here, orphans, chosen)
    told = here | {drop.item for drop in dropped}
    said = (*notes, *verdict.notes, *dict.fromkeys(answer.note for answer in written.answers if answer.note))
    run = Run(
        id=f"{material.compaction}:{strategy.id}",
        spec=spec_of(strategy),
        compaction=material.compaction,
        slices=tuple(slice_of(entry) for entry in counted),
        dropped=tuple(dropped),
        folded=folded,
        silent=tuple(entry.item for entry in material.entries if entry.item is not None and entry.item not in told),
        before=prompt_count(material, before),
        after=prompt_count(material, after),
        text=written.text,
        usage=usage_of(written.answers),
        cost=cost_of(written.answers),
        error=written.error or (_unanswered(strategy) if written.missing else ""),
        notes=said,
    )
    return StrategyResult(run, tuple(counted))


def _unanswered(strategy: Strategy) -> str:
    native = strategy.summarize.native if strategy.summarize is not None else ""
    return native_problem(native, "") if native else NEEDS_A_MODEL


def _folded(strategy: Strategy, chosen: Chosen, written: Written) -> tuple[int, ...]:
    if strategy.summarize is None:
        return ()
    return tuple(entry.item for entry in chosen.span if entry.item is not None)


def _quoted(entries: Sequence[ViewEntry]) -> frozenset[int]:
    """Items whose words stand in a text that is not theirs alone."""
    return frozenset(quote.item for entry in entries if entry.state is State.TRUNCATED for quote in entry.sources)


def _dropped(
    material: Material, here: frozenset[int | None], orphans: Sequence[ViewEntry], chosen: Chosen
) -> list[Drop]:
    """Every item that left without a summary, with the rule that let it go; ``here`` are those that did not."""
    torn = frozenset(entry.item for entry in orphans)
    silent = frozenset(entry.item for entry in chosen.silent)
    dropped = []
    for entry in material.entries:
        if entry.item is None or entry.item in here or entry.item in silent:
            continue
        if entry.item in torn:
            rule = ("assemble", "its other half was left out")
        elif entry.kind == "system":
            rule = ("assemble", "no slot for instructions")
        else:
            rule = ("select", "in no part that is kept")
        dropped.append(Drop(entry.item, *rule))
    return dropped


def _unchanged(strategy: Strategy, material: Material, why: str, entries: Sequence[ViewEntry]) -> StrategyResult:
    """Nothing was done, but for what was pruned."""
    now = [replace(entry, slot=entry.slot or "tail") for entry in recount(material, entries)]
    before, after = prompt_tokens(material, material.entries), prompt_tokens(material, now)
    run = Run(
        id=f"{material.compaction}:{strategy.id}",
        spec=spec_of(strategy),
        compaction=material.compaction,
        slices=tuple(slice_of(entry) for entry in now),
        dropped=(),
        folded=(),
        silent=(),
        before=prompt_count(material, before),
        after=prompt_count(material, after),
        cost=0.0,
        changed=any(new.text != old.text for new, old in zip(now, material.entries, strict=True)),
        notes=(why,),
    )
    return StrategyResult(run, tuple(now))


def _fallen_back(fallback: Strategy, material: Material, why: str, find: Find) -> StrategyResult:
    done = run_strategy(fallback, material, None, find)
    note = f"{why} Its fallback ran instead: {fallback.id}."
    return StrategyResult(replace(done.run, notes=(note, *done.run.notes)), done.entries)
