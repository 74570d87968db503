"""Consent to send: what columns would send, as it is shown, and what the user has agreed to."""

from __future__ import annotations

from inspector.rerun.column import Variant


class Consents:
    """Of one session. A consent is for one variant on one compaction, and holds as long as the session is open."""

    def __init__(self) -> None:
        self.asked: dict[str, tuple[int, ...]] = {}
        """Where columns would send something, by key: what is shown of them, and all that can be agreed to."""
        self.again: str = ""
        """Of these, the key of the column that asks again what failed although it was paid for; "" for none."""
        self.before: dict[str, Variant] = {}
        """Of these, what columns ran that were changed for it."""
        self._given: set[tuple[int, Variant]] = set()

    def give(self, number: int, variant: Variant) -> None:
        """A variant may be sent about a compaction."""
        self._given.add((number, variant))

    def has(self, number: int, variant: Variant) -> bool:
        """Whether it may."""
        return (number, variant) in self._given

    def refuse(self) -> None:
        """Nothing was asked for; what was agreed to before stays so."""
        self.asked.clear()
        self.before.clear()
        self.again = ""

    def clear(self) -> None:
        """Nothing was asked for, and nothing may be sent."""
        self.refuse()
        self._given.clear()
