"""Contents and parts of the Gemini API, as the agents built on it log them: what each part is to the model.

A content is ``{role, parts}``; a part holds text, a thought, a function's call or its response, or media.
Source: googleapis/js-genai src/types.ts (Content, Part, GenerateContentResponseUsageMetadata), checked 2026-11-20.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.model import ItemKind, Origin, Usage
from inspector.read.drafts import Piece
from inspector.read.tools import ToolKind, headline, tool_kind
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_int, as_list, as_text, parsed
from inspector.read.voices import NOTICES

SNAPSHOT = "<state_snapshot>"
STATE = '{"active_tasks":'
"""How the state begins that Gemini CLI's context manager puts in the place of history."""
ACKNOWLEDGEMENT = "Got it. Thanks for the additional context!"
_SHORT = 100
_TOKENS = "promptTokenCount cachedContentTokenCount candidatesTokenCount thoughtsTokenCount totalTokenCount".split()
_FILES = "--- Content from referenced files ---"
_RAN = "I ran the following shell command:\n```sh\n"
_HARNESS = {
    "<system-reminder>": "reminder",
    "<hook_context>": "hook",
    "<qwen:user-prompt-submit-context>": "hook",
    "<session_context>": "environment",
    "<loaded_context>": "environment",
    "This is the Gemini CLI.": "environment",
    "This is the Qwen Code.": "environment",
    "This is Qwen Code.": "environment",
    "System: ": "reminder",
    "[System: You ": "reminder",
    **dict.fromkeys(NOTICES, "notification"),
    _FILES: "file",
}
_HARNESS_MARKS = tuple(_HARNESS)
# Gemini CLI 0.61.0, where a person sends a plan back with words.
_REJECTED = re.compile(r"Plan rejected\. User feedback: (.+?)\n\nThe plan is stored at: ", re.DOTALL)


def pieces(content: Any, pointer: str, role: str) -> list[Piece]:
    """What a string, a part or a list of parts holds; ``role`` is user or model."""
    if not isinstance(content, list):
        return _part(content, _text_of(content), pointer, role, files=False)
    found: list[Piece] = []
    files = False
    for index, part in enumerate(content):
        text = _text_of(part)
        files = files or text.lstrip().startswith(_FILES)
        found += _part(part, text, f"{pointer}/{index}", role, files)
    return found


def _text_of(part: Any) -> str:
    if isinstance(part, str):
        return part
    return as_text(part.get("text")) if isinstance(part, dict) else ""


def _part(part: Any, text: str, pointer: str, role: str, files: bool) -> list[Piece]:
    if text:
        return [_text(part, text, pointer if isinstance(part, str) else f"{pointer}/text", role, files)]
    if not isinstance(part, dict):
        return []
    if isinstance(part.get("functionCall"), dict):
        return [call(part["functionCall"], f"{pointer}/functionCall")]
    if isinstance(part.get("functionResponse"), dict):
        return response(part["functionResponse"], f"{pointer}/functionResponse")
    kind, origin = (ItemKind.ASSISTANT, Origin.AGENT) if role == "model" else (ItemKind.ATTACHMENT, Origin.HARNESS)
    if isinstance(part.get("inlineData"), dict):
        media = {"type": "image", "source": {"data": as_text(part["inlineData"].get("data"))}}
        return [Piece(kind, origin, media, f"{pointer}/inlineData", "media", hold=True)]
    if part and not (set(part) <= {"text", "thought", "thoughtSignature"}):
        return [Piece(kind, origin, part, pointer, next(iter(part))[:40])]
    return []


def _text(part: Any, text: str, pointer: str, role: str, files: bool) -> Piece:
    if role == "model":
        if isinstance(part, dict) and part.get("thought"):
            return Piece(ItemKind.REASONING, Origin.AGENT, text, pointer)
        if len(text) < _SHORT and text.strip() == ACKNOWLEDGEMENT:
            return Piece(ItemKind.ATTACHMENT, Origin.HARNESS, text, pointer, "acknowledgement")
        return Piece(ItemKind.ASSISTANT, Origin.AGENT, text, pointer)
    start = text.lstrip()
    # On a line of its own: the prompt for a snapshot only speaks of it.
    if start.startswith((SNAPSHOT, STATE)) or f"\n{SNAPSHOT}" in start[:2000]:
        return Piece(ItemKind.SUMMARY, Origin.HARNESS, text, pointer, "compact_summary")
    if files or start.startswith(_HARNESS_MARKS):
        detail = "file" if files else next(what for mark, what in _HARNESS.items() if start.startswith(mark))
        return Piece(ItemKind.ATTACHMENT, Origin.HARNESS, text, pointer, detail)
    if start.startswith(_RAN):
        return Piece(ItemKind.USER, Origin.HUMAN, text, pointer, "shell")
    # A path such as /usr/bin is no command.
    command = start.startswith("/") and "/" not in start[1:].split(None, 1)[0] if len(start) > 1 else False
    return Piece(ItemKind.USER, Origin.HUMAN, text, pointer, "command" if command else "typed")


def call(called: Mapping[str, Any], pointer: str) -> Piece:
    """A function's call; ``called`` has its name, arguments and id."""
    name, args = as_text(called.get("name")), called.get("args")
    key = "args" if "args" in called else "name" if "name" in called else ""
    value, place = (called[key], f"{pointer}/{key}") if key else (called, pointer)
    call_id = as_text(called.get("id"))
    return Piece(ItemKind.TOOL_CALL, Origin.AGENT, value, place, "", name, call_id, headline(name, args))


def response(answered: Mapping[str, Any], pointer: str) -> list[Piece]:
    """A function's response, and the human's words in it where it asked them something."""
    name, call_id = as_text(answered.get("name")), as_text(answered.get("id"))
    kind, told = ItemKind.TOOL_RESULT, answered.get("response")
    fields = as_dict(told)
    for key in ("output", "error", "content", "result"):
        value = fields.get(key)
        if value not in (None, "", []):
            place = f"{pointer}/response/{key}"
            found = Piece(kind, Origin.TOOL, value, place, "", name, call_id, error=key == "error")
            return [found, *_answers(name, value, place, call_id)]
    if "response" in answered:
        return [Piece(kind, Origin.TOOL, told, f"{pointer}/response", "", name, call_id)]
    return []


def _answers(name: str, output: Any, pointer: str, call_id: str) -> Iterator[Piece]:
    words: list[tuple[Any, str]] = []
    if tool_kind(name) is ToolKind.ASK:
        words = [(said, "answer") for said in as_dict(as_dict(parsed(output)).get("answers")).values()]
    elif name == "exit_plan_mode" and (rejected := _REJECTED.match(as_text(output))):
        words = [(rejected[1], "plan_feedback")]
    for said, detail in words:
        if as_text(said).strip():
            yield Piece(ItemKind.USER, Origin.HUMAN, said, pointer, detail, "", call_id, hold=True, enter=False)


def usage(told: Mapping[str, Any], names: Sequence[str] = _TOKENS) -> Usage | None:
    """Tokens of a request; ``names`` are its keys for prompt, cached, output, thoughts and total, else the API's own.

    The prompt includes what was cached. Whether the output includes the thoughts differs between the services that
    speak this API; the total tells. All zeros are written where no usage came.
    """
    prompt, cached, output, thoughts, total = [as_int(told.get(name)) for name in names]
    if not prompt and not output:
        return None
    if output is not None and thoughts and total != (prompt or 0) + output:
        output += thoughts
    return disjoint(prompt, cached, None, output, thoughts)


def contents(history: Any, pointer: str) -> Iterator[Piece]:
    """Everything in a list of contents, in order."""
    for index, content in enumerate(as_list(history)):
        content = as_dict(content)
        role = as_text(content.get("role")) or "user"
        yield from pieces(content.get("parts"), f"{pointer}/{index}/parts", role)
