"""What a person said in an item, without what an application put around it."""

from __future__ import annotations

import re

from inspector.read.elements import elements

HUMAN = frozenset({"typed", "queued", "feedback", "plan_feedback", "answer", "command"})
"""The ways in which a person's own words come in; shell lines are commands, not statements."""
_ARGUMENTS, _BEHIND_ARGUMENTS = "<command-args>", "</command-args>"
# Most agents log a command as it was typed.
_COMMAND = re.compile(r"\s*+(?:/\S*+\s*+)?")
# What a harness writes in the person's place when a question is put aside, or an image or a paste that Qwen Code 0.24.4
# leaves out is all there is, and what a recorder leaves of a secret.
_NO_WORDS = re.compile(
    r"^(?:The user wants to clarify these questions|(?:\[(?:Image|Pasted Content)[^\]]*\]\s*)+\Z|\[Request interrupted"
    r"|\W*REDACTED\W*\Z)"
)
# Names in snake or kebab case, which HTML that people paste has not, and what Codex puts around a picture.
_TAG = re.compile(r"\s*+<(/?)([a-z]+(?:[_-][a-z]+)+|image(?=>| name=\[))(?: [^>\n]*)?>", re.IGNORECASE)
# Claude Code puts this below a plan that it hands to a fresh context.
_PLAN_FOOTER = "If you need specific details from before exiting plan mode"
# Codex puts the files, pages and notes that a person points at above their words.
_REQUEST = "## My request for Codex:"
_SPOKEN = "user query message request argument description input task question feedback pasted".split()
# Around what was pasted; Claude Code 2.1.332 tells its model to take a message of nothing else as the person's request.
_PASTED = re.compile(r'<(pasted_content) id="\w+">\n')
_LONGEST_TAG = 80


def own_words(text: str, detail: str) -> tuple[str, int]:
    """What the human said in an item, and where it starts in the item's text; "" where it holds no words of theirs.

    What an application put around a message, in tags of its own, is not the person's.
    """
    if detail == "command":
        start = text.find(_ARGUMENTS) + len(_ARGUMENTS)
        end = text.find(_BEHIND_ARGUMENTS, start) if start >= len(_ARGUMENTS) else -1
        if "<command-" not in text and (name := _COMMAND.match(text)):
            start, end = name.end(), len(text)
        words = text[start : max(start, end)]
        return words.strip(), start + len(words) - len(words.lstrip())
    pasted = [*elements(text, _PASTED)]
    if pasted and not _outside(text, pasted).strip():
        start, end = text.index("\n", pasted[0][0]) + 1, text.rindex("\n", 0, pasted[-1][1])
        return text[start:end], start
    start = max(_behind_tags(text), text.rfind(_REQUEST) + len(_REQUEST) if _REQUEST in text else 0)
    start += len(text[start:]) - len(text[start:].lstrip()) if start else 0
    end = _before_tags(text, start)
    footer = text.find(_PLAN_FOOTER, start, end)
    words = text[start : end if footer < 0 else footer].rstrip()
    if (around := _TAG.match(words)) and words.endswith(closing := f"</{around[2]}>"):
        inside = words[around.end() : -len(closing)].rstrip()
        words, start = inside.lstrip(), start + around.end() + len(inside) - len(inside.lstrip())
    return ("", start) if _NO_WORDS.match(words) else (words, start)


def _outside(text: str, ranges: list[tuple[int, int]]) -> str:
    starts = [0, *(end for _, end in ranges)]
    return "".join(text[start:end] for start, end in zip(starts, [*(one for one, _ in ranges), len(text)], strict=True))


def _behind_tags(text: str) -> int:
    """Where a text goes on behind the elements that stand in front of it."""
    start = 0
    while (first := _TAG.match(text, start)) and not first[1] and not _is_spoken(first[2]):
        closing = f"</{first[2]}>"
        closed = text.find(closing, first.end())
        if closed < 0:
            break
        start = closed + len(closing)
    return start


def _before_tags(text: str, start: int) -> int:
    """Where a text ends before the elements that stand on lines of their own behind it."""
    end = _trimmed(text, start, len(text))
    while (last := _closing(text, start, end)) is not None and not _is_spoken(last[2]):
        opened = text.rfind(f"<{last[2]}", start, last.start())
        if opened < 0 or (opened > start and text[opened - 1] != "\n"):
            break
        end = _trimmed(text, start, opened)
    return end


def _closing(text: str, start: int, end: int) -> re.Match[str] | None:
    """The tag that closes an element at the end of a stretch."""
    place = text.rfind("</", max(start, end - _LONGEST_TAG), end)
    tag = _TAG.match(text, place, end) if place >= 0 else None
    return tag if tag is not None and tag.end() == end else None


def _is_spoken(tag: str) -> bool:
    """Whether an element holds what the person said, by its name."""
    return any(word in tag.lower() for word in _SPOKEN)


def _trimmed(text: str, start: int, end: int) -> int:
    # A slice would copy what may be long, once for each element.
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
