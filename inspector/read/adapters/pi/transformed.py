"""What pi makes of its entries as it sends them: results for calls that have none, no thoughts of other models."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from inspector.model import ItemKind, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.pi.tree import System, Tree
from inspector.read.values import as_text

_NO_RESULT = "No result provided"


class _Thought(NamedTuple):
    """Whose a thought is, and the last item of its answer."""

    model: str
    last: int


class Transformed(Tree):
    """Follows both where the log is of a version that says its system prompt: earlier ones were not driven."""

    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self._model = ""
        """The one asked last, and"""
        self._models: set[str] = set()
        """all that were asked."""
        self._thoughts: dict[int, _Thought] = {}
        self._unanswered: set[int] = set()
        """Calls that are not sent, and"""
        self._broken_off: set[int] = set()
        """answers of oh-my-pi that broke off, with their results: sent until its context is put together anew."""

    def _is_anew(self) -> None:
        """The context is put together from the log: oh-my-pi leaves out then what was broken off (18.2.3)."""
        self._unanswered |= self._broken_off

    def _close_calls(self) -> None:
        """The next words of anybody come in: calls that nothing answered are sent with a result made up. Those of
        oh-my-pi, of a process that was killed, are not sent at all (18.2.3)."""
        pending, self._pending = self._pending, {}
        if "oh-my-pi" in self.build.versions:
            self._unanswered.update(pending.values())
        if not pending or self._told == System():
            return
        standing = self._standing()
        for call_id, call in pending.items():
            if call in standing:
                tool = self.build.items[call - 1].tool
                about = ("made_up", tool, call_id)
                self.build.add(ItemKind.TOOL_RESULT, _NO_RESULT, "", *about, error=True, hold=True)

    def _asks(self, message: Record) -> tuple[int, ...] | None:
        """A model is about to be asked: what it is sent, where that is not what stands, as thoughts are its own."""
        self._model = " ".join(as_text(message.get(key)) for key in ("provider", "api", "model"))
        self._models.add(self._model)
        if (self._told == System() or len(self._models) < 2) and not self._unanswered:
            return None
        standing = (*self._standing(), *self.build.context)
        there = frozenset(standing)
        back: dict[int, list[int]] = {}
        for number, thought in self._thoughts.items():
            if thought.model == self._model and number not in there:
                place = next((one for one in range(number + 1, thought.last + 1) if one in there), None)
                if place is not None:
                    back.setdefault(place, []).append(number)
        sent = tuple(item for one in standing for item in (*back.get(one, ()), one) if not self._is_foreign(item))
        if sent == standing:
            return None
        self.build.ops.append(Splice(remove=None, insert=sent))
        return sent

    def _is_foreign(self, number: int) -> bool:
        """Whether an item is a call that nothing answered, or a thought of another model than the one asked last."""
        if number in self._unanswered:
            return True
        thought = self._thoughts.get(number)
        return thought is not None and thought.model != self._model and self._told != System()

    def _answered(self, first: int, sent: tuple[int, ...] | None) -> None:
        """The answer is in, from item ``first`` on; ``sent`` is what it was asked with."""
        last, items = len(self.build.items), self.build.items
        own = [number for number in self.build.context if number >= first]
        for number in own:
            if items[number - 1].kind is ItemKind.REASONING:
                self._thoughts[number] = _Thought(self._model, last)
            elif items[number - 1].kind is ItemKind.TOOL_CALL:
                self._pending[items[number - 1].call_id] = number
        if sent is not None:
            self._after[self.build.id] = (*sent, *own)
