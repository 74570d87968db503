"""One more answer of a column that a model has answered: a new repeat, agreed to like everything that is sent."""

from __future__ import annotations

from inspector.rerun.column import ColumnState
from inspector.workbench.run_columns import RunColumns


def can_repeat(runs: RunColumns, key: str) -> bool:
    """Whether a model has answered a listed column, on the compaction that is looked at, and may be asked once more."""
    cell = next((one for one in runs.columns if one.key == key), None)
    return cell is not None and cell.variant.asks_model and cell.state is ColumnState.DONE and not cell.is_stale


def repeat(runs: RunColumns, key: str) -> None:
    """Ask for consent to one more repeat of a column: its price is shown first, and what was answered stays."""
    if can_repeat(runs, key):
        runs.repeat(key)
