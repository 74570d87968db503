"""What every pane shares: the open document, the selection, the filter, the marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from inspector.errors import Cancelled
from inspector.measure.window import find_window
from inspector.store.cache import Cache
from inspector.workbench.cursor import Cursor
from inspector.workbench.document import Document, Stage
from inspector.workbench.filter import Filter, parse_filter
from inspector.workbench.jobs import Executor, Progress
from inspector.workbench.judgements import Judgements
from inspector.workbench.selection import Focus, Selection
from inspector.workbench.sign_off import SignOffs
from inspector.workbench.signal import Signal
from inspector.workbench.stages import STAGES, apply, is_ready, next_stage, read
from inspector.workbench.worst import to_begin_with


class Bench:
    """The middle of the window. Panes set and hear it; it knows none of them."""

    def __init__(self, executor: Executor, cache: Cache) -> None:
        self.executor = executor
        self.cache = cache
        self.document: Document | None = None
        self.selection = Selection()
        self.cursor: Cursor | None = None
        """The moments of the open document."""
        self.filter: Filter = parse_filter("")
        self.is_followed = False
        """Whether the open log is followed while it is written: where it ends is then how far it came."""
        self.marks: frozenset[int] = frozenset()
        """Numbers of marked items."""
        self._sought = ""
        self.judgements = Judgements()
        self.sign_offs = SignOffs()
        self.recall: Callable[[Document], None] = lambda document: None
        """Brings back what verdicts rest on beside the log, before they are given; called on a worker's thread."""
        self.opening: Signal[[Path]] = Signal()
        self.opened: Signal[[Document]] = Signal()
        self.closed: Signal[[]] = Signal()
        self.failed: Signal[[Path, Exception]] = Signal()
        """Opening failed; errors that carry choices are for "Open as…"."""
        self.advanced: Signal[[Stage]] = Signal()
        """A stage of the document became ready, or failed (see ``Document.failures``)."""
        self.filtered: Signal[[Filter]] = Signal()
        self.marked: Signal[[frozenset[int]]] = Signal()
        self.sought_after: Signal[[str]] = Signal()
        self._running: Progress | None = None
        self._compaction: int | None = None
        self.selection.changed.connect(self._follow)

    @property
    def under_review(self) -> int | None:
        """The compaction that is reviewed: the one selected last, else the one that did worst. None without any."""
        document = self.document
        if document is None or not document.compactions:
            return None
        if self._compaction is None and document.comparison:
            self._compaction = to_begin_with(document.comparison, self.judgements)
        return self._compaction or document.compactions[0].number

    def open(self, path: Path, *, agent: str = "", alone: bool = False, before: Sequence[Path] = ()) -> None:
        """Read a session in the background, as one with the logs ``before`` it, then advance it to the last stage."""
        self.opening.emit(path)

        def failed(why: Exception) -> None:
            self.failed.emit(path, why)
            # Opening took the place of what was still being worked out of the session before.
            if self.document:
                self._advance(self.document)

        def work(progress: Progress) -> Document:
            document = read(path, agent=agent, alone=alone, before=before)
            self.recall(document)
            return document

        self._running = self.executor.run("document", work, self._show, failed)

    def reload(self) -> None:
        """Read the same log again; the selection stays where it can."""
        if self.document:
            session, alone = self.document.session, self.document.opened.alone
            before = [Path(name) for name in session.before]
            self.open(Path(session.path), agent=session.agent, alone=alone, before=before)

    def judged(self) -> None:
        """Tell that verdicts are others, and work out again what rests on them."""
        document = self.document
        if document is not None and is_ready(document, Stage.COMPARE):
            document.failures.pop(Stage.CONSEQUENCES, None)
            self.advanced.emit(Stage.COMPARE)
            self._advance(document)

    def cancel(self) -> None:
        """Stop the work under way; what is ready stays."""
        if self._running:
            self._running.cancel()

    def close(self) -> None:
        """Put the document away."""
        self.cancel()
        if self.document:
            self.document.close()
        self.document = self.cursor = None
        self.selection.clear()
        self.selection.settle = lambda focus, named: focus
        self.marks = frozenset()
        self.judgements.clear()
        self.sign_offs.begin("")
        self.closed.emit()

    def set_filter(self, text: str) -> None:
        """Show only the items that fit. Raises UsageError with the place where the text goes wrong."""
        before = self.sought
        self.filter = parse_filter(text, _known_compactions(self.document))
        self.filtered.emit(self.filter)
        if self.sought != before:
            self.sought_after.emit(self.sought)

    @property
    def sought(self) -> str:
        """The words that are looked for, else those of the filter; whoever shows a text marks them in it."""
        return self._sought or self.filter.sought

    def seek(self, words: str) -> None:
        """Look for these words wherever a text is shown; "" for none."""
        self._sought = words
        self.sought_after.emit(self.sought)

    def toggle_mark(self, item: int) -> None:
        """Mark an item, or take its mark away."""
        self.set_marks(self.marks ^ {item})

    def set_marks(self, items: frozenset[int]) -> None:
        """Mark these items and no others."""
        self.marks = items
        self.marked.emit(self.marks)

    def enter_window(self, tokens: int | None) -> None:
        """Take the user's word for the size of the model's window; None goes back to what is known."""
        document = self.document
        if document and document.measurement:
            window = find_window(document.session, tokens)
            document.measurement = replace(document.measurement, window=window)
            self.advanced.emit(Stage.MEASURE)

    def put(self, document: Document) -> None:
        """Make a document the open one, with nothing selected in it."""
        self.document, self.cursor, self._compaction = document, Cursor(document), None
        self.selection.clear()
        self.selection.settle = self.cursor.settle

    def _show(self, document: Document) -> None:
        if self.document:
            self.document.close()
        self.put(document)
        self.marks = frozenset()
        self.judgements.clear()
        self.sign_offs.begin(document.view_name)
        self.opened.emit(document)
        self._advance(document)

    def _follow(self, now: Focus, before: Focus) -> None:
        document = self.document
        if document is not None and now.compaction is not None and now.compaction <= len(document.compactions):
            self._compaction = now.compaction

    def _advance(self, document: Document) -> None:
        missing = next_stage(document)
        if missing is None or document is not self.document:
            return

        def done(value: object) -> None:
            if document is self.document:
                apply(document, missing, value)
                self.advanced.emit(missing)
                self._advance(document)

        def failed(why: Exception) -> None:
            # A failed stage takes with it only what rests on it: the plot stands without counts.
            if document is self.document:
                document.failures[missing] = why
                self.advanced.emit(missing)
                if not isinstance(why, Cancelled):
                    self._advance(document)

        self._running = self.executor.run(
            "document", lambda progress: STAGES[missing](document, self.cache, progress), done, failed
        )


def _known_compactions(document: Document | None) -> int | None:
    """How many compactions an open session has; None before that is known."""
    return len(document.compactions) if document and is_ready(document, Stage.RECONSTRUCT) else None
