"""What a person does beside prompts: commands and code of their own, named files, ``/clear``."""

from __future__ import annotations

from typing import Any

from inspector.model import ItemKind, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.pi import sent
from inspector.read.adapters.pi.system import System
from inspector.read.adapters.pi.transformed import Transformed
from inspector.read.values import as_dict, as_int, as_list


class ByHand(Transformed):
    """Reads the messages and entries that these leave; all but commands are oh-my-pi's alone."""

    def _is_oh_my_pi(self) -> None:
        self.build.versions["oh-my-pi"] = None
        self.build.unlogged("date and working directory", "in front of the first message")

    def _ran(self, message: Record) -> None:
        """What the user ran with "!" or "$", told in one message; with "!!" or "$$" the model is not told."""
        enter = message.get("excludeFromContext") is not True
        error = as_int(message.get("exitCode")) not in (None, 0)
        is_code = message.get("role") == "pythonExecution"
        tool, said = ("python", "code") if is_code else ("bash", "command")
        if enter:
            text = sent.python_text(message) if is_code else sent.shell_text(message)
            self.build.add(ItemKind.ATTACHMENT, text, "/message", "shell", tool, error=error, hold=True)
        more: dict[str, Any] = {"tool": tool, "detail": "shell", "enter": False}
        self._text(ItemKind.USER, message, f"/message/{said}", **more)
        self._text(ItemKind.TOOL_RESULT, message, "/message/output", error=error, **more)

    def _mentioned(self, message: Record) -> None:
        """Files that a prompt names (``@file``): behind it in one message, those with a picture in another."""
        files = [as_dict(file) for file in as_list(message.get("files"))]
        for is_picture in (False, True):
            shown = [file for file in files if bool(file.get("image")) is is_picture]
            if shown:
                told = "\n".join(map(sent.file_text, shown))
                parts = [{"type": "text", "text": told}, *(file["image"] for file in shown if is_picture)]
                self.build.add(ItemKind.ATTACHMENT, parts, "/message/files", "file", hold=True)
                self._pictured(parts)

    def _pictured(self, content: Any) -> None:
        """Words may be sent in the place of pictures: a log does not tell which models take none."""
        today = self._told != System() or "oh-my-pi" in self.build.versions
        if today and any(as_dict(part).get("type") == "image" for part in as_list(content)):
            self.build.unlogged("placeholders of pictures", "where a model takes no pictures")

    def _cleared(self, record: Record) -> None:
        """``/clear``: nothing but the system prompt is left of what stood there."""
        self._is_oh_my_pi()
        self._text(ItemKind.EVENT, record, "/type", detail="reset_boundary")
        self._pending.clear()
        self.build.ops.append(Splice(remove=None, insert=self._system))
        self._is_now(self._system)
