"""One opened session and everything known about it so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.model import Compaction, Diagnostic, Item, ItemKind, Judgement, Session, Splice
from inspector.read.bodies import Bodies
from inspector.read.open import Opened
from inspector.read.tables import split
from inspector.reconstruct.compactions import Compactions
from inspector.reconstruct.replay import Replay
from inspector.wording.damage import LISTED, damage_of, never_compacted

# Only named here: who lists compactions waits for no finder and no tokenizer.
if TYPE_CHECKING:
    from inspector.impact.look import Consequences
    from inspector.measure.bill import Bill
    from inspector.measure.calibrate import Calibration
    from inspector.measure.composition import Composition
    from inspector.measure.count import Counts
    from inspector.measure.curve import Curve
    from inspector.measure.window import Window
    from inspector.survival.found import Found
    from inspector.survival.outcome import Outcome


class Stage(StrEnum):
    """What is known, in the order in which it becomes known."""

    READ = "read"
    RECONSTRUCT = "reconstruct"
    MEASURE = "measure"
    COUNT = "count"
    EXTRACT = "extract"
    COMPARE = "compare"
    CONSEQUENCES = "consequences"


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """Contexts and compactions."""

    replay: Replay
    compactions: Compactions


@dataclass(frozen=True, slots=True)
class Measurement:
    """What the log itself says about tokens; needs no tokenizer."""

    curve: Curve
    window: Window


@dataclass(frozen=True, slots=True)
class Tally:
    """Tokens per item and per kind, counted and calibrated."""

    counts: Counts
    calibration: Calibration
    composition: Composition


class Document:
    """A session with its results. A stage that is not ready yet is None; views say so and fill in later."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.reconstruction: Reconstruction | None = None
        self.measurement: Measurement | None = None
        self.tally: Tally | None = None
        self.extraction: tuple[Found, ...] | None = None
        """What was said and shown before each compaction, in order."""
        self.exact: tuple[Outcome, ...] | None = None
        """Where it stands after each compaction, in order; counted alone."""
        self.judgements: dict[int, Judgement] = {}
        """What a judge found, by compaction."""
        self.comparison: tuple[Outcome, ...] | None = None
        """The same, with a judge's reading laid over it where one read a compaction."""
        self.consequences: tuple[Consequences, ...] | None = None
        """What followed each compaction, in order."""
        self.failures: dict[Stage, Exception] = {}
        self.troubles: list[Diagnostic] = []
        """Of the program's own keeping, not of the log."""

    @property
    def session(self) -> Session:
        """The session as read."""
        return self.opened.session

    @cached_property
    def bill(self) -> Bill:
        """What the session cost; asked for by every refresh of the window, so it is summed up once."""
        from inspector.measure.bill import bill_of

        return bill_of(self.session)

    @property
    def view_name(self) -> str:
        """What the window remembers it by: as one with the logs before it, its compactions have other numbers."""
        return "+".join([*self.session.before, self.session.path])

    @property
    def bodies(self) -> Bodies:
        """The way to the texts."""
        return self.opened.bodies

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What was wrong with the log, then what was wrong with what was kept of it."""
        return (*self.session.diagnostics, *self.troubles)

    @property
    def compactions(self) -> tuple[Compaction, ...]:
        """The compactions, once reconstructed."""
        return self.reconstruction.compactions.all if self.reconstruction else ()

    @property
    def erodes(self) -> bool:
        """Whether there are enough compactions for sentences to wear off over them."""
        return len(self.compactions) > 2

    @property
    def edits(self) -> tuple[Compaction, ...]:
        """Results cleared in place, once reconstructed."""
        return self.reconstruction.compactions.edits if self.reconstruction else ()

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file that something of this session stands in: those that nobody may write to. Looks at every item."""
        items, requests = self.session.items, self.session.requests
        names = {self.session.path, *(one.source.path for one in items), *(one.source.path for one in requests)}
        names.update(one.record.source.path for one in self.compactions)
        return tuple(dict.fromkeys(split(Path(name))[0] for name in sorted(names)))

    def item(self, number: int) -> Item:
        """The item with this number."""
        return self.session.items[number - 1]

    def text(self, number: int) -> str:
        """The whole text of an item, read back from the log. Raises LogChanged."""
        return self.bodies.text(self.item(number))

    def close(self) -> None:
        """Let go of the log."""
        self.bodies.close()


def uncompacted(document: Document, listed: str = LISTED) -> str:
    """Why there is nothing to show of compactions, and how much was cleared in place instead, in a sentence.

    ``listed`` says where what was cleared is listed, where that is not the command line.
    """
    return never_compacted(bool(damage_of(document.session)), len(document.edits), cleared(document), listed)


def cleared(document: Document) -> int:
    """How many results were cleared in place by steps that are no compactions, each counted once."""
    if not document.edits:
        return 0
    # An edit that changed more than results has these in an operation of its own, ahead of the one that names it.
    masks = [op for op in document.session.ops if type(op) is Splice and op.mask]
    found = {item for op in masks if not op.compaction or op.compaction.kind == "edit" for item in op.mask}
    # Others put a shorter result in the place of one.
    gone = {item for edit in document.edits for item in edit.removed}
    return len(found | {item for item in gone if document.item(item).kind is ItemKind.TOOL_RESULT})
