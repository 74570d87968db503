"""Tokens of OpenHands requests, as LiteLLM tells them."""

from __future__ import annotations

from typing import NamedTuple

from inspector.model import Usage
from inspector.read.adapter import Record
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_seconds, as_text


class Told(NamedTuple):
    """One request as the statistics of a conversation have it."""

    usage: Usage
    model: str
    limit: int | None
    seconds: float | None
    cost: float | None


class Statistics:
    """The requests in ``base_state.json``, by response; the condenser's own in order, too."""

    def __init__(self, state: Record) -> None:
        self.by_response: dict[str, Told] = {}
        self.condenser: list[tuple[str, Told]] = []
        stats = as_dict(state.get("stats"))
        groups = as_dict(stats.get("usage_to_metrics") or stats.get("service_to_metrics"))
        for name, metrics in groups.items():
            self._group(name, as_dict(metrics))

    def _group(self, name: str, metrics: Record) -> None:
        waits = {
            as_text(wait.get("response_id")): wait.get("latency")
            for wait in map(as_dict, as_list(metrics.get("response_latencies")))
        }
        rows, costs = as_list(metrics.get("token_usages")), as_list(metrics.get("costs"))
        # A cost does not name its response; only where each has one, they stand in the same order.
        paid = [as_dict(cost).get("cost") for cost in costs] if len(costs) == len(rows) else [None] * len(rows)
        for row, cost in zip(map(as_dict, rows), map(as_dollars, paid), strict=True):
            used = usage(row)
            response = as_text(row.get("response_id"))
            if used is None or not response:
                continue
            wait = waits.get(response)
            seconds = as_seconds(wait)
            told = Told(used, as_text(row.get("model")), as_int(row.get("context_window")) or None, seconds, cost)
            self.by_response[response] = told
            if "condenser" in name:
                self.condenser.append((response, told))


def usage(row: Record) -> Usage | None:
    """Tokens in OpenHands' own words, which it takes from LiteLLM."""
    keys = ("prompt_tokens", "cache_read_tokens", "cache_write_tokens", "completion_tokens", "reasoning_tokens")
    return disjoint(*(as_int(row.get(key)) for key in keys))


def spent(row: Record, before: Record | None) -> Usage | None:
    """Tokens of the requests between two running totals; None where there is no earlier one or it was reset."""
    if before is None:
        return None
    keys = ("prompt_tokens", "completion_tokens", "cache_read_tokens", "cache_write_tokens")
    grown: Record = {}
    for key in keys:
        now, then = as_int(row.get(key)), as_int(before.get(key))
        if now is None or then is None or now < then:
            return None
        grown[key] = now - then
    return usage(grown)
