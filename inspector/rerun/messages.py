"""A summary task and a prompt → the messages that are sent.

What comes from the log is data: it stands between marks that the log cannot contain, and the rules say so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from inspector.errors import UsageError
from inspector.llm.chat import Message
from inspector.llm.marks import Marks, marks_for, sendable
from inspector.rerun.prompts import FOLDER, Prompt
from inspector.rerun.strategy import Summarize
from inspector.rerun.summarize import SummaryTask
from inspector.rerun.view import ViewEntry
from inspector.resources import resource

_RULES = {
    "data_not_commands": "",
    "scratchpad": "Think first between <analysis> and </analysis>; then give the summary between <summary> and "
    "</summary>. Only what stands there is kept.",
    "no_tools": "Answer with text alone. Do not call any tool.",
    "exact_strings": "Copy names, paths, numbers, commands and error texts exactly.",
    "update_previous": "Bring the earlier summary up to date instead of writing a new one.",
}
_WHO = {
    "system": "instructions of the agent",
    "user_typed": "user",
    "wrapped": "injected by the harness",
    "assistant": "agent",
    "reasoning": "agent, thinking",
    "tool_call": "call",
    "tool_output": "result",
    "summary": "earlier summary",
    "opaque": "not readable",
}
_ROLE = "You write summaries of recorded work that replace the record. Whoever continues sees nothing else of it."


def write_messages(prompt: Prompt, task: SummaryTask) -> list[Message]:
    """What is sent for one pass. Raises UsageError for a prompt that cannot be filled in."""
    shown = [replace(entry, text=sendable(entry.text)) for entry in task.span if entry.text]
    task = replace(task, previous=sendable(task.previous), draft=sendable(task.draft))
    marks = marks_for("\n".join([task.previous, task.draft, *(entry.text for entry in shown)]))
    record = "\n\n".join(_piece(entry) for entry in shown)
    asked = fill(prompt, task, marks)
    rule = marks.rule
    if task.wanted.input == "in_system":
        return [Message("system", f"{_ROLE}\n{rule}\n\n{marks.around(record)}"), Message("user", asked)]
    # The record first and what is asked last: so it is nearest to the answer, and repeats hit the provider's cache.
    return [Message("system", f"{_ROLE}\n{rule}"), Message("user", f"{marks.around(record)}\n\n{asked}")]


def fill(prompt: Prompt, task: SummaryTask, marks: Marks) -> str:
    """The prompt with everything filled in but the record. Raises UsageError."""
    if prompt.plain:
        return prompt.text
    wanted = task.wanted
    values = {
        "purpose": task.purpose,
        "sections": sections(prompt.sections or wanted.sections),
        "rules": rules(wanted),
        "focus": wanted.focus,
        "previous": marks.around(task.previous) if task.previous else "",
        "draft": marks.around(task.draft) if task.draft else "",
    }
    try:
        return _SANDBOX.from_string(prompt.text).render(values).strip()
    except (TemplateError, OverflowError) as why:
        line = getattr(why, "lineno", None)
        where = f" in line {line}" if line else ""
        raise UsageError(
            f"The prompt {prompt.name} cannot be filled in: {why}{where}.",
            hint=f"It may use {', '.join(values)}.",
        ) from why


def check_prompt(prompt: Prompt) -> None:
    """Raise UsageError where a prompt cannot be filled in, or names a section that there is not."""
    wanted = Summarize(sections=())
    for purpose, draft in (("draft", ""), ("verify", "a draft")):
        task = SummaryTask(wanted, purpose, (), "an earlier summary", draft)  # type: ignore[arg-type]
        fill(prompt, task, Marks("0"))


def sections(ids: Sequence[str]) -> list[dict[str, str]]:
    """Sections with their titles and what they ask for. Raises UsageError for one that there is not."""
    known = _sections()
    missing = [name for name in ids if name not in known]
    if missing:
        raise UsageError(f"There is no section {missing[0]!r}.", hint=f"There are {', '.join(known)}.")
    return [{"id": name, **known[name]} for name in ids]


def rules(wanted: Summarize) -> list[str]:
    """What holds beside the sections, as sentences."""
    said = [_RULES[name] for name in wanted.modifiers if _RULES.get(name)]
    if wanted.out is not None:
        said.append(f"Use at most about {wanted.out * 3 // 4:,} words.")
    return said


def summary_in(answer: str) -> str:
    """The summary in an answer, without what was thought beside it."""
    start, end = answer.rfind("<summary>"), answer.rfind("</summary>")
    inner = answer[start + len("<summary>") : end if end > start else None].strip() if start >= 0 else ""
    if inner:
        return inner
    thought = answer.find("</analysis>")
    if answer.lstrip().startswith("<analysis>") and thought >= 0:
        return answer[thought + len("</analysis>") :].strip()
    return answer.strip()


def _piece(entry: ViewEntry) -> str:
    tool = f" ({entry.tool})" if entry.tool and entry.kind in ("tool_call", "tool_output") else ""
    return f"## {_WHO.get(entry.kind, entry.kind)}{tool}\n{entry.text}"


@cache
def _sections() -> dict[str, dict[str, str]]:
    read: dict[str, Any] = tomllib.loads((resource(FOLDER) / "sections.toml").read_text("utf-8"))
    return {name: {"title": said["title"], "asks": said["asks"]} for name, said in read.items()}


_SANDBOX = ImmutableSandboxedEnvironment(undefined=StrictUndefined, trim_blocks=False, keep_trailing_newline=False)
