"""The most telling lines of a span, chosen without a model: rules, errors, decisions, paths, and what is central.

Deliberately not the rules that find facts: this result is judged by them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

from inspector.model import Quote
from inspector.model.run import State
from inspector.rerun.view import ViewEntry, written

_WORD = re.compile(r"[A-Za-z_][\w./-]{2,}")
_RULE = re.compile(
    r"\b(?:must|never|always|only|don'?t|do not|should|need to|make sure|instead|prefer)\b", re.IGNORECASE
)
_ERROR = re.compile(r"\b(?:error|exception|traceback|failed|failure|fatal|panic|denied|not found)\b", re.IGNORECASE)
_DECIDED = re.compile(
    r"\b(?:decided|chose|fixed|because|root cause|turns out|will use|switch(?:ed)? to|changed"
    r"|the (?:problem|issue|cause) (?:is|was))\b",
    re.IGNORECASE,
)
_PATH = re.compile(r"(?:[\w.-]+/)+[\w.-]+|\b[\w-]+\.(?:py|ts|tsx|js|rs|go|java|rb|c|h|cpp|md|json|toml|ya?ml)\b")
_LEAST, _MOST = 12, 400
_SHOWN = 40
"""Lines of one result that are looked at, from each end: a listing tells nothing by its length."""
_KINDS = {"user_typed": 1.2, "assistant": 0.6, "tool_output": 0.2, "summary": 1.0}


def telling_lines(
    span: Sequence[ViewEntry], budget: int, count: Callable[[Sequence[str]], list[int]]
) -> ViewEntry | None:
    """The best lines of a span up to a budget of tokens, in their order; None where there are none."""
    lines = [line for entry in span if entry.kind in _KINDS and entry.item is not None for line in _lines(entry)]
    words = [frozenset(_WORD.findall(text.lower())) for _, _, text in lines]
    spread = Counter(word for found in words for word in found)
    scored: dict[str, tuple[float, int]] = {}
    for place, ((entry, _, text), found) in enumerate(zip(lines, words, strict=True)):
        score = _score(entry, text) + _central(found, spread, len(lines)) + 0.5 * place / len(lines)
        if text not in scored or scored[text][0] < score:
            scored[text] = (score, place)
    ranked = sorted(scored.items(), key=lambda pair: (-pair[1][0], pair[1][1]))
    # No line is shorter than three tokens; what lies beyond can never fit.
    ranked = ranked[: budget // 3 + 1]
    chosen, left = [], budget
    for (_, (_, place)), size in zip(ranked, count([text for text, _ in ranked]), strict=True):
        if size + 1 <= left:
            chosen.append(place)
            left -= size + 1
    return _entry([lines[place] for place in sorted(chosen)]) if chosen else None


def _lines(entry: ViewEntry) -> list[tuple[ViewEntry, int, str]]:
    found, start = [], 0
    for line in entry.text.split("\n"):
        text = line.strip()
        if _LEAST <= len(text) <= _MOST:
            found.append((entry, start + line.index(text), text))
        start += len(line) + 1
    if entry.kind == "tool_output" and len(found) > 2 * _SHOWN:
        return found[:_SHOWN] + found[-_SHOWN:]
    return found


def _score(entry: ViewEntry, text: str) -> float:
    score = _KINDS[entry.kind]
    if _RULE.search(text):
        score += 1.5 if entry.kind in ("user_typed", "summary") else 0.3
    if _ERROR.search(text):
        score += 0.8
    if _DECIDED.search(text):
        score += 0.6 if entry.kind != "tool_output" else 0.1
    if _PATH.search(text):
        score += 0.4
    return score


def _central(found: frozenset[str], spread: Counter[str], lines: int) -> float:
    """How much a line speaks of what the span is about: words that recur, but not everywhere."""
    if not found or lines < 2:
        return 0.0
    weight = sum(math.log(spread[word]) for word in found if 1 < spread[word] < lines / 4)
    return min(1.0, weight / (3 * math.sqrt(len(found)) * math.log(lines)))


def _entry(chosen: Sequence[tuple[ViewEntry, int, str]]) -> ViewEntry:
    sources = tuple(Quote(entry.item or 0, start, start + len(text)) for entry, start, text in chosen)
    text = "\n".join(("Lines of the earlier history:", *(f"- {text}" for _, _, text in chosen)))
    return written(text, State.SYNTHETIC, sources, "select: extract")
