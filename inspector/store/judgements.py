"""What judges found, kept beside what a reviewer entered: paid for, and read by every later opening."""

from __future__ import annotations

import zstandard

from inspector.model import Judgement
from inspector.store.library import Library


class KeptJudgements:
    """The newest judgement of each compaction of a session. Raises CannotRead where a library cannot be used."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def of(self, session: str) -> tuple[Judgement, ...]:
        """Those of one session, by compaction. Raises CannotRead for one that cannot be read back."""
        from inspector.model.wire import from_json  # It takes a while to load, and most sessions have none.

        rows = self._library.execute("SELECT body FROM judgements WHERE session = ? ORDER BY compaction", session)
        return tuple(from_json(_unpacked(body), Judgement) for (body,) in rows)

    def keep(self, session: str, judgement: Judgement) -> None:
        """Keep one in the place of an earlier one."""
        from inspector.model.wire import to_json

        body = zstandard.compress(to_json(judgement), 3)
        self._library.execute(
            "INSERT OR REPLACE INTO judgements VALUES (?, ?, ?, ?)",
            session,
            judgement.compaction,
            judgement.made,
            body,
        )


def _unpacked(body: object) -> bytes:
    assert isinstance(body, bytes)
    return zstandard.decompress(body)
