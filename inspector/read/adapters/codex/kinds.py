"""Kinds of events and records by what becomes of them."""

from __future__ import annotations

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
