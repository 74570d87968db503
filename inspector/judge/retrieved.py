"""Passages of the whole log for the claims of a summary: what the copy shortens, and a claim may rest on.

Each sentence of the new summary is looked up among the results of tools and the agent's own list, by the words that
few passages have (BM25). What stands in the copy anyway is not brought again.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.judge.copy import Label, labeller
from inspector.judge.traffic import shortened
from inspector.llm.marks import sendable
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Item
from inspector.read.tools import ToolKind
from inspector.reconstruct.segment import Segment, summary_of
from inspector.secrets.find import part_of
from inspector.text.sentences import sentences
from inspector.work.steps import Step, steps

_WORD = re.compile(r"\w+(?:[./_-]\w+)*")
_WIDTH = 320
_LONGEST = 40_000
"""Characters of one output that are looked into, from its end: there it tells how it ended."""
_SHORT = 1_500
"""Characters of what a command shows: a longer one shows a file."""
_LEAST = 6.0
"""Of the score: below that a passage shares no more than small words."""
_K, _B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class _Chunk:
    label: str
    text: str
    place: int
    words: Counter[str]


def retrieved(segment: Segment, tokens: int, since: int = 0) -> tuple[str, ...]:
    """The passages that say most about the new summary, in order of the log, within so many tokens.

    Of those behind item ``since`` alone, where what is older was judged.
    """
    summary = summary_of(segment.session, segment.compaction)
    return retrieved_for([segment.read(summary)], segment, tokens, since) if summary is not None else ()


def retrieved_for(texts: Sequence[str], segment: Segment, tokens: int, since: int = 0) -> tuple[str, ...]:
    """The passages that say most about some texts, in order of the log, within so many tokens."""
    log = [item for item in _whole_log(segment) if item.number > since]
    work = [step for step in steps(log, segment.read) if step.kind is not None]
    label = labeller(segment)
    chunks = [chunk for place, step in enumerate(work) for chunk in _chunks(step, place, label)]
    listed = _list(work, label)
    ranked = _ranked(chunks, [text[one.start : one.end] for text in texts for one in sentences(text) if not one.code])
    room = tokens - sum(default_tokenizer().count_many(listed))
    taken: list[_Chunk] = []
    for chunk, size in zip(ranked, default_tokenizer().count_many([one.text for one in ranked]), strict=True):
        if size + 6 <= room:
            room -= size + 6
            taken.append(chunk)
    taken.sort(key=lambda chunk: chunk.place)
    return (*(f"[{chunk.label}] {chunk.text}" for chunk in taken), *listed)


def _whole_log(segment: Segment) -> list[Item]:
    """Everything up to the compaction, what earlier ones took as well: a summary goes on claiming it."""
    compaction = segment.compaction
    end = max((*compaction.removed, *compaction.kept), default=0)
    return [item for item in segment.session.items[:end] if not item.thread]


def _chunks(step: Step, place: int, label: Label) -> Iterator[_Chunk]:
    if step.kind in (ToolKind.EDIT, ToolKind.CREATE):
        written = part_of(step.text.replace("\\n", "\n"), 0, _LONGEST, every=True)
        yield from _cut(f"{label(step.item)} {'failed edit' if step.failed else 'edit'}", written, place)
    elif step.result is not None and _tells(step):
        yield from _cut(
            f"{label(step.result)} output",
            part_of(step.output, max(0, len(step.output) - _LONGEST), len(step.output), every=True),
            place,
        )


def _tells(step: Step) -> bool:
    """Whether a result says what happened, and is not the content of files that were looked at."""
    if step.kind in (ToolKind.READ, ToolKind.SEARCH, ToolKind.ASK):
        return bool(step.failed)
    return not step.looks or len(step.output) <= _SHORT


def _cut(label: str, text: str, place: int) -> Iterator[_Chunk]:
    for start in range(0, len(text), _WIDTH):
        words = text[start : start + _WIDTH]
        counted = Counter(_words(words))
        if counted:
            yield _Chunk(label, sendable(shortened(words, _WIDTH, 0)), place, counted)


def _list(work: Sequence[Step], label: Label) -> list[str]:
    """The agent's own list as it wrote it last."""
    last = next((step for step in reversed(work) if step.kind is ToolKind.TODO and not step.failed), None)
    if last is None:
        return []
    return [f"[{label(last.item)} the agent's own list, as it stood last] {sendable(shortened(last.text, 1_600, 0))}"]


def _ranked(chunks: Sequence[_Chunk], claims: Sequence[str]) -> list[_Chunk]:
    """The chunks by the best score that any claim gives them; the later one first where two score alike."""
    if not chunks:
        return []
    holders: dict[str, list[int]] = {}
    for number, chunk in enumerate(chunks):
        for word in chunk.words:
            holders.setdefault(word, []).append(number)
    totals = [chunk.words.total() for chunk in chunks]
    usual = sum(totals) / len(chunks)
    best: dict[int, float] = {}
    for claim in claims:
        scores: dict[int, float] = {}
        # In order: sums of floats hang on it, and the same question has to be asked in the same words.
        for word in sorted(set(_words(claim))):
            found = holders.get(word, ())
            if not found or len(found) > len(chunks) / 4 + 1:
                continue
            rare = math.log(1 + (len(chunks) - len(found) + 0.5) / (len(found) + 0.5))
            for number in found:
                often = chunks[number].words[word]
                long = 1 - _B + _B * totals[number] / usual
                scores[number] = scores.get(number, 0.0) + rare * often * (_K + 1) / (often + _K * long)
        # The last passage that says it tells how it stood in the end.
        for number in sorted(scores, key=lambda one: (scores[one], one), reverse=True)[:2]:
            if scores[number] >= _LEAST:
                best[number] = max(best.get(number, 0.0), scores[number])
    return [chunks[number] for number in sorted(best, key=lambda one: (best[one], one), reverse=True)]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text) if len(word) > 2]
