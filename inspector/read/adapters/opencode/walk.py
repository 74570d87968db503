"""What the walks over both stores of OpenCode do alike: calls, tools, the human's words in results, relatives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from inspector.model import Origin, Rewind, Severity, Source, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.opencode.nouns import Stored
from inspector.read.build import Builder, RequestDraft
from inspector.read.tools import ToolKind, tool_kind
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text

KILO = "Kilo"
_REFUSED = re.compile(r"with the following feedback: (.+)", re.DOTALL)


class StoreWalk:
    """Walks one session; each store says how it takes in what it holds."""

    def __init__(self, agent: str, stored: Stored, *, hold: bool) -> None:
        self.build = Builder(agent, stored.path, hold=hold)
        self.opening = ""
        self._stored = stored
        self._delegated = bool(as_text(stored.info.get("parentID")))
        self._from: dict[str, int] = {}
        """For each message the operation with which it began."""

    def read(self) -> None:
        """Take in all messages, then what the session says of itself."""
        self._take_in()
        self._revert()
        self._relatives()

    def _take_in(self) -> None:
        raise NotImplementedError

    def _call(self, at: Source, model: str, told: Record, spent: Record) -> RequestDraft:
        """A request: ``told`` has its times and how it ended, ``spent`` its tokens and cost."""
        usage = usage_of(as_dict(spent.get("tokens")))
        draft = self.build.call(self.build.id, model, at, "", self.build.time, usage=usage)
        draft.cost = as_dollars(spent.get("cost"))
        draft.seconds = seconds_in(as_dict(told.get("time")))
        draft.stop = as_text(told.get("finish")) or ("error" if as_dict(told.get("error")) else "")
        return draft

    def _tool(
        self,
        part: Record,
        key: str,
        call_id: str,
        pointer: str = "",
        *,
        enter: bool = True,
        origin: Origin | None = None,
    ) -> int:
        """A tool's call; its name stands at ``key``."""
        name, state = as_text(part.get(key)), as_dict(part.get("state"))
        at = f"{pointer}/state/input" if "input" in state else f"{pointer}/{key}" if name else pointer
        value = state.get("input") if "input" in state else name or part
        told, detail = state.get("input"), "shell" if origin is Origin.HUMAN else ""
        return self.build.called(value, at, name, call_id, told, detail, enter=enter, origin=origin)

    def _feedback(self, why: str, pointer: str, name: str, call_id: str) -> None:
        """What the human said on refusing a permission."""
        refused = _REFUSED.search(why)
        if refused:
            self.build.said(refused[1].strip(), pointer, "feedback", name, call_id, hold=True)

    def _answers(self, holder: Record, pointer: str, name: str, call_id: str) -> None:
        """What the human answered to the questions of a tool that asks some."""
        if tool_kind(name) is not ToolKind.ASK:
            return
        for index, answers in enumerate(as_list(holder.get("answers"))):
            for place, answer in enumerate(as_list(answers)):
                if as_text(answer):
                    self.build.said(answer, f"{pointer}/answers/{index}/{place}", "answer", name, call_id)

    def _revert(self) -> None:
        start = as_text(as_dict(self._stored.info.get("revert")).get("messageID"))
        if start in self._from:
            self.build.ops.append(Rewind(self._from[start] - 1))
            note = f"The messages from {start} on were undone by the user; the next prompt will delete them."
            self.build.problem(Severity.NOTE, "undone", note)

    def _relatives(self) -> None:
        for kind, key in (("parent", "parentID"), ("fork", "forkSessionID")):
            other = as_text(self._stored.info.get(key))
            self.build.link(kind, other, path=self._path_of(other))
        for child in self._stored.children:
            self._subagent(as_text(child.get("id")), as_text(child.get("title")))

    def _subagent(self, session: str, title: str, item: int | None = None) -> None:
        self.build.link("subagent", session, title, self._path_of(session), item)

    def _path_of(self, session: str) -> str:
        return f"{self._stored.path}/{session}" if self.build.hold else ""


def named(holder: Record, keys: Sequence[str]) -> str:
    """The first key that names a file; "" where none does. Its encoded content is no name."""
    return next((key for key in keys if as_text(holder.get(key)) and not holder[key].startswith("data:")), "")


def seconds_in(time: Record) -> float | None:
    """How long something took, by when it was created and completed."""
    begun, ended = as_int(time.get("created")), as_int(time.get("completed"))
    return (ended - begun) / 1000 if begun and ended and ended >= begun else None


def usage_of(tokens: Record) -> Usage | None:
    """Tokens of one step: input leaves out the cache, and output the reasoning. All zeros stand for an aborted one."""
    cache = as_dict(tokens.get("cache"))
    fresh, output, thought = (as_int(tokens.get(key)) for key in ("input", "output", "reasoning"))
    read, written = as_int(cache.get("read")), as_int(cache.get("write"))
    if not any((fresh, output, read, written)):
        return None
    return Usage(fresh, read, written, (output or 0) + (thought or 0), thought)


def product_of(path: Path, version: str) -> str:
    """The fork that wrote a session, where its place or its version tells; "" for OpenCode itself and for others."""
    # OpenCode is at 1 and 2; Kilo counts on from its extension for an editor.
    return KILO if path.name.startswith("kilo") or version.startswith("7.") else ""
