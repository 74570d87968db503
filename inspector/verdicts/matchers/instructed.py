"""What instructions hold: they tell of a session's work only where they name one thing and no other."""

from __future__ import annotations

from inspector.model import Fact
from inspector.verdicts.evidence_index import EvidenceIndex
from inspector.verdicts.matchers.matcher import Match
from inspector.work.lookup import places

_SINGLE = frozenset({"url", "commit", "id", "uuid"})


def match_instructed(fact: Fact, index: EvidenceIndex) -> Match | None:
    """Verbatim, where instructions name a fact whole: a command, an address, a hash, a path with a folder,
    a version of something.

    A bare file name, a number or a word stands in any description of a tool, and says nothing of this session.
    """
    labelled = fact.action == "version" and "=" in fact.value
    if fact.extractor not in ("commands", "paths") and fact.action not in _SINGLE and not labelled:
        return None
    for hit in places(fact, index.instructions):
        if fact.extractor != "paths" or ("/" in fact.value and _has_folder(index.evidence(hit).text)):
            return index.there(hit, "It")
    return None


def _has_folder(path: str) -> bool:
    return "/" in path.replace("\\", "/").strip("/")
