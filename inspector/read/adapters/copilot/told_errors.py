"""What failed tools told the model, where the log holds their error alone: a compaction by hand writes it down."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from inspector.read.adapters.copilot.event import Event, is_driven
from inspector.read.build import Builder
from inspector.read.values import as_dict, as_int, as_list, as_text, parsed, preview


@dataclass(slots=True)
class ToldErrors:
    """Items that have the text of an error, by the ids of their calls, until it is known what was sent."""

    build: Builder
    _open: dict[str, int] = field(default_factory=dict)

    def failed(self, event: Event, call_id: str, number: int, error: str) -> None:
        """A tool failed; its telemetry may say how long what the model was told is."""
        metrics = as_dict(as_dict(event.data.get("toolTelemetry")).get("metrics"))
        told = as_int(metrics.get("resultForLlmLength"))
        if told != len(error) and (told is not None or is_driven(self.build)):
            self._open[call_id] = number

    def learn(self, event: Event) -> None:
        """Take what was sent from a request that the log holds."""
        if not self._open:
            return
        for message in map(as_dict, as_list(parsed(event.data.get("requestMessages")))):
            number = self._open.get(as_text(message.get("tool_call_id")))
            text = as_text(message.get("content"))
            if number is None or not text:
                continue
            del self._open[as_text(message.get("tool_call_id"))]
            item = self.build.items[number - 1]
            self.build.items[number - 1] = replace(item, text=text, preview=preview(text), chars=len(text))

    def finish(self) -> None:
        if self._open:
            self.build.unlogged("what failed tools told the model", "in the place of their errors")
