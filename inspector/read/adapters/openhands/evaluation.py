"""Results of OpenHands' evaluations (output.jsonl): one instance a line, each with the events of its run.

Source: OpenHands/benchmarks 4e5469e0 benchmarks/utils/models.py (EvalOutput, V1), legacy/utils/shared.py (V0, also the
older pairs of action and observation); no real file was read; checked 2026-11-20.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspector.model import ItemKind, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.adapters.openhands.conversation import Conversation
from inspector.read.adapters.openhands.trajectory import Trajectory
from inspector.read.build import Builder
from inspector.read.lines import read_lines
from inspector.read.values import as_dict, as_list, as_text

MOST = 200
"""Instances read of one file; a benchmark has up to thousands."""
_START = re.compile(rb'^\{\s*"instance_id"\s*:', re.MULTILINE)
_FIELDS = (b'"test_result"', b'"history"')


def holds_instances(head: bytes) -> bool:
    """Whether a line at the start of a file is an instance; it may be longer than what is looked at."""
    return _START.search(head) is not None and all(field in head for field in _FIELDS)


class Evaluation:
    """Walks the instances one behind the other, each with an empty context."""

    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self.cwd = ""
        self._agent, self._path = agent, path
        self._instances = 0

    def read(self, report: Report) -> None:
        for line in read_lines(self._path, report):
            at = line.at(self._path)
            if self._instances == MOST:
                message = f"The first {MOST} instances are shown; the file holds more."
                self.build.problem(Severity.WARNING, "more-instances", message, at)
                break
            self._instance(line.record, at)

    def _instance(self, record: Record, at: Source) -> None:
        if self._instances:
            self.build.become(())
        self._instances += 1
        history = list(_events(as_list(record.get("history")), at))
        name = as_text(record.get("instance_id"))
        self._event(name, at, "/instance_id", "instance")
        walk: Conversation | Trajectory
        if any("kind" in event for event, _ in history):
            # Its tokens stand beside the events as in the state of a conversation.
            state = {"stats": {"usage_to_metrics": {"": record.get("metrics")}}}
            walk = Conversation(self._agent, self._path, state, self.build)
        else:
            walk = Trajectory(self._agent, str(self._path), self.build, f"{name} ")
        for event, place in history:
            walk.add(event, place)
        walk.close()
        self.cwd = self.cwd or walk.cwd
        self._event(as_text(record.get("error")), at, "/error", "error")

    def _event(self, text: str, at: Source, pointer: str, detail: str) -> None:
        if text:
            self.build.record(at)
            self.build.add(ItemKind.EVENT, text, pointer, detail, error=detail == "error")


def _events(history: list[Any], at: Source) -> Iterator[tuple[Record, Source]]:
    for index, told in enumerate(history):
        pair = isinstance(told, list)
        for number, event in enumerate(told if pair else [told]):
            # The second half of a pair may be missing.
            if as_dict(event):
                yield event, at.inside(f"/history/{index}/{number}" if pair else f"/history/{index}")
