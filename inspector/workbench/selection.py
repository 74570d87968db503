"""The one selection: every pane sets it and listens to it, never to another pane."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from inspector.workbench.signal import Signal


@dataclass(frozen=True, slots=True)
class Focus:
    """What is selected. Numbers, not objects, so that it can be remembered and linked to."""

    item: int | None = None
    """Item number."""
    request: int | None = None
    """Index into ``Session.requests``."""
    compaction: int | None = None
    """Compaction number."""
    problem: int | None = None
    """Index into ``Session.diagnostics``."""
    fact: str | None = None
    """Id of a fact; ``compaction`` says at which of its compactions."""
    claim: int | None = None
    """Index into the claims of the selected compaction."""
    first: float | None = None
    last: float | None = None
    """The range shown in the plot, in request numbers; None is the whole session."""


class Selection:
    """The focus, and the way back and forward through what was in focus."""

    def __init__(self) -> None:
        self.changed: Signal[[Focus, Focus]] = Signal()
        """Emits (now, before)."""
        self.settle: Callable[[Focus, Mapping[str, object]], Focus] = lambda focus, named: focus
        """Completes a focus in which some parts were named, so that all of them mean one moment."""
        self._focus = Focus()
        self._past: list[Focus] = []
        self._future: list[Focus] = []

    @property
    def focus(self) -> Focus:
        """What is selected now."""
        return self._focus

    @property
    def can_go_back(self) -> bool:
        """Whether something was selected before."""
        return bool(self._past)

    @property
    def can_go_forward(self) -> bool:
        """Whether a step back can be undone."""
        return bool(self._future)

    def select(self, **parts: Any) -> None:
        """Change some parts of the focus; what belongs to them follows, the rest stays."""
        self._take(self.settle(replace(self._focus, **parts), parts), parts)

    def select_within(self, **parts: Any) -> None:
        """Change some parts of the focus and nothing else: the moment that is looked at stays."""
        self._take(replace(self._focus, **parts), parts)

    def back(self) -> bool:
        """Return to what was selected before; False when there is nothing."""
        if not self._past:
            return False
        self._future.append(self._focus)
        self._move(self._past.pop())
        return True

    def forward(self) -> bool:
        """Undo one step back; False when there is nothing."""
        if not self._future:
            return False
        self._past.append(self._focus)
        self._move(self._future.pop())
        return True

    def clear(self) -> None:
        """Forget the focus and its history, for another session."""
        self._past.clear()
        self._future.clear()
        self._move(Focus())

    def _take(self, after: Focus, parts: Mapping[str, object]) -> None:
        """Move on. The range alone is no step in the history."""
        if after == self._focus:
            return
        if set(parts) - {"first", "last"}:
            self._past.append(self._focus)
            self._future.clear()
        self._move(after)

    def _move(self, after: Focus) -> None:
        before, self._focus = self._focus, after
        self.changed.emit(after, before)
