"""Paths that are told as modules: ``app.api.ai`` for ``src/app/api/ai.py``."""

from __future__ import annotations

from inspector.model import Zone
from inspector.text.text_index import Hit
from inspector.verdicts.evidence_index import EvidenceIndex

_ENDINGS = (".py", ".pyi", ".java", ".kt", ".scala")
_ENOUGH = 3
"""Parts that have to be the path's last ones; two may be an attribute of something."""
_JOINS = (".", "/", "\\", "-", "@")


def told_module(path: str, index: EvidenceIndex) -> Hit | None:
    """Where the summary has the path's last parts with dots between, or None."""
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
