"""Where finders write down what they find: one fact for each normal form, with all its places."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from sys import intern

from inspector.model import Basis, Fact, FactKind, Item, Quote, Session
from inspector.text.nfc import nfc

_QUOTES = 16


@dataclass(slots=True)
class _Entry:
    kind: FactKind
    action: str
    value: str
    statement: str
    quotes: list[Quote] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


class Ledger:
    """Facts under construction, in order of their first place."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._entries: dict[tuple[str, str, str], _Entry] = {}

    def note(
        self,
        finder: str,
        kind: FactKind,
        value: str,
        item: Item,
        place: tuple[int, int],
        text: str,
        *,
        action: str = "",
        group: str = "",
        statement: str = "",
    ) -> None:
        """One place of a fact. The same ``finder``, ``group`` and ``value`` are one fact: its last action counts.

        ``text`` is the whole text of ``item``. The first place and the latest ones are kept, sixteen in all.
        """
        value = intern(nfc(value))  # as all words here: one object, at however many compactions they are found
        key = (finder, group, value)
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries[key] = _Entry(kind, action, value, statement or value)
        else:
            entry.kind, entry.action, entry.statement = kind, action, statement or value
            if len(entry.quotes) >= _QUOTES:
                del entry.quotes[1], entry.texts[1]
        entry.quotes.append(Quote(item.number, *place))
        entry.texts.append(intern(text[place[0] : place[1]]))

    def drop(self, finder: str, group: str, value: str) -> None:
        """Forget a fact: what it said holds no longer."""
        self._entries.pop((finder, group, nfc(value)), None)

    def facts(self) -> tuple[Fact, ...]:
        """All facts. The id of one does not depend on its place, so that it is the same after each compaction."""
        return tuple(
            Fact(
                id=intern(evidence_id(self.session, finder, group, entry.value)),
                kind=entry.kind,
                statement=intern(entry.statement),
                quotes=tuple(entry.quotes),
                texts=tuple(entry.texts),
                extractor=finder,
                basis=Basis.COUNTED,
                value=entry.value,
                action=entry.action,
            )
            for (finder, group, _), entry in self._entries.items()
        )


def evidence_id(session: Session, finder: str, group: str, value: str) -> str:
    """An id that depends on what was found, not where."""
    return hashlib.blake2b(f"{session.id}|{finder}|{group}|{value}".encode(), digest_size=8).hexdigest()
