"""What a tool's result is to the model: the output as logged, with its time, its state and its note around it."""

from __future__ import annotations

from typing import Any

from inspector.read.adapter import Record
from inspector.read.values import as_dict, as_int, as_text, render

_FAILED = "<system>ERROR: Tool execution failed.</system>"
_EMPTY_FAILED = "<system>ERROR: Tool execution failed. Tool output is empty.</system>"
_EMPTY = "<system>Tool output is empty.</system>"
_EMPTY_TEXT = "Tool output is empty."
_TIMED = frozenset({"Agent", "AgentSwarm", "Bash", "FetchURL", "Glob", "Grep", "WebSearch"})


def as_sent(result: Record, tool: str) -> Any:
    """The value that was sent: the logged output itself where nothing was put around it."""
    output, failed, note = result.get("output"), result.get("isError") is True, as_text(result.get("note"))
    taken = as_int(result.get("durationMs"))
    timed = taken is not None and (tool in _TIMED or tool.startswith("mcp__"))
    time = f"Wall time: {(taken or 0) / 1000:.3f} seconds" if timed else ""
    text = _only_text(output)
    if text is None:
        return _with_parts(output, failed, time, note)
    if failed:
        told = f"{_FAILED}\n{text}" if text else _EMPTY_FAILED
    else:
        told = _EMPTY if text.strip() in ("", _EMPTY_TEXT) else text
    if time:
        told = f"{time}\n{told}"
    if note:
        told = f"{told}\n{note}"
    return output if told == text and isinstance(output, str) else told


def _only_text(output: Any) -> str | None:
    if output is None or isinstance(output, str):
        return output or ""
    if isinstance(output, list) and len(output) == 1 and isinstance(as_dict(output[0]).get("text"), str):
        return as_text(output[0]["text"])
    return None


def _with_parts(output: Any, failed: bool, time: str, note: str) -> Any:
    if not isinstance(output, list):
        return output
    bare = all(as_dict(part).get("type") == "text" and not render(part).strip() for part in output)
    state = (_EMPTY_FAILED if failed else _EMPTY) if bare else _FAILED if failed else ""
    parts: list[Any] = [] if bare else list(output)
    if state:
        parts.insert(0, {"type": "text", "text": state})
    first = as_dict(parts[0]) if parts else {}
    if time and first.get("type") == "text":
        parts[0] = {"type": "text", "text": f"{time}\n{as_text(first.get('text'))}"}
    elif time:
        parts.insert(0, {"type": "text", "text": time})
    if note:
        parts.append({"type": "text", "text": note})
    return output if parts == output else parts
