"""Artifact: which files were changed, and which were only read."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.rerun.material import Material
from inspector.rerun.probes.probe import ProbeKind, ProbeQuestion, question_id

_MOST = 20
"""Paths that one answer can be expected to list."""
_ASKED = (
    (
        frozenset({"edited", "created", "deleted", "moved"}),
        "Which files were changed, created or deleted in this work?",
    ),
    (frozenset({"read"}), "Which files were read in this work?"),
)


class Artifact:
    """Questions about files."""

    kind = ProbeKind.ARTIFACT

    def questions(self, material: Material) -> Iterator[ProbeQuestion]:
        """One about what was changed, one about what was read; those used again later are expected first."""
        later = frozenset(fact.value for fact in material.evidence if fact.needed_later)
        for actions, words in _ASKED:
            touched = [fact for fact in material.evidence if fact.action in actions and "." in fact.value]
            touched.sort(key=lambda fact: fact.value not in later)
            paths = tuple(dict.fromkeys(fact.value for fact in touched))[:_MOST]
            if paths:
                text = f"{words} Give the path of each, one a line."
                yield ProbeQuestion(question_id(self.kind, text), self.kind, text, paths, True)


PROBE = Artifact()
