"""A summary task and a prompt → the messages that are sent.

What comes from the log is data: it stands between marks that the log cannot contain, and the rules say so. Only a
prompt that says its messages itself may ask for the record as messages, which no marks stand around.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, cast

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from inspector.errors import UsageError
from inspector.llm.chat import Message
from inspector.llm.marks import Marks, marks_for, sendable
from inspector.model.run import State
from inspector.rerun.prompt_parts import AS_TEXT, RECORD, Role, joined, parts_of
from inspector.rerun.prompts import FOLDER, Prompt, check_form
from inspector.rerun.strategy import Summarize
from inspector.rerun.summarize import SummaryTask
from inspector.rerun.view import AGENT_KINDS, ViewEntry, written
from inspector.resources import resource

_UNBOUNDED = (
    nodes.Call, nodes.Mul, nodes.Pow, nodes.Mod, nodes.Assign, nodes.AssignBlock, nodes.Macro, nodes.CallBlock,
    nodes.FilterBlock, nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends, nodes.Block,
)  # fmt: skip
_WIDENING = frozenset({"center", "format", "indent", "replace", "wordwrap", "xmlattr", "map", "batch", "slice"})
_LISTS = ("sections", "rules")
_MOST_LISTED = 20
_MOST_TIMES = 20
_SPARE = 100_000
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
_SAID = frozenset({"user_typed", "wrapped", "assistant", "summary"})
"""What a message holds as it is; calls, results and thoughts are fields of their own where an agent sends them."""
_ROLE = "You write summaries of recorded work that replace the record. Whoever continues sees nothing else of it."


def write_messages(prompt: Prompt, task: SummaryTask) -> list[Message]:
    """What is sent for one pass. Raises UsageError for a prompt that cannot be filled in."""
    shown = [replace(entry, text=sendable(entry.text)) for entry in task.span if entry.text]
    task = replace(task, previous=sendable(task.previous), draft=sendable(task.draft))
    marks = marks_for("\n".join([task.previous, task.draft, *(entry.text for entry in shown)]))
    if prompt.messages:
        return _own_messages(prompt, task, _with_earlier(prompt, task, shown), marks)
    record = "\n\n".join(_piece(entry) for entry in _with_earlier(prompt, task, shown))
    asked = fill(prompt, task, marks)
    # The record first and what is asked last: so it is nearest to the answer, and repeats hit the provider's cache.
    return [Message("system", f"{_ROLE}\n{marks.rule}"), Message("user", f"{marks.around(record)}\n\n{asked}")]


def _own_messages(prompt: Prompt, task: SummaryTask, shown: Sequence[ViewEntry], marks: Marks) -> list[Message]:
    """The messages as the prompt says them; of ours is only the rule about the marks, where it uses them."""
    parts = parts_of(prompt.body, prompt.name)
    record = marks.around("\n\n".join(_piece(entry) for entry in shown))
    if "rule" not in _placed(prompt):
        record = f"{marks.rule}\n\n{record}"
    made: list[Message] = []
    for part in parts:
        if part.role == RECORD:
            made += joined([(("assistant" if entry.kind in AGENT_KINDS else "user"), _said(entry)) for entry in shown])
            continue
        if prompt.plain:
            text = AS_TEXT.sub(lambda _: record, part.text)
        else:
            text = _rendered(prompt, part.text, {**_values(prompt, task, marks), "record": record, "rule": marks.rule})
        if text:
            made.append(Message(cast(Role, part.role), text))
    return made


def _with_earlier(prompt: Prompt, task: SummaryTask, shown: Sequence[ViewEntry]) -> list[ViewEntry]:
    """The record, with the earlier summary in front of it where the prompt has no place for that."""
    if not task.previous or "previous" in _placed(prompt):
        return list(shown)
    return [written(task.previous, State.PARAPHRASED, (), ""), *shown]


def fill(prompt: Prompt, task: SummaryTask, marks: Marks) -> str:
    """The prompt with everything filled in but the record. Raises UsageError."""
    return prompt.body if prompt.plain else _rendered(prompt, prompt.text, _values(prompt, task, marks))


def _values(prompt: Prompt, task: SummaryTask, marks: Marks) -> dict[str, object]:
    wanted = task.wanted
    return {
        "purpose": task.purpose,
        "sections": sections(prompt.sections or wanted.sections),
        "rules": rules(wanted),
        "focus": wanted.focus,
        "previous": marks.around(task.previous) if task.previous else "",
        "draft": marks.around(task.draft) if task.draft else "",
    }


def _rendered(prompt: Prompt, text: str, values: Mapping[str, object]) -> str:
    most = _MOST_TIMES * (len(text) + sum(len(value) for value in values.values() if isinstance(value, str))) + _SPARE
    try:
        _check_bounded(_SANDBOX.parse(text))
        made: list[str] = []
        for piece in _SANDBOX.from_string(text).generate(values):
            made.append(piece)
            most -= len(piece)
            if most < 0:
                raise UsageError(f"The prompt {prompt.name} repeats what it is given more than {_MOST_TIMES} times.")
        return "".join(made).strip()
    except (TemplateError, ArithmeticError, LookupError, RecursionError, SyntaxError, TypeError, ValueError) as why:
        line = getattr(why, "lineno", None)
        where = f" in line {line}" if line else ""
        raise UsageError(
            f"The prompt {prompt.name} cannot be filled in: {getattr(why, 'message', None) or why}{where}.",
            hint=f"It may use {', '.join(values)}.",
        ) from why


def _check_bounded(template: nodes.Template) -> None:
    """Raise TemplateError for what may take time or memory without end: a prompt names values, loops and decides."""
    for kind in _UNBOUNDED:
        if (found := template.find(kind)) is not None:
            raise TemplateSyntaxError(f"{kind.__name__.lower()} is nothing that a prompt may use", found.lineno)
    for named in template.find_all(nodes.Filter):
        if named.name in _WIDENING:
            raise TemplateSyntaxError(f"{named.name} is nothing that a prompt may use", named.lineno)
    for loop in template.find_all(nodes.For):
        inner = list(loop.find_all(nodes.For))
        if any(True for one in inner for _ in one.find_all(nodes.For)):
            raise TemplateSyntaxError("loops stand inside each other more than twice", loop.lineno)
        if not (isinstance(loop.iter, nodes.Name) and loop.iter.name in _LISTS) and not (
            isinstance(loop.iter, nodes.List | nodes.Tuple) and len(loop.iter.items) <= _MOST_LISTED
        ):
            raise TemplateSyntaxError(f"a loop may go over {' or '.join(_LISTS)}, or a short list", loop.lineno)


def _placed(prompt: Prompt) -> frozenset[str]:
    """The values that a prompt has a place for; one that cannot be read is refused where it is filled in."""
    if prompt.plain:
        return frozenset()
    try:
        return frozenset(node.name for node in _SANDBOX.parse(prompt.body).find_all(nodes.Name))
    except (TemplateError, RecursionError):
        return frozenset()


def check_prompt(prompt: Prompt) -> None:
    """Raise UsageError where a prompt cannot be filled in, or names a section that there is not."""
    check_form(prompt)
    wanted = Summarize(sections=())
    for purpose, draft in (("draft", ""), ("verify", "a draft")):
        write_messages(prompt, SummaryTask(wanted, purpose, (), "an earlier summary", draft))  # type: ignore[arg-type]


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


def _said(entry: ViewEntry) -> str:
    """An entry as a message has it: what was said as it is, anything else under its name."""
    return entry.text if entry.kind in _SAID else _piece(entry)


def _piece(entry: ViewEntry) -> str:
    tool = f" ({entry.tool})" if entry.tool and entry.kind in ("tool_call", "tool_output") else ""
    return f"## {_WHO.get(entry.kind, entry.kind)}{tool}\n{entry.text}"


@cache
def _sections() -> dict[str, dict[str, str]]:
    read: dict[str, Any] = tomllib.loads((resource(FOLDER) / "sections.toml").read_text("utf-8"))
    return {name: {"title": said["title"], "asks": said["asks"]} for name, said in read.items()}


_SANDBOX = ImmutableSandboxedEnvironment(undefined=StrictUndefined, trim_blocks=False, keep_trailing_newline=False)
