"""What scripts of the model did: newer models call tools from code, and the calls stand in events alone.

The model is sent its script and what the script printed. The calls are items all the same, outside of the context, so
that commands, failures and changed files are known.
"""

from __future__ import annotations

from inspector.model import ItemKind
from inspector.read.adapter import Record
from inspector.read.build import Builder
from inspector.read.values import as_dict, as_list, as_text

_WORDS = {"add": "Add", "delete": "Delete"}


def done_in_code(build: Builder, item: Record) -> None:
    """Add the call and the result of an ``item_completed`` event, where it is a command or a change of files."""
    kind, name = item.get("type"), as_text(item.get("id"))
    value: Record | str
    if kind == "CommandExecution":
        command = [as_text(word) for word in as_list(item.get("command"))]
        shell = command[-1] if command[1:2] in (["-lc"], ["-c"]) else " ".join(command)
        tool, value, headline = "exec_command", {"cmd": shell}, shell
        output, pointer = as_text(item.get("aggregated_output")), "/item/aggregated_output"
    elif kind == "FileChange":
        changes = as_dict(item.get("changes"))
        tool, value, headline = "apply_patch", _patch(changes), f"apply_patch {', '.join(changes)}"
        output, pointer = as_text(item.get("stdout")), "/item/stdout"
    else:
        return
    build.add(ItemKind.TOOL_CALL, value, "/item", "in_code", tool, name, headline, hold=True, enter=False)
    failed = item.get("status") != "completed"
    place = pointer if output else "/item"
    build.add(ItemKind.TOOL_RESULT, output, place, "in_code", tool, name, error=failed, hold=not output, enter=False)


def _patch(changes: Record) -> str:
    """Changes of files as a patch in the agent's own form, which tells what was done to which file."""
    lines = []
    for path, change in changes.items():
        told = as_dict(change)
        lines.append(f"*** {_WORDS.get(as_text(told.get('type')), 'Update')} File: {path}")
        lines.append(as_text(told.get("unified_diff")) or as_text(told.get("content")))
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch"])
