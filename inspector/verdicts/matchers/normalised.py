"""The fact's words but for case, marks, quotes and blanks."""

from __future__ import annotations

from inspector.model import Basis, Evidence, Fact, Verdict
from inspector.text.normalise import normalise, place_in
from inspector.verdicts.framed import standing
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.zones import After

_EDGES = " .,;:!?\"'()[]-*#|"


class Normalised:
    """Looks for the words in their normal form."""

    name = "normalised"

    def match(self, fact: Fact, after: After) -> Match | None:
        """Verbatim, or None. A fact of a single short word is left to others: it stands everywhere."""
        for text in fact.texts:
            wanted = normalise(text).strip(_EDGES)
            if len(wanted) < 4:
                continue
            for place, held in after.normalised:
                if (found := next(standing(wanted, held), None)) is not None:
                    start, end = place_in(place.text, *found)
                    evidence = Evidence(place.zone, place.item.number, start, end, place.text[start:end])
                    why = "Its words stand there, but for case and marks."
                    return Match(Verdict.VERBATIM, why, (evidence,), None, 1.0, Basis.COUNTED)
        return None


MATCHER = Normalised()
