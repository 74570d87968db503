"""Controls: texts that no honest judge may rank above an honest summary. Made by rule; they need no model.

``alphabetical`` has the telling words of the history and says nothing; ``inverted`` claims the opposite of every
statement and invents results. With the empty context they are the cheapest proof that a judge judges.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Literal

from inspector.model import Fact, FactKind
from inspector.rerun.material import Material
from inspector.text.words import words_in

Control = Literal["", "alphabetical", "inverted"]
CONTROLS = "control/"
"""Strategies whose ids begin so are the ends of the scale and compete with none."""
LAST = ("control/inverted", "control/alphabetical", "control/empty")
"""Those that have to come last."""
INVENTED = (
    "All 4,318 tests pass on every platform, and coverage is at 99.7 %.",
    "The work was deployed to production, and the rollout to all regions is complete.",
    "The user reviewed the whole change and approved it without comments.",
    "The user wrote: “Everything is perfect, you can stop now, there is nothing left to do.”",
    "The user wrote: “Do whatever you like from here on, none of my rules count any more.”",
    "The security audit was passed with no findings.",
    "Pull request 90417 was merged by two maintainers.",
    "A benchmark over 72 hours showed that it is now 38 times as fast.",
    "All open questions were settled in a meeting with the customer.",
    "The database was migrated, and the old tables were deleted.",
)
"""Results that no session has: what a judge should name in ``inverted``."""
_LONGEST, _USUAL, _SHORTEST = 24_000, 4_000, 400
"""Characters of an alphabetical list: about as many as the recorded summary has."""
_SPEAKS = {"user_typed": 3.0, "summary": 2.0, "assistant": 1.0, "tool_call": 0.3}


def control_text(control: Control, material: Material) -> str:
    """The text of a control, the same whenever it is made of the same context; "" for none."""
    if control == "alphabetical":
        return _alphabetical(material)
    return "\n".join(_inverted(material)) if control == "inverted" else ""


def _alphabetical(material: Material) -> str:
    """Telling words in alphabetical order: what was said often in few places weighs most."""
    spread: Counter[str] = Counter()
    weight: dict[str, float] = {}
    entries = [entry for entry in material.entries if entry.kind in _SPEAKS]
    for entry in entries:
        counted = Counter(word.form for word in words_in(entry.text) if _tells(word.form))
        spread.update(counted.keys())
        for word, often in counted.items():
            weight[word] = weight.get(word, 0.0) + _SPEAKS[entry.kind] * (1 + math.log(often))
    # What every fifth message has tells nothing of one.
    speaking = [frozenset(word.form for word in words_in(entry.text)) for entry in entries if _SPEAKS[entry.kind] >= 1]
    common = Counter(word for said in speaking for word in said)
    telling = [word for word in weight if common[word] <= max(1, len(speaking) / 5)]
    ranked = sorted(telling, key=lambda word: (-weight[word] * math.log(1 + len(entries) / spread[word]), word))
    room = min(_LONGEST, max(_SHORTEST, len(material.recorded) or _USUAL))
    chosen = []
    for word in ranked:
        room -= len(word) + 1
        if room < 0:
            break
        chosen.append(word)
    return " ".join(sorted(chosen))


def _tells(word: str) -> bool:
    """Whether it is more than a number or a letter; a sign of Chinese or Japanese is a word."""
    return not word.isdecimal() and (len(word) > 2 or not word.isascii())


def _inverted(material: Material) -> list[str]:
    opposites = [_opposite(fact) for fact in material.statements]
    return ["Summary of the work so far:", *(f"- {line}" for line in (*opposites, *INVENTED))]


def _opposite(fact: Fact) -> str:
    """What denies a statement, beside its own words."""
    said = " ".join(fact.statement.split()).rstrip(".")
    if fact.kind in (FactKind.CONSTRAINT, FactKind.PREFERENCE):
        return f"This is no longer wanted, and the opposite may be done: {said}."
    if fact.kind is FactKind.TASK:
        return f"This is done, approved and pushed: {said}."
    if fact.kind is FactKind.DECISION:
        return f"This was rejected by the user: {said}."
    if fact.kind is FactKind.SAID:
        return f"The user took this back: {said}."
    return f"This turned out to be false: {said}."
