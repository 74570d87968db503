"""The same facts over all compactions: what wears away, what comes back, how long each kind lasts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from inspector.model import Basis, Fact, FactKind, Strength, Survival, Verdict
from inspector.text.difference import is_negative
from inspector.text.similarity import containment, stems_of
from inspector.verdicts.as_said import looked_for
from inspector.verdicts.intervals import KEPT, wilson
from inspector.verdicts.outcome import Outcome

_SAME = 0.75
_LEAST_STEMS = 3
_MOST_ALIKE = 200
_WHOLE, _TELLING = 0.9, 4
_RULES = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE})


@dataclass(frozen=True, slots=True)
class Cell:
    """A fact at one compaction. ``survival`` is None where it had been lost before and never came back."""

    compaction: int
    fact: str
    """The id that it has at this compaction."""
    survival: Survival | None
    looked_for: str = ""
    """The words that the verdict is about, where they are not those of the track."""

    @property
    def verdict(self) -> Verdict:
        """What became of it; a fact that is gone stays lost."""
        return self.survival.verdict if self.survival else Verdict.LOST


@dataclass(frozen=True, slots=True)
class Track:
    """One fact through the session."""

    fact: Fact
    """As it was first said."""
    cells: tuple[Cell | None, ...]
    """One per compaction, in order; None before it was said, and where nothing tells what became of it."""
    first: int
    """Index of the first compaction at which it was judged."""
    first_loss: int | None
    """Number of the compaction that first lost it while it mattered."""
    learned_again: tuple[int, ...]
    """Numbers of the compactions before which it was said anew, after it had been lost."""
    retold: int
    """How many times it went from one summary into the next."""

    @property
    def is_standing_rule(self) -> bool:
        """Whether it binds for the whole session: a constraint, or a preference that is a must."""
        return self.fact.kind is FactKind.CONSTRAINT or (
            self.fact.kind in _RULES and self.fact.strength is Strength.MUST
        )


@dataclass(frozen=True, slots=True)
class Point:
    """How many facts are kept after ``age`` compactions; the interval is the 95 % one, 0 to 1."""

    age: int
    n: int
    kept: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Erosion:
    """Facts × compactions."""

    compactions: tuple[int, ...]
    tracks: tuple[Track, ...]
    """In order of when they were first said."""
    unjudged: frozenset[int] = frozenset()
    """Numbers of the compactions of which only what stands beside the summary is known."""

    def curves(self, key: Callable[[Fact], str]) -> Mapping[str, tuple[Point, ...]]:
        """Survival curves of groups of facts, in order of their first fact; only facts that still mattered count.

        What was lost once did not survive, even if it was learned again.
        """
        found: dict[str, list[list[int]]] = {}
        for track in self.tracks:
            rows = found.setdefault(key(track.fact), [])
            survives = True
            for age, cell in enumerate(_lived(track, self.unjudged), start=1):
                survives = survives and cell.verdict is not Verdict.LOST
                while len(rows) < age:
                    rows.append([0, 0])
                rows[age - 1][0] += 1
                rows[age - 1][1] += survives and cell.verdict in KEPT
        return {
            name: tuple(Point(age, n, kept, *wilson(kept, n)) for age, (n, kept) in enumerate(rows, start=1) if n)
            for name, rows in found.items()
            if rows
        }


def by_kind(fact: Fact) -> str:
    """A key for curves."""
    return fact.kind.value


def by_weight(fact: Fact) -> str:
    """A key for curves: how much a fact weighs, in three bands."""
    return "heavy" if fact.weight >= 0.9 else "middling" if fact.weight >= 0.6 else "light"


def erode(
    outcomes: Sequence[Outcome], overridden: Callable[[Survival], Survival] = lambda survival: survival
) -> Erosion:
    """Follow every fact over the outcomes of a session; ``overridden`` puts a user's verdict in place of the judged.

    A fact is the same where its id is, where a summary's passage that held it was read as a fact again, where
    evidence has the same value, and where the human said it again in nearly the same words.
    """
    threads: list[_Thread] = []
    book = _Book()
    for place, outcome in enumerate(outcomes):
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            thread = book.find(fact)
            if thread is None:
                thread = _Thread(fact, place)
                threads.append(thread)
            book.enter(thread, fact, survival)
            thread.add(place, fact, overridden(survival))
    numbers = tuple(outcome.compaction.number for outcome in outcomes)
    return Erosion(numbers, tuple(thread.finish(numbers) for thread in threads), unjudged(outcomes))


def unjudged(outcomes: Iterable[Outcome]) -> frozenset[int]:
    """Numbers of the compactions whose text could not be judged: a curve that counted them would know no loss."""
    return frozenset(outcome.compaction.number for outcome in outcomes if outcome.note)


class _Thread:
    def __init__(self, fact: Fact, first: int) -> None:
        self.fact, self.first = fact, first
        self.seen: dict[int, tuple[Fact, Survival]] = {}

    def add(self, place: int, fact: Fact, survival: Survival) -> None:
        # Said twice before one compaction: what was kept of either is kept.
        known = self.seen.get(place)
        if known is None or (known[1].verdict not in KEPT and survival.verdict in KEPT):
            self.seen[place] = (fact, survival)

    def finish(self, numbers: Sequence[int]) -> Track:
        cells: list[Cell | None] = []
        gone: str | None = None
        first_loss: int | None = None
        again: list[int] = []
        retold = 0
        for place, number in enumerate(numbers):
            said = self.seen.get(place)
            if said is None:
                cells.append(Cell(number, gone, None) if gone is not None else None)
                continue
            fact, survival = said
            retold += fact.from_summary and survival.verdict in KEPT
            if gone is not None and not fact.from_summary:
                again.append(number)
            is_lost = survival.verdict is Verdict.LOST
            gone = fact.id if is_lost and survival.live else None
            if first_loss is None and survival.live and is_lost:
                first_loss = number
            cells.append(Cell(number, fact.id, survival, looked_for(fact, self.fact)))
        return Track(self.fact, tuple(cells), self.first, first_loss, tuple(dict.fromkeys(again)), retold)


class _Book:
    """Finds the thread that a fact belongs to without comparing each with each."""

    def __init__(self) -> None:
        self._ids: dict[str, _Thread] = {}
        self._values: dict[tuple[str, str, str], _Thread] = {}
        self._places: dict[int, list[tuple[int, int, _Thread]]] = {}
        self._stems: dict[str, list[tuple[frozenset[str], _Thread]]] = {}

    def find(self, fact: Fact) -> _Thread | None:
        found = self._ids.get(fact.id) or (self._values.get(_value(fact)) if fact.value else None)
        if found is not None or fact.value:
            return found
        return self._by_place(fact) if fact.from_summary else self._by_words(fact)

    def enter(self, thread: _Thread, fact: Fact, survival: Survival) -> None:
        self._ids[fact.id] = thread
        if fact.value:
            self._values.setdefault(_value(fact), thread)
            return
        for evidence in survival.evidence:
            self._places.setdefault(evidence.item, []).append((evidence.start, evidence.end, thread))
        stems = stems_of(fact.statement)
        if len(stems) >= _LEAST_STEMS:
            for stem in stems:
                self._stems.setdefault(stem, []).append((stems, thread))

    def _by_place(self, fact: Fact) -> _Thread | None:
        """The thread whose passage in the summary covers most of the words that this fact quotes."""
        quote = fact.quotes[0]
        overlaps = [
            (min(end, quote.end) - max(start, quote.start), thread)
            for start, end, thread in self._places.get(quote.item, ())
        ]
        length, thread = max(overlaps, key=lambda pair: pair[0], default=(0, None))
        return thread if thread is not None and length * 2 > quote.end - quote.start else None

    def _by_words(self, fact: Fact) -> _Thread | None:
        stems = stems_of(fact.statement)
        if len(stems) < _LEAST_STEMS:
            return None
        lists = sorted((self._stems.get(stem, []) for stem in stems), key=len)
        # Words that stand everywhere tell nothing apart, and comparing all with all takes minutes.
        telling = [one for place, one in enumerate(lists) if place == 0 or len(one) <= _MOST_ALIKE]
        # A thread was said in several wordings, and any of them may be the one that is said again.
        near = {(id(thread), other): (other, thread) for one in telling for other, thread in one[:_MOST_ALIKE]}
        best, found = 0.0, None
        for other, thread in near.values():
            if thread.fact.kind not in _RULES and thread.fact.kind is not fact.kind:
                continue
            likeness = min(containment(stems, other), containment(other, stems))
            if len(other) >= _TELLING and containment(other, stems) >= _WHOLE:
                # "I said this at the start: …": the old words stand whole within more of them.
                likeness = max(likeness, _SAME)
            is_same = likeness >= _SAME and is_negative(thread.fact.statement) == is_negative(fact.statement)
            if is_same and likeness > best:
                best, found = likeness, thread
        return found


def _value(fact: Fact) -> tuple[str, str, str]:
    return fact.kind.value, fact.action, fact.value


def _lived(track: Track, unjudged: frozenset[int]) -> Iterable[Cell]:
    """The cells of a fact from its first compaction on, as long as it mattered and is known."""
    for cell in track.cells[track.first :]:
        if cell is None or (cell.survival is not None and not cell.survival.live):
            return
        if cell.compaction in unjudged and (cell.survival is None or cell.survival.basis is not Basis.ENTERED):
            return
        if cell.verdict in (Verdict.UNDECIDED, Verdict.SUPERSEDED):
            return
        yield cell
