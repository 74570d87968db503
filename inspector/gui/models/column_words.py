"""How a column of a comparison is called, and how far it is."""

from __future__ import annotations

import math
import time

from inspector.gui.language import number, tr
from inspector.llm.guard import Wait
from inspector.rerun.column import RECORDED_WORDS, Column, ColumnState
from inspector.workbench.experiments import Ready

_LONGEST = 20
"""Characters of a strategy's name above a column; the tooltip has all of it."""


def head(column: Column, wait: Wait | None = None) -> str:
    """The two lines above a column: its letter and how far it is, then its strategy."""
    name = column.variant.strategy.id
    state = f"◷ {wait_words(wait)}" if wait is not None else state_words(column)
    return f"{column.key}  {state}\n{name if len(name) <= _LONGEST else name[: _LONGEST - 1] + '…'}"


def recorded_head(ready: Ready | None = None) -> str:
    """The same above the recorded compaction."""
    over = tr("mean over {n}").format(n=number(len(ready.over))) if ready is not None and ready.over else ""
    return f"{tr('recorded')}\n{over or tr('baseline')}"


def wait_words(wait: Wait) -> str:
    """When a model is asked again that wanted a pause."""
    return tr("asked again in {n} s").format(n=number(math.ceil(wait.seconds)))


def state_words(column: Column) -> str:
    """How far a column is, with a sign."""
    if column.is_stale and column.state is ColumnState.DONE:
        return f"✎ {tr('edited since this run')}"
    if column.parts is not None and column.state in (ColumnState.READY, ColumnState.RUNNING) and column.parts[0]:
        sign = "…" if column.state is ColumnState.RUNNING else "▷"
        return f"{sign} {tr('{done} of {n}').format(done=number(column.parts[0]), n=number(column.parts[1]))}"
    words = {
        ColumnState.WANTS_MODEL: f"◇ {tr('needs a model')}",
        ColumnState.READY: f"▷ {tr('not run yet')}",
        ColumnState.RUNNING: f"… {tr('running')}{_for_how_long(column)}",
        ColumnState.DONE: f"✓ {tr('done')}" + (f" · n {number(column.parts[1])}" if column.parts is not None else ""),
        ColumnState.FAILED: f"✕ {tr('failed')}",
        ColumnState.STOPPED: f"■ {tr('stopped')}",
    }
    return words[column.state]


def _for_how_long(column: Column) -> str:
    if column.since is None:
        return ""
    minutes, seconds = divmod(int(time.monotonic() - column.since), 60)
    return f" {minutes}:{seconds:02}" if minutes else tr(" {n} s").format(n=seconds)


def title(column: Column | None) -> str:
    """How a column is called in lists."""
    if column is None:
        return tr("recorded")
    focus = tr(" (preserve…)") if column.variant.focus and column.variant.asks_model else ""
    return f"{column.key}  {column.variant.strategy.id}{focus}"


def model_words(column: Column) -> str:
    """The model of a column."""
    variant = column.variant
    if variant.strategy.llm == "none":
        return tr("none needed")
    if variant.wants_model:
        return tr("choose a model…")
    if variant.model == RECORDED_WORDS:
        return tr("recorded summary")
    return " · ".join(filter(None, (variant.model, variant.settings.words)))
