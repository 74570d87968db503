"""The lines above and below a comparison: what was compacted, what it may have cost, what the figures are not."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.gui.language import number, tr
from inspector.gui.models.compactions import cause, name
from inspector.gui.models.figures import basis_words, short, tokens, unknown
from inspector.model import Compaction
from inspector.rerun.column import Column, ColumnState
from inspector.survival.shares import SPOKEN
from inspector.workbench.contrast import is_single
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready
from inspector.workbench.model_runs import ModelRuns


def part_words(compaction: Compaction) -> str:
    """A compaction in the list of those that can take part: ``┊C2  auto · ≈164k tokens``."""
    size = tokens(compaction.before, brief=True)
    return tr("{name}  {trigger} · {tokens} tokens").format(
        name=name(compaction), trigger=cause(compaction), tokens=size
    )


def head_words(document: Document, compaction: Compaction, ready: Ready | None, several: Sequence[Ready] = ()) -> str:
    """``┊C1 of 3 · input: 140 items, ≈42,067 tokens · 66 things said · prompt: not in this log``.

    ``several`` are all that take part: their tokens are said together, in front.
    """
    parts = [tr("{name} of {n}").format(name=name(compaction), n=number(len(document.compactions)))]
    if ready is not None and ready.compaction is compaction:
        judged = ready.recorded.judged
        said = sum(fact.kind in SPOKEN and fact.fold is None for fact in judged.facts)
        if len(several) > 1:
            together = sum(one.recorded.judged.run.before.value or 0 for one in several)
            words = tr("{n} contexts, ≈{tokens} tokens").format(n=number(len(several)), tokens=short(together))
            parts.insert(0, words)
        parts.append(
            tr("input: {items} items, {tokens} tokens").format(
                items=number(len(ready.material.entries)), tokens=tokens(judged.run.before)
            )
        )
        parts.append(tr("1 thing said") if said == 1 else tr("{n} things said").format(n=number(said)))
    else:
        parts.append(tr("input: {tokens} tokens").format(tokens=tokens(compaction.before)))
    prompt = unknown() if compaction.record.prompt is None else f"#{number(compaction.record.prompt)}"
    parts.append(tr("prompt: {x}").format(x=prompt))
    return " · ".join(parts)


def head_tip(compaction: Compaction) -> str:
    """How the size before is known."""
    return basis_words(compaction.before)


def foot_words(columns: Sequence[Column], models: ModelRuns) -> str:
    """What the figures are not, how sure they are, and what was spent."""
    parts = [tr("Shares are survival in text, not recall.")]
    if any(is_single(column) for column in columns if column.state is ColumnState.DONE):
        parts.append(tr("A single answer of a model has no interval: repeat it to see its noise."))
    parts.append(spent_words(models))
    return " ".join(part for part in parts if part)


def spent_words(models: ModelRuns) -> str:
    """``spent $0.25 of $2.00``; answers without a known price are counted beside it."""
    words = tr("Spent ${spent}").format(spent=f"{models.spent:.2f}")
    if models.spending.cap is not None:
        words = tr("{words} of a budget of ${cap}").format(words=words, cap=f"{models.spending.cap:.2f}")
    if models.unpriced:
        many = tr("{n} answers whose price is not known").format(n=number(models.unpriced))
        more = tr("1 answer whose price is not known") if models.unpriced == 1 else many
        words = f"{words}, {tr('and')} {more}"
    return f"{words}."
