"""The copy that a judge reads: what stood before a compaction, and everything that the model has afterwards.

What the human said stands in full, and so does what the agent said and an earlier summary; tool traffic is shortened
to what identifies it. Every passage has a label that leads back to its log line. What was kept as it was is marked and
not written twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from inspector.judge.earlier import told_shortly
from inspector.judge.traffic import (
    FULL,
    ROOMS,
    Room,
    call_words,
    is_quiet,
    quiet_words,
    result_words,
    shortened,
)
from inspector.llm.marks import sendable
from inspector.model import Item, ItemKind, Origin, Zone
from inspector.read.tools import ToolKind
from inspector.reconstruct.after import After, ZoneText, look_after
from inspector.reconstruct.segment import Segment
from inspector.work.steps import Step, steps

_LONG_WORDS = 24_000
"""Characters of one message of the human: beyond that stands a pasted file."""
_WORK = ("assistant", "question", "tool")
"""Kinds of what the agent said and did."""
_NOTE = 300
_SAME_LINE = 24
"""Characters of a line that two texts share, and that says something."""
Label = Callable[[Item], str]
"""What an item is called in the copy."""


@dataclass(frozen=True, slots=True)
class CopiedPassage:
    """One piece of the copy."""

    label: str
    """"L12", the log line; "#12", the item, where a log has no lines."""
    kind: str
    """user, question, answer, feedback, assistant, earlier summary, tool, harness, instructions; afterwards also new
    summary and restored."""
    text: str
    items: tuple[int, ...]
    stays: bool = False
    """In the context afterwards, as it was."""
    opens: bool = False
    """A person's message: where a copy that is too long may be cut."""
    quiet: bool = False
    """A call that tells no more than that it was made."""

    def __str__(self) -> str:
        mark = " stays" if self.stays else ""
        return f"[{self.label} {self.kind}{mark}] {self.text}"


@dataclass(frozen=True, slots=True, eq=False)
class Copy:
    """One compaction as a judge sees it."""

    before: tuple[CopiedPassage, ...]
    after: tuple[CopiedPassage, ...]
    """What is new in the context afterwards, by zone; what stays is marked in ``before``."""

    @property
    def claims(self) -> bool:
        """Whether something was written that may claim what is not so."""
        return any(passage.kind == "new summary" for passage in self.after)

    @property
    def left(self) -> str:
        """Everything that is new afterwards, as it is written."""
        return "\n\n".join(map(str, self.after))


def copies_of(segment: Segment, rooms: Iterable[Room], since: int = 0) -> Iterator[Copy]:
    """The copy of one compaction, as detailed as each of ``rooms`` allows. Reads every text of its context.

    ``since`` is the last item that was there when the compaction before was read, 0 where none was. Of what is older
    stands the summary, in short, and what a new summary is the first to retell.
    """
    after = look_after(segment.session, segment.compaction, segment.read)
    label, stays = labeller(segment), segment.compaction.whole
    retold = any(text.zone is Zone.SUMMARY for text in after.texts)
    items = context_items(segment)
    work = tuple(steps(items, segment.read))
    for room in rooms:
        whole = tuple(_before(segment, items, work, stays, label, room))
        before = tuple(_since(whole, since, retold=retold)) if since else whole
        shown = tuple(_joined(before)) if room.joined else before
        yield Copy(shown, tuple(_after(after, whole, stays, label)))


def copy_of(segment: Segment, room: Room = ROOMS[0], since: int = 0) -> Copy:
    """The one copy that is so detailed."""
    return next(copies_of(segment, (room,), since))


def _since(before: Iterable[CopiedPassage], since: int, *, retold: bool) -> Iterator[CopiedPassage]:
    for passage in before:
        # A new summary may be the first to tell of what stood there as it was.
        is_retold = retold and not passage.stays and passage.kind in _WORK
        if passage.kind == "earlier summary":
            yield replace(passage, text=told_shortly(passage.text))
        elif is_retold or max(passage.items) > since:
            yield passage


def _joined(before: Iterable[CopiedPassage]) -> Iterator[CopiedPassage]:
    """The passages with quiet calls that follow each other on one line."""
    for quiet, group in groupby(before, key=lambda passage: (passage.quiet, passage.stays)):
        together = list(group)
        if not quiet[0] or len(together) == 1:
            yield from together
            continue
        told = Counter(passage.text for passage in together)
        words = " · ".join(text if count == 1 else f"{text} ×{count}" for text, count in told.items())
        first, last = together[0], together[-1]
        items = tuple(number for passage in together for number in passage.items)
        yield replace(first, label=f"{first.label}–{last.label}", text=words, items=items)


def labeller(segment: Segment) -> Label:
    """What an item is called in the copy: by its log line where the log has lines."""
    lines = all(item.source.own_line is not None for item in segment.items)
    return lambda item: f"L{item.source.own_line}" if lines and item.source.own_line is not None else f"#{item.number}"


def context_items(segment: Segment) -> tuple[Item, ...]:
    """What stood in the context, in order of the log, with what people said inside tool results."""
    session, compaction = segment.session, segment.compaction
    present = frozenset(compaction.removed) | frozenset(compaction.kept)
    here = {item.number: item for item in segment.items if item.number in present or item.origin is Origin.HUMAN}
    here |= {number: session.items[number - 1] for number in present}
    # What a harness wrote in the agent's place, behind a crash, says nothing of anybody.
    filler = ItemKind.ASSISTANT, Origin.HARNESS
    return tuple(one for _, one in sorted(here.items()) if not one.thread and (one.kind, one.origin) != filler)


def _before(
    segment: Segment, items: Sequence[Item], work: Iterable[Step], stays: frozenset[int], label: Label, room: Room
) -> Iterator[CopiedPassage]:
    # People's answers stand in tool results, which are shown whole where a person's words are in them.
    spoken = {item.call_id: item for item in items if item.origin is Origin.HUMAN and item.call_id}
    made: list[tuple[int, CopiedPassage]] = []
    project = f"{segment.session.cwd}/" if len(segment.session.cwd) > 1 else ""
    covered: set[int] = set()
    for step in work:
        if step.kind is None:
            passage = _said(step.item, step.text, stays, label)
            made += [(step.item.number, passage)] if passage is not None else []
            continue
        inside = spoken.get(step.item.call_id) if step.item.call_id else None
        if inside is not None and _answers(step) and segment.read(inside).strip() in step.output:
            # What they answered stands there with what they were asked.
            covered.add(inside.number)
        made += [(passage.items[0], passage) for passage in _worked(step, inside, stays, label, room, project)]
    stepped = {number for _, passage in made for number in passage.items}
    for item in items:
        if item.number not in stepped:
            other = _other_passage(item, segment.read, stays, label)
            if other is not None:
                made.append((item.number, other))
    told = [one for _, one in sorted(made, key=lambda pair: pair[0]) if not covered.issuperset(one.items)]
    for passage, behind in zip_longest(told, told[1:]):
        # What a person answers is what they may have agreed to.
        is_answered = behind is None or behind.kind in ("user", "question", "answer", "feedback", "plan_feedback")
        if passage.kind == "assistant":
            passage = replace(passage, text=_bounded(passage.text, room.answered if is_answered else room.said))
        yield passage


def _worked(
    step: Step, inside: Item | None, stays: frozenset[int], label: Label, room: Room, project: str
) -> Iterator[CopiedPassage]:
    """A call with its result on one line; a question put to a person, and their answer, as two passages."""
    item, result = step.item, step.result
    if room.joined and inside is None and is_quiet(step):
        numbers = tuple(dict.fromkeys((item.number, step.shown)))
        words = sendable(quiet_words(step))
        yield CopiedPassage(label(item), "tool", words, numbers, item.number in stays, quiet=True)
        return
    words = call_words(step, room)
    if result is not None and _answers(step):
        yield CopiedPassage(label(item), "question", sendable(words), (item.number,), item.number in stays)
        answer = sendable(result_words(step, room))
        yield CopiedPassage(label(result), "answer", answer, (result.number,), result.number in stays, opens=True)
        return
    place = "" if result is None or label(result) == label(item) else f" ({label(result)})"
    # Where a person's words are in the result, they follow as a passage of their own.
    words = f"{words} →{place}" if inside is not None else f"{words} →{place} {result_words(step, room)}"
    if project and step.kind not in FULL:
        words = words.replace(project, "")
    numbers = tuple(dict.fromkeys((item.number, step.shown)))
    yield CopiedPassage(label(item), "tool", sendable(words), numbers, item.number in stays)


def _answers(step: Step) -> bool:
    """Whether a result holds a person's answers beside the questions."""
    return step.kind is ToolKind.ASK and step.result is not None and not step.refused


def _said(item: Item, text: str, stays: frozenset[int], label: Label) -> CopiedPassage | None:
    if not text.strip():
        return None
    if item.kind is ItemKind.USER:
        kind = item.detail if item.detail in ("answer", "feedback", "plan_feedback") else "user"
        words = _bounded(text, _LONG_WORDS)
        return CopiedPassage(label(item), kind, words, (item.number,), item.number in stays, opens=kind == "user")
    return CopiedPassage(label(item), "assistant", sendable(text.strip()), (item.number,), item.number in stays)


def _other_passage(
    item: Item, read: Callable[[Item], str], stays: frozenset[int], label: Label
) -> CopiedPassage | None:
    if item.kind in (ItemKind.REASONING, ItemKind.EVENT, ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT):
        return None
    here = item.number in stays
    if item.kind is ItemKind.SUMMARY:
        return CopiedPassage(label(item), "earlier summary", sendable(read(item)), (item.number,), here)
    kind = "instructions" if item.kind is ItemKind.INSTRUCTIONS else "harness"
    words = shortened(read(item), _NOTE, 0)
    return CopiedPassage(label(item), kind, sendable(words), (item.number,), here) if words else None


def _after(
    after: After, before: Sequence[CopiedPassage], stays: frozenset[int], label: Label
) -> Iterator[CopiedPassage]:
    said = lines_said(before)
    for text in after.texts:
        item = text.item
        if item.number in stays:
            continue
        kind = {Zone.SUMMARY: "new summary", Zone.INSTRUCTIONS: "instructions"}.get(text.zone, "restored")
        words = new_words(text, said)
        if words:
            yield CopiedPassage(label(item), kind, words, (item.number,))


def new_words(text: ZoneText, said: frozenset[str]) -> str:
    """A new text of a context as a judge sees it; of what the harness put there no more than it shares with ``said``.

    ``said`` are the lines that ``lines_said`` gives.
    """
    whole = text.zone is Zone.SUMMARY or text.item.origin in (Origin.HUMAN, Origin.AGENT)
    return sendable(text.text.strip() if whole else _with_shared_lines(text.text, said))


def lines_said(before: Iterable[CopiedPassage]) -> frozenset[str]:
    """The lines of what people, the agent and an earlier summary said."""
    talk = (passage for passage in before if passage.kind not in ("tool", "harness", "instructions"))
    return frozenset(
        line.strip() for passage in talk for line in passage.text.splitlines() if len(line.strip()) >= _SAME_LINE
    )


def _with_shared_lines(text: str, said: frozenset[str]) -> str:
    """What the harness put there, shortened, with every line of it that somebody said: a restored plan holds those."""
    shared = [line.strip() for line in text[_NOTE:].splitlines() if line.strip() in said]
    return "\n".join((shortened(text, _NOTE, 0), *dict.fromkeys(shared)))


def _bounded(text: str, most: int) -> str:
    left = len(text) - most
    if left > 200:
        half = most // 2
        text = f"{text[:half]}\n…[{left:,} characters]…\n{text[-half:]}"
    return sendable(text.strip())
