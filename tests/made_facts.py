"""A session with two compactions and a judge's reading of them made by hand; and the same without a judge, exact.

By hand: four statements that quote the human, each with a judge's kind and verdict, and one thing that the work showed,
which is counted. ``open_exact`` has the sentences as the program finds them, with where their words stand.
"""

from __future__ import annotations

from typing import Any

from inspector.model import (
    Basis,
    Claim,
    Evidence,
    Fact,
    FactKind,
    ItemKind,
    Judgement,
    Quote,
    Strength,
    Survival,
    Verdict,
    Zone,
)
from inspector.store.cache import Cache
from inspector.survival.outcome import Outcome
from inspector.survival.shares import SPOKEN
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance
from tests.made_session import MadeSession, open_in

MODEL = "reader"
SAID = "never edit outside auth/. Retry twice on 401. use pytest, not unittest. I would like small commits."
SUMMARY = (
    "Summary of the work:\n- the client should retry on 401\n- tests run with pytest\n- the user approved the schema"
)
NEAR = f"{SUMMARY}\n- commits like the ones before"
"""A third of the words of a sentence that does not stand there."""
SECOND = "Summary:\n- tests run with pytest\n- the work is nearly done"
HOSTILE = (
    '<img src="http://example.invalid/x.png"><a href="file:///etc/passwd">x</a><script>1</script> 😀 \u202e # head'
)


def session(summary: str = SUMMARY, second: str = SECOND, keep: tuple[int, ...] = ()) -> MadeSession:
    """Items: 1 instructions, 2 what the human said, work, a summary, more work, a second summary."""
    made = MadeSession()
    made.add(ItemKind.INSTRUCTIONS, "Be brief.")
    made.add(ItemKind.USER, SAID, detail="typed")
    for number in range(3):
        made.call(20_000 + 10_000 * number, f"answer {number}")
    made.compact(keep, text=summary)
    for number in range(3):
        made.call(12_000 + 5_000 * number, f"later answer {number}")
    made.compact(text=second)
    made.call(9_000, "the end")
    return made


def fact(
    name: str, words: str, kind: FactKind = FactKind.CONSTRAINT, item: int = 2, text: str = SAID, **more: Any
) -> Fact:
    """A fact whose quote is where the words stand in the text: a sentence, what a judge says of one, or of the work."""
    start = max(text.find(words), 0)
    strength = Strength.MUST if kind is FactKind.CONSTRAINT else None
    is_judged = kind in SPOKEN and kind is not FactKind.SAID
    settings: dict[str, Any] = {"strength": strength, "basis": Basis.JUDGED if is_judged else Basis.COUNTED, **more}
    return Fact(
        id=name,
        kind=kind,
        statement=words,
        quotes=(Quote(item, start, start + len(words)),),
        texts=(words,),
        **settings,
    )


def found(item: int, words: str, text: str = SUMMARY, zone: Zone = Zone.SUMMARY) -> Evidence:
    """A passage of a text as evidence."""
    start = text.index(words)
    return Evidence(zone, item, start, start + len(words), words)


OUTSIDE = fact("outside", "never edit outside auth/.")
RETRY = fact("retry", "Retry twice on 401.", FactKind.DECISION)
PYTEST = fact("pytest", "use pytest, not unittest.", FactKind.CONSTRAINT)
COMMITS = fact("commits", "I would like small commits.", FactKind.PREFERENCE)
PORT = fact("port", "401", FactKind.FINDING, value="401")
_COUNTED = frozenset({Verdict.VERBATIM, Verdict.PART, Verdict.ABSENT, Verdict.UNDECIDED})


def survival(one: Fact, number: int, verdict: Verdict, *evidence: Evidence, **more: Any) -> Survival:
    """What became of a fact: counted, or as a judge says where only one can."""
    basis = Basis.COUNTED if verdict in _COUNTED else Basis.JUDGED
    settings: dict[str, Any] = {"live": True, "basis": basis, "why": "Looked for its words.", **more}
    return Survival(fact=one.id, compaction=number, verdict=verdict, evidence=evidence, **settings)


def judge(document: Document) -> tuple[Outcome, ...]:
    """Both compactions as a judge reads them: one rule lost, a decision altered, a rule kept, one done."""
    first, second = document.compactions
    at, then = first.record.summary or 0, second.record.summary or 0
    kept = found(at, "tests run with pytest")
    near = found(at, "Summary of the work")
    start = SUMMARY.index("the user approved")
    claim = Claim(
        compaction=1,
        quote=Quote(at, start, len(SUMMARY)),
        text=SUMMARY[start:],
        kind="unsupported",
        why="Nobody approved it.",
    )
    one = Outcome(
        first,
        (OUTSIDE, RETRY, PYTEST, COMMITS, PORT),
        (
            survival(OUTSIDE, 1, Verdict.LOST, nearest=near),
            survival(RETRY, 1, Verdict.ALTERED, found(at, "the client should retry on 401")),
            survival(PYTEST, 1, Verdict.REWORDED, kept),
            survival(COMMITS, 1, Verdict.LOST, live=False),
            survival(PORT, 1, Verdict.ABSENT),
        ),
        (claim,),
        judgement=reading(1, (claim,)),
    )
    kept_then = survival(PYTEST, 2, Verdict.VERBATIM, found(then, "tests run with pytest", SECOND))
    return one, Outcome(second, (PYTEST,), (kept_then,), judgement=reading(2))


def reading(number: int, claims: tuple[Claim, ...] = ()) -> Judgement:
    """A judge's reading, without what it says of the facts."""
    return Judgement(compaction=number, model=MODEL, claims=claims)


def judged_document(made: MadeSession | None = None) -> Document:
    """The session, counted and judged."""
    document = (made or session()).document()
    for stage in (Stage.RECONSTRUCT, Stage.MEASURE, Stage.COUNT):
        advance(document, stage, Cache.memory())
    document.extraction = ()
    _take(document, judge(document))
    return document


def _take(document: Document, outcomes: tuple[Outcome, ...]) -> None:
    document.comparison = outcomes
    document.judgements = {one.compaction.number: one.judgement for one in outcomes if one.judgement is not None}


def exact_document(made: MadeSession | None = None) -> Document:
    """The session with where the words of its sentences stand, and no judge."""
    return (made or session()).advanced(Stage.COMPARE)


def open_judged(bench: Bench, made: MadeSession | None = None, outcomes: tuple[Outcome, ...] | None = None) -> Document:
    """Open the session in a bench and let it be judged, with everyone told."""
    document = open_in(bench, (made or session()).document(), Stage.COUNT)
    document.extraction = ()
    bench.advanced.emit(Stage.EXTRACT)
    _take(document, judge(document) if outcomes is None else outcomes)
    bench.advanced.emit(Stage.COMPARE)
    return document


def open_exact(bench: Bench, made: MadeSession | None = None) -> Document:
    """Open the session in a bench, with where the words of its sentences stand, and no judge."""
    return open_in(bench, (made or session()).document(), Stage.COMPARE)


def many(document: Document, n: int) -> tuple[Outcome, ...]:
    """An outcome of as many facts, by turns told in other words and lost, as a judge says."""
    first = document.compactions[0]
    at = first.record.summary or 0
    kinds = tuple(FactKind)
    facts = tuple(fact(f"f{i}", f"fact number {i}", kinds[i % len(kinds)]) for i in range(n))
    passage = found(at, "tests run with pytest")
    survivals = tuple(
        survival(one, 1, Verdict.REWORDED, passage) if i % 2 else survival(one, 1, Verdict.LOST)
        for i, one in enumerate(facts)
    )
    return (Outcome(first, facts, survivals, judgement=reading(1)),)
