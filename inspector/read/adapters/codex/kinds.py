"""Kinds of events and records by what becomes of them, and what scripts of the model did.

Newer models call tools from code, and the calls stand in events alone. The model is sent its script and what that
printed; the calls are items all the same, outside of the context, so that commands and changed files are known.
"""

from __future__ import annotations

from hashlib import sha256

from inspector.model import ItemKind
from inspector.read.adapter import Record
from inspector.read.build import Builder
from inspector.read.values import as_dict, as_list, as_text, version_numbers

# Events that repeat a response item, or tell of settings and screens only.
MIRRORS = frozenset(
    "user_message agent_message agent_message_delta agent_reasoning agent_reasoning_delta agent_reasoning_raw_content "
    "agent_reasoning_section_break item_started item_completed context_compacted thread_settings_applied "
    "exec_command_begin exec_command_end exec_command_output_delta patch_apply_begin patch_apply_end turn_diff "
    "mcp_tool_call_begin mcp_tool_call_end web_search_begin web_search_end image_generation_begin image_generation_end "
    "view_image_tool_call plan_update request_user_input sub_agent_activity session_configured thread_name_updated "
    "mcp_startup_update mcp_startup_complete collab_agent_spawn_begin collab_agent_spawn_end token_count "
    "task_started turn_started task_complete turn_complete".split()
)
SHOWN = frozenset(
    "turn_aborted thread_rolled_back error warning stream_error entered_review_mode exited_review_mode "
    "thread_goal_updated background_event deprecation_notice".split()
)
ERRORS = frozenset({"error", "stream_error"})
# Model-visible only through response items, or not at all.
SILENT = frozenset(
    "world_state inter_agent_communication inter_agent_communication_metadata retained_context "
    "security_risk_score".split()
)


_FIRST = (0, 171)
_UNSENT = frozenset({"67c907c6ab8198f0"})
"""Digests of the lines of the base instructions that stand in the header and not in the requests."""


def is_driven(version: str) -> bool:
    """Whether a version is one of those whose requests were held against its log."""
    return version_numbers(version) >= _FIRST


def as_sent(base: str) -> str:
    """The base instructions of the header as requests hold them."""
    lines = base.splitlines(keepends=True)
    return "".join(line for line in lines if sha256(line.encode("utf-8", "replace")).hexdigest()[:16] not in _UNSENT)


def has_failed(payload: Record) -> bool:
    """Whether the event that ends a call tells of its failure."""
    result = payload.get("result")
    return payload.get("success") is False or payload.get("exit_code") not in (None, 0) or "Err" in as_dict(result)


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
