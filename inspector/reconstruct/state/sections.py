"""What the logs of the other agents tell of the harness's state: injected texts by their kind, and the to-do list.

Codex puts several sections into one message, each in a tag of its own name; the rest have a detail an item, as the
adapters name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from inspector.model import Item, ItemKind, Session
from inspector.read.bodies import Bodies
from inspector.read.values import as_dict, as_text
from inspector.reconstruct.state.nouns import Mention, StateKind
from inspector.reconstruct.state.todo import TodoList, is_todo, that_worked

_SECTION = re.compile(r"<([a-z][a-z_-]+(?: instructions)?)>(.*?)</\1>", re.DOTALL)
_LISTED = re.compile(r"^- ([\w.:@/-]+): ", re.MULTILINE)
_KINDS = {
    "permissions instructions": StateKind.PERMISSIONS,
    "permissions-instructions": StateKind.PERMISSIONS,
    "collaboration_mode": StateKind.PERMISSIONS,
    "environment_context": StateKind.CWD,
    "skill": StateKind.SKILL,
    "tools": StateKind.TOOLS,
    "subagents": StateKind.SUBAGENTS,
}
_ENTRY = re.compile(r"^\s*\[(\w+)\] (.+)$", re.MULTILINE)
"""A line of the list that Kimi Code writes behind a summary."""
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_NAMED = re.compile(r"<name>\s*([^<\n]+?)\s*</name>")


def mentions(session: Session, bodies: Bodies) -> Iterator[Mention]:
    """Everything the log tells of the harness's state, in order of the items of the main thread."""
    todo = TodoList()
    for item in that_worked(session):
        if item.kind in (ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT):
            if is_todo(item.tool):
                yield from todo.read(item, bodies)
        elif item.kind is ItemKind.INSTRUCTIONS:
            yield from _instructions(item, bodies.text(item))
        elif item.kind is ItemKind.ATTACHMENT and item.detail == "todo_list":
            for state, name in _ENTRY.findall(bodies.text(item)):
                yield Mention(item.number, StateKind.TODO, name, drop=state == "done")
        elif item.kind is ItemKind.ATTACHMENT and item.detail == "restored_file":
            found = _HEADING.search(bodies.text(item)[:2000])
            if found:
                yield _mention(item, StateKind.FILES, found[1], bodies.text(item))
        elif item.kind is ItemKind.ATTACHMENT and item.detail == "skill":
            text = bodies.text(item)
            yield _mention(item, StateKind.SKILL, _skill_name(text, item, bodies), text)


def _instructions(item: Item, text: str) -> Iterator[Mention]:
    sections = [] if item.detail in _WHOLE else _SECTION.findall(text)
    for tag, inside in sections:
        if tag == "skills_instructions":
            # Below the list the message says how skills are used, in bullets as well.
            listed, _, _ = inside.partition("\n### How to use")
            for name in _LISTED.findall(listed):
                yield Mention(item.number, StateKind.SKILLS, name)
        elif tag != "INSTRUCTIONS":
            yield _mention(item, _KINDS.get(tag, StateKind.INSTRUCTIONS), tag.replace("_", " "), inside)
    if not sections or item.detail == "agents_md":
        kind = _KINDS.get(item.detail, StateKind.INSTRUCTIONS)
        yield _mention(item, kind, (item.detail or "instructions").replace("_", " "), text)


_WHOLE = frozenset({"system_prompt", "base_instructions", "system", "tools"})
"""Texts that explain tags, and hold no sections."""


def _mention(item: Item, kind: StateKind, name: str, text: str) -> Mention:
    return Mention(item.number, kind, name, chars=len(text), text=hash(text))


def _skill_name(text: str, item: Item, bodies: Bodies) -> str:
    """As its text names it, or the record that holds the text; else its first words."""
    found = _NAMED.search(text[:2000])
    if found:
        return found[1]
    holder = replace(item.source, pointer=item.source.pointer.rpartition("/")[0])
    name = as_text(as_dict(bodies.value(holder)).get("name")) if item.text is None else ""
    return name or item.preview[:60]
