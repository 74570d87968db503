"""Whose words a text in a task holds: the human's stand in tags, between what the extension puts around them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from inspector.model import ItemKind
from inspector.read.adapters.cline.calls import parsed
from inspector.read.tools import ToolKind, headline, tool_kind
from inspector.read.values import as_text

_HEADER = re.compile(r"\[([\w.-]+)(?: for '.*?'| to .*?)?\] Result:[ \t]*\n?", re.DOTALL)
_WORDS = re.compile(r"<(task|feedback|answer|user_message)>\n?(.*?)\n?</\1>", re.DOTALL)
_CONTINUED = "This session is being continued from a previous conversation"
ENVIRONMENT = "<environment_details>"
_FRAMES = (
    "<task>",
    "<feedback>",
    "<answer>",
    "<user_message>",
    "<explicit_instructions",
    "The user has provided feedback",
    "The user provided the following feedback",
    "The user denied this operation and provided",
    "The user approved this operation and provided",
    "You seem to be having trouble proceeding",
    "New message to respond to",
    "New instructions for task continuation",
    "[TASK RESUMPTION]",
    "[The user has switched",
)
_HARNESS = {
    ENVIRONMENT: "environment",
    "[TASK RESUMPTION]": "resume",
    '<explicit_instructions type="summarize_task"': "summarize_task",
    "<explicit_instructions": "command",
    "[ERROR]": "reminder",
    "[The user has switched": "mode",
    "[[NOTE]": "notice",
    "[NOTE]": "notice",
    "(The user did not provide a new message": "resume",
    "<file_content": "file",
    "<folder_content": "file",
    "<system-reminder>": "reminder",
    "# TODO LIST": "reminder",
    "# Task Progress": "reminder",
    "Files attached by the user": "file",
    "[Continue assisting the user!]": "notice",
}
_HARNESS_MARKS = tuple(_HARNESS)
_FILES = "<file_content path="
_LONGEST_TYPED = 100_000
_ARGUMENTS = 600
"""Characters in which the argument stands that matters for a headline."""
_MOST_AHEAD = 400
"""The sentence in front of the human's words is never longer; tags elsewhere in a result are the file's own."""
# At the start of a line; the sign comes first, as it is looked for much faster than a line's start.
_CALL = re.compile(r"<(?<![^\n]<)([a-z][a-z_]*)>(?:\s*$|(?=\s*<[a-z_]+>))", re.MULTILINE)
_OPENING = re.compile(r"<(\w+)>")
_OTHER_TOOLS = frozenset(
    "use_mcp_tool access_mcp_resource attempt_completion load_mcp_documentation switch_mode summarize_task condense "
    "new_rule report_bug list_code_definition_names plan_mode_response fetch_instructions generate_explanation "
    "run_slash_command".split()
)


class Part(NamedTuple):
    """A stretch of a text that is one item."""

    kind: ItemKind
    text: str
    detail: str = ""
    tool: str = ""
    headline: str = ""


def in_user_text(text: str, tool: str, said: Collection[str]) -> list[Part]:
    """What a text in the user's name holds. ``tool`` is whose result the texts before it began, or "".

    ``said`` are the human's words as the window showed them, for texts that have no tags.
    """
    if text.startswith(ENVIRONMENT):
        return [Part(ItemKind.ATTACHMENT, text, "environment")]
    head = text[:2000].lstrip()
    header = _header(head)
    if header:
        start = text.index("[") + header.end()
        rest = _in_result(text[start:], header[1])
        # The header is a line of its own, or the start of the result.
        if rest and rest[0].kind is ItemKind.TOOL_RESULT:
            return [rest[0]._replace(text=text[:start] + rest[0].text), *rest[1:]]
        return [Part(ItemKind.TOOL_RESULT, text[:start], tool=header[1]), *rest]
    if _CONTINUED in head[:_MOST_AHEAD]:
        return list(_summary(text))
    if head.startswith(_FRAMES):
        return _framed(text, tool)
    detail = harness_detail(head)
    if detail:
        return [Part(ItemKind.ATTACHMENT, text, detail)]
    if said and len(text) < _LONGEST_TYPED and text.strip() in said:
        return [Part(ItemKind.USER, text, "typed")]
    if tool:
        return _in_result(text, tool)
    return [Part(ItemKind.ATTACHMENT, text, "other")]


def tool_of(text: str) -> str:
    """The tool whose result a text begins, or ""."""
    header = _header(text[:2000].lstrip())
    return header[1] if header else ""


def _header(head: str) -> re.Match[str] | None:
    return _HEADER.match(head) if head.startswith("[") and "] Result:" in head else None


def _in_result(text: str, tool: str) -> list[Part]:
    """A tool's result, with the human's words where they said something to it."""
    if not text or text.isspace():
        return []
    if _CONTINUED in text[:_MOST_AHEAD]:
        return list(_summary(text))
    if text[:200].lstrip().startswith(_FRAMES):
        return _framed(text, tool)
    if text.startswith('{"status"') and '"feedback"' in text:
        return [Part(ItemKind.TOOL_RESULT, text, tool=tool), *_noted(text)]
    place = text.rfind("<feedback>")
    ahead = text[max(0, place - _MOST_AHEAD) : place]
    if place > 0 and "user" in ahead and "provided" in ahead:
        start = max(text.rfind("\n", 0, text.rfind("provided", 0, place)), 0)
        return [Part(ItemKind.TOOL_RESULT, text[:start], tool=tool), *_framed(text[start:], tool)]
    return [Part(ItemKind.TOOL_RESULT, text, tool=tool)]


def _noted(text: str) -> Iterator[Part]:
    """The human's words in a result that is written as JSON: part of it, not beside it."""
    said = as_text(parsed(text).get("feedback"))
    if said.strip():
        yield Part(ItemKind.USER, said, "feedback")


def harness_detail(text: str) -> str:
    """How a text of the harness came in, or "" where it is not known to be one."""
    start = text[:200].lstrip()
    if not start.startswith(_HARNESS_MARKS):
        return ""
    return next(what for mark, what in _HARNESS.items() if start.startswith(mark))


def _summary(text: str) -> Iterator[Part]:
    """The summary that a task goes on from, and the files that were read again behind it."""
    place = text.find(_FILES)
    files = text[place:] if place >= 0 else ""
    yield Part(ItemKind.SUMMARY, text[: len(text) - len(files)], "compact_summary")
    if files:
        yield Part(ItemKind.ATTACHMENT, files, "file")


def _framed(text: str, tool: str) -> list[Part]:
    """The human's words in their tags, and what stands around them."""
    parts: list[Part] = []
    end = 0
    for words in _WORDS.finditer(text):
        if words.start() < end or (parts and words.start() - end > _MOST_AHEAD):
            break  # tags further on are those of a file
        parts += _around(text[end : words.start()])
        if words[2].strip():
            parts.append(Part(ItemKind.USER, words[2], _how(words[1], text[end : words.start()], tool)))
        end = words.end()
    return parts + _around(text[end:])


def _around(text: str) -> list[Part]:
    stripped = text.strip()
    if not stripped:
        return []
    return [Part(ItemKind.ATTACHMENT, text, harness_detail(stripped) or "frame")]


def _how(tag: str, ahead: str, tool: str) -> str:
    """How words came in. After a result is presented, and in plan mode, what is said is the next prompt."""
    if tag == "answer" or tool_kind(tool) is ToolKind.ASK:
        return "answer"
    if tag == "feedback" and tool != "attempt_completion" and "feedback on the results" not in ahead:
        return "feedback"
    return "typed"


def in_answer(text: str) -> list[Part]:
    """What the model wrote: prose, thinking in tags, and calls of tools where these are written in tags."""
    parts: list[Part] = []
    end = 0
    for opening in _CALL.finditer(text):
        name = opening[1]
        if opening.start() < end or not (name == "thinking" or _is_tool(name)):
            continue
        closing = text.find(f"</{name}>", opening.end())
        after = closing + len(name) + 3 if closing >= 0 else len(text)
        parts += _prose(text[end : opening.start()])
        parts.append(_tagged(name, text[opening.start() : after]))
        end = after
    return parts + _prose(text[end:])


@lru_cache(maxsize=256)
def _is_tool(name: str) -> bool:
    return name in _OTHER_TOOLS or ("_" in name and tool_kind(name) is not ToolKind.OTHER)


def _tagged(name: str, text: str) -> Part:
    if name == "thinking":
        return Part(ItemKind.REASONING, text)
    line = headline(name, _arguments(text[len(name) + 2 :][:_ARGUMENTS]))
    return Part(ItemKind.TOOL_CALL, text, "", name, line)


def _arguments(text: str) -> dict[str, str]:
    """What stands in tags, one behind the other; inside a value tags are the value's own."""
    found: dict[str, str] = {}
    place = 0
    while opening := _OPENING.search(text, place):
        name, place = opening[1], opening.end()
        end = text.find(f"</{name}>", place)
        if end >= 0:
            found[name] = text[place:end].removeprefix("\n").removesuffix("\n")
            place = end + len(name) + 3
    return found


def _prose(text: str) -> list[Part]:
    if not text or text.isspace():
        return []
    if text[:200].lstrip().startswith("[Response interrupted by"):
        return [Part(ItemKind.ATTACHMENT, text, "notice")]
    return [Part(ItemKind.ASSISTANT, text)]
