"""A provider's own compaction: the context as its own messages, and what comes back as a summary and what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson

from inspector.llm.anthropic_compact import LEAST
from inspector.llm.chat import Message
from inspector.llm.keys import lacks_key
from inspector.llm.litellm_chat import provider_of
from inspector.llm.marks import Marks, sendable
from inspector.model.run import State
from inspector.rerun.messages import fill
from inspector.rerun.prompts import Prompt
from inspector.rerun.summarize import SummaryAnswer, SummaryTask
from inspector.rerun.view import ViewEntry, written

NATIVE_LONGEST = 16_000
"""Tokens that a provider's summary may have."""
_NAMES = {"anthropic": "Anthropic", "openai": "OpenAI"}
_LEFT_OUT = frozenset({"system", "reasoning", "opaque"})
"""Instructions go where the provider has them; thoughts can only be sent back with a signature that no log holds."""


def native_problem(provider: str, model: str) -> str:
    """Why a model cannot be asked for a provider's own compaction, in a sentence; "" where it can."""
    if provider == "codex":
        return "Only Codex itself can ask its service for this compaction; there is nothing to ask from here."
    name = _NAMES[provider]
    if "@http" in model:
        # A server by its address may offer the same; it says so itself when it does not.
        return ""
    if not model or ":" in model.split("/", 1)[0] or provider_of(model) != provider:
        return f"Its summary is written by {name} alone: choose a model {provider}/… and have a key of {name}."
    return lacks_key(provider)


def too_small(provider: str, model: str, tokens: int) -> str:
    """Why a context is sure not to be compacted; "" where it may be: tokens are estimated, so a fifth is left open."""
    if provider != "anthropic" or "@http" in model or tokens >= 0.8 * LEAST:
        return ""
    return f"Anthropic compacts from {LEAST:,} tokens on, and this context has about {tokens:,}."


def native_messages(task: SummaryTask, instructions: str) -> list[Message]:
    """The context in order, calls beside their results, and last the question for a compaction.

    A call whose result does not follow, and a result without its call, are sent as text: providers refuse them
    otherwise. A user speaks first and last, as Anthropic asks.
    """
    system = [Message("system", sendable(entry.text)) for entry in task.system if entry.text]
    body = paired([message for entry in task.span if (message := _message(entry)) is not None])
    if not body or body[0].role != "user":
        body.insert(0, Message("user", "(The record begins here.)"))
    if body[-1].role != "user":
        body.append(Message("user", "Go on."))
    return [*system, *body, Message("user", instructions, "compaction", task.wanted.native)]


def native_instructions(task: SummaryTask, prompt: Prompt | None) -> str:
    """What the user asks of the summary: the chosen prompt, or what to preserve; "" for the provider's own way."""
    if prompt is not None:
        return fill(prompt, task, Marks("0"))
    if task.wanted.focus:
        # Whole as it stands: one source says that it is added to the provider's prompt, another that it replaces it.
        return (
            f"Summarise the work so that it can go on from the summary alone. Preserve above all: {task.wanted.focus}"
        )
    return ""


def native_answer(answer: SummaryAnswer, task: SummaryTask, sent: Sequence[Message]) -> SummaryAnswer:
    """The answer with what was kept. OpenAI's are items: messages stay as they are, the rest cannot be read."""
    if task.wanted.native == "anthropic":
        return answer
    items: list[dict[str, Any]] = orjson.loads(answer.text)
    entries = [entry for entry in task.span if _message(entry) is not None]
    opening = next(place for place, message in enumerate(sent) if message.role != "system")
    opening += sent[opening].text == "(The record begins here.)"
    texts = [(message.role, message.text) for message in sent[opening : opening + len(entries)]]
    kept, start = [], 0
    for item in items:
        if item.get("type", "message") != "message":
            continue
        said = (str(item.get("role")), _text_of(item.get("content")))
        place = next((at for at in range(start, len(texts)) if texts[at] == said), None)
        if place is None:
            kept.append(written(said[1], State.SYNTHETIC, (), "returned by the provider", kind="wrapped"))
        else:
            kept.append(entries[place])
            start = place + 1
    return replace(answer, text="", opaque=True, kept=tuple(kept))


def native_notes(task: SummaryTask) -> list[str]:
    """What has to be said of a compaction that was asked for from a log."""
    notes = ["Tools were sent by name alone: the log does not hold how each is called."]
    if any(entry.kind == "reasoning" for entry in task.span):
        notes.append("The agent's thoughts were left out: a provider takes only those that it signed.")
    if task.wanted.native == "openai":
        notes.append("The provider's summary can be read by the provider alone; its tokens are not counted here.")
    return notes


def paired(messages: Sequence[Message]) -> list[Message]:
    """The messages with those calls and results as text that do not stand one behind the other."""
    groups: list[int] = []
    for place, message in enumerate(messages):
        changed = place > 0 and message.role != messages[place - 1].role
        groups.append(groups[-1] + changed if groups else 0)
    calls: dict[str, int] = {}
    whole: set[str] = set()
    twice: set[str] = set()
    for message, group in zip(messages, groups, strict=True):
        seen = calls if message.part == "tool_call" else whole
        if message.part != "text" and message.call_id in seen:
            twice.add(message.call_id)
        if message.part == "tool_call":
            calls[message.call_id] = group
        elif message.part == "tool_result" and message.call_id and calls.get(message.call_id) == group - 1:
            whole.add(message.call_id)
    good = whole - twice
    return [one if one.part == "text" or one.call_id in good else Message(one.role, one.text) for one in messages]


def _message(entry: ViewEntry) -> Message | None:
    text = sendable(entry.text)
    if not text.strip() or entry.kind in _LEFT_OUT:
        return None
    if entry.kind in ("tool_call", "tool_output") and entry.call_id and entry.tool and not entry.loose:
        if entry.kind == "tool_call":
            return Message("assistant", text, "tool_call", entry.tool, entry.call_id)
        return Message("user", text, "tool_result", entry.tool, entry.call_id)
    return Message("assistant" if entry.kind in ("assistant", "tool_call") else "user", text)


def _text_of(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(str(part["text"]) for part in parts if isinstance(part, dict) and "text" in part)
