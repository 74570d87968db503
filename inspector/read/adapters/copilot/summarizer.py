"""The calls of the summarizer, as the log of a compaction tells them: those that a person asks for write them down.

Each has the whole request, with what was asked of the model at its end; what failed has it, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model import ItemKind, Source, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.copilot.event import Event
from inspector.read.build import Builder
from inspector.read.usage import response_usage
from inspector.read.values import as_dict, as_int, as_list, as_text, parsed

_PREFIX = "model."
_STARTED, _WORKED, _FAILED = "model.model_call_started", "model.model_call_success", "model.model_call_failure"


@dataclass(slots=True)
class Attempt:
    id: str
    at: Source
    time: str | None
    worked: bool = False
    model: str = ""
    seconds: float | None = None
    usage: Usage | None = None
    error: str = ""


class Summarizer:
    """Collects the calls for the compaction that is under way."""

    def __init__(self, build: Builder) -> None:
        self._build = build
        self._calls: list[Attempt] = []
        self._prompt: int | None = None
        self._begun: str | None = None

    def take(self, event: Event) -> bool:
        """Note what an event tells of a call; whether it tells of one at all."""
        if event.kind == _STARTED:
            self._begun = event.time
        elif event.kind in (_WORKED, _FAILED):
            self._call(event)
        return event.kind.startswith(_PREFIX)

    def told(self) -> tuple[list[Attempt], int | None]:
        """The calls of a compaction that is over, and the item of what they were asked."""
        calls, prompt = self._calls, self._prompt
        self._calls, self._prompt, self._begun = [], None, None
        return calls, prompt

    def _call(self, event: Event) -> None:
        data, call = event.data, as_dict(event.data.get("modelCall"))
        took = as_int(data.get("modelCallDurationMs"))
        worked = event.kind == _WORKED
        self._calls.append(
            Attempt(
                as_text(call.get("api_id")) or event.id,
                event.at,
                self._begun or event.time,
                worked,
                as_text(call.get("model")),
                None if took is None else took / 1000,
                response_usage(as_dict(data.get("responseUsage"))),
                "" if worked else _reason(call),
            )
        )
        self._begun = None
        if self._prompt is None:
            asked = as_dict((as_list(parsed(data.get("requestMessages"))) or [None])[-1])
            if asked.get("role") == "user" and as_text(asked.get("content")):
                self._prompt = self._build.add(
                    ItemKind.EVENT, asked["content"], "/data/requestMessages", "summarizer_prompt", hold=True
                )


def _reason(call: Record) -> str:
    """Why a call failed, in the words of whoever answered."""
    error = call.get("error")
    told = as_dict(parsed(error) if isinstance(error, str) else error)
    words = as_text(told.get("message")) or as_text(error) or as_text(call.get("errorType"))
    status = as_int(call.get("status"))
    return f"{status} {words}".strip() if status else words
