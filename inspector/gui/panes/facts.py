"""One compaction under review: its facts, what the model was left with, and the bands between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from inspector.errors import Cancelled
from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, column, link_label, plain_label, restore_sizes, splitter
from inspector.gui.models.after import nearest_marks, place_words, read_after, zones_of
from inspector.gui.models.compactions import none_words
from inspector.gui.models.fact_listing import Listing, Marked, list_facts, mark_up
from inspector.gui.models.sheet import TextSheet
from inspector.gui.models.shown import under_way_words
from inspector.gui.models.verdicts import role
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.fact_filter import FactFilter
from inspector.gui.widgets.fact_list import FactList
from inspector.gui.widgets.link_map import LinkBand, LinkMap
from inspector.gui.widgets.sheet_view import SheetView
from inspector.gui.widgets.verdict_card import VerdictCard
from inspector.model import Verdict, Zone
from inspector.reconstruct.compactions import UNDONE
from inspector.report.judged import GroupName, Judged
from inspector.survival.outcome import Outcome
from inspector.survival.shares import KEPT
from inspector.workbench.bench import Bench
from inspector.workbench.consequences import led_to, traces_at
from inspector.workbench.decided import decided_at
from inspector.workbench.document import Document, Stage
from inspector.workbench.groups import CLAIM, ListedClaim, Row, key_of, listed_claims
from inspector.workbench.review import focus_of_fact, outcome_at, to_put_back
from inspector.workbench.selection import Focus


class FactsPane(Pane):
    """Left what should be there, right what is there."""

    needs = Stage.COMPARE
    listed = Signal()
    """Facts were listed, or their list came into sight; see ``is_listed``."""

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "facts", tr("Facts"))
        self._outcome: Outcome | None = None
        self._listing, self._marked = Listing(), Marked()
        self._sheet: TextSheet | None = None
        """What the model was left with, once it was read; not before the facts are listed, too, is it marked."""
        self._zones: tuple[Zone, ...] = ()
        self._claims: tuple[ListedClaim, ...] = ()
        self._wanted: int | None = None
        self.filter = FactFilter()
        self.list = self.listing = FactList(theme)
        self.map = LinkMap(theme, self._bands)
        self.place = plain_label(margins=(8, 4, 8, 4), wraps=False)
        self.text = SheetView(theme)
        self.text.setAccessibleName(self.tr("What the model was left with"))
        self.work = link_label(self.tr("The work under way"))
        self.card = VerdictCard(theme)
        self._empty = plain_label(margins=(8, 4, 8, 4))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._build()
        self._connect()
        self.listen()

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.list, self.text)

    def copy(self) -> None:
        """Copy the selected fact or claim with its verdict, as one sentence."""
        index = self.list.currentIndex()
        if index.isValid():
            QApplication.clipboard().setText(str(index.data()))

    def step(self, by: int, *, from_end: bool = False) -> None:
        """Select the next fact or claim of the list, or the one before; ``from_end`` the first, or the last."""
        found = self.list.rows.beside(None if from_end else self._key(self.bench.selection.focus), by)
        if found is not None:
            self._choose(found)

    def is_listed(self) -> bool:
        """Whether the facts of the compaction are listed, and in sight."""
        return self._listing.by_id is not None and self.isVisible()

    def showEvent(self, event: QShowEvent) -> None:
        """The list comes into sight."""
        super().showEvent(event)
        self.listed.emit()

    def tell_progress(self, fraction: float, words: str) -> None:
        """How far the facts are, while they are being found."""
        if self.bench.document is not None and self.document is None and not self.bench.document.failures:
            title = f"{words} {round(fraction * 100)} %" if fraction > 0 else words
            self.say(title, self.tr("What was said, and where it stands, is shown as soon as it is known."))

    def save_state(self) -> dict[str, Any]:
        """The filter and the columns."""
        sizes = {"columns": self._columns.sizes(), "rows": self._rows.sizes()}
        return {"filter": self.filter.save_state(), **sizes}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put them back; what does not fit is left."""
        if isinstance(state.get("filter"), dict):
            self.filter.restore_state(state["filter"])
        restore_sizes(self._columns, state.get("columns"))
        restore_sizes(self._rows, state.get("rows"))

    # What the workbench tells ----------------------------------------------------------------------------

    def on_clear(self) -> None:
        """No session, or nothing known of it yet."""
        self._outcome = self._wanted = None
        self._forget()
        self.text.show_sheet(TextSheet())
        self.card.say_nothing()

    def on_document(self, document: Document) -> None:
        """Verdicts are there."""
        if not document.compactions:
            self.say(self.tr("Nothing to review"), none_words(document))

    def on_stage(self, document: Document, stage: Stage) -> None:
        """What losses led to is known; where nobody can read what was left, the work says how facts are listed."""
        if stage is Stage.CONSEQUENCES and self._outcome is not None:
            self.list.rows.tell(led_to(document, self._outcome.compaction.number))
            self._tell_work(document, self._outcome)
            if self._outcome.is_unread:
                self._refill()
            self._show_card(document, self.bench.selection.focus)

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Show the selected compaction, and the fact or claim selected in it."""
        document = self.document
        if document is None or not document.compactions:
            return
        wanted = self.bench.under_review
        if wanted is not None and wanted != self._wanted:
            self._show(document, wanted)
        if self._outcome is not None:
            self._mark(document, focus)

    # Inside ----------------------------------------------------------------------------------------------

    def _show(self, document: Document, wanted: int) -> None:
        self._wanted = wanted
        outcome = self._outcome = outcome_at(document, wanted)
        self._forget()
        if outcome is None:
            self.say(
                self.tr("Nothing to review at ┊C{n}").format(n=wanted),
                self.tr("This compaction failed: nothing was removed, so nothing could be lost."),
            )
            return
        self._zones, self._claims = zones_of(outcome), listed_claims(outcome)
        self.list.rows.tell(led_to(document, wanted))
        self._tell_work(document, outcome)
        self.show_body()
        self.banner.hide()
        if outcome.note:
            self.banner.say(self._note_words(outcome))
        self.text.show_sheet(TextSheet())
        self._refill()
        self.bench.executor.run(
            "review", lambda progress: read_after(document, outcome), lambda sheet: self._arrived(outcome, sheet),
            self._failed,
        )  # fmt: skip

    def _tell_work(self, document: Document, outcome: Outcome) -> None:
        words = under_way_words(document, outcome.compaction.number) if outcome.is_unread else ""
        self.work.setText(words)
        self.work.setVisible(bool(words))

    def _is_judged(self, outcome: Outcome) -> bool:
        """Whether a judge or the user said what became of something here."""
        return outcome.judgement is not None or bool(self.bench.judgements.entered_at(outcome.compaction.number))

    def _forget(self) -> None:
        self._listing, self._marked, self._sheet = Listing(), Marked(), None
        self.list.rows.show(self._listing)

    def _note_words(self, outcome: Outcome) -> str:
        there = any(one.verdict is not Verdict.UNDECIDED for one in outcome.survivals)
        tail = self.tr("Whether the rest stands there cannot be determined.") if there else ""
        return f"{outcome.note} {tail}".strip()

    def _arrived(self, outcome: Outcome, sheet: TextSheet) -> None:
        if outcome is not self._outcome:
            return
        self._sheet = sheet
        self.text.show_sheet(sheet)
        self._mark_text()

    def _failed(self, why: Exception) -> None:
        if not isinstance(why, Cancelled):
            self.warn(why)
        elif not self._listing.judged:
            self._say_empty(self.tr("Stopped before the facts were listed. Choose the compaction again to list them."))

    def _refill(self) -> None:
        """List what the filter lets through; the selection stays where it is listed."""
        outcome, document = self._outcome, self.bench.document
        if outcome is None or document is None:
            return
        self.filter.offer_judged(self._is_judged(outcome))
        judgements, wanted, marks = self.bench.judgements.copy(), self.filter.value(), self.bench.marks
        folder, traces = document.session.cwd, traces_at(document, outcome.compaction.number)
        self.bench.executor.run(
            "facts",
            lambda progress: list_facts(outcome, judgements, wanted, marks, progress, folder, traces),
            lambda listing: self._listed(outcome, listing),
            self._failed,
        )

    def _listed(self, outcome: Outcome, listing: Listing) -> None:
        document = self.document
        if outcome is not self._outcome or document is None:
            return
        self._listing = listing
        self.list.rows.show(listing)
        none = self.tr("This log holds nothing that was said before this compaction.")
        self._say_empty("" if listing.groups else self.tr("Nothing passes the filter.") if listing.judged else none)
        self._mark(document, self.bench.selection.focus)
        # Verdicts and colours may be others.
        self._mark_text()
        self.listed.emit()

    def _say_empty(self, words: str) -> None:
        self._empty.setVisible(bool(words))
        self._empty.setText(words)

    def _mark_text(self) -> None:
        outcome, sheet, listing = self._outcome, self._sheet, self._listing
        if outcome is None or sheet is None or listing.by_id is None:
            return
        self.bench.executor.run(
            "passages",
            lambda progress: mark_up(sheet, outcome, listing.judged, progress),
            lambda marked: self._marked_up(sheet, marked),
            self._failed,
        )

    def _marked_up(self, sheet: TextSheet, marked: Marked) -> None:
        document = self.document
        if sheet is not self._sheet or document is None:
            return
        self._marked = marked
        self.text.show_marks(marked.marks, self._key(self.bench.selection.focus))
        self._mark(document, self.bench.selection.focus)

    def _mark(self, document: Document, focus: Focus) -> None:
        """Show the selected fact or claim in all parts."""
        outcome = self._outcome
        assert outcome is not None, "asked for with an outcome"
        found, claim, key = self._fact(focus.fact), self._claim(focus), self._key(focus)
        self.list.mark(key)
        self._show_card(document, focus)
        self.text.stress(key, nearest_marks(self.text.sheet, found))
        self._bring(key, found, claim)
        self.place.setText(place_words(found, is_claim=claim is not None))
        self.map.update()

    def _show_card(self, document: Document, focus: Focus) -> None:
        found, claim = self._fact(focus.fact), self._claim(focus)
        if found is not None:
            self.card.show_fact(document, found, self._zones)
        elif claim is not None:
            self.card.show_claim(document, claim.claim)
        else:
            is_undone = self._outcome is not None and self._outcome.compaction.outcome == UNDONE
            self.card.say_nothing(is_all_there=not self._has_any(), is_undone=is_undone)

    def _has_any(self) -> bool:
        """Whether there is something that F7 walks through; also where nobody knows, or nothing can be looked for."""
        outcome, listing = self._outcome, self._listing
        said = [one for one in (listing.by_id or {}).values() if one.is_counted]
        if outcome is None or outcome.claims or not said:
            return True
        is_open = any(one.group is GroupName.UNDECIDED for one in said)
        return is_open or bool(to_put_back(outcome, self.bench.judgements))

    def _claim(self, focus: Focus) -> ListedClaim | None:
        return next((one for one in self._claims if one.place == focus.claim), None)

    def _bring(self, key: str, found: Judged | None, claim: ListedClaim | None) -> None:
        """Scroll the text so that the passage stands level with the row that it stands for."""
        places = self._middles(key)
        if places:
            level = self.list.middle_of(key)
            here = self.text.viewport().mapFrom(self, self.list.viewport().mapTo(self, QPoint(0, int(level or 0)))).y()
            self.text.bring(places[0], here if level is not None and here > 0 else None)
            return
        # What is not marked in the text is shown all the same: what came nearest, or what counts nowhere.
        evidence = (*found.survival.evidence, found.survival.nearest) if found is not None else ()
        near = claim.claim.quote if claim is not None else next((one for one in evidence if one is not None), None)
        at = self.text.sheet.place(near.item, near.start, near.end) if near is not None else None
        if at is not None:
            self.text.bring(at[0])

    def _bands(self) -> Iterator[LinkBand]:
        """A band for every fact and claim in sight; called while the map is painted."""
        if self._outcome is None or not self.shows_body():
            return
        selected = self._key(self.bench.selection.focus)
        for row, y in self.list.visible():
            left, mine = self._level(self.list.viewport(), y), key_of(row) == selected
            if isinstance(row, ListedClaim):
                colour = "warning"
            elif row.verdict in (Verdict.SUPERSEDED, Verdict.UNDECIDED) or not (row.is_live or mine):
                continue
            else:
                colour = role(row.verdict)
                if not row.survival.evidence and (row.is_harm or row.is_missing or (mine and row.verdict not in KEPT)):
                    yield LinkBand(left, None, colour, mine)
            for place in self._middles(key_of(row)):
                y_right = min(max(self.text.height_of(place), -6.0), self.text.viewport().height() + 6.0)
                yield LinkBand(left, self._level(self.text.viewport(), y_right), colour, mine)

    def _fact(self, fact: str | None) -> Judged | None:
        """A fact of this compaction; also before all of them are listed, for who comes here to say something of it."""
        outcome, entered = self._outcome, self.bench.judgements
        if self._listing.by_id is not None or outcome is None or fact is None:
            return (self._listing.by_id or {}).get(fact or "")
        own = decided_at(outcome, entered)
        pairs = zip(outcome.facts, outcome.survivals, strict=True)
        found = (Judged(*pair, own.get(fact), entered.note(fact)) for pair in pairs if pair[0].id == fact)
        return next(found, None)

    def _middles(self, key: str) -> Sequence[int]:
        return (self._marked.middles or {}).get(key, ())

    def _level(self, view: QWidget, y: float) -> float:
        return float(self.map.mapFrom(self, view.mapTo(self, QPoint(0, round(y)))).y())

    @staticmethod
    def _key(focus: Focus) -> str:
        return f"{CLAIM}{focus.claim}" if focus.claim is not None else focus.fact or ""

    def _choose(self, one: Row) -> None:
        if isinstance(one, ListedClaim):
            said = one.claim
            self.select(compaction=said.compaction, fact=None, claim=one.place, item=said.quote.item)
        elif self._outcome is not None:
            focus = focus_of_fact(self._outcome.compaction.number, one)
            self.select(compaction=focus.compaction, fact=focus.fact, claim=None, item=focus.item)

    def _pick_passage(self, key: str) -> None:
        found = self._claims[int(key.removeprefix(CLAIM))] if key.startswith(CLAIM) else self._fact(key)
        if found is not None:
            self._choose(found)

    def _enter(self, verdict: Verdict | None) -> None:
        focus = self.bench.selection.focus
        if focus.fact is not None and self._outcome is not None:
            self.bench.judgements.enter_verdict(focus.fact, self._outcome.compaction.number, verdict)

    # Parts -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        left = QWidget()
        self._empty.hide()
        column(left, self.filter, self._empty, (self.list, 1), margins=FLUSH, spacing=0)
        self.work.setWordWrap(True)
        self.work.setContentsMargins(8, 4, 8, 0)
        after = QWidget()
        column(after, self.work, self.place, (self.text, 1), margins=FLUSH, spacing=0)
        self._columns = splitter((left, 6), (self.map, 0), (after, 7), sizes=(600, self.map.width(), 700))
        self._columns.setHandleWidth(1)
        self._rows = splitter((self._columns, 1), self.card, vertical=True)
        column(self.body, self._rows, margins=FLUSH)

    def _connect(self) -> None:
        self.filter.changed.connect(self._refill)
        self.list.chosen.connect(self._choose)
        self.list.moved.connect(self.map.update)
        self.text.moved.connect(self.map.update)
        self.text.picked.connect(self._pick_passage)
        # The wheel over the bands turns both sides.
        self.map.turned.connect(lambda event: QApplication.sendEvent(self.text.viewport(), event))
        self.map.turned.connect(lambda event: QApplication.sendEvent(self.list.viewport(), event))
        self.work.linkActivated.connect(lambda item: self.bench.selection.select(item=int(item)))
        self.card.item_asked.connect(lambda item: self.bench.selection.select(item=item))
        self.card.entered.connect(self._enter)
        self.card.noted.connect(self.bench.judgements.write_note)
        self.bench.judgements.made.connect(lambda change: self._refill())
        self.bench.judgements.loaded.connect(self._refill)
        self.bench.marked.connect(lambda _: self._refill())
