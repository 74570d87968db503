"""Facts that a summary tells in another form: the usage of a command, a pattern, a module, a number for a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property

from inspector.model import Fact, Verdict, Zone
from inspector.text.text_index import Hit
from inspector.verdicts.evidence_index import EvidenceIndex
from inspector.verdicts.matchers.links import told_link
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.matchers.patterns import Found, globs_in, plain, usages_in

_ENDINGS = (".py", ".pyi", ".java", ".kt", ".scala")
_ENOUGH = 3
"""Parts that have to be the path's last ones; two may be an attribute of something."""
_JOINS = (".", "/", "\\", "-", "@")


class Retold:
    """Looks for lost facts in the summary of one compaction; its patterns are found when first asked for."""

    def __init__(self, index: EvidenceIndex) -> None:
        self._ground = index

    def match(self, fact: Fact) -> Match | None:
        """Reworded, or None."""
        if fact.extractor == "paths":
            if hit := self._fitting(self._globs, fact.value):
                return self._reworded(hit, "A pattern that the path fits stands there.")
            if hit := _module(fact.value, self._ground):
                return self._reworded(hit, "It stands there as a module.")
        elif fact.extractor == "commands" and fact.action != "failed":
            # How to call something does not tell that a call of it failed.
            if hit := self._fitting(self._usages, plain(fact.value)):
                return self._reworded(hit, "The command stands there with a blank for its arguments.")
        elif fact.action == "url" and (hit := told_link(fact.value, self._ground)):
            return self._reworded(hit, "What the address leads to is named there.")
        return None

    def _reworded(self, hit: Hit, why: str) -> Match:
        return self._ground.differs(Verdict.REWORDED, hit, why)

    def _fitting(self, patterns: tuple[tuple[Hit, re.Pattern[str]], ...], value: str) -> Hit | None:
        return next((hit for hit, pattern in patterns if pattern.fullmatch(value)), None)

    @cached_property
    def _usages(self) -> tuple[tuple[Hit, re.Pattern[str]], ...]:
        return self._patterns(usages_in)

    @cached_property
    def _globs(self) -> tuple[tuple[Hit, re.Pattern[str]], ...]:
        return self._patterns(lambda text: globs_in(text, self._ground.segment.session.cwd))

    def _patterns(self, found_in: Callable[[str], Iterable[Found]]) -> tuple[tuple[Hit, re.Pattern[str]], ...]:
        texts = self._ground.summaries
        return tuple((Hit(place, start, end), one) for place, text in texts for start, end, one in found_in(text))


def _module(path: str, index: EvidenceIndex) -> Hit | None:
    """Where the summary has the path's last parts with dots between (``app.api.ai`` for ``src/app/api/ai.py``)."""
    if not path.endswith(_ENDINGS):
        return None
    file = tuple(step for step in path.split("/") if step)
    steps = (*file[:-1], file[-1].rpartition(".")[0])
    for parts in range(_ENOUGH, len(steps) + 1):
        name = ".".join(steps[-parts:])
        if not index.texts.has_words(name):
            return None
        if sum(other[-parts:] == file[-parts:] for other in index.files.get(file[-1], [])) > 1:
            continue
        for hit in index.texts.find_all(name):
            before = index.texts.texts[hit.place][max(0, hit.start - 1) : hit.start]
            if before not in _JOINS and index.zone(hit) is Zone.SUMMARY:
                return hit
    return None
