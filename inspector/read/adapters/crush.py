"""Crush databases: ``crush.db`` in the ``.crush`` folder of a project, with all sessions of that project.

Producer:  charmbracelet/crush, and before 2025-07 opencode-ai/opencode, whose tables it took over. No version is
           stored. One real database was seen; it holds no message.
Evidence:  source: charmbracelet/crush 0373c96a internal/message/content.go, 004515c4 internal/agent/agent.go,
           internal/db; checked 2026-11-20.
Context:   the messages of a session by time. After a summary: the summary, sent in the user's name, and what follows.
Compaction: an assistant message with is_summary_message; ``summary_message_id`` of the session names the newest.
           A summary that was cancelled is deleted, one that failed stays with the finish reason "error".
Not said:  tokens of any request but the last, what triggered a summary (but when the agent was at work, its prompt
           is sent again in a frame that says so), system prompt, tool definitions, the model's window.
Damage:    answers that were never finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from inspector.model import ItemKind, Origin, Session, Severity, Source, Usage
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, own_folder
from inspector.read.build import Builder, RequestDraft
from inspector.read.documents import read_document
from inspector.read.tables import open_tables, split, told_in
from inspector.read.times import iso
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, as_title, parsed

_TABLES = ("sessions", "messages")
_SESSION = (
    "id", "parent_session_id", "title", "prompt_tokens", "completion_tokens", "summary_message_id", "created_at",
    "updated_at", "cost",
)  # fmt: skip
_MESSAGE = ("id", "role", "parts", "model", "created_at", "finished_at", "is_summary_message")
_AGAIN = "The previous session was interrupted because it got too long, the initial user request was: `"
_FAILED = frozenset({"error", "canceled"})


class Crush(Adapter):
    id = "crush"
    title = "Crush"
    capabilities = can_say(always="compactions summary_text kept_tail timestamps", sometimes="usage reasoning")

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Where it lists the projects that it was used in; their databases lie in the projects."""
        data = Path(env.get("XDG_DATA_HOME") or home / ".local" / "share")
        yield own_folder(env, "CRUSH_GLOBAL_DATA") or data / "crush"
        yield Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "crush"
        yield home / ".crush"

    def find(self, folder: Path) -> Iterable[Path]:
        """Every session of every project's database."""
        for path in [folder] if folder.is_file() else _databases(folder):
            for row in sorted(_sessions(path), key=_updated, reverse=True):
                if not row["parent_session_id"] and as_text(row["id"]):
                    yield path / row["id"]

    def recognise(self, probe: Probe) -> Match | None:
        """By its tables and the column that holds the parts of a message."""
        if not probe.tables >= {"sessions", "messages", "files"}:
            return None
        fits = {"parts", "role", "session_id"} <= probe.columns["messages"]
        return Match(0.95, "the tables sessions, messages with parts, and files") if fits else None

    def glance(self, probe: Probe) -> Glance:
        """From the session's row."""
        path, session = split(probe.path)
        row = _chosen(_sessions(path), session)
        title = as_title(as_text(row.get("title")))
        return Glance(title, iso(row.get("created_at")), iso(row.get("updated_at")), _project(path))

    def read(self, path: Path, report: Report) -> Session:
        """Read one session; of a database the latest that a user began, where none is named."""
        file, session = split(path)
        with open_tables(file, report, _TABLES) as database:
            rows = database.records("sessions", _SESSION)
            row = _chosen(rows, session)
            session = session or as_text(row.get("id"))
            messages = []
            for rowid, id_, role, parts, model, *rest in database.rows(
                "messages", _MESSAGE, "session_id = ?", (session,), ("parts",)
            ):
                told = told_in(parts, list, Source(str(file), pointer=f"messages/{rowid}/parts"), report)
                messages.append(_Message(rowid, as_text(id_), as_text(role), told or [], as_text(model), *rest))
        walk = _Messages(self.id, file, row)
        messages.sort(key=lambda message: (as_int(message.created) or 0, message.rowid))
        for message, following in zip_longest(messages, messages[1:]):
            walk.add(message, following)
        walk.finish([other for other in rows if other["parent_session_id"] == session])
        build = walk.build
        build.path = str(path)
        if path == file:
            build.more_sessions(sum(not other["parent_session_id"] for other in rows) - 1)
        title = as_title(as_text(row.get("title"))) or walk.opening
        return build.session(id=session or path.stem, title=title, cwd=_project(file), capabilities=self.capabilities)


def _project(database: Path) -> str:
    """The folder that a database belongs to, as long as it lies where it was made."""
    return str(database.parent.parent) if database.parent.name == ".crush" else ""


def _databases(folder: Path) -> Iterable[Path]:
    yield from sorted(folder.glob("crush.db"))
    listed = folder / "projects.json"
    projects = as_dict(read_document(listed, lambda problem: None)) if listed.is_file() else {}
    for project in as_list(projects.get("projects")):
        data, path = as_text(as_dict(project).get("data_dir")), as_text(as_dict(project).get("path"))
        database = Path(path, data or ".crush") / "crush.db"
        if path and database.is_file():
            yield database


def _sessions(path: Path) -> list[Record]:
    with open_tables(path, lambda problem: None, _TABLES) as database:
        return database.records("sessions", _SESSION)


def _updated(row: Record) -> int:
    return as_int(row["updated_at"]) or 0


def _chosen(rows: list[Record], session: str) -> Record:
    mine = [row for row in rows if (row["id"] == session if session else not row["parent_session_id"])]
    return max(mine, key=_updated, default={})


class _Message(NamedTuple):
    rowid: int
    id: str
    role: str
    parts: list[Any]
    model: str
    created: Any
    finished: Any
    summary: Any

    def first(self, kind: str) -> Record:
        """The data of the first part of a kind; empty where there is none."""
        parts = (as_dict(part) for part in self.parts)
        return next((as_dict(part.get("data")) for part in parts if part.get("type") == kind), {})


class _Messages:
    def __init__(self, agent: str, path: Path, session: Record) -> None:
        self.build = Builder(agent, str(path), hold=True)
        self.opening = ""
        self._session = session
        self._calls: dict[str, int] = {}
        self._last: RequestDraft | None = None
        self._delegated = bool(session.get("parent_session_id"))

    def add(self, message: _Message, following: _Message | None) -> None:
        at = Source(self.build.path, pointer=f"messages/{message.rowid}/parts")
        self.build.record(at, message.id, iso(message.created))
        if message.summary or message.id == self._session.get("summary_message_id"):
            self._summary(message, following)
        elif message.role == "assistant":
            self._last = self._call(message)
            self._parts(message, self._last)
        else:
            self._parts(message, None)

    def finish(self, children: list[Record]) -> None:
        """Add what the session's own row knows."""
        self.build.cost = as_dollars(self._session.get("cost"))
        prompt, output = (as_int(self._session.get(key)) for key in ("prompt_tokens", "completion_tokens"))
        if self._last and prompt:
            self._last.usage = Usage(input=prompt, output=output)
            note = "Only the last request's tokens are stored; those read from a cache are counted as input there."
            self.build.problem(Severity.NOTE, "last-usage-only", note, self._last.source)
        for child in children:
            id_ = as_text(child["id"])
            # Titles are made in sessions of their own.
            if id_ and not id_.startswith("title-"):
                item = self._calls.get(id_.rpartition("$$")[2])
                path = f"{self.build.path}/{id_}"
                self.build.link("subagent", id_, as_text(child["title"]), path=path, item=item)

    def _call(self, message: _Message) -> RequestDraft:
        draft = self.build.request(message.id, message.model)
        draft.stop = as_text(message.first("finish").get("reason"))
        begun, ended = as_int(message.created), as_int(message.finished)
        draft.seconds = float(ended - begun) if begun and ended and begun <= ended < 10**11 else None
        return draft

    def _parts(self, message: _Message, draft: RequestDraft | None, *, enter: bool = True) -> None:
        first = len(self.build.items) + 1
        for index, part in enumerate(message.parts):
            self._part(message.role, as_dict(part), f"/{index}", enter)
        self.build.produced(draft, first)

    def _part(self, role: str, part: Record, pointer: str, enter: bool) -> None:
        kind, data, at = as_text(part.get("type")), as_dict(part.get("data")), f"{pointer}/data"
        add = self.build.add
        if kind == "text":
            self._text(role, data, f"{at}/text", enter)
        elif kind == "reasoning":
            self.build.text(ItemKind.REASONING, data, f"{at}/thinking", enter=enter)
        elif kind == "tool_call":
            asked, name, call_id = (as_text(data.get(key)) for key in ("input", "name", "id"))
            number = self.build.called(asked, f"{at}/input", name, call_id, parsed(asked), enter=enter)
            self._calls[call_id] = number
        elif kind == "tool_result":
            call, failed = (as_text(data.get("name")), as_text(data.get("tool_call_id"))), data.get("is_error") is True
            add(ItemKind.TOOL_RESULT, as_text(data.get("content")), f"{at}/content", "", *call, "", failed)
        elif kind == "shell_command":
            asked, output = as_text(data.get("command")), as_text(data.get("output"))
            add(ItemKind.USER, asked, f"{at}/command", "shell", "bash")
            failed = as_int(data.get("exit_code")) != 0
            add(ItemKind.TOOL_RESULT, output, f"{at}/output", "shell", "bash", error=failed)
        elif kind in ("binary", "image_url"):
            self._picture(data, at)
        elif kind == "finish":
            self.build.text(ItemKind.EVENT, data, f"{at}/message", error=True)
        else:
            self.build.add_unknown(kind, part, pointer)

    def _text(self, role: str, data: Record, pointer: str, enter: bool) -> None:
        text = as_text(data.get("text"))
        if not text:
            return
        kind, origin, detail = ItemKind.ASSISTANT, None, ""
        if not enter:
            kind, detail = ItemKind.SUMMARY, "compact_summary"
        elif role == "system":
            kind = ItemKind.INSTRUCTIONS
        elif role != "assistant" and (data.get("hidden") is True or text.startswith(_AGAIN)):
            kind, detail = ItemKind.ATTACHMENT, "continue"
        elif role != "assistant":
            kind, detail = ItemKind.USER, "typed"
            if self._delegated:
                origin, detail = Origin.AGENT, "delegated"
            self.opening = self.opening or as_title(text)
        self.build.add(kind, text, pointer, detail, origin=origin, enter=enter)

    def _picture(self, data: Record, pointer: str) -> None:
        keys = (key for key in ("Path", "MIMEType", "url") if as_text(data.get(key)))
        key = next((key for key in keys if not data[key].startswith("data:")), "")
        if key:
            number = self.build.add(ItemKind.ATTACHMENT, data[key], f"{pointer}/{key}", "file")
            if as_text(data.get("MIMEType")).startswith("image/") or key == "url":
                self.build.picture(number)

    def _summary(self, message: _Message, following: _Message | None) -> None:
        draft = self._call(message)
        draft.purpose = "compaction"
        first = len(self.build.items)
        self._parts(message, draft, enter=False)
        made = [item.number for item in self.build.items[first:] if item.kind is ItemKind.SUMMARY]
        done = bool(made) and draft.stop not in _FAILED
        summary = made[0] if done else None
        why = as_text(message.first("finish").get("message")) or draft.stop or "no text"
        again = following is not None and as_text(following.first("text").get("text")).startswith(_AGAIN)
        record = self.build.compaction(
            message.id,
            "summary",
            "auto" if again else "unknown",
            summary,
            status="ok" if done else "failed",
            time=iso(message.finished) or self.build.time,
            seconds=draft.seconds,
            model=message.model,
            notes=() if done else (f"It failed: {why[:300]}.",),
        )
        if summary is None:
            self.build.note_compaction(record)
        else:
            told = self.build.standing(ItemKind.INSTRUCTIONS)
            self.build.cut(told, record, (summary,), len(told))
            self._last = None


ADAPTER = Crush()
