"""What a session has in the library: marks, verdicts, notes, signed reviews, the window, and what judges found."""

from __future__ import annotations

from inspector.model import Basis
from inspector.store.library import Library, session_name
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.judgements import JudgementChange, Matter
from inspector.workbench.judging import recall_judgements
from inspector.workbench.sign_off import SignOff, packed, unpacked


class Annotations:
    """Brings back what was added when a session opens, and keeps every change at once."""

    def __init__(self, bench: Bench, library: Library) -> None:
        self._bench, self._library = bench, library
        self._kept: frozenset[int] = frozenset()
        self._window: int | None = None
        bench.recall = lambda document: recall_judgements(document, library)
        bench.opened.connect(self._bring_back)
        bench.marked.connect(self._keep_marks)
        bench.judgements.made.connect(self._keep_judgement)
        bench.sign_offs.signed.connect(self._keep_sign_off)
        bench.advanced.connect(self._advanced)

    def _bring_back(self, document: Document) -> None:
        key = session_name(document.session)
        items = len(document.session.items)
        # A log may have been cut since: a mark without an item would count and never show.
        self._kept = frozenset(item for item in self._library.marks(key) if item <= items)
        self._window = self._library.window(key)
        self._bench.judgements.load(
            self._library.verdicts(key), self._library.fact_notes(key), self._library.reviewed(key)
        )
        self._bench.sign_offs.load(unpacked(*row) for row in self._library.sign_offs(key))
        if self._kept:
            self._bench.set_marks(self._kept)

    def _keep_marks(self, marks: frozenset[int]) -> None:
        if self._bench.document:
            key = session_name(self._bench.document.session)
            for item in marks ^ self._kept:
                self._library.set_mark(key, item, item in marks)
            self._kept = marks

    def _keep_judgement(self, change: JudgementChange) -> None:
        if self._bench.document is None:
            return
        key = session_name(self._bench.document.session)
        if change.matter is Matter.VERDICT:
            self._library.set_verdict(key, change.fact, change.compaction, change.after)
        elif change.matter is Matter.NOTE:
            self._library.set_fact_note(key, change.fact, change.after)
        else:
            self._library.set_reviewed(key, change.compaction, bool(change.after))

    def _keep_sign_off(self, record: SignOff) -> None:
        if self._bench.document:
            key = session_name(self._bench.document.session)
            self._library.keep_sign_off(key, record.compaction, record.signed, record.note, packed(record))

    def _advanced(self, stage: Stage) -> None:
        """Put what was entered in its place: the window once it is measured, the rest once statements are known."""
        document = self._bench.document
        if document is not None and stage is Stage.COMPARE:
            from inspector.workbench.taken_over import take_over

            take_over(document, self._bench.judgements)
        if document is None or document.measurement is None or stage is not Stage.MEASURE:
            return
        limit = document.measurement.window.limit
        entered = limit.value if limit.basis is Basis.ENTERED else None
        if document is not self._measured and self._window is not None and entered is None:
            self._measured = document
            self._bench.enter_window(self._window)
        elif entered != self._window:
            self._window = entered
            self._library.set_window(session_name(document.session), entered)
        self._measured = document

    _measured: Document | None = None
