"""Whether a summary presents what the human turned down as the plan.

Rule: only a passage that has nearly all of the rejected words, none of the chosen ones in their place, denies none of
them, and speaks of what is decided, done or next.
"""

from __future__ import annotations

import re

from inspector.model import Evidence, Fact, Part, Role, Zone
from inspector.text.normalise import normalise, squeezed
from inspector.text.similarity import containment, content
from inspector.verdicts.polarity import stances
from inspector.verdicts.replaced import things
from inspector.verdicts.zones import After, Passage

_ALL, _MANY, _NEAR = 0.75, 3, 40
_LEAST_STEMS = 2
_WORD = re.compile(r"\w+")
_NOT_THE_PLAN = re.compile(
    r"\b(?:reject\w*|declin\w*|refus\w*|den(?:y|ied)|instead of|rather than|rul(?:ed|es) out|consider(?:ed)?"
    r"|alternatives?"
    r"|options?|not chosen|turned down|vs\.?|versus|skip\w*|revert\w*|dropp?\w*|discuss\w*|unlike"
    r"|compar\w*|recommend\w*|interrupt\w*|said no|remov\w*|delet\w*|replaced|get(?:ting)? rid|maybe|perhaps)\b|[“\"]",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:next|plan(?:ned|s)?|pending|will|to ?do|going to|decid\w+|decision|chosen|chose|select\w*|agreed|use[sd]?"
    r"|using|implement\w*|remaining|approach|proceed\w*|continue|current|uživatel|nächste)\b|\[ \]|□",
    re.IGNORECASE,
)


def presented(fact: Fact, after: After) -> tuple[Part, Evidence] | None:
    """The rejected part that the summary takes for the plan, and where; None where it does not."""
    chosen = {form for part in fact.parts if part.role is Role.CHOSEN for form in content(part.text)}
    said = chosen | {form for text in fact.texts for form in content(text)}
    for part in fact.parts:
        if part.role is not Role.REJECTED:
            continue
        head = _head(part.text)
        stems = _telling(head, said) or _telling(part.text, said)
        if not stems:
            continue
        for passage in after.passages:
            if passage.zone is not Zone.SUMMARY or not _names(head, stems, passage.text):
                continue
            if _is_plan(passage, stems, frozenset(chosen), after):
                return part, passage.evidence()
    return None


def _names(head: str, stems: frozenset[str], passage: str) -> bool:
    """Whether a passage speaks of an option by its name, or by its words where they are many and none is a name."""
    before, found, _ = normalise(passage).partition(normalise(head))
    if found:
        # Two words of every day are a name only where somebody decides on them.
        return len(stems) >= _MANY or bool(_PLAN.search(before[-_NEAR:]))
    known = [name for name in things(head) if not name.isdigit()]
    if known:
        written = {squeezed(name) for name in known}
        of_names = {form for word in head.split() if squeezed(word) in written for form in content(word)}
        standing = [name for name in known if _stands(name, passage)]
        # Where only a name tells the options apart, a list that has it decides nothing.
        return any(len(stems - of_names) >= _LEAST_STEMS or _PLAN.search(_before(name, passage)) for name in standing)
    return len(stems) >= _MANY


def _stands(name: str, passage: str) -> bool:
    """Whether a name stands in a passage, in whatever writing, and not only within a longer one."""
    longer = any(name in word and name != word for word in _WORD.findall(passage.lower()))
    return squeezed(name) in squeezed(passage) and not longer


def _before(name: str, passage: str) -> str:
    """What stands right before a name; all of a passage that writes it in another way."""
    before, found, _ = normalise(passage).partition(normalise(name))
    return before[-_NEAR:] if found else passage


def _telling(text: str, said: set[str]) -> frozenset[str]:
    """The stems of a text that the decision itself does not have; none where they are too few to know it by."""
    stems = frozenset(form for form in content(text) if len(form) > 1) - said
    return stems if len(stems) >= _LEAST_STEMS else frozenset()


def _head(text: str) -> str:
    """The name of an option without its label and without what is said about it."""
    bare = _LABEL.sub("", text)
    return _ABOUT.split(bare.strip(" *|`"), maxsplit=1)[0]


_LABEL = re.compile(r"^[\W_]*(?:option\s+)?\(?[A-E\d]{1,2}[.):]\)?\s*", re.IGNORECASE)
_ABOUT = re.compile(r"\*\*|\s[-–—|]\s|\(|:\s")


def _is_plan(passage: Passage, stems: frozenset[str], chosen: frozenset[str], after: After) -> bool:
    if containment(stems, passage.stems, after.weights) < _ALL or (chosen and chosen <= passage.stems):
        return False
    # "Remove the cache" may be what was turned down.
    if any(stems.isdisjoint(content(hit[0])) for hit in _NOT_THE_PLAN.finditer(passage.text)):
        return False
    if stems & stances(passage.text)[1]:
        return False
    return bool(_PLAN.search(passage.text) or _PLAN.search(passage.section))
