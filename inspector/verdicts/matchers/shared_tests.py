"""Tests whose last name others have, too: that name alone is any of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from inspector.model import Fact, Verdict
from inspector.text.text_index import Hit, TextIndex
from inspector.verdicts.evidence_index import EvidenceIndex
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.matchers.results import match_result
from inspector.work.lookup import TEST_PARTS, places

_SEEN = 40
_ABOVE = 2_000
"""Characters above a place among which its headings are looked for."""


def match_test(fact: Fact, index: EvidenceIndex) -> Match:
    """As any result; undecided where nothing stands there but a last name that is another test's, too."""
    *owners, last = TEST_PARTS.split(fact.value)
    if not owners or not _is_shared(index.tests.get(last, [])):
        return match_result(fact, index)
    hits = list(islice(places(fact, index.texts), _SEEN))
    if any(index.evidence(hit).text == fact.value or _is_named(owners, _around(hit, index)) for hit in hits):
        return match_result(fact, index)
    if not hits:
        return index.gone("The test")
    return index.differs(Verdict.UNDECIDED, hits[0], f"{last} stands there, and several tests have that name.")


def _is_shared(tests: list[str]) -> bool:
    """Whether tests of one last name are several: a class is in one run told with its file, in another without."""
    longest = max(tests, key=len, default="")
    return not all(longest.endswith(test) for test in tests)


def _is_named(owners: Iterable[str], around: str) -> bool:
    """Whether a text has what a reader would take for a class or file: its path, its name, that without the ending."""
    texts = TextIndex((around,))
    for owner in owners:
        name = owner.replace("\\", "/").rsplit("/", 1)[-1]
        if any(texts.find(spelled) for spelled in (owner, name, name.rsplit(".", 1)[0])):
            return True
    return False


def _around(hit: Hit, index: EvidenceIndex) -> str:
    """The line of a place, the heading above, and the entries of a list that it stands below."""
    text = index.texts.texts[hit.place]
    *above, line = text[max(0, hit.start - _ABOVE) : hit.start].split("\n")
    indent, around = _indent(line), [index.line(hit), index.heading(hit)]
    for parent in reversed(above):
        if parent.strip() and _indent(parent) < indent:
            indent = _indent(parent)
            around.append(parent)
    return "\n".join(around)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
