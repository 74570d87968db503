"""Addresses at GitHub and GitLab that are told by what they lead to: ``PR #51``, ``owner/name``."""

from __future__ import annotations

import re

from inspector.model import Zone
from inspector.text.text_index import Hit
from inspector.verdicts.evidence_index import EvidenceIndex

_LINK = re.compile(
    r"git(?:hub|lab)\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?(?:/(?:-/)?(?:issues|pull|merge_requests)/(\d+))?"
)
_KIND = re.compile(r"\b(?:issues?|bugs?|tickets?|PRs?|MRs?|pull requests?|merge requests?)\b", re.IGNORECASE)
_AROUND = ("/", ".", "-", "@")


def told_link(address: str, index: EvidenceIndex) -> Hit | None:
    """Where the summary names the repository, or the issue or pull request, of an address."""
    link = _LINK.fullmatch(address)
    if link is None:
        return None
    owner, name, number = link.groups()
    return _numbered(number, f"{owner}/{name}", index) if number else _repository(f"{owner}/{name}", index)


def _numbered(number: str, repository: str, index: EvidenceIndex) -> Hit | None:
    if number not in index.texts.words or _is_of_several(number, index):
        return None
    called = re.compile(rf"(?:#|\b(?:issue|PR|MR|pull request)\s+){number}(?![\w.]\w|\w)", re.IGNORECASE)
    for place, text in enumerate(index.texts.texts):
        for found in called.finditer(text):
            hit = Hit(place, *found.span())
            line = index.line(hit)
            if index.zone(hit) is Zone.SUMMARY and (_KIND.search(line) or repository in line):
                return hit
    return None


def _is_of_several(number: str, index: EvidenceIndex) -> bool:
    """Whether addresses of two repositories end with a number: then it alone is neither."""
    links = [_LINK.fullmatch(fact.value) for fact in index.facts if fact.action == "url"]
    return len({link.group(1, 2) for link in links if link and link[3] == number}) > 1


def _repository(repository: str, index: EvidenceIndex) -> Hit | None:
    if not index.texts.has_words(repository):
        return None
    for hit in index.texts.find_all(repository):
        text = index.texts.texts[hit.place]
        before, behind = text[max(0, hit.start - 1) : hit.start], text[hit.end : hit.end + 2]
        alone = before not in _AROUND and not (behind[:1] in _AROUND and behind[1:].strip())
        if alone and index.zone(hit) is Zone.SUMMARY:
            return hit
    return None
