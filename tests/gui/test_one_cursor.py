"""Every link of every sample leads to one moment: plot, list, context and facts agree on it."""

from __future__ import annotations

import tomllib
from dataclasses import asdict

import pytest

from inspector.gui.panes.consequences import ConsequencesPane
from inspector.gui.panes.context import ContextPane
from inspector.gui.panes.facts import FactsPane
from inspector.gui.panes.raw import RawPane
from inspector.gui.panes.timeline import TimelinePane
from inspector.gui.panes.transcript import TranscriptPane
from inspector.read.open import open_log
from inspector.workbench.card import card
from inspector.workbench.consequences import traces_at
from inspector.workbench.cursor import side_of
from inspector.workbench.document import Document, Stage
from inspector.workbench.highlights import highlights
from inspector.workbench.review import harm
from tests.gui.conftest import SAMPLES
from tests.made_session import inline_bench, open_in

LOGS = sorted(path.parent / tomllib.loads(path.read_text("utf-8"))["log"] for path in SAMPLES.rglob("case.toml"))

LINKS = {"claude-code/2.1/fading-rules": 25}
"""At least so many, where a sample has its losses: nothing would be looked at without them."""
UNSEEN = ("Never in the context of the main thread.", "Not here yet. Appended after the last request.")
"""Of an item that no request saw, the context can only say so; one that a compaction took is gone with it."""


class Panes:
    """The panes that show one moment, in one bench."""

    def __init__(self, bench, theme, qtbot):
        self.bench = bench
        self.context, self.transcript = ContextPane(bench, theme), TranscriptPane(bench, theme)
        self.timeline, self.facts, self.raw = TimelinePane(bench, theme), FactsPane(bench, theme), RawPane(bench, theme)
        self.consequences = ConsequencesPane(bench, theme)
        for pane in (self.context, self.transcript, self.timeline, self.facts, self.raw, self.consequences):
            qtbot.addWidget(pane)
        # A context is only worked out while somebody looks.
        self.context.show()

    def links(self):
        """What each link does when it is followed, with its words."""
        document = self.bench.document
        for row in range(self.consequences.model.rowCount()):
            record = self.consequences.model.record(row)
            yield f"consequence {row}", lambda record=record: self.consequences.choose(record)
        for outcome in document.comparison or ():
            for focus in harm(outcome, self.bench.judgements):
                yield f"to put back: {focus.fact}", self._link(focus)
        for number in range(1, len(document.compactions) + 1):
            for fact, trace in traces_at(document, number).items():
                place = {"compaction": number, "fact": fact}
                place |= {"item": trace.item} if trace.item else {}
                yield f"shown: {fact}", lambda place=place: self.bench.selection.select(claim=None, **place)
        for one in highlights(document):
            yield f"stands out: {one.code}", self._link(one.focus)
        for sentence in card(document).sentences:
            for one in sentence.links:
                of = {"compaction": sentence.findings[0].compaction, "fact": sentence.findings[0].fact or None}
                yield f"card: {sentence.words}", self._link(one.focus, **of)

    def _link(self, focus, **more):
        parts = {name: value for name, value in asdict(focus).items() if value is not None}
        return lambda: self.bench.selection.select(**{"claim": None, **parts, **more})

    def check(self, words):
        """That all panes show the moment that is selected."""
        bench, document = self.bench, self.bench.document
        focus = bench.selection.focus
        if document.session.requests:
            assert focus.request is not None, words
        if focus.item is not None and side_of(document, focus) is None:
            assert bench.cursor.request(focus.item) == focus.request, words
        # The plot
        if self.timeline._series is not None:
            assert self.timeline.plot.overlay.cursor_x == self.timeline._series.position(focus.request), words
        # The list
        if focus.item is not None:
            marked = self.transcript.rows.item(self.transcript.list.currentIndex().row())
            assert marked is not None and marked.number == focus.item, words
            assert self.raw._source == document.item(focus.item).source, words
        # The facts
        if focus.fact is not None and self.facts.shows_body():
            assert self.facts._outcome.compaction.number == focus.compaction, words
        self._check_context(focus, words)

    def _check_context(self, focus, words):
        context = self.context
        if not context.shows_body():
            # It says why there is none: a subagent's request, a log without requests.
            assert context.placeholder.accessibleName().strip(), words
            return
        asked = self.bench.document.session.requests[focus.request] if focus.request is not None else None
        side = side_of(self.bench.document, focus)
        assert context._op in ((side.op - 1, side.settled) if side else (asked.op - 1,)), words
        if focus.item is None:
            return
        row = context.table.currentIndex().row() if context.table.selectionModel().hasSelection() else -1
        shown = context.model.record(row).item.number if row >= 0 else None
        if shown != focus.item:
            assert self._was_never_sent(focus.item), words
            said = context.why.text()
            within = f"#{focus.item}: Said within #" in said
            assert within or said.endswith((*UNSEEN, *self._taken(focus.item))), f"{words}: {said}"

    def _was_never_sent(self, item):
        """Whether no request of the main thread had it."""
        document = self.bench.document
        sent = (asked for asked in document.session.requests if not asked.thread and not asked.purpose)
        return not any(item in document.reconstruction.replay.items_at(asked.op - 1) for asked in sent)

    def _taken(self, item):
        """What is said of an item that came and went between two requests: which compaction took it."""
        at = self.bench.document.reconstruction.replay.items_at
        events = self.bench.document.compactions
        took = [found.number for found in events if item in at(found.op - 1) and item not in at(found.op)]
        return [f"No longer here. In context: between two requests, then dropped by ┊C{number}." for number in took]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.parent.relative_to(SAMPLES)))
def test_every_link_leads_every_pane_to_one_moment(log, theme, qtbot):
    bench = inline_bench()
    panes = Panes(bench, theme, qtbot)
    document = open_in(bench, Document(open_log(log)), Stage.CONSEQUENCES)
    links = list(panes.links())
    assert len(links) >= LINKS.get(log.parent.relative_to(SAMPLES).as_posix(), 0)
    for words, follow in links:
        # Whatever was looked at before.
        bench.selection.select(request=len(document.session.requests) - 1 if document.session.requests else None)
        follow()
        panes.check(words)
    document.close()
