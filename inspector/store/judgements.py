"""What judges found, kept beside what a reviewer entered: paid for, and read by every later opening."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import zstandard

from inspector.errors import CannotRead
from inspector.model import Judgement, Survival
from inspector.store.library import Library


class KeptJudgements:
    """The newest judgement of each compaction of a session. Raises CannotRead where a library cannot be used."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def of(self, session: str) -> tuple[Judgement, ...]:
        """Those of one session, by compaction. Raises CannotRead for one that cannot be read back."""
        rows = self._library.execute("SELECT body FROM judgements WHERE session = ? ORDER BY compaction", session)
        if not rows:
            return ()
        from inspector.model.wire import from_json  # It takes a while to load, and most sessions have none.

        return tuple(from_json(_unpacked(body), Judgement) for (body,) in rows)

    def keep(self, session: str, judgement: Judgement) -> Judgement:
        """Keep one in the place of an earlier one; gives it with what a person decided on in that one."""
        from inspector.model.wire import to_json

        judgement = self._with_decided(session, judgement)
        body = zstandard.compress(to_json(judgement), 3)
        self._library.execute(
            "INSERT OR REPLACE INTO judgements VALUES (?, ?, ?, ?)",
            session,
            judgement.compaction,
            judgement.made,
            body,
        )
        return judgement

    def _with_decided(self, session: str, judgement: Judgement) -> Judgement:
        """With the statements of the earlier one on which the user gave a verdict or wrote a note, where it has none.

        What a person decided stays, whatever a judge names later.
        """
        number = judgement.compaction
        given = {fact for fact, at in self._library.verdicts(session) if at == number}
        decided = (given | self._library.fact_notes(session).keys()) - {fact.id for fact in judgement.facts}
        with suppress(CannotRead):
            earlier = next((one for one in self.of(session) if one.compaction == number), None)
            if decided and earlier is not None:
                pairs = zip(earlier.facts, earlier.survivals, strict=True)
                left = [(fact, _by(earlier, survival)) for fact, survival in pairs if fact.id in decided]
                facts, survivals = (tuple(one) for one in zip(*left, strict=True)) if left else ((), ())
                judgement = replace(judgement, facts=judgement.facts + facts, survivals=judgement.survivals + survivals)
        return judgement


def _by(judgement: Judgement, survival: Survival) -> Survival:
    """A verdict of an earlier reading, which the newer one does not name."""
    why = f"{survival.why} {judgement.model} read this; the newer reading does not name it."
    return replace(survival, why=why.strip())


def _unpacked(body: object) -> bytes:
    assert isinstance(body, bytes)
    return zstandard.decompress(body)
