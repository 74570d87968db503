"""Contexts for strategies, built in memory: sessions of any shape, with tokens at four characters each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from inspector.measure.calibrate import NOT_FITTED, Calibration
from inspector.measure.count import Counts
from inspector.measure.tokenizers.characters import Characters
from inspector.model import ItemKind, Session
from inspector.reconstruct.compactions import Compactions, find_compactions
from inspector.reconstruct.replay import Replay
from inspector.rerun.material import Limits, Material
from inspector.rerun.view import Entries, view_at
from tests.made_session import MadeSession


def counts_of(session: Session) -> Counts:
    """Four characters a token; what has no text is not known."""
    tokens = np.array([-(-item.chars // 4) for item in session.items], np.int32)
    known = np.array([item.kind is not ItemKind.EVENT for item in session.items], np.bool_)
    return Counts(tokens, known, np.zeros(len(tokens), np.int32), "characters")


class MadeContext(MadeSession):
    """A session whose last context a strategy is run on."""

    def prompt(self, text: str) -> int:
        return self.add(ItemKind.USER, text, detail="typed")

    def say(self, text: str) -> int:
        return self.add(ItemKind.ASSISTANT, text)

    def run(self, name: str, result: str, tool: str = "Bash", **arguments: Any) -> tuple[int, int]:
        """A call with its result; gives both numbers."""
        call = f"call-{name}-{len(self.build.items)}"
        asked = self.add(ItemKind.TOOL_CALL, arguments or {"command": name}, tool=tool, call_id=call)
        return asked, self.add(ItemKind.TOOL_RESULT, result, tool=tool, call_id=call)

    def session(self) -> Session:
        return self.build.session(id="made", title="made", cwd="", capabilities=self.capabilities)

    def library(self) -> Entries:
        session = self.session()
        return Entries(session, lambda item: item.text or "", counts_of(session))

    def compactions(self) -> Compactions:
        session = self.session()
        return find_compactions(session, Replay(session))

    def material(self, window: int | None = 200_000, calibration: Calibration = NOT_FITTED, **more: Any) -> Material:
        library = self.library()
        entries = view_at(library, Replay(library.session), len(library.session.ops) - 1)
        return Material(
            session=library.session,
            compaction=1,
            entries=entries,
            limits=Limits(window, used=more.pop("used", None)),
            calibration=calibration,
            library=library,
            tokenizer=Characters(),
            **more,
        )


def words(tokens: int, about: str = "word") -> str:
    """A text of so many tokens at four characters each."""
    return (f"{about} " * (4 * tokens // (len(about) + 1) + 1))[: 4 * tokens]


def again(material: Material, entries: Any) -> Material:
    """The same material with another context."""
    return replace(material, entries=tuple(entries))
