"""Thoughts in what OpenCode sends: those of the model that is asked as such, those of any other as plain text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from inspector.model import ItemKind
from inspector.read.build import Builder

Model = tuple[str, str]
"""Its provider and its own name."""


@dataclass(slots=True)
class Thoughts:
    """The thoughts of a session, and the items that they are to another model."""

    build: Builder
    model: Model | None = None
    """The model that is asked."""
    _owners: dict[int, Model] = field(default_factory=dict)
    _texts: dict[int, int] = field(default_factory=dict)
    _thoughts: dict[int, int] = field(default_factory=dict)

    def of(self, model: Model, begun: int) -> None:
        """The thoughts among the items behind the first ``begun`` are this model's."""
        for item in self.build.items[begun:]:
            if item.kind is ItemKind.REASONING:
                self._owners[item.number] = model

    def as_sent(self, items: Iterable[int]) -> list[int]:
        """The items with each thought as what it is to the model that is asked."""
        return [self._sent(self._thoughts.get(number, number)) for number in items]

    def _sent(self, number: int) -> int:
        owner = self._owners.get(number)
        if owner is None or self.model in (None, owner):
            return number
        if number not in self._texts:
            item = self.build.items[number - 1]
            text = len(self.build.items) + 1
            self.build.items.append(replace(item, number=text, kind=ItemKind.ASSISTANT, detail="thought"))
            self._texts[number], self._thoughts[text] = text, number
        return self._texts[number]
