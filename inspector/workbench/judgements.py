"""What a person says about facts and compactions: verdicts, notes, what is reviewed; each can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from inspector.model import Verdict
from inspector.workbench.signal import Signal


class Matter(StrEnum):
    """What a change is about."""

    VERDICT = "verdict"
    NOTE = "note"
    REVIEWED = "reviewed"


@dataclass(frozen=True, slots=True)
class JudgementChange:
    """One thing entered. Words on both sides; "" is nothing entered."""

    matter: Matter
    fact: str
    """Id of the fact; "" for a compaction as a whole."""
    compaction: int
    """0 for a note, which goes with its fact through all compactions."""
    before: str
    after: str


class Judgements:
    """Kept apart from what was judged, so that both can be shown and the one can be taken back."""

    def __init__(self) -> None:
        self.made: Signal[[JudgementChange]] = Signal()
        """One change, also when it is undone or done again."""
        self.loaded: Signal[[]] = Signal()
        """Everything may be different: another session."""
        self._said: dict[tuple[Matter, str, int], str] = {}
        self._done: list[JudgementChange] = []
        self._undone: list[JudgementChange] = []

    @property
    def can_undo(self) -> bool:
        """Whether something was entered since the session was opened."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone."""
        return bool(self._undone)

    def verdict(self, fact: str, compaction: int) -> Verdict | None:
        """The verdict that was entered for a fact at a compaction."""
        said = self._said.get((Matter.VERDICT, fact, compaction))
        return Verdict(said) if said else None

    def verdicts(self) -> tuple[tuple[str, int, str], ...]:
        """Every verdict that was entered: fact, compaction and word, in a fixed order."""
        return tuple(
            sorted((fact, number, said) for (what, fact, number), said in self._said.items() if what is Matter.VERDICT)
        )

    def entered_at(self, compaction: int) -> Mapping[str, Verdict]:
        """The verdicts that were entered at one compaction, by fact: for who has tens of thousands to look up."""
        entered = ((fact, number, said) for (what, fact, number), said in self._said.items() if what is Matter.VERDICT)
        return {fact: Verdict(said) for fact, number, said in entered if number == compaction}

    def ended_before(self, compaction: int) -> Mapping[str, int]:
        """The facts that were called superseded at an earlier compaction, and nothing else since; with its number."""
        latest: dict[str, tuple[int, str]] = {}
        for (what, fact, number), said in self._said.items():
            if what is Matter.VERDICT and number < compaction:
                latest[fact] = max(latest.get(fact, (0, "")), (number, said))
        return {fact: number for fact, (number, said) in latest.items() if said == Verdict.SUPERSEDED}

    def notes(self) -> Mapping[str, str]:
        """Every note, by fact."""
        return {fact: said for (what, fact, _), said in self._said.items() if what is Matter.NOTE}

    def note(self, fact: str) -> str:
        """The note on a fact; "" without one."""
        return self._said.get((Matter.NOTE, fact, 0), "")

    def is_reviewed(self, compaction: int) -> bool:
        """Whether a compaction was ticked as reviewed."""
        return (Matter.REVIEWED, "", compaction) in self._said

    def enter_verdict(self, fact: str, compaction: int, verdict: Verdict | None) -> None:
        """Put one's own verdict in the place of the judged one; None goes back to that."""
        self._make(Matter.VERDICT, fact, compaction, verdict.value if verdict else "")

    def write_note(self, fact: str, text: str) -> None:
        """Write a note on a fact; an empty one takes it away."""
        self._make(Matter.NOTE, fact, 0, text.strip())

    def set_reviewed(self, compaction: int, reviewed: bool) -> None:
        """Tick a compaction, or take the tick away."""
        self._make(Matter.REVIEWED, "", compaction, "yes" if reviewed else "")

    def undo(self) -> JudgementChange | None:
        """Take the last change back; gives it, or None where there is none."""
        if not self._done:
            return None
        change = self._done.pop()
        self._undone.append(change)
        self._apply(replace(change, before=change.after, after=change.before))
        return change

    def redo(self) -> JudgementChange | None:
        """Make the change that was undone last once more; gives it."""
        if not self._undone:
            return None
        change = self._undone.pop()
        self._done.append(change)
        self._apply(change)
        return change

    def load(self, verdicts: Mapping[tuple[str, int], str], notes: Mapping[str, str], reviewed: Iterable[int]) -> None:
        """Take up what was entered earlier; a verdict whose name is no longer known is left out."""
        known = set(Verdict)
        self._said = {(Matter.VERDICT, *key): said for key, said in verdicts.items() if said in known}
        self._said |= {(Matter.NOTE, fact, 0): text for fact, text in notes.items()}
        self._said |= {(Matter.REVIEWED, "", number): "yes" for number in reviewed}
        self._done.clear()
        self._undone.clear()
        self.loaded.emit()

    def facts(self) -> frozenset[str]:
        """The ids of the facts about which something was entered."""
        return frozenset(fact for _, fact, _ in self._said if fact)

    def rename(self, ids: Mapping[str, str]) -> None:
        """Put what was entered under other ids; what stands under those stays."""
        moved = [key for key in self._said if key[1] in ids]
        for what, fact, number in moved:
            said = self._said.pop((what, fact, number))
            self._said.setdefault((what, ids[fact], number), said)
        if moved:
            self.loaded.emit()

    def copy(self) -> Judgements:
        """The same, untouched by later changes: for work in the background."""
        other = Judgements()
        other._said = dict(self._said)
        return other

    def clear(self) -> None:
        """Forget everything, for another session."""
        self.load({}, {}, ())

    def _make(self, matter: Matter, fact: str, compaction: int, after: str) -> None:
        before = self._said.get((matter, fact, compaction), "")
        if before == after:
            return
        change = JudgementChange(matter, fact, compaction, before, after)
        self._done.append(change)
        self._undone.clear()
        self._apply(change)

    def _apply(self, change: JudgementChange) -> None:
        key = (change.matter, change.fact, change.compaction)
        if change.after:
            self._said[key] = change.after
        else:
            self._said.pop(key, None)
        self.made.emit(change)
