"""Compactions of a Grok log: announced by one update, told by a checkpoint beside the log, ended by another update.

The new context stands in the checkpoint, the summariser's own request in a file of its own; the figures come last, so
that a compaction waits for them before it is written.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.model import CompactionRecord, ItemKind, Origin, Source
from inspector.read.adapter import Record, Report
from inspector.read.adapters.grok import history
from inspector.read.build import noted, trigger_in
from inspector.read.conversation import Conversation
from inspector.read.documents import read_part
from inspector.read.prefix import Entry
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_int, as_list, as_text, in_seconds, render

_HEAD = 64 * 1024


class Compactions:
    """Those of one session, as the walk comes to them."""

    def __init__(self, series: Conversation, folder: Path, report: Report) -> None:
        self.limit: int | None = None
        """The window as the last of them told it."""
        self._series, self._folder, self._report = series, folder, report
        self._asked = history.requests_of(folder, report)
        self._now = history.as_it_is(folder)
        self._kept: dict[int, history.Placed] | None = None
        self._start: tuple[Source, str | None] | None = None
        self._waiting: tuple[CompactionRecord, list[Entry]] | None = None

    def open(self) -> None:
        """Put what the harness put in front of the first message into the context."""
        front = history.opening([self._now, *map(history.as_asked, self._asked)])
        for part, at in front:
            self._series.append(part, at, None)
        if any(part.detail == history.COMPACTED for part, _ in front):
            self._series.build.unlogged("reminder on workflows", "in front of the first message, until a compaction")
        if _has_servers(self._folder / "events.jsonl"):
            self._series.build.unlogged(
                "reminders on tools", "where MCP servers connect, until a later file holds them"
            )

    def failed_requests(self, at: Source, time: str | None) -> None:
        """Those of the summariser's requests until now that gave no summary, and of which no update tells."""
        for asked in self._asked:
            if not asked.used and asked.error and (time is None or asked.created <= time):
                self.settle()
                self._failed(asked.error, at, asked.created or time, asked)

    def as_kept(self, text: str) -> str:
        """An answer that broke off and was begun anew is shown behind what came of it first: as a later file has it."""
        contexts = (self._now, *map(history.as_asked, self._asked))
        said = (render(part.value) for context in contexts for part, _ in context if part.kind is ItemKind.ASSISTANT)
        return max((one for one in said if text.endswith(one)), key=len, default=text)

    def result_kept(self, key: int) -> history.Placed | None:
        """A result of which the client was shown other words, as a later file has it."""
        if self._kept is None:
            contexts = (*map(history.as_asked, self._asked), self._now)
            self._kept = {placed[0].key: placed for context in contexts for placed in context}
        return self._kept.get(key)

    def is_before(self, key: int) -> bool:
        """Whether a result comes late: its call went with the compaction that waits, which took it in, too."""
        return self._waiting is not None and all(entry.key != key for entry in self._waiting[1])

    def started(self, update: Record, at: Source, time: str | None) -> None:
        """One is announced."""
        self.limit = as_int(update.get("context_window")) or self.limit
        self._start = at, time

    def failed(self, update: Record, at: Source, time: str | None) -> None:
        """It failed or was cancelled."""
        why = as_text(update.get("error")) or as_text(update.get("reason")) or "It was cancelled."
        self._failed(why, *(self._start or (at, time)))

    def give_up(self) -> None:
        """What was announced and not told of since failed, and did so where it started."""
        if self._start and self._waiting is None:
            self._failed("It never ended: the log stops, or goes on without it.", *self._start)

    def checkpoint(self, update: Record, at: Source, time: str | None) -> None:
        """The new context; it waits for its figures."""
        name = as_text(update.get("checkpoint_id")) or f"checkpoint at line {at.line}"
        path = self._folder / "compaction_checkpoints" / f"{Path(name).name}.json"
        document = as_dict(read_part(path, self._report))
        asked = self._asked_before(as_time(document.get("created_at")) or as_time(update.get("created_at")) or "")
        kept, summary = self._new_context(path, as_list(document.get("compacted_history")), time)
        notes = [] if kept else ["Its checkpoint is not beside this log, so the new context is not known."]
        trigger = _trigger(asked)
        # One that was asked for is never announced.
        if trigger == "unknown" and (self._start or isinstance(update.get("auto_continue"), dict)):
            trigger = "auto"
        record = noted(
            name, at, "summary", trigger, summary, status="ok" if kept else "partial", time=time,
            prompt=self._summarizer(asked, summary), model=as_text(asked.document.get("model")) if asked else "",
            focus=asked.focus if asked else "", attempts=asked.attempts if asked else None,
            shown=self._shown(asked), notes=tuple(notes),
        )  # fmt: skip
        self._waiting = record, kept

    def completed(self, update: Record, at: Source, time: str | None) -> None:
        """It ended well, and these are its figures."""
        if self._waiting is None:
            self.checkpoint({}, at, time)
        assert self._waiting is not None
        record, kept = self._waiting
        before, after = as_int(update.get("tokens_before")), as_int(update.get("tokens_after"))
        seconds = in_seconds(update.get("elapsed_ms"))
        self._waiting = replace(record, reported_before=before, reported_after=after, seconds=seconds), kept

    def settle(self) -> bool:
        """Write the compaction that waits for its figures; whether one did."""
        if self._waiting is None:
            return False
        (record, kept), self._waiting = self._waiting, None
        self._start = None
        if kept:
            self._series.change_to(kept, record)
            self._remind(kept, record.time)
        else:
            self._series.replace_history((), record)
        return True

    def _failed(self, why: str, at: Source, time: str | None, asked: history.Asked | None = None) -> None:
        self._start = None
        asked = asked or next((one for one in self._asked if not one.used and not one.summary), None)
        record = noted(
            f"compaction at line {at.line}", at, "summary", _trigger(asked), status="failed", time=time,
            prompt=self._summarizer(asked, None), reason=why[:300],
            focus=asked.focus if asked else "", attempts=asked.attempts if asked else None, shown=self._shown(asked),
        )  # fmt: skip
        self._series.mask((), record)

    def _summarizer(self, asked: history.Asked | None, summary: int | None) -> int | None:
        """The summariser's own request, before the splice: it was sent the context as it then was."""
        if asked is None:
            return None
        asked.used = True
        model, prompt = as_text(asked.document.get("model")), asked.prompt()
        more: dict[str, Any] = {"started": asked.created or None, "purpose": "compaction"}
        draft = self._series.call(asked.path.stem, model, Source(str(asked.path)), **more)
        draft.first_item = draft.last_item = summary
        if prompt is None:
            return None
        text, source = prompt
        return self._series.build.item(ItemKind.EVENT, Origin.HARNESS, text, source, detail="summarizer_prompt")

    def _shown(self, asked: history.Asked | None) -> tuple[int, ...] | None:
        """The items that the summariser was sent, where that was not all of the context."""
        if asked is None:
            return None
        keys = {part.key for part, _ in history.as_asked(asked)}
        found = tuple(entry.item for entry in self._series.entries if entry.key in keys)
        return found if len(found) < len(self._series.entries) else None

    def _remind(self, kept: list[Entry], time: str | None) -> None:
        """What is added behind a checkpoint, which does not hold it: a later context does."""
        later = [history.as_asked(asked) for asked in self._asked if not time or asked.created > time]
        found = history.behind([*later, self._now], [entry.key for entry in kept])
        for part, at in found or ():
            self._series.append(part, at, time)
        if found is None:
            self._series.build.unlogged("reminders on tools", "behind a summary, where no later file holds them")

    def _asked_before(self, time: str) -> history.Asked | None:
        made = [asked for asked in self._asked if not asked.used and asked.summary]
        earlier = [asked for asked in made if not time or not asked.created or asked.created <= time]
        return earlier[-1] if earlier else None

    def _new_context(self, path: Path, items: list[Any], time: str | None) -> tuple[list[Entry], int | None]:
        """The items of a checkpoint: those of the context as it was, else new ones; and the summary among them."""
        places = ((as_dict(item), f"/compacted_history/{index}") for index, item in enumerate(items))
        parts = [part for item, place in places for part in history.item_parts(item, place)]
        kept = self._series.place_all(parts, Source(str(path)), time)
        told = [entry.item for entry, part in zip(kept, parts, strict=True) if part.kind is ItemKind.SUMMARY]
        return kept, told[-1] if told else None


def _has_servers(events: Path) -> bool:
    """Whether servers of tools were started, as the beginning of the program's own log tells."""
    if not events.is_file():
        return False
    with events.open("rb") as file:
        return b'"type":"mcp_server_starting"' in file.read(_HEAD)


def _trigger(asked: history.Asked | None) -> str:
    return trigger_in(asked.document.get("trigger") if asked else None)
