"""Words in a log that would command whoever reads it: named before the log's text enters a prompt.

The list warns; it does not clean. Text from a log is sent as data between delimiters all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.model import Quote
from inspector.rerun.view import ViewEntry

_SHOWN = 160
_MOST = 200
_RISKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "tells the reader to drop its instructions",
        re.compile(
            r"\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|everything\s+|the\s+|your\s+|these\s+|of\s+)*"
            r"(?:previous|prior|above|earlier|preceding|system|other)\s+(?:instructions?|prompts?|rules|messages?|directions)",
            re.IGNORECASE,
        ),
    ),
    (
        "speaks to whoever summarises",
        re.compile(
            r"\b(?:(?:in|into|to)\s+(?:your|the|any)\s+summar(?:y|ies)\b.{0,40}\b(?:say|state|write|include|add|omit)"
            r"|(?:when|while|if)\s+(?:you\s+(?:are\s+)?)?(?:summari[sz]|compact|condens)(?:e|es|ing)\b"
            r"|(?:do\s+not|don['’]t|never|always|must)\s+(?:mention|include|omit|summari[sz]e|reveal|tell)\b"
            r".{0,60}\b(?:summar|user|context)"
            r"|(?:your|the)\s+summary\s+(?:must|should|shall|has\s+to)\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "gives itself another part",
        re.compile(
            r"\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?|the|in)\b|\bnew\s+(?:system\s+)?(?:instructions?|prompt)\s*:"
            r"|\bact\s+as\s+(?:an?\s+)?(?:unrestricted|different|new)\b|\bdeveloper\s+mode\b",
            re.IGNORECASE,
        ),
    ),
    (
        "imitates the marks of a prompt",
        re.compile(
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|>|\[/?INST\]|<</?SYS>>"
            r"|</?(?:system|instructions?|transcript|conversation|record|summary)>|^\s*#{2,3}\s*(?:system|instruction)s?\s*:",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
)
_OWN_WORDS = frozenset({"user_typed", "system"})
"""What the user and the agent's makers say may command."""


@dataclass(frozen=True, slots=True)
class Risk:
    """One passage that reads like a command to the reader."""

    quote: Quote | None
    """Where it stands in the log; None for text that is in no item."""
    text: str
    why: str
    tool: str = ""


def find_risks(span: Sequence[ViewEntry]) -> list[Risk]:
    """Passages in what is sent that read like commands, in order; at most 200, and what the user typed is not one."""
    found: list[Risk] = []
    for entry in span:
        if entry.kind in _OWN_WORDS:
            continue
        for why, pattern in _RISKS:
            for match in pattern.finditer(entry.text):
                quote = Quote(entry.item, match.start(), match.end()) if entry.item is not None else None
                found.append(Risk(quote, " ".join(match[0].split())[:_SHOWN], why, entry.tool))
                if len(found) == _MOST:
                    return found
    return found
