"""What is sent otherwise than logged, what a person did beside prompts, and what a provider compacted, in layers.

Calls that have no result are sent with one made up, and no thoughts of other models.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from inspector.model import ItemKind, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.pi import sent
from inspector.read.adapters.pi.tree import System, Tree
from inspector.read.values import as_dict, as_int, as_list, as_text, preview, render

_NO_RESULT = "No result provided"


class _Thought(NamedTuple):
    """Whose a thought is, and the last item of its answer."""

    model: str
    last: int


class Transformed(Tree):
    """Follows both where the log is of a version that says its system prompt: earlier ones were not driven."""

    def __init__(self, agent: str, path: Path) -> None:
        super().__init__(agent, path)
        self._model = ""
        """The one asked last, and"""
        self._models: set[str] = set()
        """all that were asked."""
        self._thoughts: dict[int, _Thought] = {}
        self._unanswered: set[int] = set()
        """Calls that are not sent, and"""
        self._broken_off: set[int] = set()
        """answers of oh-my-pi that broke off, with their results: sent until its context is put together anew."""

    def _is_anew(self) -> None:
        """The context is put together from the log: oh-my-pi leaves out then what was broken off (18.2.3)."""
        self._unanswered |= self._broken_off

    def _close_calls(self) -> None:
        """The next words of anybody come in: calls that nothing answered are sent with a result made up. Those of
        oh-my-pi, of a process that was killed, are not sent at all (18.2.3)."""
        pending, self._pending = self._pending, {}
        if "oh-my-pi" in self.build.versions:
            self._unanswered.update(pending.values())
        if not pending or self._told == System():
            return
        standing = self._standing()
        for call_id, call in pending.items():
            if call in standing:
                tool = self.build.items[call - 1].tool
                about = ("made_up", tool, call_id)
                self.build.add(ItemKind.TOOL_RESULT, _NO_RESULT, "", *about, error=True, hold=True)

    def _asks(self, message: Record) -> tuple[int, ...] | None:
        """A model is about to be asked: what it is sent, where that is not what stands, as thoughts are its own."""
        self._model = " ".join(as_text(message.get(key)) for key in ("provider", "api", "model"))
        self._models.add(self._model)
        if (self._told == System() or len(self._models) < 2) and not self._unanswered:
            return None
        standing = (*self._standing(), *self.build.context)
        there = frozenset(standing)
        back: dict[int, list[int]] = {}
        for number, thought in self._thoughts.items():
            if thought.model == self._model and number not in there:
                place = next((one for one in range(number + 1, thought.last + 1) if one in there), None)
                if place is not None:
                    back.setdefault(place, []).append(number)
        sent = tuple(item for one in standing for item in (*back.get(one, ()), one) if not self._is_foreign(item))
        if sent == standing:
            return None
        self.build.ops.append(Splice(remove=None, insert=sent))
        return sent

    def _is_foreign(self, number: int) -> bool:
        """Whether an item is a call that nothing answered, or a thought of another model than the one asked last."""
        if number in self._unanswered:
            return True
        thought = self._thoughts.get(number)
        return thought is not None and thought.model != self._model and self._told != System()

    def _answered(self, first: int, sent: tuple[int, ...] | None) -> None:
        """The answer is in, from item ``first`` on; ``sent`` is what it was asked with."""
        last, items = len(self.build.items), self.build.items
        own = [number for number in self.build.context if number >= first]
        for number in own:
            if items[number - 1].kind is ItemKind.REASONING:
                self._thoughts[number] = _Thought(self._model, last)
            elif items[number - 1].kind is ItemKind.TOOL_CALL:
                self._pending[items[number - 1].call_id] = number
        if sent is not None:
            self._after[self.build.id] = (*sent, *own)


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
        self._text(ItemKind.USER, message, f"/message/{said}", "shell", tool=tool, enter=False)
        self._text(ItemKind.TOOL_RESULT, message, "/message/output", "shell", tool=tool, error=error, enter=False)

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
