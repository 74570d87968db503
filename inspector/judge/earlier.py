"""What an earlier reading hands on to the next one: the statements that still stood, and how they stood there."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from inspector.judge.traffic import shortened
from inspector.model import Compaction, Fact, ItemKind, Judgement, Quote, Survival, Verdict, Zone
from inspector.reconstruct.segment import Segment
from inspector.text.sentences import sentences

_GONE = frozenset({Verdict.LOST, Verdict.CONTRADICTED, Verdict.SUPERSEDED})
# Some agents write a draft first, and it stays in the summary above what was drafted.
_DRAFT = re.compile(r"^\W*analysis\W*$.*?^\W*(?=summary\W*$)", re.IGNORECASE | re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"^[ \t]*```[^\n]*\n(.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_LONG_CODE = 60


@dataclass(frozen=True)
class Earlier:
    """The last compaction before another one that a judge could read, and what it found there."""

    segment: Segment
    judgement: Judgement

    @property
    def number(self) -> int:
        """Its number."""
        return self.segment.compaction.number

    @cached_property
    def end(self) -> int:
        """The number of the last item that the model had right after it; what comes later is new."""
        return last_item(self.segment.compaction)

    @cached_property
    def followed(self) -> tuple[Fact, ...]:
        """The statements that still stood after it and still mattered, in order of the log."""
        pairs = zip(self.judgement.facts, self.judgement.survivals, strict=True)
        return tuple(self._standing(fact, one) for fact, one in pairs if one.live and one.verdict not in _GONE)

    def _standing(self, fact: Fact, survival: Survival) -> Fact:
        """A statement with its own places first, then the sentence of the summary that stood for it."""
        items = self.segment.session.items
        own = [
            pair
            for place, pair in enumerate(zip(fact.quotes, fact.texts, strict=True))
            if not place or items[pair[0].item - 1].kind is not ItemKind.SUMMARY
        ]
        for one in survival.evidence:
            if one.zone is Zone.SUMMARY:
                text = self.segment.read(items[one.item - 1])
                start, end = _sentence(text, one.start, one.end)
                own.append((Quote(one.item, start, end), text[start:end]))
        quotes, texts = zip(*own, strict=True)
        return replace(fact, quotes=quotes, texts=texts)


def last_item(compaction: Compaction) -> int:
    """The number of the last item that a compaction left or took away."""
    moved = (compaction.removed, compaction.kept, compaction.inserted, compaction.restored)
    return max((number for numbers in moved for number in numbers), default=0)


def told_shortly(summary: str) -> str:
    """An earlier summary without the draft above it, and with blocks of code cut: as a record it is as good."""
    return _CODE.sub(lambda block: shortened(block[1], _LONG_CODE, 0), _DRAFT.sub("", summary)).strip()


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentences in which a passage stands."""
    around = [one for one in sentences(text) if one.start < end and start < one.end]
    return min((start, *(one.start for one in around))), max((end, *(one.end for one in around)))
