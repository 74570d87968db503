"""What can be told of a fact and its nearest passage without weighing: the first ruling that speaks decides.

Rule: the order is the decision. A ruling speaks only where the two are plainly about the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from inspector.model import Fact, FactKind, Verdict
from inspector.text.cues import cues
from inspector.text.difference import line_numbers, numbers
from inspector.text.order import same_order
from inspector.text.phrases import says
from inspector.verdicts.framed import revoked
from inspector.verdicts.likeliest import Likely
from inspector.verdicts.opposites import exchanged, is_undoing, opposite
from inspector.verdicts.parts import cut_off, missing_items
from inspector.verdicts.polarity import agrees, is_said, turned
from inspector.verdicts.replaced import replaced_name, replaced_number, replaced_unit
from inspector.verdicts.zones import After

Ruling = tuple[Verdict, str]
_SAME_TOPIC = 0.25
_SAME_PLACE = 0.35
_SAME_SUBJECT = 0.5
_SAME_THING = 0.6
_TELLING_NUMBER = 3
_BINDS = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE})
_LIMITS = frozenset({"only", "never", "always", "except", "unless", "until", "at least", "at most"})
_PERMITS = frozenset({"may", "might", "could", "can be"})


def _binds(fact: Fact) -> bool:
    """Whether a fact is a rule, or opens as one: of what kind a sentence is can be hard to tell, that it limits not."""
    return fact.kind in _BINDS or says("only at start", fact.texts[0])


def _numbers_differ(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    difference = likely.difference
    shared = set(numbers(fact.texts[0])) - set(difference.numbers)
    # Lines move with every edit.
    gone = [number for number in difference.numbers if number not in line_numbers(fact.texts[0])]
    new = [number for number in difference.new_numbers if number not in line_numbers(likely.text)]
    # As many as are gone stand there anew; of more, who knows which stands for which.
    paired = len(gone) == len(new)
    if gone and paired and shared and _held(likely) >= _SAME_PLACE:
        return Verdict.ALTERED, f"Says {', '.join(new)} where it said {', '.join(gone)}."
    if _held(likely) < _SAME_PLACE:
        return None
    found = replaced_unit(fact.texts[0], likely.text) or replaced_number(fact.texts[0], likely.text, after.whole)
    return (Verdict.ALTERED, f"Says {found[1]} where it said {found[0]}.") if found else None


def _numbers_agree(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    difference = likely.difference
    shared = set(numbers(fact.texts[0])) - set(difference.numbers)
    plain = any(len(number) >= _TELLING_NUMBER for number in shared) and likely.share >= _SAME_SUBJECT
    if ((len(shared) > 1 and likely.share >= _SAME_TOPIC) or plain) and not difference.numbers:
        held = ", ".join(sorted(shared))
        return Verdict.REWORDED, f"Holds its numbers {held} and {likely.share:.0%} of its telling words."
    return None


def _other_names(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    found = replaced_name(fact.texts[0], likely.focus, after.squeezed)
    return (Verdict.LOST, f"“{found[0]}” stands nowhere; the nearest passage is about “{found[1]}”.") if found else None


def _only_named(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    """A passage that only names a file says nothing of it; who says what changed in which file says it so himself."""
    if is_said(likely.text) or _OPENS_WITH_NAME.match(fact.texts[0]):
        return None
    return Verdict.LOST, "Of what it says only a name stands there."


_OPENS_WITH_NAME = re.compile(r"\W*(?:`|\S*[\w-](?:[./]\w|_\w))")


def _held(likely: Likely) -> float:
    """How much of a statement a passage holds; words of talk about anything ("the way to go") are not enough."""
    return min(likely.share, likely.core[0])


def _less_binding(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    """A rule that is only allowed there is weaker; one without its "only" may be, and words do not tell."""
    if not _binds(fact):
        return None
    # "No … may" and "only … may" bind; "try not to …" does not.
    binds = agrees(fact.texts[0], likely.text) or says("only", likely.focus)
    hedged = cues().marks("allows", likely.text) - _PERMITS if binds else True
    if likely.difference.softened and hedged and _held(likely) >= _SAME_TOPIC:
        return Verdict.WEAKENED, "What was binding is only allowed there."
    if binds:
        return None
    lost = _LIMITS.intersection(likely.difference.scope)
    if (
        lost
        and _held(likely) >= _SAME_PLACE
        and not any(cues().marks(mark, likely.text) for mark in ("limits", "denies"))
    ):
        return Verdict.UNDECIDED, f"Says much the same without “{', '.join(sorted(lost))}”: it may bind less there."
    return None


def _revoked(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    told = revoked(likely.focus)
    if not told or likely.share < _SAME_PLACE or revoked(fact.texts[0]):
        return None
    return Verdict.CONTRADICTED, f"It is said to hold no more: “{told}”."


def _polarity(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if fact.kind not in (*_BINDS, FactKind.DECISION) or likely.share < _SAME_SUBJECT:
        return None
    # "Never merge before the review" and "merge after the review" differ in denying, not in what they say.
    word = "" if same_order(fact.texts[0], likely.focus) else turned(fact.texts[0], likely.focus)
    return (Verdict.CONTRADICTED, f"One of the two denies “{word}…”, the other does not.") if word else None


def _denied_alike(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    about = likely.share >= _SAME_SUBJECT or (likely.share >= _SAME_TOPIC and likely.prose >= _SAME_THING)
    if _binds(fact) and about and agrees(fact.texts[0], likely.focus):
        return Verdict.REWORDED, f"Denies the same, in {likely.share:.0%} of its telling words."
    return None


def _turned_round(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if likely.share < _SAME_SUBJECT:
        return None
    swapped = exchanged(fact.texts[0], likely.focus)
    if swapped:
        return Verdict.CONTRADICTED, f"“{swapped[0]}” and “{swapped[1]}” have changed places."
    if same_order(fact.texts[0], likely.focus) is False:
        return Verdict.CONTRADICTED, "What came first comes behind there."
    found = opposite(fact.texts[0], likely.focus)
    if found is None:
        return None
    if fact.kind in (*_BINDS, FactKind.DECISION) or not is_undoing(found[0]):
        return Verdict.CONTRADICTED, f"Says the opposite: {found[1]}… for {found[0]}…."
    return (
        Verdict.UNDECIDED,
        f"One says {found[0]}…, the other {found[1]}…: both may have been done, one after the other.",
    )


def _cut_off(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    gone = cut_off(fact.texts[0], likely.text)
    return (Verdict.WEAKENED, f"The quotation breaks off before “{gone}”.") if gone else None


def _items(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if likely.share < _SAME_PLACE:
        return None
    gone = missing_items(fact.texts[0], likely.stems, after.stems)
    return (Verdict.WEAKENED, f"Of its list, missing there: {', '.join(gone[:5])}.") if gone else None


RULINGS: tuple[Callable[[Fact, Likely, After], Ruling | None], ...] = (
    _numbers_differ,
    _other_names,
    _only_named,
    _revoked,
    _turned_round,
    _polarity,
    _less_binding,
    _cut_off,
    _items,
    _numbers_agree,
    _denied_alike,
)


def rule_on(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    """The first ruling that speaks, with its reason; None where none does and the pair has to be weighed."""
    return next((found for ruling in RULINGS if (found := ruling(fact, likely, after)) is not None), None)
