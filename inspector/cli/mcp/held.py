"""One session that is held open between questions, with what was worked out for the ones before."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from inspector.cli.session import entered, further, recall_kept
from inspector.model import Item, ItemKind, Origin
from inspector.report.told import ToldCompaction
from inspector.store.folders import find_folders
from inspector.survival.found import find
from inspector.workbench.document import Document, Stage
from inspector.workbench.follow import Follower
from inspector.workbench.mending import told_compactions
from inspector.workbench.stages import apply, read


class Held:
    """A session as far as it was written when it was read. Raises CannotRead."""

    def __init__(self, path: Path) -> None:
        # Older than the reading, so that nothing is missed between the two.
        self._follower = Follower(path)
        self.is_read_ahead = False
        self.behind = 0
        """Lines that were written since, and tell of no compaction."""
        self._told: dict[int, ToldCompaction] = {}
        self._changed: int | None = None
        """When the library had last changed by then, in nanoseconds; None where there was none."""
        self._texts: dict[int, str] = {}
        self.document = read(path)
        try:
            _advance(self.document)
        except BaseException:
            self.document.close()
            raise

    def is_good(self) -> bool:
        """Whether what was read still tells all that matters. Raises CannotRead where the log is gone."""
        change = self._follower.poll()
        if change is not None and not change.due:
            self.behind += change.lines
        return change is None or not change.due

    def told(self) -> dict[int, ToldCompaction]:
        """What is known of each compaction, with what a person entered in the window since."""
        library = find_folders().data / "library.sqlite"
        changed = library.stat().st_mtime_ns if library.exists() else None
        if not self._told or changed != self._changed:
            self._told, self._changed = told_compactions(self.document, entered(self.document)), changed
        return self._told

    @cached_property
    def sought(self) -> list[Item]:
        """The items that hold words, the user's own first, then the latest."""
        items = [item for item in self.document.session.items if item.kind is not ItemKind.EVENT and item.chars]
        return sorted(items, key=lambda item: (item.origin is not Origin.HUMAN, -item.number))

    def folded(self, item: Item) -> str:
        """An item's text in small letters, read once."""
        if item.number not in self._texts:
            self._texts[item.number] = self.document.bodies.text(item).casefold()
        return self._texts[item.number]

    def fold_some(self, items: int) -> bool:
        """Read so many texts ahead of a question; whether there are more."""
        left = [item for item in self.sought if item.number not in self._texts][: items + 1]
        for item in left[:items]:
            self.folded(item)
        return len(left) > items


def names_of(path: Path) -> tuple[str, ...]:
    """What a session may be called by: its log, or, where all logs of an agent have one name, the folder it lies in."""
    return path.stem, path.name, *(parent.name for parent in path.parents[:3])


def name_of(session: str, path: Path) -> str:
    """The name by which it is shown: its id where that is one of them."""
    return session if session in names_of(path) else path.stem


def _advance(document: Document) -> None:
    recall_kept(document)
    further(document, Stage.RECONSTRUCT, Stage.MEASURE)
    # What the work showed is asked for by nobody here, and takes longer than all else.
    found = find(document.session, document.compactions, document.bodies.text, with_evidence=False)
    apply(document, Stage.EXTRACT, tuple(found))
    further(document, Stage.COMPARE)
