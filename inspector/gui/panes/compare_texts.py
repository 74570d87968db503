"""The texts of two columns beside each other: which two, and keeping up with what becomes of them."""

from __future__ import annotations

from collections.abc import Callable

from inspector.gui.models.column_words import title
from inspector.gui.models.run_texts import Pair, make_pair, run_text
from inspector.gui.theme import Theme
from inspector.gui.widgets.text_pair import TextPair
from inspector.rerun.column import ColumnState
from inspector.workbench.bench import Bench
from inspector.workbench.contrast import RECORDED
from inspector.workbench.jobs import Progress
from inspector.workbench.run_columns import RunColumns


class RunTexts(TextPair):
    """Left what was recorded at first, right the column at hand; differences are worked out beside the window."""

    def __init__(self, bench: Bench, theme: Theme, runs: RunColumns, failed: Callable[[Exception], None]) -> None:
        super().__init__(theme)
        self._bench, self._runs, self._failed = bench, runs, failed
        self._keys: tuple[str, str] = (RECORDED, RECORDED)
        self.asked.connect(self._asked_for)

    def offer(self) -> None:
        """List the columns and those of the shelf; what is shown stays where it is still there."""
        runs = self._runs
        here = {column.key for column in (*runs.columns, *runs.shelf)} | {RECORDED}
        first, second = self._keys
        if second not in here or second == RECORDED:
            second = runs.columns[0].key if runs.columns else RECORDED
        self._keys = (first if first in here else RECORDED, second)
        choices = [(RECORDED, title(None)), *((column.key, title(column)) for column in runs.columns)]
        shelved = self.tr("{title} (shelf)")
        choices += [(column.key, shelved.format(title=title(column))) for column in runs.shelf]
        self.show_choices(choices, self._keys)

    def take(self, key: str) -> None:
        """Put a column on the right; what was recorded stays on the left."""
        if key not in (self._keys[1], RECORDED):
            self._keys = (self._keys[0] if self._keys[0] != key else RECORDED, key)
            self.offer()
            self.work_out()

    def keep_up(self, key: str) -> None:
        """A column is further. One that begins again has its old text until it says something."""
        self.offer()
        column = self._runs.get(key)
        begins = column is not None and column.state is ColumnState.RUNNING and bool(column.arms)
        if key in self._keys and not begins:
            self.work_out()

    def hear(self, key: str) -> None:
        """A model has said more."""
        column = self._runs.get(key)
        if column is not None and key == self._keys[1]:
            self.show_stream(f"{title(column)} · {self.tr('being written')}", column.text)

    def work_out(self) -> None:
        """Compare the two texts and show them."""
        ready = self._runs.ready
        if ready is None:
            return
        wanted, layout, whole = self._keys, self.layout_wanted, self.whole.isChecked()
        columns = [self._runs.get(key) for key in wanted]

        def work(progress: Progress) -> Pair:
            one, other = (run_text(ready, column, whole=whole) for column in columns)
            return make_pair(one, other, layout, progress.check)

        def arrived(pair: Pair) -> None:
            if wanted == self._keys and self._runs.ready is ready:
                self.show_pair(pair)

        self._bench.executor.run("compare texts", work, arrived, self._failed)

    def _asked_for(self) -> None:
        self._keys = self.keys()
        self.work_out()
