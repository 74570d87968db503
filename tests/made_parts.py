"""Parts of requests told in words, for tests of how contexts are compared."""

from __future__ import annotations

from inspector.model import ItemKind, Origin
from inspector.read.prefix import Part

KINDS = {
    "s": (ItemKind.INSTRUCTIONS, Origin.HARNESS),
    "u": (ItemKind.USER, Origin.HUMAN),
    "a": (ItemKind.ASSISTANT, Origin.AGENT),
    "t": (ItemKind.REASONING, Origin.AGENT),
    "r": (ItemKind.TOOL_RESULT, Origin.TOOL),
    "z": (ItemKind.SUMMARY, Origin.HARNESS),
    "e": (ItemKind.EVENT, Origin.HARNESS),
}


def part(word):
    """``u1`` is a prompt, ``r1:text`` the result of call 1, and so on; equal words have equal keys."""
    kind, origin = KINDS[word[0]]
    name, _, text = word.partition(":")
    return Part(hash(word), kind, origin, text or word, "", call_id=name if kind is ItemKind.TOOL_RESULT else "")


def parts(words):
    return [part(word) for word in words.split()]
