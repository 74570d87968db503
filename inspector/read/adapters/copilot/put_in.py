"""What Copilot sends beside what was typed and answered, put together again from what its events tell of it.

What failed tools told the model a compaction by hand writes down; elsewhere the log holds their error alone.
The forms are those of 1.0.102, as its requests were seen to have them (2026-11-28).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from inspector.model import ItemKind, Origin
from inspector.read.adapter import Record
from inspector.read.adapters.copilot.event import Event, is_driven
from inspector.read.build import Builder
from inspector.read.values import as_dict, as_int, as_list, as_text, parsed, preview

_SHELL = (
    "<user_shell_command_output>\nThe user executed a shell command directly in their terminal ({code})."
    "\n\nCommand:\n{command}\n\nOutput:\n{output}\n</user_shell_command_output>"
)
_FILES = "<tagged_files>\n{}\n</tagged_files>"


@dataclass(slots=True)
class PutIn:
    """The commands that a person ran and the skills that were loaded, until what is sent of them stands in the log."""

    build: Builder
    _commands: dict[str, str] = field(default_factory=dict)
    _skills: dict[str, str] = field(default_factory=dict)

    def learn(self, event: Event) -> None:
        """Take in an event of which a part is sent later."""
        if event.kind == "tool.user_requested":
            command = as_text(as_dict(event.data.get("arguments")).get("command"))
            self._commands[as_text(event.data.get("toolCallId"))] = command
        elif event.kind == "skill.invoked":
            self._skills[f"skill-{as_text(event.data.get('name'))}"] = as_text(event.data.get("content"))

    def skill(self, event: Event) -> bool:
        """Put a skill in where the event says that it was; whether the log holds its text."""
        text = self._skills.get(as_text(event.data.get("source")))
        if event.kind != "skill.context_delivered_ref" or text is None:
            return False
        whole = f"{as_text(event.data.get('prefix'))}{text}{as_text(event.data.get('suffix'))}"
        self.build.add(ItemKind.ATTACHMENT, whole, "", "skill", hold=True)
        return True

    def shell(self, data: Record) -> bool:
        """Put in what a command of the person printed; whether it is one whose form is known."""
        command = self._commands.get(as_text(data.get("toolCallId")))
        code = as_int(as_dict(data.get("shellExecution")).get("exitCode"))
        if data.get("isUserRequested") is not True or command is None or code is None or not is_driven(self.build):
            return False
        told = as_text(as_dict(data.get("result")).get("content")) or as_text(as_dict(data.get("error")).get("message"))
        how = "non-zero exit code" if code else "exit code 0"
        text = _SHELL.format(code=how, command=command, output=told)
        self.build.add(ItemKind.USER, text, "", "shell", hold=True, origin=Origin.HUMAN)
        return True

    def files(self, data: Record) -> None:
        """Put in the list of files that a prompt names, where the log has it."""
        told = [as_text(as_dict(one).get("taggedFilesEntry")) for one in as_list(data.get("attachments"))]
        entries = [one for one in told if one]
        if entries:
            self.build.add(ItemKind.ATTACHMENT, _FILES.format("\n".join(entries)), "", "file", hold=True)


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
        """The log is over."""
        if self._open:
            self.build.unlogged("what failed tools told the model", "in the place of their errors")
