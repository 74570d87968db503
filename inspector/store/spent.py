"""What an experiment has spent, in the library: it outlives the program, and several programs may share a cap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from inspector.store.library import Library


class Sums(NamedTuple):
    """What one experiment took by now, in US dollars and tokens in and out."""

    dollars: float
    tokens: int
    unknown: int
    """Requests whose price is not known."""
    open_dollars: float
    """Set aside for questions that have no end yet: under way, or cut off when a program was ended."""
    open_tokens: int
    open: int
    """How many of them there are."""


@dataclass(frozen=True, slots=True)
class Spent:
    """The part of a library about one experiment's money. Raises CannotRead where it cannot be used."""

    library: Library
    experiment: str

    def set_aside(self, dollars: float | None, tokens: int, cap: float | None, cap_tokens: int | None) -> int | None:
        """Set something aside for a question, in one step for all programs; None where a cap does not allow it."""
        rows = self.library.execute(
            "INSERT INTO spent (experiment, open, dollars, tokens) SELECT ?1, 1, ?2, ?3 FROM"
            " (SELECT total(dollars) AS gone, coalesce(sum(tokens), 0) AS used FROM spent WHERE experiment = ?1)"
            " WHERE (?4 IS NULL OR gone + coalesce(?2, 0) <= ?4) AND (?5 IS NULL OR used + ?3 <= ?5) RETURNING id",
            *(self.experiment, dollars, tokens, cap, cap_tokens),
        )
        return int(str(rows[0][0])) if rows else None

    def settle(self, number: int, dollars: float | None, tokens: int) -> None:
        """What a question really took; None where that is not known."""
        self.library.execute("UPDATE spent SET open = 0, dollars = ?, tokens = ? WHERE id = ?", dollars, tokens, number)

    def drop(self, number: int) -> None:
        """Nothing was charged."""
        self.library.execute("DELETE FROM spent WHERE id = ?", number)

    def sums(self) -> Sums:
        """All of it."""
        ((dollars, tokens, unknown, open_dollars, open_tokens, count),) = self.library.execute(
            "SELECT total(dollars) FILTER (WHERE NOT open), coalesce(sum(tokens) FILTER (WHERE NOT open), 0),"
            " count(*) FILTER (WHERE NOT open AND dollars IS NULL), total(dollars) FILTER (WHERE open),"
            " coalesce(sum(tokens) FILTER (WHERE open), 0), count(*) FILTER (WHERE open) FROM spent"
            " WHERE experiment = ?",
            self.experiment,
        )
        told = [float(str(one)) for one in (dollars, tokens, unknown, open_dollars, open_tokens, count)]
        return Sums(told[0], int(told[1]), int(told[2]), told[3], int(told[4]), int(told[5]))
