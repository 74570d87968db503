"""What a reviewer decides about each loss, and the dated record that a review ends in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import orjson

from inspector.report.mend.choices import Choice, Decisions
from inspector.workbench.signal import Signal


@dataclass(frozen=True, slots=True)
class SignOff:
    """One review, signed. It is never changed: who reviews again signs again."""

    compaction: int
    signed: str
    """ISO 8601 in UTC."""
    note: str = ""
    restored: int = 0
    """How many losses were put back, edited ones among them."""
    decisions: Decisions = field(default_factory=Decisions)


class SignOffs:
    """Decisions as they stand, by compaction, and the records of the open session."""

    def __init__(self) -> None:
        self.changed: Signal[[int]] = Signal()
        """Something was decided about the compaction with this number."""
        self.signed: Signal[[SignOff]] = Signal()
        self.loaded: Signal[[]] = Signal()
        """Everything may be different: another session."""
        self._session = ""
        self._records: tuple[SignOff, ...] = ()
        self._drafts: dict[int, Decisions] = {}

    def decisions(self, compaction: int) -> Decisions:
        """What is decided by now; what was signed last where nothing was changed since."""
        if compaction in self._drafts:
            return self._drafts[compaction]
        records = self.of(compaction)
        return records[-1].decisions if records else Decisions()

    def of(self, compaction: int) -> tuple[SignOff, ...]:
        """The records of a compaction, oldest first."""
        return tuple(one for one in self._records if one.compaction == compaction)

    def decide(self, compaction: int, fact: str, choice: Choice, words: str = "") -> None:
        """Decide about one loss. An edit without words puts back what was said."""
        now = self.decisions(compaction)
        edited = {name: text for name, text in now.edited.items() if name != fact}
        accepted, restored = now.accepted - {fact}, now.restored - {fact}
        if choice is Choice.ACCEPT:
            accepted |= {fact}
        elif choice is Choice.EDIT and words.strip():
            edited[fact] = words.strip()
        else:
            restored |= {fact}
        self._draft(compaction, replace(now, accepted=accepted, edited=edited, restored=restored))

    def take_kept(self, compaction: int, wanted: bool) -> None:
        """Also list what stands there or is undecided, or only what is offered to be put back."""
        self._draft(compaction, replace(self.decisions(compaction), with_kept=wanted))

    def sign(self, compaction: int, note: str, restored: int) -> SignOff:
        """Make a record of the decisions as they stand."""
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        record = SignOff(compaction, now, note.strip(), restored, self.decisions(compaction))
        self._records += (record,)
        self.signed.emit(record)
        return record

    def begin(self, session: str) -> None:
        """Another session is open, or the same one was read again: then what is undecided stays as it was."""
        if session != self._session:
            self._drafts.clear()
        self._session, self._records = session, ()
        self.loaded.emit()

    def load(self, records: Iterable[SignOff]) -> None:
        """Take up what was signed earlier."""
        self._records = tuple(sorted(records, key=lambda one: one.signed))
        self.loaded.emit()

    def _draft(self, compaction: int, decisions: Decisions) -> None:
        if decisions != self.decisions(compaction):
            self._drafts[compaction] = decisions
            self.changed.emit(compaction)


def packed(record: SignOff) -> str:
    """What a record holds beside its date and note, as JSON."""
    told = record.decisions
    value = {
        "restored": record.restored,
        "accepted": sorted(told.accepted),
        "edited": dict(told.edited),
        "put_back": sorted(told.restored),
        "with_kept": told.with_kept,
    }
    return orjson.dumps(value).decode()


def unpacked(compaction: int, signed: str, note: str, body: str) -> SignOff:
    """The record again."""
    value = orjson.loads(body)
    # Reviews of earlier have no such list: nothing was offered that was not put back.
    back = frozenset(value.get("put_back", ()))
    decisions = Decisions(frozenset(value["accepted"]), dict(value["edited"]), back, bool(value["with_kept"]))
    return SignOff(compaction, signed, note, int(value["restored"]), decisions)
