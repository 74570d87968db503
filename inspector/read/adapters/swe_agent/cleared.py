"""Which results a request was sent without: as its query shows, or as the settings say where there is none."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from inspector.read.adapter import Record
from inspector.read.values import as_dict, as_int, as_list, render

_CLEARED = re.compile(r"Old environment output: \(|Outdated window with \d+ lines omitted")


class Rule(NamedTuple):
    """The settings of last_n_observations."""

    keep: int
    polling: int


def rule_of(agent: Record) -> Rule | None:
    """The rule among an agent's settings; None where it has none."""
    found = None
    for processor in map(as_dict, as_list(agent.get("history_processors"))):
        keep = as_int(processor.get("n"))
        if processor.get("type") == "last_n_observations" and keep:
            found = Rule(keep, as_int(processor.get("polling")) or 1)
    return found


class Cleared:
    """Of one attempt, request by request."""

    def __init__(self, history: list[Record], rule: Rule | None) -> None:
        self.other_form = False
        """Whether a query has a message in another form than the history, and not as a cleared one."""
        self._history, self._rule = history, rule
        self._results: list[int] = []
        # The first result is never cleared.
        self._ruled = 1

    def result(self, place: int) -> None:
        """A result entered the context, at this place of the history."""
        self._results.append(place)

    def places(self, query: list[Any], entered: int) -> list[int]:
        """Places of the history that are cleared now; ``entered`` of it are in the context."""
        return self._shortened(query, entered) if query else self._by_rule()

    def _shortened(self, query: list[Any], entered: int) -> list[int]:
        found = []
        for place, (message, held) in enumerate(zip(query, self._history[:entered], strict=False)):
            sent, kept = as_dict(message).get("content"), held.get("content")
            if sent == kept:
                continue
            sent = render(sent)
            if sent == render(kept):
                continue
            if _CLEARED.search(sent):
                found.append(place)
            else:
                self.other_form = True
        return found

    def _by_rule(self) -> list[int]:
        if self._rule is None:
            return []
        keep, polling = self._rule
        last = max(0, len(self._results) // polling * polling - keep)
        # What was cleared stays so: only the results behind it are looked at.
        first, self._ruled = self._ruled, max(self._ruled, last)
        return [p for p in self._results[first:last] if "keep_output" not in as_list(self._history[p].get("tags"))]
