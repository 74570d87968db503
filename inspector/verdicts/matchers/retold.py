"""Facts that a summary tells in another form: the usage of a command, a pattern, a module, a number for a link."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from inspector.model import Fact, Verdict
from inspector.text.text_index import Hit
from inspector.verdicts.evidence_index import EvidenceIndex
from inspector.verdicts.matchers.links import told_link
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.matchers.modules import told_module
from inspector.verdicts.matchers.patterns import Found, Pattern, globs_in, usages_in


class Retold:
    """Looks for lost facts in the summary of one compaction; its patterns are found when first asked for."""

    def __init__(self, index: EvidenceIndex) -> None:
        self._ground = index

    def match(self, fact: Fact) -> Match | None:
        """Reworded, or None."""
        if fact.extractor == "paths":
            if hit := self._fitting(self._globs, fact.value):
                return self._reworded(hit, "A pattern that the path fits stands there.")
            if hit := told_module(fact.value, self._ground):
                return self._reworded(hit, "It stands there as a module.")
        elif fact.extractor == "commands" and fact.action != "failed":
            # How to call something does not tell that a call of it failed.
            if hit := self._fitting(self._usages, fact.value):
                return self._reworded(hit, "The command stands there with a blank for its arguments.")
        elif fact.action == "url" and (hit := told_link(fact.value, self._ground)):
            return self._reworded(hit, "What the address leads to is named there.")
        return None

    def _reworded(self, hit: Hit, why: str) -> Match:
        return self._ground.differs(Verdict.REWORDED, hit, why)

    def _fitting(self, patterns: tuple[tuple[Hit, Pattern], ...], value: str) -> Hit | None:
        return next((hit for hit, pattern in patterns if pattern.fits(value)), None)

    @cached_property
    def _usages(self) -> tuple[tuple[Hit, Pattern], ...]:
        return self._patterns(usages_in)

    @cached_property
    def _globs(self) -> tuple[tuple[Hit, Pattern], ...]:
        return self._patterns(lambda text: globs_in(text, self._ground.segment.session.cwd))

    def _patterns(self, found_in: Callable[[str], Iterable[Found]]) -> tuple[tuple[Hit, Pattern], ...]:
        texts = self._ground.summaries
        return tuple((Hit(place, start, end), one) for place, text in texts for start, end, one in found_in(text))
