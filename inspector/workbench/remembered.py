"""Results of stages that were worked out once and are looked up when the same log is opened again.

Each is kept under the session's identity, so that another log, rule or weight never finds it. What cannot be read
back is forgotten and worked out anew; ``Document.troubles`` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson
import zstandard
from cattrs.preconf.orjson import make_converter

from inspector.facts.found import Found, Liveness, found_before
from inspector.model import Diagnostic, Fact, Item, Severity, Survival
from inspector.store.cache import Cache
from inspector.verdicts.outcome import Outcome
from inspector.workbench.document import Document, Stage
from inspector.workbench.identity import identify

T = TypeVar("T")
CONVERTER = make_converter(detailed_validation=False)
"""JSON values to nouns."""
_LEVEL = 1
_DAMAGE = (ValueError, LookupError, TypeError, AttributeError, MemoryError, zstandard.ZstdError)
"""What reading something back can raise that is not what was written."""


@dataclass(frozen=True, slots=True)
class _Facts:
    compaction: int
    facts: tuple[Fact, ...]
    live: dict[str, Liveness]
    evidence: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class _Verdicts:
    compaction: int
    survivals: tuple[Survival, ...]
    note: str


def known_facts(document: Document, cache: Cache, read: Callable[[Item], str]) -> tuple[Found, ...] | None:
    """The facts as they were found earlier; ``read`` is for whoever asks their segments for a text."""

    def again(value: Any) -> tuple[Found, ...]:
        kept = CONVERTER.structure(value, tuple[_Facts, ...])
        given = [(one.facts, one.live, one.evidence) for one in kept]
        found = tuple(found_before(document.session, document.compactions, read, given))
        _same([one.segment.compaction.number for one in found], [one.compaction for one in kept])
        _same([one.live.keys() >= {fact.id for fact in one.facts} for one in found], [True] * len(found))
        return found

    return recall(document, cache, again, Stage.EXTRACT)


def keep_facts(document: Document, cache: Cache, found: Sequence[Found]) -> None:
    """Remember what extraction gave."""
    kept = [_Facts(one.segment.compaction.number, one.facts, dict(one.live), one.evidence) for one in found]
    remember(document, cache, kept, Stage.EXTRACT)


def known_outcomes(document: Document, cache: Cache) -> tuple[Outcome, ...] | None:
    """The verdicts as they were given earlier on the facts at hand."""

    def again(value: Any) -> tuple[Outcome, ...]:
        outcomes = []
        for found, one in zip(
            document.extraction or (), CONVERTER.structure(value, tuple[_Verdicts, ...]), strict=True
        ):
            facts = (*found.facts, *found.evidence)
            _same([fact.id for fact in facts], [survival.fact for survival in one.survivals])
            outcomes.append(Outcome(found.segment.compaction, facts, one.survivals, note=one.note))
        return tuple(outcomes)

    return recall(document, cache, again, Stage.COMPARE)


def keep_outcomes(document: Document, cache: Cache, outcomes: Sequence[Outcome]) -> None:
    """Remember what comparison gave."""
    kept = [_Verdicts(one.compaction.number, one.survivals, one.note) for one in outcomes]
    remember(document, cache, kept, Stage.COMPARE)


def recall(document: Document, cache: Cache, again: Callable[[Any], T], *what: str) -> T | None:
    """A result that was remembered under these words, made by ``again`` from its JSON; None where there is none."""
    key = _key(document, *what)
    packed = cache.result(key) if key is not None else None
    if key is None or packed is None:
        return None
    try:
        kept = orjson.loads(zstandard.ZstdDecompressor().decompress(packed))
        _same(kept["of"], key.hex())
        return again(kept["value"])
    except _DAMAGE:
        cache.forget_result(key)
        message = f"What was kept of this session ({what[0]}) was damaged; it was computed again."
        document.troubles.append(Diagnostic(Severity.NOTE, "result-damaged", message))
        return None


def remember(document: Document, cache: Cache, value: object, *what: str) -> None:
    """Keep a result under these words, unless the log changed while it was worked out."""
    key = _key(document, *what)
    if key is None or document.identity is None or not document.identity.holds():
        return
    try:
        raw = orjson.dumps({"of": key.hex(), "value": value})
    except TypeError:
        # Words that JSON cannot write (half a surrogate pair): worked out each time.
        return
    cache.remember_result(key, zstandard.ZstdCompressor(_LEVEL, write_checksum=True).compress(raw))


def _key(document: Document, *what: str) -> bytes | None:
    # Without a compaction there is nothing to work out, and the log need not be read to know it.
    if document.identity is None and document.compactions:
        document.identity = identify(document.session, document.bodies)
    return document.identity.of(*what) if document.identity is not None else None


def _same(one: object, other: object) -> None:
    if one != other:
        raise ValueError("it belongs to another session")
