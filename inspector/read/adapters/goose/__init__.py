"""Goose sessions: the database ``sessions.db``, and the JSON lines that came before it.

Producer:  block/goose, now aaif-goose/goose, schema versions up to 17 of the database. No real session was seen.
Evidence:  source: aaif-goose/goose 006bd233 crates/goose/src/context_mgmt/mod.rs, 017176d0
           crates/goose/src/session/session_manager.rs, block/goose 05132966 crates/goose/src/conversation/message.rs;
           checked 2026-11-20.
Context:   the messages that the agent may see (``agentVisible``), in order of time and row.
Compaction: every message so far becomes invisible to the agent; a summary in the user's name, invisible to the user,
           and a note of the harness in the agent's name come behind them; an automatic one repeats the last prompt.
           Pairs of a call and its result may be summarised one by one in the background.
Not said:  when a message became invisible (what was hidden before a compaction and what by it look alike), system
           prompt, tool definitions, the prompt given to the summariser, compactions that failed.
Damage:    torn last lines of the older form.

The ledger of usage may count cached tokens within the input or beside it; its own total tells which.

Files: ``stored`` reads both forms, ``messages`` walks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say, own_folder
from inspector.read.adapters.goose.stored import is_header, read_stored, session_row, sessions_in
from inspector.read.tables import is_database, split
from inspector.read.times import iso, span
from inspector.read.values import as_dict, as_text, as_title

_DATABASE = "sessions.db"


class Goose(Adapter):
    id = "goose"
    title = "Goose"
    capabilities = can_say(always="compactions summary_text kept_tail timestamps", sometimes="usage reasoning")

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """On Linux and macOS alike, then on Windows."""
        if own := own_folder(env, "GOOSE_PATH_ROOT"):
            yield own / "data" / "sessions"
        yield Path(env.get("XDG_DATA_HOME") or home / ".local" / "share") / "goose" / "sessions"
        roaming = Path(env.get("APPDATA") or home / "AppData" / "Roaming")
        yield roaming / "Block" / "goose" / "data" / "sessions"

    def find(self, folder: Path) -> Iterable[Path]:
        """Every session of the database that a person began, and older ones of one file each."""
        database = folder if folder.is_file() else folder / _DATABASE
        seen = set()
        if is_database(database):
            for session in sessions_in(database):
                seen.add(session)
                yield database / session
        yield from (path for path in sorted(folder.glob("*.jsonl")) if path.stem not in seen)

    def recognise(self, probe: Probe) -> Match | None:
        """By the tables and the column that holds contents; older ones by their first line and content blocks."""
        if probe.tables:
            if not probe.tables >= {"sessions", "messages"}:
                return None
            fits = "content_json" in probe.columns["messages"]
            return Match(0.95, "the tables sessions and messages with content_json") if fits else None
        header = next(iter(probe.records), {})
        if not is_header(header):
            return None
        talks = any(isinstance(record.get("content"), list) and "role" in record for record in probe.records[1:])
        return Match(0.9 if talks else 0.6, "a first line with working_dir and message_count")

    def glance(self, probe: Probe) -> Glance:
        """From the session's row or its first line."""
        if probe.tables:
            row = session_row(*split(probe.path))
            title = as_text(row.get("name")) or as_text(row.get("description"))
            folder = as_text(row.get("working_dir"))
            return Glance(as_title(title), iso(row.get("created_at")), iso(row.get("updated_at")), folder)
        header = next(iter(probe.records), {})
        times = span(iso(record.get("created")) for record in probe.records)
        return Glance(as_title(as_text(header.get("description"))), *times, as_text(header.get("working_dir")))

    def read(self, path: Path, report: Report) -> Session:
        """Read one session; of a database the latest that a person began, where none is named."""
        from inspector.read.adapters.goose.messages import Messages

        stored = read_stored(path, report)
        messages = Messages(self.id, stored)
        messages.read()
        build = messages.build
        build.path = str(path)
        build.more_sessions(stored.others)
        row = as_dict(stored.row)
        title = as_title(as_text(row.get("name")) or as_text(row.get("description"))) or build.opening
        session = as_text(row.get("id")) or path.name.split(".")[0]
        cwd = as_text(row.get("working_dir"))
        return build.session(id=session, title=title, cwd=cwd, capabilities=self.capabilities)


ADAPTER = Goose()
