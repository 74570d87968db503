"""Qwen Code session logs.

Producer:  QwenLM/qwen-code; logs of 2025, which were those of Gemini CLI, are read by its adapter.
Evidence:  0.24.4 (npm @qwen-code/qwen-code) driven against a model server on 2026-11-27, its requests held against its
           log, and its source; before that source only: 015346f1 packages/core/src/services/chatRecordingService.ts and
           03291a25 services/session-api-history.ts, core/turn.ts 051b7bff; checked 2026-11-20.
Context:   a tree of records (uuid, parentUuid) with contents as they were sent; the context is the path from the root
           to the newest record that is not system, from the last compression on.
Compaction: a system record chat_compression holds the new context and the tokens on both sides. What waited to be sent
           when the window was full follows it; whether the record has that too is chance. After a payload that was
           refused for its size or its length it does not follow. Files that are put back stand behind the summary in
           the user's name. /compress-fast writes the same record without a summary. A failure has no record: by hand
           the command's result tells of it, by itself only its calls do. One that did not make enough room is undone
           with no record and ends the turn; what waited to be sent is forgotten. Commands are logged behind.
           One whose template is sent (``sentToModel``) is followed by the template in the person's name.
Not said:  system prompt, tools, startup reminders (all named in the session); results that were cleared for their size
           or after an idle hour, by settings; that a resumed session forgets a prompt that set a compression off; what
           a person ran behind "!", which is sent with the next prompt and stands in no record; whether a prompt that
           got no answer was taken back (0.24.4).
Damage:    torn last lines, two records on one line, one answer in several records of the same uuid.

Files: ``records`` walks the log, ``compression`` says what a compression was and finds the summarizer's calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from inspector.model import ItemKind, Link, Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, own_folder
from inspector.read.adapters.qwen.records import Records, typed
from inspector.read.ends import first_and_last, last_records
from inspector.read.lines import read_lines
from inspector.read.values import as_dict, as_text, as_title


class Qwen(Adapter):
    id = "qwen"
    title = "Qwen Code"
    capabilities = can_say(always="usage reasoning compactions summary_text kept_tail timestamps")
    named = ("*/chats/*.jsonl", "*/chats/archive/*.jsonl", "*/archive/*.jsonl")

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """The folder of every project; the same on every system."""
        for key in ("QWEN_RUNTIME_DIR", "QWEN_HOME"):
            if own := own_folder(env, key):
                yield own / "projects"
        yield home / ".qwen" / "projects"

    def recognise(self, probe: Probe) -> Match | None:
        """By the tree of records with contents of the Gemini API in it."""
        for record in probe.records:
            if "parentUuid" not in record or not as_text(record.get("uuid")):
                continue
            if isinstance(as_dict(record.get("message")).get("parts"), list):
                return Match(1.0, "a record with uuid, parentUuid and message.parts")
            if record.get("type") == "system" and "systemPayload" in record:
                return Match(0.9, "a system record with uuid, parentUuid and systemPayload")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The title the user or the agent gave, else the first words typed."""
        opening = next(filter(None, (as_title(typed(record)) for record in probe.records)), "")
        title = next(filter(None, map(_title, last_records(probe, b'"custom_title"'))), "") or opening
        return Glance(as_title(title), *first_and_last(probe))

    def read(self, path: Path, report: Report) -> Session:
        records = Records(self.id, path)
        for line in read_lines(path, report):
            records.add(line)
        records.finish()
        records.build.links.extend(_subagents(path, records))
        title = records.title or records.opening
        session = records.own or records.id or path.name.split(".")[0]
        return records.build.session(id=session, title=title, cwd=records.cwd, capabilities=self.capabilities)


def _subagents(path: Path, records: Records) -> Iterator[Link]:
    """Each has a log of its own, called after the call that sent it out."""
    folder = path.parent.parent / "subagents" / Path(records.id).name
    for log in sorted(folder.glob("agent-*.jsonl")) if records.id and path.parent.name == "chats" else ():
        calls = (item for item in records.build.items if item.kind is ItemKind.TOOL_CALL and item.call_id)
        call = next((item.number for item in calls if log.stem.endswith(f"-{item.call_id}")), None)
        yield Link("subagent", log.stem.removeprefix("agent-"), path=str(log), item=call)


def _title(record: Record) -> str:
    if record.get("subtype") != "custom_title":
        return ""
    return as_text(as_dict(record.get("systemPayload")).get("customTitle"))


ADAPTER = Qwen()
