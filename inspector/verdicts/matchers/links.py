"""Addresses at GitHub and GitLab that are told by what they lead to: ``PR #51``, ``owner/name``."""

from __future__ import annotations

from itertools import chain

from inspector.model import Zone
from inspector.text.text_index import Hit
from inspector.text.word_rows import rows
from inspector.verdicts.evidence_index import EvidenceIndex

_KIND = rows("issue|issues|bug|bugs|ticket|tickets|pr|prs|mr|mrs", "pull|merge request|requests")
_CALLED = ("#", "issue ", "Issue ", "PR ", "MR ", "pull request ", "Pull request ")
_NUMBERED = ("issues", "pull", "merge_requests")
_AROUND = ("/", ".", "-", "@")


def told_link(address: str, index: EvidenceIndex) -> Hit | None:
    """Where the summary names the repository, or the issue or pull request, of an address."""
    repository, number = _parts(address)
    return _numbered(number, repository, index) if number else _repository(repository, index) if repository else None


def _parts(address: str) -> tuple[str, str]:
    """The repository that an address leads to, and the number of an issue or pull request; "" for what it has not."""
    host, owner, name, *rest = [*address.removesuffix("/").split("/"), "", ""]
    steps = [step for step in rest if step not in ("", "-")]
    number = steps[1] if len(steps) == 2 and steps[0] in _NUMBERED and steps[1].isdigit() else ""
    if host not in ("github.com", "gitlab.com") or not name or (steps and not number):
        return "", ""
    return f"{owner}/{name.removesuffix('.git')}", number


def _numbered(number: str, repository: str, index: EvidenceIndex) -> Hit | None:
    # Where two repositories have the number, it alone is neither.
    links = (_parts(fact.value) for fact in index.facts if fact.action == "url")
    if number not in index.texts.words or len({other for other, same in links if same == number}) > 1:
        return None
    for hit in chain.from_iterable(index.texts.find_all(called + number) for called in _CALLED):
        line = index.line(hit)
        is_part = index.texts.texts[hit.place][hit.end : hit.end + 2].lstrip(".").isalnum()
        if not is_part and index.zone(hit) is Zone.SUMMARY and (_KIND.search(line) or repository in line):
            return hit
    return None


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
