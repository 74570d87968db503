"""What a Claude Code log tells of the harness's state: attachments, bodies of skills, and calls that change it.

Shapes of attachments as versions 2.0 to 2.1.28x write them (observed, and readers of public repositories; the client
has no public source). Versions before about 2.1.50 wrote no attachment at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from inspector.model import Compaction, Form, Item, ItemKind, Session
from inspector.read.bodies import Bodies
from inspector.read.values import as_dict, as_list, as_text
from inspector.reconstruct.state.nouns import Mention, StateKind
from inspector.reconstruct.state.todo import TodoList, is_todo

SKILL_BODY = "Base directory for this skill:"
_PLAN_BEGUN = "Implement the following plan"
"""What the harness says in the person's name where an approved plan is begun with an empty context."""
_LISTED = re.compile(r"^- ([\w.:@/-]+)(?=:| ?$)", re.MULTILINE)
_AGENT_ID = re.compile(r"\bagentId: ?([\w-]+)")
_TASK_ID = re.compile(r"<task-id>\s*([\w-]+)")
_STATUS = re.compile(r"<status>\s*(\w+)")
_FILE_TOOLS = frozenset({"Read", "Edit", "Write", "MultiEdit", "NotebookEdit"})
_AGENT_TOOLS = frozenset({"Task", "Agent"})
_DONE = frozenset({"completed", "failed", "killed", "stopped"})


class Told(NamedTuple):
    """What one part of an attachment says."""

    kind: StateKind
    name: str
    text: str | None = None
    """What came of it; None for a name in a list."""
    drop: bool = False
    form: Form = Form.WHOLE


def mentions(session: Session, bodies: Bodies) -> Iterator[Mention]:
    """Everything the log tells of the harness's state, in order of the items of the main thread."""
    todo = TodoList()
    launched: dict[str, None] = {}
    for item in session.items:
        if item.thread:
            continue
        if item.kind is ItemKind.EVENT and item.detail == "agents_killed":
            yield from (_mention(item, Told(StateKind.SUBAGENTS, name, drop=True)) for name in launched)
        elif item.kind is ItemKind.ATTACHMENT:
            yield from _attached(item, bodies)
        elif item.kind is ItemKind.USER and item.preview.startswith(_PLAN_BEGUN):
            plan = as_text(as_dict(bodies.value(replace(item.source, pointer=""))).get("planContent"))
            if plan:
                yield _mention(item, Told(StateKind.PLAN, "plan", plan))
        elif item.kind is ItemKind.TOOL_CALL or item.kind is ItemKind.TOOL_RESULT:
            if is_todo(item.tool):
                yield from todo.read(item, bodies)
            elif item.kind is ItemKind.TOOL_CALL:
                yield from _called(item, bodies)
            elif item.tool == "ExitPlanMode" and item.error:
                yield _mention(item, Told(StateKind.PLAN, "plan", drop=True), by_agent=True)
            elif item.tool in _AGENT_TOOLS or item.tool == "TaskOutput":
                for told in _task_result(item, bodies):
                    launched[told.name] = None
                    yield told


def records_state(session: Session, last: int) -> bool:
    """Whether this log writes attachments down, by its items up to number ``last``."""
    return any(item.source.pointer.startswith("/attachment") for item in session.items[:last])


def _attached(item: Item, bodies: Bodies) -> Iterator[Mention]:
    if item.detail == "meta" and item.preview.startswith(SKILL_BODY):
        folder, text = _skill_text(bodies.text(item))
        yield _mention(item, Told(StateKind.SKILL, _short(folder), text), by_agent=True)
    elif item.detail == "task_notification":
        text = bodies.text(item)
        ended = _STATUS.search(text)
        for number in _TASK_ID.findall(text):
            # Some notices only say that it goes on.
            if ended is None or ended[1] in _DONE:
                yield _mention(item, Told(StateKind.SUBAGENTS, number, drop=True))
    elif item.source.pointer.startswith("/attachment"):
        value = bodies.value(replace(item.source, pointer="/attachment"))
        reader = _READERS.get(item.detail)
        for told in reader(as_dict(value)) if reader else ():
            if told.name:
                yield _mention(item, told)


def _mention(item: Item, told: Told, *, by_agent: bool = False, stands: bool = True) -> Mention:
    chars, mark = (None, 0) if told.text is None else (len(told.text), hash(told.text))
    return Mention(item.number, told.kind, told.name, told.drop, chars, told.form, mark, by_agent, stands)


def _called(item: Item, bodies: Bodies) -> Iterator[Mention]:
    if item.tool in _FILE_TOOLS:
        value = as_dict(bodies.value(item.source))
        path = as_text(value.get("file_path")) or as_text(value.get("notebook_path"))
        if path:
            yield _mention(item, Told(StateKind.FILES, path), by_agent=True, stands=item.tool == "Read")
    elif item.tool == "ExitPlanMode":
        yield _mention(item, Told(StateKind.PLAN, "plan", bodies.text(item)), by_agent=True)
    elif item.tool == "ToolSearch":
        query = as_text(as_dict(bodies.value(item.source)).get("query"))
        for name in query.removeprefix("select:").split(",") if query.startswith("select:") else ():
            yield _mention(item, Told(StateKind.LOADED, name.strip()), by_agent=True)
    elif item.tool in ("TaskStop", "KillShell"):
        value = as_dict(bodies.value(item.source))
        name = as_text(value.get("task_id")) or as_text(value.get("shell_id"))
        yield _mention(item, Told(StateKind.SUBAGENTS, name, drop=True), by_agent=True)
    elif item.tool in ("TeamCreate", "TeamDelete"):
        name = as_text(as_dict(bodies.value(item.source)).get("team_name"))
        yield _mention(item, Told(StateKind.TEAM, name or "team", drop=item.tool == "TeamDelete"), by_agent=True)


def _task_result(item: Item, bodies: Bodies) -> Iterator[Mention]:
    text = bodies.text(item)
    if item.tool == "TaskOutput":
        found = re.search(r"<task_id>\s*([\w-]+)", text)
        ended = _STATUS.search(text)
        # Commands in the background have numbers of the same kind: what ended is taken off, nothing is put on.
        if found and ended and ended[1] in _DONE:
            yield _mention(item, Told(StateKind.SUBAGENTS, found[1], drop=True), by_agent=True)
    elif text.startswith(("Async agent launched", "Spawned successfully")) and (found := _AGENT_ID.search(text)):
        yield _mention(item, Told(StateKind.SUBAGENTS, found[1]), by_agent=True)


def _skill_text(text: str) -> tuple[str, str]:
    """The folder of a skill, "" where its text does not begin with it, and the text behind that line."""
    if not text.startswith(SKILL_BODY):
        return "", text.strip()
    folder, _, rest = text.removeprefix(SKILL_BODY).partition("\n")
    return folder.strip(), rest.strip()


def _short(name: str) -> str:
    """A skill's own name: the list says plugin:review, the body its folder."""
    return re.split(r"[:/\\]", name.rstrip("/\\"))[-1]


# Attachments ------------------------------------------------------------------------------------------------

_Reader = Callable[[dict[str, Any]], Iterator[Told]]


def _skill_listing(value: dict[str, Any]) -> Iterator[Told]:
    names = as_list(value.get("names")) or as_list(value.get("skillNames"))
    for name in names or _LISTED.findall(as_text(value.get("content"))):
        yield Told(StateKind.SKILLS, as_text(name))


def _invoked(value: dict[str, Any]) -> Iterator[Told]:
    for skill in map(as_dict, as_list(value.get("skills"))):
        text = _skill_text(as_text(skill.get("content")))[1]
        form = Form.WHOLE if text else Form.PLACEHOLDER
        yield Told(StateKind.SKILL, _short(as_text(skill.get("name"))), text or None, form=form)


def _changes(kind: StateKind, field: str) -> _Reader:
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
    yield Told(StateKind.SUBAGENTS, as_text(value.get("taskId")), drop=as_text(value.get("status")) in _DONE)


def _named(kind: StateKind, *keys: str) -> _Reader:
    def read(value: dict[str, Any]) -> Iterator[Told]:
        yield Told(kind, next((text for key in keys if (text := as_text(value.get(key)))), ""))

    return read


_READERS: dict[str, _Reader] = {
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


def loaded_tools(compaction: Compaction, bodies: Bodies) -> tuple[str, ...]:
    """The deferred tools that had been looked up before a compaction, as its own record lists them."""
    record = as_dict(bodies.value(replace(compaction.record.source, pointer="")))
    names = as_list(as_dict(record.get("compactMetadata")).get("preCompactDiscoveredTools"))
    return tuple(name for name in map(as_text, names) if name)
