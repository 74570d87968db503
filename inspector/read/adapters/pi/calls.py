"""What calls of a model cost, and those that no answer of the work stands for."""

from __future__ import annotations

from inspector.model import Usage
from inspector.read.adapter import Record
from inspector.read.build import Builder
from inspector.read.usage import usage_in
from inspector.read.values import as_dict, as_dollars, as_text


def usage(holder: Record) -> Usage | None:
    """Tokens of one answer; pi's input leaves cached tokens out. All zeros stand for an answer that never came."""
    return usage_in(as_dict(holder.get("usage")), ("input", "cacheRead", "cacheWrite", "output", "reasoning"))


def cost(holder: Record) -> float | None:
    """What pi reckoned an answer to cost, by its own list of prices."""
    return as_dollars(as_dict(as_dict(holder.get("usage")).get("cost")).get("total"))


def beside(build: Builder, kind: str, record: Record) -> None:
    """An entry with tokens of its own: pi sums up, or keeps a cache warm, oh-my-pi chooses an effort."""
    told = usage(record)
    if told:
        purpose = as_text(record.get("kind")) or as_text(record.get("purpose")) or kind
        model = as_text(record.get("model"))
        build.request(f"{build.id} {kind}", model, purpose=purpose, usage=told, cost=cost(record))
