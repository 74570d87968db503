"""What each kind of Claude Code's attachments says of the harness's state.

Shapes as versions 2.0 to 2.1.28x write them (observed, and readers of public repositories; the client has no public
source). Of real logs, those of 2.1.62 and before hold no attachment, those of 2.1.150 and later do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from inspector.model import Form
from inspector.read.values import as_dict, as_list, as_text
from inspector.reconstruct.state.nouns import StateKind

SKILL_BODY = "Base directory for this skill:"
DONE = frozenset({"completed", "failed", "killed", "stopped"})
"""How work in the background ends."""
_LISTED = re.compile(r"^- ([\w.:@/-]+)(?=:| ?$)", re.MULTILINE)


class Told(NamedTuple):
    """What one part of an attachment says."""

    kind: StateKind
    name: str
    text: str | None = None
    """What came of it; None for a name in a list."""
    drop: bool = False
    form: Form = Form.WHOLE


def skill_text(text: str) -> tuple[str, str]:
    """The folder of a skill, "" where its text does not begin with it, and the text behind that line."""
    if not text.startswith(SKILL_BODY):
        return "", text.strip()
    folder, _, rest = text.removeprefix(SKILL_BODY).partition("\n")
    return folder.strip(), rest.strip()


def short_name(name: str) -> str:
    """A skill's own name: the list says plugin:review, the body its folder."""
    return re.split(r"[:/\\]", name.rstrip("/\\"))[-1]


Reader = Callable[[dict[str, Any]], Iterator[Told]]


def _skill_listing(value: dict[str, Any]) -> Iterator[Told]:
    names = as_list(value.get("names")) or as_list(value.get("skillNames"))
    for name in names or _LISTED.findall(as_text(value.get("content"))):
        yield Told(StateKind.SKILLS, as_text(name))


def _invoked(value: dict[str, Any]) -> Iterator[Told]:
    for skill in map(as_dict, as_list(value.get("skills"))):
        text = skill_text(as_text(skill.get("content")))[1]
        form = Form.WHOLE if text else Form.PLACEHOLDER
        yield Told(StateKind.SKILL, short_name(as_text(skill.get("name"))), text or None, form=form)


def _changes(kind: StateKind, field: str) -> Reader:
    """A reader of a list that is told by what was added and what was removed."""

    def read(value: dict[str, Any]) -> Iterator[Told]:
        removed = as_list(value.get(f"removed{field}"))
        # What is there again stands in both lists.
        added = [*as_list(value.get(f"added{field}")), *as_list(value.get(f"readded{field}"))]
        for names, drop in ((removed, True), (added, False)):
            for name in dict.fromkeys(map(as_text, names)):
                tool = kind is StateKind.DEFERRED and name.startswith("mcp__")
                yield Told(StateKind.MCP_TOOLS if tool else kind, name, drop=drop)

    return read


def _file(value: dict[str, Any]) -> Iterator[Told]:
    held = as_dict(as_dict(value.get("content")).get("file"))
    path = as_text(value.get("filename")) or as_text(held.get("filePath"))
    lines, of = held.get("numLines"), held.get("totalLines")
    short = value.get("truncated") is True or (isinstance(lines, int) and isinstance(of, int) and lines < of)
    yield Told(StateKind.FILES, path, as_text(held.get("content")), form=Form.SHORTENED if short else Form.WHOLE)


def _file_reference(value: dict[str, Any]) -> Iterator[Told]:
    yield Told(StateKind.FILES, as_text(value.get("filename")), form=Form.PLACEHOLDER)


def _nested(value: dict[str, Any]) -> Iterator[Told]:
    held = as_dict(value.get("content"))
    yield Told(StateKind.INSTRUCTIONS, as_text(value.get("path")), as_text(held.get("content")))


def _instructions(value: dict[str, Any]) -> Iterator[Told]:
    for one in map(as_dict, as_list(value.get("files"))):
        yield Told(StateKind.INSTRUCTIONS, as_text(one.get("path")), as_text(one.get("content")))


def _plan(value: dict[str, Any]) -> Iterator[Told]:
    content = value.get("planContent")
    text = content if isinstance(content, str) else None
    yield Told(StateKind.PLAN, "plan", text, form=Form.PLACEHOLDER if text is None else Form.WHOLE)


def _entries(value: dict[str, Any]) -> Iterator[Told]:
    for one in map(as_dict, as_list(value.get("content"))):
        name = as_text(one.get("content")) or as_text(one.get("subject"))
        yield Told(StateKind.TODO, name, drop=one.get("status") == "completed")


def _task_status(value: dict[str, Any]) -> Iterator[Told]:
    yield Told(StateKind.SUBAGENTS, as_text(value.get("taskId")), drop=as_text(value.get("status")) in DONE)


def _named(kind: StateKind, *keys: str) -> Reader:
    def read(value: dict[str, Any]) -> Iterator[Told]:
        yield Told(kind, next((text for key in keys if (text := as_text(value.get(key)))), ""))

    return read


READERS: dict[str, Reader] = {
    "skill_listing": _skill_listing,
    "dynamic_skill": _skill_listing,
    "invoked_skills": _invoked,
    "mcp_instructions_delta": _changes(StateKind.SERVERS, "Names"),
    "deferred_tools_delta": _changes(StateKind.DEFERRED, "Names"),
    "agent_listing_delta": _changes(StateKind.AGENTS, "Types"),
    "file": _file,
    "compact_file_reference": _file_reference,
    "nested_memory": _nested,
    "instructions": _instructions,
    "plan_file_reference": _plan,
    "todo": _entries,
    "todo_reminder": _entries,
    "task_reminder": _entries,
    "task_status": _task_status,
    "output_style": _named(StateKind.STYLE, "style"),
    "team_context": _named(StateKind.TEAM, "teamName", "team_name"),
}
