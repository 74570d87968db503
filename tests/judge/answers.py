"""Answers of a judge, written for tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from inspector.llm.chat import Message


def said(quote: str, line: str = "L1", kind: str = "constraint", **more: object) -> dict[str, object]:
    """One statement, lost unless told otherwise."""
    return {"line": line, "quote": quote, "kind": kind, "live": True, "evidence": "", "state": "lost", **more}


def claim(quote: str, verdict: str = "contradicted", *lines: str, why: str = "It did not.") -> dict[str, object]:
    """One claim of the summary."""
    return {"quote": quote, "verdict": verdict, "lines": list(lines), "why": why}


def answer(statements: Sequence[object] = (), claims: Sequence[object] = ()) -> str:
    """A whole answer."""
    return json.dumps({"statements": list(statements), "claims": list(claims)})


def scripted(*answers: str) -> tuple[Callable[[Sequence[Message], int], str], list[tuple[str, int]]]:
    """A model that gives these answers in order, and what it was asked: the text of the user's message, and which."""
    asked: list[tuple[str, int]] = []
    left = list(answers)

    def ask(messages: Sequence[Message], nth: int) -> str:
        asked.append((messages[-1].text, nth))
        return left.pop(0)

    return ask, asked
