"""The walk over the steps of an ATIF trajectory and of those that continue it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.model import ItemKind, Link, Origin, Source, Usage
from inspector.read.adapter import Record
from inspector.read.build import Builder, noted
from inspector.read.times import as_time
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, is_empty, render

_SUMMARIZATION = re.compile(r"summari[sz]ation", re.IGNORECASE)
_TRIGGERS = {
    "manual": "manual",
    "overflow": "overflow",
    "context_overflow": "overflow",
    "threshold": "auto",
    "auto": "auto",
}
_REPLACED = "The boundary says that it replaces the context; the system prompt is taken to have stayed."
_HANDED_OVER = (
    "By terminus-2's rule the first prompt stayed; what the summarization subagents exchanged stands in their logs."
)
_COPIED = "The copied steps of the continuation are what stayed."


@dataclass(slots=True)
class _Pending:
    """A compaction whose summary the next prompt carries."""

    id: str
    at: Source
    time: str | None
    about: Record
    note: str
    kept: list[int]


class Steps:
    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self.name = ""
        self._said: list[tuple[str, Any, int]] = []
        """Source, message and item of every prompt and answer; looked at where a continuation repeats them."""
        self._pending: _Pending | None = None
        self._model, self._documents = "", 0

    def document(self, document: Record, path: Path) -> None:
        """One file: the first, or a continuation."""
        self._documents += 1
        agent = as_dict(document.get("agent"))
        self.name = self.name or as_text(document.get("session_id")) or as_text(document.get("trajectory_id"))
        self._model = as_text(agent.get("model_name")) or self._model
        self.build.version(agent.get("version"))
        self.build.record(Source(str(path)))
        if self._documents == 1:
            tools = agent.get("tool_definitions")
            self.build.put(ItemKind.INSTRUCTIONS, tools, "/agent/tool_definitions", detail="tools")
        steps = [as_dict(step) for step in as_list(document.get("steps"))]
        copied = sum(1 for step in steps if step.get("is_copied_context") is True) if self._documents > 1 else 0
        if copied:
            self._continued(steps[:copied], path)
        for index, step in enumerate(steps):
            if index >= copied or self._documents == 1:
                self._step(step, f"/steps/{index}")
        for index, child in enumerate(as_list(document.get("subagent_trajectories"))):
            self._child(as_dict(child), f"/subagent_trajectories/{index}")

    def _child(self, document: Record, base: str) -> None:
        """A subagent's trajectory inside its parent's file."""
        self.settle(None)
        name = as_text(document.get("trajectory_id")) or as_text(document.get("session_id")) or base
        model, self._model = self._model, as_text(as_dict(document.get("agent")).get("model_name"))
        self.build.thread = name
        for index, step in enumerate(as_list(document.get("steps"))):
            self._step(as_dict(step), f"{base}/steps/{index}")
        self.build.thread, self._model = "", model

    def _step(self, step: Record, base: str) -> None:
        self.build.time = as_time(step.get("timestamp"))
        if not self.build.thread:
            self.build.seen(self.build.time)
        source = as_text(step.get("source"))
        if ("extra" in step or source == "system") and not self.build.thread and self._boundary(step, base):
            return
        if source == "user":
            self._user(step, base)
        elif source == "agent":
            if self._pending is not None:
                self.settle(None)
            self._agent(step, base)
        elif source == "system":
            began = any(self.build.items[number - 1].kind is not ItemKind.INSTRUCTIONS for number in self.build.context)
            kind = ItemKind.ATTACHMENT if began else ItemKind.INSTRUCTIONS
            detail = "system" if began else "system_prompt"
            self.build.put(kind, step.get("message"), f"{base}/message", detail)
            self._results(step, base)
        else:
            self.build.note_unknown(source)
            self.build.put(ItemKind.EVENT, step, base, detail=source or "unknown")

    def _user(self, step: Record, base: str) -> None:
        message, pointer = step.get("message"), f"{base}/message"
        if self._pending is not None and not self.build.thread:
            self.settle(self.build.put(ItemKind.SUMMARY, message, pointer, "compact_summary", enter=False))
            return
        mine, detail = (Origin.AGENT, "delegated") if self.build.thread else (Origin.HUMAN, "typed")
        number = self.build.put(ItemKind.USER, message, pointer, detail, origin=mine)
        if number and not self.build.thread:
            self._said.append(("user", message, number))

    def _agent(self, step: Record, base: str) -> None:
        draft = None
        if step.get("is_copied_context") is not True and step.get("llm_call_count") != 0:
            model = as_text(step.get("model_name")) or self._model
            name, metrics = f"step {step.get('step_id', base)}", as_dict(step.get("metrics"))
            draft = self.build.request(name, model, usage=_usage(metrics), cost=as_dollars(metrics.get("cost_usd")))
            draft.source = self.build.below(base)
        first = len(self.build.items) + 1
        message = step.get("message")
        if "reasoning_content" in step:
            self.build.put(ItemKind.REASONING, step["reasoning_content"], f"{base}/reasoning_content")
        number = self.build.put(ItemKind.ASSISTANT, message, f"{base}/message")
        if number and not self.build.thread:
            self._said.append(("agent", message, number))
        tools: dict[str, str] = {}
        if "tool_calls" in step:
            for index, call in enumerate(as_list(step["tool_calls"])):
                self._call(as_dict(call), f"{base}/tool_calls/{index}", tools)
        self.build.produced(draft, first)
        if step.get("observation"):
            self._results(step, base, tools)

    def _call(self, call: Record, pointer: str, tools: dict[str, str]) -> None:
        name, call_id = as_text(call.get("function_name")), as_text(call.get("tool_call_id"))
        arguments = call.get("arguments")
        tools[call_id] = name
        key = "arguments" if arguments or arguments not in (None, "", [], {}) else "function_name"
        if not is_empty(call.get(key)):
            self.build.called(call[key], f"{pointer}/{key}", name, call_id, arguments)

    def _results(self, step: Record, base: str, tools: Mapping[str, str] | None = None) -> None:
        kind = ItemKind.ATTACHMENT if tools is None else ItemKind.TOOL_RESULT
        for index, result in enumerate(_results_of(step)):
            call_id = as_text(result.get("source_call_id"))
            pointer, tool = f"{base}/observation/results/{index}/content", (tools or {}).get(call_id, "")
            number = self.build.put(kind, result.get("content"), pointer, tool=tool, call_id=call_id)
            if "subagent_trajectory_ref" in result:
                for ref in as_list(result["subagent_trajectory_ref"]):
                    self._link(as_dict(ref), "subagent", number)

    def _link(self, ref: Record, kind: str, item: int | None, compaction: str = "") -> None:
        told = as_text(ref.get("trajectory_path"))
        name = as_text(ref.get("trajectory_id")) or as_text(ref.get("session_id")) or told
        beside = Path(self.build.at.path).with_name(re.split(r"[/\\]", told)[-1]) if told else None
        path = str(beside) if beside and beside.is_file() else ""
        self.build.links.append(Link(kind, name, told, path, item, compaction))

    def _boundary(self, step: Record, base: str) -> bool:
        """Whether a step is a compaction; it is taken in here if so."""
        extra = as_dict(step.get("extra"))
        managed, about = as_dict(extra.get("context_management")), as_dict(extra.get("compaction"))
        marked = managed.get("type") == "compaction" or managed.get("boundary") == "replace" or bool(about)
        marked = marked or extra.get("compacted") is True
        if not marked and step.get("source") != "system":
            return False
        refs = [as_dict(ref) for told in _results_of(step) for ref in as_list(told.get("subagent_trajectory_ref"))]
        handover = step.get("source") == "system" and bool(refs) and _names_a_summary(step, refs)
        if not (marked or handover):
            return False
        self.settle(None)
        self.build.put(ItemKind.EVENT, step.get("message"), f"{base}/message", detail="compact_boundary")
        name = f"step {step.get('step_id', base)}"
        at = self.build.below(base)
        kept = self.build.standing(ItemKind.INSTRUCTIONS)
        if handover:
            kept += self.build.standing(ItemKind.USER)[:1]
        note = _HANDED_OVER if handover else _REPLACED
        self._pending = _Pending(name, at, self.build.time, about, note, kept)
        for ref in refs:
            self._link(ref, "summarizer" if handover else "subagent", None, name if handover else "")
        if not handover:
            self._told(step, base)
        return True

    def _told(self, step: Record, base: str) -> None:
        """The text that replaces the context, where the boundary itself holds it."""
        for index, result in enumerate(_results_of(step)):
            if render(result.get("content")).strip():
                pointer = f"{base}/observation/results/{index}/content"
                told = result["content"]
                self.settle(self.build.put(ItemKind.SUMMARY, told, pointer, "compact_summary", enter=False))
                return

    def _continued(self, copied: list[Record], path: Path) -> None:
        """A continuation begins: its copied steps are the new context, the items they repeat stay the same."""
        pending, self._pending = self._pending, None
        if pending is None:
            pending = _Pending(path.name, self.build.at, None, {}, _COPIED, [])
        else:
            pending.note = _COPIED
        before, ops = list(self.build.context), len(self.build.ops)
        items = self.build.items
        pending.kept = [number for number in before if items[number - 1].detail == "tools"]
        self.build.context = []
        # The first of those that say the same.
        texts = {(source, render(message)): number for source, message, number in reversed(self._said)}
        for index, step in enumerate(copied):
            known = texts.get((as_text(step.get("source")), render(step.get("message"))))
            if known in before and known is not None:
                pending.kept.append(known)
            elif step.get("source") == "system":
                same = [n for n in before if items[n - 1].detail == "system_prompt" and n not in pending.kept]
                pending.kept += same[:1]
            else:
                first = len(items) + 1
                self._step(step | {"is_copied_context": True}, f"/steps/{index}")
                pending.kept += range(first, len(items) + 1)
        del self.build.ops[ops:]  # the splice lets them in
        self.build.context = before
        self._pending = pending

    def settle(self, summary: int | None) -> None:
        """Write the splice of a compaction that is open, with the summary that followed it or without one."""
        if self._pending is None:
            return
        pending, self._pending = self._pending, None
        notes = [pending.note]
        if summary is None:
            notes.append("Its summary is not in this log.")
        before, after = (as_dict(pending.about.get(key)) for key in ("tokens_before", "tokens_after"))
        record = noted(
            pending.id,
            pending.at,
            "summary",
            _TRIGGERS.get(as_text(pending.about.get("trigger")), "unknown"),
            summary,
            time=pending.time,
            reported_before=_tokens(pending.about.get("tokens_before"), before),
            reported_after=_tokens(pending.about.get("tokens_after"), after),
            notes=tuple(notes),
        )
        self.build.become([*pending.kept, *([summary] if summary else [])], record)


def _results_of(step: Record) -> list[Record]:
    results = as_list(as_dict(step.get("observation")).get("results"))
    return [result if type(result) is dict else {} for result in results]


def _names_a_summary(step: Record, refs: list[Record]) -> bool:
    told = render(step.get("message")) + " ".join(as_text(ref.get("trajectory_path")) for ref in refs)
    return _SUMMARIZATION.search(told) is not None


def _tokens(value: Any, parts: Record) -> int | None:
    told = as_int(value)
    return as_int(parts.get("prompt_tokens_approx", parts.get("prompt_tokens"))) if told is None else told


def _usage(metrics: Record) -> Usage | None:
    """Tokens of a step; the prompt includes what was read from a cache."""
    prompt, cached = as_int(metrics.get("prompt_tokens")), as_int(metrics.get("cached_tokens"))
    thought = as_int(as_dict(metrics["extra"]).get("reasoning_tokens")) if "extra" in metrics else None
    return disjoint(prompt, cached, None, as_int(metrics.get("completion_tokens")), thought)
