"""Sessions of the OpenAI Agents SDK for Python: the SQLite databases of its session classes.

Producer:  openai/openai-agents-python: SQLiteSession, AsyncSQLiteSession, AdvancedSQLiteSession, SQLAlchemySession on
           SQLite, and EncryptedSession and OpenAIResponsesCompactionSession around one of them. No version is stored.
Evidence:  source and databases that version 0.24.0 wrote here with a made model: agents/memory/sqlite_session.py,
           openai_responses_compaction_session.py, extensions/memory/*.py; four real databases of 2025 and 2026 with
           12 sessions, none of them compacted; checked 2026-11-23.
Context:   the items of a session by id, which are those of the Responses API (read/api/responses.py). In an
           AdvancedSQLiteSession each branch has its own list (message_structure); a branch goes back to a turn.
Compaction: ``responses.compact`` gives a new list, which takes the place of the old one: the messages that stay and an
           encrypted ``compaction`` item, written at once. The rows before are deleted. A ``compaction`` item among what
           was answered is the server's own; the rows before it stay. Both: kind native, never readable.
Not said:  what a compaction replaced and what began it, the model, the instructions and tools of the agent (those are
           in code), a limit of the session, to which requests held (that there is one, two compactions in one list
           tell), which branch is in use (the one written to last is taken to be). Tokens only by turn, and only in
           an AdvancedSQLiteSession to which store_run_usage was called: a turn of one request has them as its own.
Damage:    items that are no JSON, which the SDK passes over, too; deleted branches.

A run of items of the model's own is taken for one request. Files: ``stored`` reads the rows, ``items`` walks them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say
from inspector.read.adapters.openai_agents.stored import first_words, names_in, read_stored, sessions_in
from inspector.read.tables import session_path, split


class OpenAIAgents(Adapter):
    id = "openai-agents"
    title = "OpenAI Agents SDK"
    capabilities = can_say(always="compactions timestamps", sometimes="usage reasoning kept_tail")

    def find(self, folder: Path) -> Iterable[Path]:
        """Every session of a database; the SDK has no place of its own for one."""
        if folder.is_file():
            for session in sessions_in(folder):
                yield session_path(folder, session)

    def recognise(self, probe: Probe) -> Match | None:
        """By a table of messages with the SDK's columns and one of sessions."""
        names = names_in(probe.columns)
        return Match(0.9, f"the tables {names.sessions} and {names.messages}") if names else None

    def glance(self, probe: Probe) -> Glance:
        """The first words of the session, and its times."""
        path, session = split(probe.path)
        return first_words(path, session, names_in(probe.columns))

    def read(self, path: Path, report: Report) -> Session:
        """Read one session; of a database the one that was written to last, where none is named."""
        from inspector.read.adapters.openai_agents.items import Items

        stored = read_stored(path, report)
        walk = Items(self.id, stored)
        for row in stored.rows:
            walk.add(row)
        walk.finish()
        walk.build.more_sessions(stored.others)
        walk.build.path = str(path)
        return walk.session(self, stored.session, walk.build.first_words)


ADAPTER = OpenAIAgents()
