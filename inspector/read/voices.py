"""Whose words a text sent as "user" is, in logs that know no more than roles.

Agents send reminders, summaries and file contents in the user's name. Where nothing but the text can tell, the
known openings and the tags around it decide; in doubt about a wrapped text it is the harness's.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from inspector.model import ItemKind, Origin
from inspector.read.elements import elements


class Voice(NamedTuple):
    """What a text is, whose it is, how it came in, and the human's words where they are only a part of it."""

    kind: ItemKind
    origin: Origin
    detail: str
    words: str = ""


NOTICES = ("<task-notification>", "<bash-notification>", "<agent-notification>")
"""What Claude Code and its kin say of work in the background, in the person's place; 2.0 had a name for each kind."""
_TOLD = Voice(ItemKind.ATTACHMENT, Origin.AGENT, "teammate")
_HOOK = Voice(ItemKind.ATTACHMENT, Origin.HARNESS, "hook")
OTHERS: dict[str, Voice] = {
    "<channel ": Voice(ItemKind.ATTACHMENT, Origin.TOOL, "channel"),
    "<slack-tag-message": Voice(ItemKind.ATTACHMENT, Origin.TOOL, "channel"),
    "<github-webhook-activity": Voice(ItemKind.ATTACHMENT, Origin.TOOL, "channel"),
    "<fetched-web-content": Voice(ItemKind.ATTACHMENT, Origin.TOOL, "page"),
    "<teammate-message": _TOLD,
    "<agent-message": _TOLD,
    "<cross-session-message": _TOLD,
    "Another Claude session sent a message:": _TOLD,
    "[Subagent hand-back]": _TOLD,
    "Stop hook feedback:": _HOOK,
    "SubagentStop hook feedback:": _HOOK,
    "Operation stopped by hook:": _HOOK,
    "<user-prompt-submit-hook>": _HOOK,
    "<session-start-hook>": _HOOK,
    "<hook_context>": _HOOK,
    "<tick>": Voice(ItemKind.ATTACHMENT, Origin.HARNESS, "reminder"),
    "[SYSTEM NOTIFICATION": Voice(ItemKind.ATTACHMENT, Origin.HARNESS, "notification"),
}
"""How words of another party begin that stand in the person's place: who wrote them, no other sign may tell."""
_OTHERS = tuple(OTHERS)
_SUMMARY = re.compile(
    r"\s*(?:<(?:(?:compact(?:ed|ion)|context|session)[-_])?summary>|<conversation[-_](?:history[-_])?summary>"
    r"|<(?:state_snapshot|conversation[-_]checkpoint)>"
    r"|This session is being continued from a previous conversation"
    r"|Another language model started (?:to solve|working on)"
    r"|A previous instance of Droid has summarized"
    r"|(?:Here|The following|This) is (?:a|the) summary of (?:the|our|this|everything)"
    r"|(?:(?:The|Your|Some of the) )?(?:previous|earlier|prior|conversation) "
    r"(?:conversation |context |messages )?(?:history )?(?:has|have|was|were) (?:been )?(?:compacted|summari[sz]ed)"
    r"|You are in the middle of a conversation that has been summari[sz]ed"
    r"|(?:Note: )?prior messages (?:\(.{1,60}?\) )?have been hidden from view"
    r"|I spoke to you previously about a number of things\."
    r"|The conversation history before this point was compacted"
    r"|\[?(?:Conversation|Context|Previous conversation) (?:summary|compacted|compaction)\b"
    # What a person may ask for, too: only as a heading.
    r"|(?:#{1,4} |\*\*|\[|=+ )?"
    r"(?:(?:Previous |Earlier )?(?:Session|Conversation|Chat|Context|Compaction|Handoff) summary"
    r"|Summary of (?:the |our )?(?:previous |earlier |prior )?(?:session|conversation|context|chat)(?: so far)?)"
    r"(?: \([^()\n]{1,60}\))?(?:\*\*|\]| =+)?(?::|\s*\n|\Z))",
    re.IGNORECASE,
)
# Names in snake or kebab case around the whole text: people paste HTML, and HTML has no such names.
_WRAPPED = re.compile(
    r"\s*<([a-z]+(?:[_-][a-z]+)+|instructions|skill)(?: [^>]*)?>.*</\1>\s*\Z", re.DOTALL | re.IGNORECASE
)
_REMINDER = re.compile(r"<(system-reminder|system_reminder|environment_details|environment_context)>")
_INSTRUCTION_TAGS = frozenset({"user_instructions", "environment_context", "permissions-instructions", "instructions"})
_HUMAN_TAGS = {"user_query": "typed", "user_message": "typed", "bash-input": "shell", "command-name": "command"}


def is_summary(text: str) -> bool:
    """Whether a text opens as agents open the summaries that take the place of history."""
    return _SUMMARY.match(text[:200]) is not None


def voice_of(text: str) -> Voice:
    """Whose words a text with the role "user" is."""
    if is_summary(text):
        return Voice(ItemKind.SUMMARY, Origin.HARNESS, "compact_summary")
    if text[:200].lstrip().startswith(_OTHERS):
        return next(known for opening, known in OTHERS.items() if text.lstrip().startswith(opening))
    if text.startswith("# AGENTS.md instructions for "):
        return Voice(ItemKind.INSTRUCTIONS, Origin.HARNESS, "agents_md")
    if "<" not in text[:200] and "<system" not in text:
        return Voice(ItemKind.USER, Origin.HUMAN, "typed")
    return _tagged(text)


def _tagged(text: str) -> Voice:
    parts, last = list[str](), 0
    for start, end in elements(text, _REMINDER):
        parts.append(text[last:start])
        while end < len(text) and text[end].isspace():
            end += 1
        last = end
    if last:
        rest = "".join((*parts, text[last:]))
        # Reminders stand before or behind what was typed.
        inner = voice_of(rest) if rest.strip() else None
        if inner is None or inner.origin is not Origin.HUMAN:
            return Voice(ItemKind.ATTACHMENT, Origin.HARNESS, "reminder")
        return Voice(ItemKind.ATTACHMENT, Origin.HARNESS, "reminder", inner.words or rest.strip())
    found = _WRAPPED.match(text)
    tag = found[1].lower() if found else ""
    if not tag:
        return Voice(ItemKind.USER, Origin.HUMAN, "typed")
    if tag in _HUMAN_TAGS:
        return Voice(ItemKind.USER, Origin.HUMAN, _HUMAN_TAGS[tag])
    kind = ItemKind.INSTRUCTIONS if tag in _INSTRUCTION_TAGS else ItemKind.ATTACHMENT
    return Voice(kind, Origin.HARNESS, tag)
