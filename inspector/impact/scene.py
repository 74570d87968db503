"""What every family looks at: the steps of a session in order, and what each compaction took from the context."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from inspector.impact.files import Files
from inspector.impact.finding import Cost
from inspector.measure.models import find_model
from inspector.model import Append, Compaction, Item, ItemKind, Origin, Session
from inspector.model.basis import known_sum
from inspector.read.times import epoch_seconds
from inspector.reconstruct.after import look_after
from inspector.reconstruct.compactions import UNDONE
from inspector.reconstruct.replay import Replay
from inspector.survival.outcome import Outcome
from inspector.text.normalise import normalise
from inspector.text.phrases import Phrases
from inspector.work.steps import Step, steps

Thing = TypeVar("Thing")
Tokens = Callable[[int], int | None]
_BETWEEN = frozenset({"queued", "answer", "plan_feedback"})
"""The human's words that steer the work under way and do not open another."""
_CARRIES_ON = 80
"""Characters of a message that says no more than to go on."""
_GOES_ON = tuple(
    please + words
    for please in ("", "please ")
    for words in "continue|go on|carry on|keep going|proceed|resume|weiter|pokračuj|继续|продовж|продолж".split("|")
)
_HEAD = 200
_OPENING = " \t\n'\"*_>#-("
_LONG_PAUSE = 600.0


class Scene:
    """One session with its compactions. Texts are read when asked for; those of results only then."""

    def __init__(
        self,
        session: Session,
        compactions: Sequence[Compaction],
        outcomes: Sequence[Outcome],
        replay: Replay,
        read: Callable[[Item], str],
        tokens: Tokens,
        check: Callable[[], object] = bool,
    ) -> None:
        self.session = session
        self.read = read
        self.tokens = tokens
        self.check = check
        """To be called in longer work on texts at hand; what it raises ends the work."""
        self.compactions = tuple(one for one in compactions if one.outcome not in ("failed", UNDONE))
        """Those that took effect and were not rewound."""
        self.outcomes = {one.compaction.number: one for one in outcomes if one.compaction.outcome != UNDONE}
        self._valid = _lasting(session, self.compactions, replay)
        self.removed_by: dict[int, int] = {}
        """Item → number of the compaction that took it out of the context for good; none of what was cleared before."""
        for compaction in self.compactions:
            self.removed_by |= dict.fromkeys({*compaction.removed}.difference(compaction.cleared), compaction.number)
        self._starts = {one.number: _start(one) for one in self.compactions}
        self._texts_after: dict[int, tuple[str, ...] | None] = {}

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The main thread as it lasted, rewound items left out."""
        return tuple(item for item in self.session.items if not item.thread and self._valid(item.number))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Calls and words in order of the log. ``output`` of a call is the start of its result: see ``output``."""
        found = list(steps(self.items, lambda one: one.preview if one.kind is ItemKind.TOOL_RESULT else self.read(one)))
        found.sort(key=lambda step: step.item.number)
        return tuple(found)

    @cached_property
    def calls(self) -> tuple[Step, ...]:
        """The steps that are tool calls."""
        return tuple(step for step in self.steps if step.kind is not None and step.item.kind is ItemKind.TOOL_CALL)

    @cached_property
    def said(self) -> tuple[Item, ...]:
        """What the human said, in order."""
        return tuple(item for item in self.items if item.kind is ItemKind.USER and item.origin is Origin.HUMAN)

    def saying(self, words: str, start: int) -> Iterator[Item]:
        """What the human said from item ``start`` on in which some words stand, given in their normal form."""
        return (self.said[number] for number in self._said.with_words(words) if self.said[number].number >= start)

    @cached_property
    def _said(self) -> Phrases:
        return Phrases(normalise(self.read(item)) for item in self.said)

    @cached_property
    def files(self) -> Files:
        """What the calls did to which files."""
        return Files(self.calls, self.items, self.session.cwd)

    def output(self, step: Step) -> str:
        """The whole result of a call, read back from the log."""
        return self.read(step.result) if step.result is not None else ""

    def start(self, compaction: int) -> int:
        """The number of the first item behind a compaction and what was put back with it."""
        return self._starts[compaction]

    @property
    def end(self) -> int:
        """The number behind the last item."""
        return len(self.session.items) + 1

    def gone(self, item: int, at: int) -> int | None:
        """The compaction that had taken an item away before item ``at`` came; None where it was still there."""
        number = self.removed_by.get(item)
        return number if number is not None and self._starts[number] <= at else None

    def resumed(self, compaction: int, at: int) -> bool:
        """Whether item ``at`` belongs to the work that the compaction cut, not to a later request of the human."""
        return self._starts[compaction] <= at < self._ends[compaction]

    def asks_next(self, item: int) -> int:
        """The number of the human's next request from an item on; behind the last item where there is none."""
        asked = (one.number for one in self.said_between(item, self.end) if _asks(one) and not self.carries_on(one))
        return next(asked, self.end)

    def told_before(self, item: int) -> Item | None:
        """The human's last words before an item; what only lets the work go on, or calls for a compaction, is none."""
        told = (one for one in reversed(self.said_between(1, item)) if not self.carries_on(one))
        return next((one for one in told if not _compacts(one.preview[:_HEAD])), None)

    def said_between(self, first: int, last: int) -> tuple[Item, ...]:
        """What the human said from item ``first`` on and before item ``last``."""
        return _between(self.said, first, last, _number)

    def items_between(self, first: int, last: int) -> tuple[Item, ...]:
        """All items of the main thread from item ``first`` on and before item ``last``."""
        return _between(self.items, first, last, _number)

    def calls_between(self, first: int, last: int) -> tuple[Step, ...]:
        """The calls from item ``first`` on and before item ``last``."""
        return _between(self.calls, first, last, lambda step: step.item.number)

    def after(self, compaction: Compaction) -> Iterator[Item]:
        """What was put into the context or stayed there at a compaction."""
        for number in (*compaction.kept, *compaction.restored, *compaction.inserted):
            yield self.session.items[number - 1]

    def texts_after(self, compaction: int) -> tuple[str, ...] | None:
        """What the model has after a compaction, results of tools left out; None where its summary cannot be read."""
        if compaction not in self._texts_after:
            one = next(one for one in self.compactions if one.number == compaction)
            texts = tuple(text.text for text in look_after(self.session, one, self.read).texts)
            self._texts_after[compaction] = texts if one.record.readable else None
        return self._texts_after[compaction]

    def cost(self, done: Iterable[Step]) -> Cost:
        """What some calls took, results included; calls made side by side are not timed twice."""
        done = tuple(done)
        calls = [self.tokens(step.item.number) for step in done]
        results = [self.tokens(step.result.number) for step in done if step.result is not None]
        tokens = known_sum((*calls, *results))
        return Cost(
            tokens=tokens,
            seconds=self._seconds(done),
            dollars=self._dollars(done, sum(filter(None, results)), sum(filter(None, calls)))
            if tokens is not None
            else None,
        )

    @cached_property
    def _ends(self) -> dict[int, int]:
        return {one.number: self._end(self._starts[one.number]) for one in self.compactions}

    def _end(self, start: int) -> int:
        """Where the human asks for something else, once the agent has gone on with what was under way."""
        worked = False
        for item in self.items_between(start, self.end):
            if item.kind in (ItemKind.TOOL_CALL, ItemKind.ASSISTANT):
                worked = True
            elif worked and _asks(item) and not self.carries_on(item):
                return item.number
        return self.end

    def carries_on(self, item: Item) -> bool:
        """Whether words of the human only let the work go on."""
        return item.chars <= _CARRIES_ON and item.preview.lower().lstrip(_OPENING).startswith(_GOES_ON)

    def _seconds(self, done: Sequence[Step]) -> float | None:
        spans = []
        for step in done:
            place = bisect_left(self.items, step.item.number, key=_number)
            # Calls of one answer follow each other; the model began behind what came before them.
            while place and self.items[place - 1].kind in (ItemKind.TOOL_CALL, ItemKind.ASSISTANT, ItemKind.REASONING):
                place -= 1
            begun = epoch_seconds(self.items[place - 1].time) if place else None
            ended = epoch_seconds(step.result.time) if step.result is not None else None
            if begun is not None and ended is not None and 0 <= ended - begun <= _LONG_PAUSE:
                spans.append((begun, ended))
        if not spans:
            return None
        total, upto = 0.0, float("-inf")
        for begun, ended in sorted(spans):
            total += max(0.0, ended - max(begun, upto))
            upto = max(upto, ended)
        return round(total, 1)

    def _dollars(self, done: Sequence[Step], results: int, calls: int) -> float | None:
        model = find_model(self._model_at(done[0].item.number)) if done else None
        if model is None or model.rates.input is None or model.rates.output is None:
            return None
        return (results * model.rates.input + calls * model.rates.output) / 1e6

    def _model_at(self, item: int) -> str:
        place = bisect_right(self._models, item, key=lambda pair: pair[0])
        return self._models[place - 1][1] if place else ""

    @cached_property
    def _models(self) -> list[tuple[int, str]]:
        """The models of the main thread, each with the first item of a request to it, in order."""
        asked = (one for one in self.session.requests if not one.thread and not one.purpose)
        found = [(one.first_item, one.model) for one in asked if one.first_item is not None]
        return sorted(found, key=lambda pair: pair[0])


def _between(things: tuple[Thing, ...], first: int, last: int, number: Callable[[Thing], int]) -> tuple[Thing, ...]:
    return things[bisect_left(things, first, key=number) : bisect_left(things, last, key=number)]


def _number(item: Item) -> int:
    return item.number


def _compacts(head: str) -> bool:
    """Whether the human calls for a compaction."""
    return head.split(maxsplit=1)[:1] == ["/compact"] or "<command-name>/compact<" in head


def _asks(item: Item) -> bool:
    return item.origin is Origin.HUMAN and item.kind is ItemKind.USER and item.detail not in _BETWEEN


def _start(compaction: Compaction) -> int:
    moved = (compaction.removed, compaction.kept, compaction.inserted, compaction.restored)
    return max((number for numbers in moved for number in numbers), default=0) + 1


def _lasting(session: Session, compactions: Sequence[Compaction], replay: Replay) -> Callable[[int], bool]:
    """Whether an item was never rewound: it never entered a context, was compacted there, or stands there now."""
    entered = {op.item for op in session.ops if type(op) is Append}
    lasting = set(replay.items_at(len(session.ops) - 1))
    for compaction in compactions:
        lasting.update(compaction.removed)
    return lambda number: number not in entered or number in lasting
