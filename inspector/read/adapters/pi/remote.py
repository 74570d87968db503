"""What a person did beside prompts, and histories that a provider compacted: read on top of what was transformed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from inspector.model import ItemKind, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.pi import sent
from inspector.read.adapters.pi.transformed import Transformed
from inspector.read.adapters.pi.tree import System
from inspector.read.values import as_dict, as_int, as_list, as_text, preview, render


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


_NOT_READABLE = "summary, encrypted: not readable"
_PLACE = "/preserveData/openaiRemoteCompaction/replacementHistory"


def replacement(record: Record) -> list[Any]:
    """The list that is sent for what was compacted; empty where the provider made no such one."""
    kept = as_dict(as_dict(record.get("preserveData")).get("openaiRemoteCompaction"))
    return as_list(kept.get("replacementHistory"))


def _told(part: Any) -> Any:
    # A call has no content: it is shown as it stands.
    return as_dict(part).get("content", part)


def _known_by(part: Any) -> tuple[int, str]:
    text = render(_told(part))
    return len(text), preview(text)


class Remote(ByHand):
    """Takes in such a compaction. Its ``summary`` is a sentence for the person's screen, which no model is sent, and
    its first kept entry is not kept: the list stands for all up to there."""

    def _sealed(self, record: Record, history: list[Any]) -> None:
        self._is_oh_my_pi()
        items, new, summary = self.build.items, list(self._system), None
        standing: dict[tuple[int, str], list[int]] = {}
        for one in self._standing():
            standing.setdefault((items[one - 1].chars, items[one - 1].preview), []).append(one)
        left = Counter(map(_known_by, history))
        for place, part in enumerate(history):
            about = as_dict(part)
            if as_text(about.get("type")).startswith("compaction"):
                where = (f"{_PLACE}/{place}", "encrypted_summary")
                summary = self.build.add(ItemKind.SUMMARY, "", *where, headline=_NOT_READABLE, hold=True, enter=False)
                new.append(summary)
                continue
            # Of prompts that are alike, such as "go on", the last ones stay.
            known = _known_by(part)
            alike, nth = standing.get(known, []), left[known]
            left[known] -= 1
            kind = ItemKind.ASSISTANT if about.get("role") == "assistant" else ItemKind.ATTACHMENT
            where = (f"{_PLACE}/{place}{'/content' if 'content' in about else ''}", "retained")
            new.append(alike[-nth] if nth <= len(alike) else self.build.add(kind, _told(part), *where, enter=False))
        new += [item for entry in self._later(record) for item in self._known[entry].items]
        compaction = self.build.compaction(
            self.build.id,
            "native",
            summary=summary,
            readable=False,
            reported_before=as_int(record.get("tokensBefore")),
            reported_after=as_int(record.get("tokensAfter")),
            method=as_text(record.get("method")),
        )
        self.build.ops.append(Splice(remove=None, insert=tuple(new), compaction=compaction))
        self._is_now(tuple(new))

    def _later(self, record: Record) -> list[str]:
        """The entries that came while the provider was at it: what it made stands for those before alone."""
        path, through = self._path(), as_text(record.get("providerReplayThroughEntryId"))
        return path[path.index(through) + 1 :] if through in path else []
