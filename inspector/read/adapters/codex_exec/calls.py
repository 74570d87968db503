"""The arguments of calls, from what is printed of them, and the steps of a plan below other things."""

from __future__ import annotations

import re
import shlex
from typing import Any

import orjson

from inspector.read.adapters.codex_exec.cut import Block
from inspector.read.adapters.codex_exec.marks import changed_in, step_of
from inspector.read.lines import TextLine

_STATUS = {"✓": "completed", "→": "in_progress", "•": "pending"}
_DEBUG_STEP = re.compile(r'step: "((?:[^"\\]|\\.)*)", status: (\w+)')
_DEBUG_STATUS = {"Completed": "completed", "InProgress": "in_progress", "Pending": "pending"}


def run_arguments(told: dict[str, str]) -> dict[str, Any]:
    """A command, in words where it can be taken apart, and its folder."""
    try:
        command: list[str] | str = shlex.split(told["command"])
    except ValueError:
        command = told["command"]
    return {"command": command, "workdir": told["cwd"]}


def tool_arguments(told: dict[str, str]) -> Any:
    """The arguments of a tool of an MCP server; the newest versions print none."""
    text = told.get("arguments", "")
    try:
        return orjson.loads(text) if text else {}
    except orjson.JSONDecodeError:
        return {"arguments": text}


def patch_arguments(block: Block, end: Block | None) -> dict[str, Any]:
    """The files of a patch and, where it is printed, its text. The newest versions name the files where it ends."""
    if any(line.text.strip() for line in block.body):
        paths = [path for line in block.body[:1] if (path := changed_in(line.text))]
        return {"file_path": "".join(paths), "patch": "\n".join(line.text for line in block.body)}
    paths = [line.text.strip() for line in end.body if line.text.strip()] if end else []
    return {"file_path": paths[0], "files": paths} if paths else {}


def plan_arguments(block: Block) -> dict[str, Any] | None:
    """The steps of a plan, and the words above them; None for a line of an old version that holds none."""
    debug = block.told.get("debug")
    if debug is not None:
        found = [(step, _DEBUG_STATUS.get(status, status)) for step, status in _DEBUG_STEP.findall(debug)]
        return {"plan": [{"step": step, "status": status} for step, status in found]} if found else None
    told = [(line, step_of(line.text)) for line in block.body]
    words = "\n".join(line.text for line, step in told if step is None).strip()
    plan = [{"step": step[1], "status": _STATUS[step[0]]} for _, step in told if step]
    return {"explanation": words, "plan": plan} if words else {"plan": plan}


def take_steps(block: Block, known: set[str]) -> list[TextLine]:
    """Take the steps of a plan from the end of a block: the newest versions print them without a heading.

    Tools print such lines, too: below an output they count where one is in progress, or all of them are ``known``.
    """
    if block.kind not in ("said", "ran", "notice", "mcp_end"):
        return []
    body = block.body
    end = len(body)
    while end and not body[end - 1].text.strip():
        end -= 1
    first = end
    while first and step_of(body[first - 1].text):
        first -= 1
    steps = [step for line in body[first:end] if (step := step_of(line.text))]
    words = {step for _, step in steps}
    if not steps or (block.kind == "ran" and not (words <= known or any(sign == "→" for sign, _ in steps))):
        return []
    known |= words
    taken = body[first:end]
    del body[first:]
    return taken
