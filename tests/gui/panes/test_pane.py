"""The states that every pane goes through, and what all panes promise."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from inspector.errors import CannotRead
from inspector.gui.panes.compactions import CompactionsPane
from inspector.gui.panes.context import ContextPane
from inspector.gui.panes.problems import ProblemsPane
from inspector.gui.panes.raw import RawPane
from inspector.gui.panes.reader import ReaderPane
from inspector.gui.panes.requests import RequestsPane
from inspector.gui.panes.timeline import TimelinePane
from inspector.gui.panes.transcript import TranscriptPane
from inspector.gui.theme import Scheme
from inspector.model import ItemKind
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, open_in, small_session

PANES = [
    CompactionsPane, ContextPane, ProblemsPane, RawPane, ReaderPane, RequestsPane, TimelinePane, TranscriptPane,
]  # fmt: skip


@pytest.mark.parametrize("pane_class", PANES)
class TestEveryPane:
    def test_without_a_document_it_says_so(self, make, pane_class):
        pane = make(pane_class)
        assert not pane.shows_body()
        assert pane.placeholder.accessibleName().startswith("Nothing open")
        assert pane.accessibleName() and pane.objectName()

    def test_while_reading_it_names_the_file(self, make, bench, pane_class):
        pane = make(pane_class)
        bench.opening.emit(Path("/logs/a.jsonl"))
        assert pane.placeholder.accessibleName() == "Reading a.jsonl…"

    def test_a_failed_opening_leaves_it_as_it_was(self, make, bench, pane_class):
        pane = make(pane_class)
        bench.opening.emit(Path("/logs/a.jsonl"))
        bench.failed.emit(Path("/logs/a.jsonl"), CannotRead("no"))
        assert pane.placeholder.accessibleName().startswith("Nothing open")
        open_in(bench, small_session().document(), Stage.CONSEQUENCES)
        was = (pane.shows_body(), pane.placeholder.accessibleName())
        bench.failed.emit(Path("/logs/a.jsonl"), CannotRead("no"))
        assert (pane.shows_body(), pane.placeholder.accessibleName()) == was

    def test_until_its_stage_is_there_it_is_working(self, make, bench, pane_class):
        pane = make(pane_class)
        open_in(bench, small_session().document(), Stage.READ)
        if pane.needs is not Stage.READ:
            assert pane.placeholder.accessibleName().startswith("Working")

    def test_a_failed_stage_is_told_in_its_own_words(self, make, bench, pane_class):
        pane = make(pane_class)
        document = open_in(bench, small_session().document(), Stage.READ)
        document.failures[Stage.RECONSTRUCT] = CannotRead("The fold broke.", hint="Reload.")
        bench.advanced.emit(Stage.RECONSTRUCT)
        if pane.needs is not Stage.READ:
            assert "The fold broke. Reload." in pane.placeholder.accessibleName()

    def test_with_everything_selected_it_shows_its_body_in_both_themes(self, make, bench, theme, pane_class):
        pane = make(pane_class)
        document = open_in(bench, small_session().document())
        bench.selection.select(request=3, compaction=1, item=document.compactions[0].record.summary)
        # The made session has no file behind it: the raw line cannot be read, and the pane has to say so.
        assert pane.shows_body() or pane.banner.isVisibleTo(pane)
        light = pane.grab().toImage()
        theme.choose(Scheme.DARK)
        QApplication.processEvents()
        assert pane.grab().toImage() != light

    def test_made_late_it_shows_what_is_open_already(self, make, bench, pane_class):
        document = open_in(bench, small_session().document())
        bench.selection.select(request=3, compaction=1, item=document.compactions[0].record.summary)
        pane = make(pane_class)
        assert pane.shows_body() or pane.banner.isVisibleTo(pane)

    def test_closing_puts_everything_away(self, make, bench, pane_class):
        pane = make(pane_class)
        open_in(bench, small_session().document())
        bench.close()
        assert pane.placeholder.accessibleName().startswith("Nothing open")

    def test_a_session_of_nothing_but_an_event_is_no_trouble(self, make, bench, pane_class):
        pane = make(pane_class)
        made = MadeSession()
        made.add(ItemKind.EVENT, "started")
        open_in(bench, made.document())
        bench.selection.select(item=1)
        assert pane.shows_body() or pane.placeholder.accessibleName()
