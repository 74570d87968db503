"""The fact's own words, word for word: its item was kept, or the text holds them."""

from __future__ import annotations

from inspector.model import Basis, Evidence, Fact, Verdict, Zone
from inspector.verdicts.framed import standing
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.zones import After


class Exact:
    """Looks for the quoted words as they are."""

    name = "exact"

    def match(self, fact: Fact, after: After) -> Match | None:
        """Verbatim, or None."""
        for quote, text in zip(fact.quotes, fact.texts, strict=True):
            if quote.item in after.kept:
                evidence = Evidence(Zone.KEPT, quote.item, quote.start, quote.end, text)
                return Match(Verdict.VERBATIM, "The message itself was kept.", (evidence,), None, 1.0, Basis.COUNTED)
            for place in after.texts:
                for start, end in standing(text, place.text):
                    evidence = Evidence(place.zone, place.item.number, start, end, text)
                    return Match(
                        Verdict.VERBATIM, "Its exact words are in the context.", (evidence,), None, 1.0, Basis.COUNTED
                    )
        return None


MATCHER = Exact()
