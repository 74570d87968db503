"""What was sent with requests and is not in the log, by name: what every agent sends, and what its adapter knows of."""

from __future__ import annotations

from inspector.model import Has, ItemKind, Request, Session, Unlogged

_PROMPTS, _TOOLS = frozenset({"system_prompt", "base_instructions", "system"}), "tools"


def not_in_log(session: Session, request: Request | None = None) -> tuple[Unlogged, ...]:
    """What this agent sends and this log does not hold; the system prompt and the tools first, where it lacks them.
    What went with one request alone is told of that one."""
    told = {item.detail for item in session.items if item.kind is ItemKind.INSTRUCTIONS and not item.thread}
    found = []
    if session.capabilities.system_prompt is not Has.YES and told.isdisjoint(_PROMPTS):
        found.append(Unlogged("system prompt", "in front"))
    if session.capabilities.tools is not Has.YES and _TOOLS not in told:
        found.append(Unlogged("tool definitions", "in front"))
    asked = ("", request.id if request else "")
    own = [one for one in session.unlogged if one.request in asked]
    # Its adapter may know better where.
    known = {one.name for one in own}
    return (*(one for one in found if one.name not in known), *own)
