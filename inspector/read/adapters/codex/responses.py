"""What one Responses API item is to the model: its kind, whose words it holds, and where its text stands.

The same items appear as lines of a rollout, as entries of a ``replacement_history``, and bare in old logs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import orjson

from inspector.model import ItemKind, Origin
from inspector.read.adapter import Record
from inspector.read.drafts import Piece
from inspector.read.tools import headline
from inspector.read.values import as_dict, as_list, as_text, is_image, parsed, preview, render

SUMMARY_PREFIX = "Another language model started to solve this problem"
_GOAL = "goal_objective"
TOOLS = "additional_tools"
"""The response item that holds definitions of tools, for models that work in code."""
ENCRYPTED_SUMMARY = "summary, encrypted: not readable"
MODEL_KINDS = frozenset({ItemKind.ASSISTANT, ItemKind.REASONING, ItemKind.TOOL_CALL})
RESPONSE_TYPES = frozenset(
    "message agent_message reasoning function_call function_call_output custom_tool_call custom_tool_call_output "
    "local_shell_call local_shell_call_output tool_search_call tool_search_output web_search_call "
    "image_generation_call ghost_snapshot additional_tools configuration_update compaction compaction_summary "
    "context_compaction".split()
)
_SUMMARY_TYPES = frozenset({"compaction", "compaction_summary", "context_compaction"})
# Written anew on every copy of an item, so they say nothing about whether two items are the same.
_VOLATILE = frozenset({"id", "internal_chat_message_metadata_passthrough", "metadata", "status", "phase"})

# Messages with role user that no human wrote. Other tags count only in snake case and around the whole text:
# people paste HTML, and HTML has no such names.
_WRAPPED = re.compile(r"\s*<([A-Za-z][\w-]*)[^>]*>(?:.*)</\1>\s*\Z", re.DOTALL)
_KNOWN_TAGS = frozenset({"INSTRUCTIONS", "app-context", "skill", "subagents"})
_CUT = re.compile(r"…\d+ tokens truncated…")
_IMAGE_MARK = re.compile(r"\s*</?image(?: [^>]*)?>\s*\Z")
_REMINDERS = {
    "turn_aborted": "reminder",
    "subagent_notification": "reminder",
    "user_shell_command": "command_output",
    "skill": "skill",
    "hook_prompt": "hook",
}
_NOTICES = {"hooks.additional_context": "hook", "generic.turn_aborted": "reminder"}
"""Developer messages that instruct nobody, by what made them."""
_EXIT = re.compile(r"(?:Exit code|Process exited with code):? (-?\d+)")
_EXIT_IN_JSON = re.compile(r'"exit_code":\s*(-?\d+)')
_EXIT_OF_PART = re.compile(r'\s*\{[^{}]{0,300}?"exit_code":\s*(-?\d+)')
_FAILED = ("Script failed", "apply_patch verification failed", "execution error", "unsupported call")
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)


def read_response(item: Record, *, delegated: bool = False, summary: str = "") -> Piece:
    """What ``item`` is. ``delegated``: prompts come from another agent, not from a human.

    A message whose text is ``summary`` is the summary, whatever it starts with.
    """
    kind = as_text(item.get("type"))
    if kind == "message":
        part = _message(item, delegated, summary)
        if is_typed(part) and cut_in_its_middle(item):
            return part._replace(detail="shortened")
        if is_typed(part) and (kinds := told_kinds(item)) and all(kind.partition(".")[0] != "user" for kind in kinds):
            # What a client or the program put in under the person's role.
            return part._replace(kind=ItemKind.ATTACHMENT, origin=Origin.HARNESS, detail="injected")
        return part
    if kind == "reasoning":
        return _reasoning(item)
    if kind in _SUMMARY_TYPES:
        detail, line = "encrypted_summary", ENCRYPTED_SUMMARY
        return Piece(ItemKind.SUMMARY, Origin.HARNESS, hold=True, detail=detail, headline=line)
    if kind == "agent_message":
        part = Piece(ItemKind.USER, Origin.AGENT, detail="agent_message", tool=as_text(item.get("author")))
        return _with_value(part, item, "content")
    if kind == TOOLS:
        names = ", ".join(_tool_names(item.get("tools")))
        return _with_value(Piece(ItemKind.INSTRUCTIONS, Origin.HARNESS, detail="tools", headline=names), item, "tools")
    if kind == "configuration_update":
        told = {key: value for key, value in item.items() if key not in _VOLATILE}
        return Piece(ItemKind.INSTRUCTIONS, Origin.HARNESS, told, hold=True, detail=kind, headline="settings changed")
    if kind.endswith("_output"):
        return _output(item)
    if kind.endswith("_call"):
        return _call(item, kind)
    return Piece(ItemKind.EVENT, Origin.HARNESS, item, detail=kind or "unknown", headline=kind)


def _tool_names(tools: Any) -> Iterator[str]:
    for tool in map(as_dict, as_list(tools)):
        inner = as_list(tool.get("tools"))
        yield from _tool_names(inner) if inner else [as_text(tool.get("name"))]


def told_kinds(item: Record) -> tuple[str, ...]:
    """What made each part of a message, as versions from 0.153 on name it; none in older logs."""
    about = as_dict(item.get("internal_chat_message_metadata_passthrough"))
    return tuple(as_text(kind) for kind in as_list(about.get("content_item_kinds")))


def is_base(item: Record, base: str) -> bool:
    """Whether a message is the base instructions once more: the header holds them, and they are sent once."""
    if item.get("role") != "developer" or not base:
        return False
    return told_kinds(item) == ("model.base_instructions",) or "".join(_texts(item.get("content"))) == base


def cut_in_its_middle(item: Record) -> bool:
    """Whether a prompt stands with its middle left out: head, a marker, and tail as parts of one message."""
    texts = _texts(item.get("content"))
    return len(texts) == 3 and _CUT.fullmatch(texts[1].strip()) is not None


def fingerprint(item: Record) -> int | None:
    """A number that two items share when the model sees the same in both; None where it cannot be told.

    Encrypted summaries are told apart by their ids: tools that publish logs give all of them the same content.
    """
    if as_text(item.get("type")) in _SUMMARY_TYPES:
        return hash(("summary", item["id"])) if isinstance(item.get("id"), str) else None
    kept = {key: value for key, value in item.items() if key not in _VOLATILE and value is not None}
    try:
        return hash(orjson.dumps(kept, option=orjson.OPT_SORT_KEYS))
    except (TypeError, RecursionError):
        # Nested deeper than can be written again.
        return None


def is_typed(part: Piece) -> bool:
    """Whether a human wrote it as a prompt."""
    return part.kind is ItemKind.USER and part.origin is Origin.HUMAN


def words(text: str) -> str:
    """What the human asked, without the editor state that the IDE extension puts in front."""
    return text.rpartition("## My request for Codex:")[2].strip() or text


def answers(output: Any) -> str:
    """The human's answers inside the output of request_user_input, one a line; "" where there are none."""
    value = as_dict(parsed(output))
    given = as_dict(value.get("answers")).values()
    lines = [as_text(line) for answer in given for line in as_list(as_dict(answer).get("answers"))]
    return "\n".join(line.removeprefix("user_note: ") for line in lines if line)


def _with_value(part: Piece, item: Record, *keys: str) -> Piece:
    """``part`` with the first of ``keys`` that the item has; nothing to point at means an empty text is held."""
    for key in keys:
        if item.get(key) not in (None, [], {}):
            return part._replace(value=item[key], pointer=f"/{key}")
    return part._replace(hold=True)


def _message(item: Record, delegated: bool, summary: str) -> Piece:
    role = as_text(item.get("role"))
    if role == "assistant":
        part = Piece(ItemKind.ASSISTANT, Origin.AGENT, detail=as_text(item.get("phase")))
    elif role == "user":
        part = _user(item.get("content"), delegated, summary)
    elif len(told := told_kinds(item)) == 1 and told[0] in _NOTICES:
        part = Piece(ItemKind.ATTACHMENT, Origin.HARNESS, detail=_NOTICES[told[0]])
    else:
        part = Piece(ItemKind.INSTRUCTIONS, Origin.HARNESS, detail=role or "message")
    return _with_value(part, item, "content")


def _user(content: Any, delegated: bool, summary: str) -> Piece:
    texts = _texts(content)
    whole = "\n".join(texts)
    if texts and (texts[0].startswith(SUMMARY_PREFIX) or (summary and whole == summary)):
        return Piece(ItemKind.SUMMARY, Origin.HARNESS, detail="compact_summary")
    tags = [injected_tag(text) for text in texts if not _IMAGE_MARK.match(text)]
    if all(tags) and (tags or not any(map(is_image, as_list(content)))):
        tag = tags[0] if tags else "empty"
        kind = ItemKind.ATTACHMENT if tag in _REMINDERS else ItemKind.INSTRUCTIONS
        return Piece(kind, Origin.HARNESS, detail=_REMINDERS.get(tag, tag))
    if delegated:
        return Piece(ItemKind.USER, Origin.AGENT, detail="delegated")
    return Piece(ItemKind.USER, Origin.HUMAN, detail="typed")


def injected_tag(text: str) -> str:
    """The name of what the harness put into a user message, or "" for a human's own text."""
    if text.startswith("# AGENTS.md instructions for "):
        return "agents_md"
    found = _WRAPPED.match(text)
    tag = found[1] if found else ""
    return tag if tag in _KNOWN_TAGS or ("_" in tag and tag.islower()) else ""


def _texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [text for block in as_list(content) if (text := as_text(as_dict(block).get("text")))]


def _reasoning(item: Record) -> Piece:
    part = _with_value(Piece(ItemKind.REASONING, Origin.AGENT), item, "content", "summary")
    if not part.hold:
        return part
    sealed = bool(item.get("encrypted_content"))
    return part._replace(headline="reasoning, encrypted" if sealed else "reasoning, not in this log")


def _call(item: Record, kind: str) -> Piece:
    name = as_text(item.get("name")) or kind
    part = Piece(ItemKind.TOOL_CALL, Origin.AGENT, tool=name, call_id=as_text(item.get("call_id")), headline=name)
    if kind == "custom_tool_call":
        code = as_text(item.get("input"))
        file = _PATCHED.search(code) if name == "apply_patch" else None
        return _with_value(part, item, "input")._replace(headline=f"{name} {file[1] if file else preview(code)}")
    # The picture that image_generation_call carries beside its prompt is base64 and never read as text.
    keys = ("revised_prompt",) if kind == "image_generation_call" else ("arguments", "action")
    part = _with_value(part, item, *keys)
    arguments = parsed(part.value)
    return part._replace(headline=headline(name, arguments))


def _output(item: Record) -> Piece:
    called = as_text(item.get("call_id")) or goal_id(as_text(item.get("output")) if item.get("name") == _GOAL else "")
    part = Piece(ItemKind.TOOL_RESULT, Origin.TOOL, call_id=called)
    part = _with_value(part, item, "output", "tools")
    return part._replace(error=_has_failed(part.value))


def goal_id(objective: str) -> str:
    """In the place of a call's id, since a goal goes in as a result without a call, anew in every run; "" for none."""
    return f"goal {objective}" if objective else ""


def _has_failed(output: Any) -> bool:
    if isinstance(output, dict):
        return output.get("success") is False
    if isinstance(output, list):
        # What a script printed, a part each: it completed, and yet every command it tells of may have failed.
        parts = [as_text(as_dict(part).get("text")) for part in output[1:]]
        codes = [found[1] for part in parts if (found := _EXIT_OF_PART.match(part))]
        if codes and "0" not in codes:
            return True
    text = render(as_list(output)[:1]) if isinstance(output, list) else as_text(output)
    found = _EXIT_IN_JSON.search(text[-300:]) if text.startswith('{"output"') else _EXIT.search(text[:300])
    return text.startswith(_FAILED) or (found is not None and found[1] != "0")


def asks(part: Piece) -> bool:
    """Whether the model is asked with this: not with a result that says that its call was broken off."""
    cut_off = part.kind is ItemKind.TOOL_RESULT and render(part.value).startswith("aborted")
    return part.kind in (ItemKind.USER, ItemKind.TOOL_RESULT) and not cut_off
