"""Where the words of a fact stand and what is said of it, in the words of every JSON that this program writes."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model import Basis, Fact, FactKind, Survival, Verdict

WORDS = {
    Verdict.VERBATIM: "there",
    Verdict.PART: "part",
    Verdict.ABSENT: "absent",
    Verdict.UNDECIDED: "unread",
}
"""Of what is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a judge says of one fact."""

    verdict: Verdict
    kind: FactKind
    strength: str
    live: bool
    why: str
    sure: bool | None
    """Whether every reading found it; None where there was one reading."""


def words_of(survival: Survival) -> str:
    """Where the words stand; "" where a judge read the compaction and speaks of what they mean instead."""
    return "" if survival.basis is Basis.JUDGED else WORDS[survival.verdict]


def missing_in(fact: Fact, survival: Survival) -> tuple[str, ...]:
    """The words of one that stands there in part which do not stand there, in order."""
    return tuple(fact.texts[0][start:end] for start, end in survival.missing)


def ruling_on(fact: Fact, survival: Survival) -> Ruling | None:
    """What a judge says of a fact; None where none read it."""
    if survival.basis is not Basis.JUDGED:
        return None
    return Ruling(
        verdict=survival.verdict,
        kind=fact.kind,
        strength=fact.strength.value if fact.strength else "",
        live=survival.live,
        why=survival.why,
        sure=survival.sure,
    )


def standing_json(fact: Fact, survival: Survival, entered: Verdict | None = None) -> dict[str, object]:
    """All that is known of a fact at one compaction, without its places; ``entered`` is the reviewer's word."""
    ruling = ruling_on(fact, survival)
    return {
        "words": words_of(survival) or None,
        "missing": missing_in(fact, survival),
        "before": survival.before,
        "judged": _ruling_json(ruling) if ruling else None,
        "entered": entered.value if entered else None,
    }


def _ruling_json(ruling: Ruling) -> dict[str, object]:
    return {
        "verdict": ruling.verdict,
        "kind": ruling.kind,
        "strength": ruling.strength or None,
        "live": ruling.live,
        "why": ruling.why,
        "sure": ruling.sure,
    }
