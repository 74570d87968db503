"""Paths: the same file however it is spelled; another folder is another file."""

from __future__ import annotations

from inspector.model import Fact, Verdict
from inspector.text.normal import tidy
from inspector.text.text_index import Hit, Named
from inspector.verdicts.evidence_index import EvidenceIndex, anything
from inspector.verdicts.matchers.matcher import Match
from inspector.work.lookup import locate, paths_like

_COMMON = frozenset(
    "index main mod lib __init__ readme skill package page layout route types utils config test tests setup".split()
)


def match_path(fact: Fact, index: EvidenceIndex) -> Match:
    """Verbatim, altered, lost or undecided."""
    steps = tuple(step for step in fact.value.split("/") if step)
    unsure = None
    texts = index.texts.fitting(fact.value)
    for named in paths_like(fact.value, texts):
        hit = locate(named, texts)
        if hit is None:
            continue
        same = _same(steps, named, index)
        if same:
            return _removed(fact, hit, index) or index.there(hit, "The path")
        if same is None:
            unsure = unsure or hit
    blanks = _with_blanks(steps, index) if " " in fact.value else None
    if blanks is not None:
        return index.there(blanks, "The path")
    folder = texts.find(f"{fact.value}/", anything) if "." not in steps[-1] and len(steps) > 1 else None
    if folder is not None:
        return index.there(folder, "A path in the folder")
    if unsure is not None:
        why = f"“{index.evidence(unsure).text}” stands there, which fits more than one file."
        return index.differs(Verdict.UNDECIDED, unsure, why)
    return _elsewhere(fact, steps, index)


_OPENS = ("", "\n", "`", '"', "'", "“", "/", "\\", "(", "[")
_CLOSES = ("", "\n", "`", '"', "'", "”", ")", "]", ":", ",", ";")


def _with_blanks(steps: tuple[str, ...], index: EvidenceIndex) -> Hit | None:
    """Where a path with blanks stands, or as much of its end as no other file has.

    It is looked for itself: among words nobody can tell where a path with blanks begins.
    """
    files = index.files.get(steps[-1], [])
    for first in range(len(steps)):
        tail = steps[first:]
        spelled = "/".join(tail)
        if " " not in spelled or (first and sum(file[-len(tail) :] == tail for file in files) > 1):
            break
        for hit in index.texts.find_all(spelled):
            text = index.texts.texts[hit.place]
            if text[max(0, hit.start - 1) : hit.start] in _OPENS and text[hit.end : hit.end + 1] in _CLOSES:
                return hit
    return None


def _same(steps: tuple[str, ...], named: Named, index: EvidenceIndex) -> bool | None:
    """Whether a spelled path is this file; None where it fits several."""
    if named.steps == steps:
        return True
    if len(named.steps) < len(steps):
        files = index.files.get(steps[-1], [])
        return True if sum(file[-len(named.steps) :] == named.steps for file in files) <= 1 else None
    root = tuple(step for step in tidy(index.segment.session.cwd).split("/") if step)
    front = named.steps[: -len(steps)]
    if root and front[-1] == root[-1] and front == root[-len(front) :]:
        return True
    if any(file == named.steps for file in index.files.get(steps[-1], [])):
        return False
    return True if not root and named.form.startswith(("/", "~")) else None


def _removed(fact: Fact, hit: Hit, index: EvidenceIndex) -> Match | None:
    """Altered, where the text says deleted and the history never did that."""
    if fact.action not in ("created", "edited") or "deleted" in index.actions.get(fact.value, ()):
        return None
    line = index.line(hit)
    before = line[: line.find(index.evidence(hit).text)].rstrip(" `\"'*:")
    if not before.lower().removesuffix(" file").removesuffix(" the").endswith(("deleted", "removed")):
        return None
    return index.differs(Verdict.ALTERED, hit, f"It says deleted; the file was {fact.action}.")


def _elsewhere(fact: Fact, steps: tuple[str, ...], index: EvidenceIndex) -> Match:
    """Altered, where the same name stands in a folder that the history never named; else lost."""
    texts = index.texts.fitting(fact.value)
    named = texts.paths.get(steps[-1], [])
    nearest = locate(named[0], texts) if named else None
    alone = len(index.files.get(steps[-1], [])) == 1
    if index.note or not alone or "." not in steps[-1] or steps[-1].split(".")[0].lower() in _COMMON or len(steps) < 2:
        return index.gone("The path", nearest)
    for other in named:
        hit = locate(other, texts)
        if hit and len(other.steps) > 1 and not index.was_named("/".join(other.steps[-2:])):
            return index.differs(Verdict.ALTERED, hit, f"Another folder: “{other.form}” for “{fact.value}”.")
    return index.gone("The path", nearest)
