"""What a Claude Code log tells of the harness's state: attachments, bodies of skills, and calls that change it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from inspector.model import Compaction, Item, ItemKind, Session
from inspector.read.bodies import Bodies
from inspector.read.values import as_dict, as_list, as_text
from inspector.reconstruct.state.attachments import DONE, READERS, SKILL_BODY, Told, short_name, skill_text
from inspector.reconstruct.state.nouns import Mention, StateKind
from inspector.reconstruct.state.todo import TodoList, is_todo, that_worked

_PLAN_BEGUN = "Implement the following plan"
"""What the harness says in the person's name where an approved plan is begun with an empty context."""
_AGENT_ID = re.compile(r"\bagentId: ?([\w-]+)")
_TASK_ID = re.compile(r"<task-id>\s*([\w-]+)")
_STATUS = re.compile(r"<status>\s*(\w+)")
_FILE_TOOLS = frozenset({"Read", "Edit", "Write", "MultiEdit", "NotebookEdit"})
_ATTACHED = ("/attachment", "/rendered/0/")
"""Where the text of an attachment stands: as it was kept, or as it was sent, of which the first part stands for all."""
_AGENT_TOOLS = frozenset({"Task", "Agent"})


def mentions(session: Session, bodies: Bodies) -> Iterator[Mention]:
    """Everything the log tells of the harness's state, in order of the items of the main thread."""
    todo = TodoList()
    launched: dict[str, None] = {}
    for item in that_worked(session):
        if item.kind is ItemKind.EVENT and item.detail == "agents_killed":
            yield from (_mention(item, Told(StateKind.SUBAGENTS, name, drop=True)) for name in launched)
        elif item.kind is ItemKind.ATTACHMENT:
            asked = item.number > 1 and session.items[item.number - 2].kind is ItemKind.USER
            yield from _attached(item, bodies, asked)
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
    return any(item.source.pointer.startswith(_ATTACHED) for item in session.items[:last])


def _attached(item: Item, bodies: Bodies, asked: bool) -> Iterator[Mention]:
    """``asked``: whether it follows what the person said, such as the name of a skill."""
    if item.detail == "meta" and item.preview.startswith(SKILL_BODY):
        folder, text = skill_text(bodies.text(item))
        yield _mention(item, Told(StateKind.SKILL, short_name(folder), text), by_agent=not asked)
    elif item.detail == "task_notification":
        text = bodies.text(item)
        ended = _STATUS.search(text)
        for number in _TASK_ID.findall(text):
            # Some notices only say that it goes on.
            if ended is None or ended[1] in DONE:
                yield _mention(item, Told(StateKind.SUBAGENTS, number, drop=True))
    elif item.source.pointer.startswith(_ATTACHED):
        value = bodies.value(replace(item.source, pointer="/attachment"))
        reader = READERS.get(item.detail)
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
        if found and ended and ended[1] in DONE:
            yield _mention(item, Told(StateKind.SUBAGENTS, found[1], drop=True), by_agent=True)
    elif text.startswith(("Async agent launched", "Spawned successfully")) and (found := _AGENT_ID.search(text)):
        yield _mention(item, Told(StateKind.SUBAGENTS, found[1]), by_agent=True)


def loaded_tools(compaction: Compaction, bodies: Bodies) -> tuple[str, ...]:
    """The deferred tools that had been looked up before a compaction, as its own record lists them."""
    record = as_dict(bodies.value(replace(compaction.record.source, pointer="")))
    names = as_list(as_dict(record.get("compactMetadata")).get("preCompactDiscoveredTools"))
    return tuple(name for name in map(as_text, names) if name)
