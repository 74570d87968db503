"""Cursor: the editor's database ``state.vscdb``, the command line's ``store.db``, and agent transcripts.

Producer:  Cursor, closed source and undocumented. Seen: one editor database of 2024, one transcript of 2026.
Evidence:  observation by others, marked by how sure they are. Keys of composers and fields of ConversationSummary
           (five independent readers, among them S2thend/cursor-history aa0d469 and tuo-lei/vibe-replay b8ab052): high.
           When a summary is applied: medium. Field numbers of the agent's state (one mirror): low, and held against
           the shape of what they lead to. Observed in real files; checked 2026-11-20.
Context:   the bubbles of a composer in the order of its headers; of the command line the messages that the newest
           state names. Bubbles that no header names were edited away.
Compaction: of a composer ``latestConversationSummary`` and the summaries before it in the chain; then the context is
           the summary and the bubbles from a named one on. Summaries cached on a bubble are made in advance and may
           never be used: without a trace of use they are shown as events. Of the command line the archives of the
           state: which messages were summarised, and what took their place. A composer may keep such a state,
           too; its summaries are shown as events, for it does not say at which bubble they came into use.
Not said:  usage (only the size of the context, at some prompts or at the end), where one request ends and the next
           begins, what triggered a summary, tokens around it, system prompt and tools (but of the command line).
           Transcripts have neither results, times nor compactions.
Damage:    headers whose bubbles are gone, states whose blobs were collected, summaries encrypted for one composer.

The table ItemTable also holds accounts: of it only the two keys with chats are ever asked for.

Files: ``bubbles`` reads composers and the summaries of their agents, ``summaries`` finds which of these were used,
``agent`` reads the command line's store, ``transcript`` the transcripts, and tells whose words a text holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, settings_folders
from inspector.read.adapters.cursor import agent, bubbles, transcript
from inspector.read.adapters.cursor.queries import typed_in
from inspector.read.tables import is_database, split
from inspector.read.values import as_dict, as_list, as_text, as_title

_STATE = "state.vscdb"
_STORE = "store.db"


class Cursor(Adapter):
    id = "cursor"
    title = "Cursor"
    capabilities = can_say(sometimes="usage system_prompt reasoning compactions summary_text kept_tail timestamps")

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Of the editor on Linux, macOS and Windows, then of the command line."""
        for place in settings_folders(home, env):
            yield place / "Cursor" / "User"
        yield home / ".cursor"

    def find(self, folder: Path) -> Iterable[Path]:
        """Every chat of every database, and transcripts of sessions that are in none."""
        if folder.is_file():
            yield from ([folder] if folder.name == _STORE else bubbles.sessions_in(folder))
            return
        seen = set()
        for pattern in (f"globalStorage/{_STATE}", f"workspaceStorage/*/{_STATE}"):
            for path in sorted(folder.glob(pattern)):
                yield from bubbles.sessions_in(path)
        for pattern in (f"chats/*/*/{_STORE}", f"acp-sessions/*/{_STORE}"):
            for path in sorted(folder.glob(pattern)):
                seen.add(path.parent.name)
                yield path
        transcripts = "projects/*/agent-transcripts"
        for pattern in (f"{transcripts}/*/*.jsonl", f"{transcripts}/*.jsonl"):
            yield from (path for path in sorted(folder.glob(pattern)) if path.stem not in seen)

    def recognise(self, probe: Probe) -> Match | None:
        """By tables and keys; a transcript by its bare lines of role and message."""
        if probe.tables:
            path = split(probe.path)[0]
            if "cursorDiskKV" in probe.tables:
                return Match(0.95, "the table cursorDiskKV")
            if probe.tables >= {"blobs", "meta"}:
                return Match(0.9, "the tables blobs and meta") if agent.is_store(path) else None
            old = "ItemTable" in probe.tables and bubbles.has_chats(path)
            return Match(0.8, "ItemTable with chats of Cursor") if old else None
        lines = [record for record in probe.records if "role" in record]
        blocks = [
            record
            for record in lines
            if set(record) <= {"role", "message"} and isinstance(as_dict(record.get("message")).get("content"), list)
        ]
        # One may be damaged.
        if not blocks or len(blocks) + 1 < len(lines):
            return None
        typed = any("<user_query>" in as_text(_first_text(record)) for record in blocks[:2])
        framed = typed or "agent-transcripts" in str(probe.path)
        return Match(0.9 if framed else 0.6, "lines of role and message alone")

    def glance(self, probe: Probe) -> Glance:
        """From the composer or the store; of a transcript the first words typed."""
        if not probe.tables:
            said = (typed_in(_first_text(record)) for record in probe.records if record.get("role") == "user")
            return Glance(as_title(next(filter(None, said), "")))
        path, chat = split(probe.path)
        return agent.glance(path) if path.name == _STORE or "blobs" in probe.tables else bubbles.glance(path, chat)

    def whole(self, path: Path) -> Path:
        """The transcript that a subagent's belongs to."""
        if path.parent.name == "subagents":
            session = path.parent.parent
            for main in (session / f"{session.name}.jsonl", session.with_suffix(".jsonl")):
                if main.is_file():
                    return main
        return path

    def read(self, path: Path, report: Report) -> Session:
        """Read one session; of the editor's database the latest, where none is named."""
        file, chat = split(path)
        if not is_database(file):
            return transcript.read(self.id, path, report, self.capabilities)
        if agent.has_tables(file):
            return agent.read(self.id, path, report, self.capabilities)
        return bubbles.read(self.id, path, chat, report, self.capabilities)


def _first_text(record: Record) -> str:
    blocks = as_list(as_dict(record.get("message")).get("content"))
    return next((text for block in blocks if (text := as_text(as_dict(block).get("text")))), "")


ADAPTER = Cursor()
