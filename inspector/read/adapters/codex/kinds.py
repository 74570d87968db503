"""Kinds of events and records by what becomes of them."""

from __future__ import annotations

from hashlib import sha256

from inspector.read.adapter import Record
from inspector.read.values import as_dict, version_numbers

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
    result = payload.get("result")
    return payload.get("success") is False or payload.get("exit_code") not in (None, 0) or "Err" in as_dict(result)
