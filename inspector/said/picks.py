"""What was asked where a person picked an answer in a question tool."""

from __future__ import annotations

import json
from collections.abc import Callable

from inspector.model import Item, ItemKind, Quote, Said, Session

_NEAR = 12
"""Items in front of an answer among which its call and its result stand."""


def question_of(session: Session, answer: Item, words: str, read: Callable[[Item], str]) -> Said | None:
    """The question that an answer belongs to, where the result or the call of the tool holds both; else None."""
    for item in reversed(session.items[max(0, answer.number - 1 - _NEAR) : answer.number - 1]):
        if item.call_id != answer.call_id and item.source.line != answer.source.line:
            continue
        if item.kind is ItemKind.TOOL_RESULT:
            found = _in_pairs(item, words, read(item))
        elif item.kind is ItemKind.TOOL_CALL:
            found = _in_call(item, words, read(item))
        else:
            continue
        if found is not None:
            return found
    return None


def _in_pairs(item: Item, words: str, text: str) -> Said | None:
    """A result that gives questions with their answers: "which store?"="sqlite"."""
    end = text.find(f'"="{words}"')
    start = text.rfind('"', 0, end) + 1 if end > 0 else 0
    return Said(Quote(item.number, start, end), text[start:end]) if 0 < start < end else None


def _in_call(item: Item, words: str, text: str) -> Said | None:
    """A call that gives questions with their options: the one of which the answer is an option, or the only one."""
    try:
        asked = [one for one in json.loads(text)["questions"] if isinstance(one.get("question"), str)]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    offering = [one for one in asked if any(_label(option) == words for option in one.get("options") or ())]
    wanted = offering or (asked if len(asked) == 1 else [])
    if not wanted:
        return None
    question = wanted[0]["question"]
    start = text.find(json.dumps(question, ensure_ascii=False)[1:-1])
    return Said(Quote(item.number, start, start + len(question)), question) if start >= 0 else None


def _label(option: object) -> str:
    return str(option.get("label", "")) if isinstance(option, dict) else str(option)
