"""Sessions of Hermes Agent: its database ``state.db``, with all sessions of a profile.

Producer:  NousResearch/hermes-agent (PyPI hermes-agent; npm hermes-agent is another's bridge that clones its releases).
           The database holds the version of its tables alone.
Evidence:  databases that 0.19.0 (tables 22) wrote here with a made model, held against the requests that were sent:
           automatic in the middle of a turn, by hand, resumed, in one session and in a chain of them, in a terminal
           and over the Agent Client Protocol; its package's source: hermes_state, agent/context_compressor,
           agent/conversation_compression, agent/agent_runtime_helpers; 2026-11-27.
Context:   the rows of a session by their ids. Answers that were asked to be checked (``verification_required``) are
           left out once a later one stands; rows that were taken back are neither active nor compacted.
Compaction: all active rows are archived, and what is left is written again behind them: the first messages, some
           results cut to a line, the summary as a message or inside one of those that are kept, the newest messages.
           Nothing marks where these begin but their times. Without ``in_place`` a session ends with the reason
           "compression", and its child begins with what is left; such a chain is read as one session.
Not said:  tokens of single calls, tool definitions, windows, what set a compaction off, calls for summaries; that an
           answer was to be checked; the system prompt before a later one took its place; whether a thought was sent
           back (here: where the provider's own form of it was kept). Over the Agent Client Protocol a compaction by
           hand is written when the session is loaded again, or not at all where one came before it; the requests up to
           then are shown as if it had not been.
Damage:    rows that cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, own_folder
from inspector.read.adapters.hermes.rows import Rows
from inspector.read.tables import json_in, open_tables, session_path, split
from inspector.read.times import iso
from inspector.read.values import as_dict, as_dollars, as_text, as_title

_TABLES = ("sessions", "messages")
_SESSION = (
    "id", "source", "model", "model_config", "system_prompt", "parent_session_id", "started_at", "ended_at",
    "end_reason", "cwd", "title", "actual_cost_usd", "estimated_cost_usd",
)  # fmt: skip
_MESSAGE = (
    "role", "content", "tool_call_id", "tool_calls", "tool_name", "timestamp", "finish_reason", "reasoning",
    "reasoning_content", "reasoning_details", "codex_reasoning_items", "observed", "active", "compacted",
    "api_content",
)  # fmt: skip
_COMPACTED = "compression"


class Hermes(Adapter):
    id = "hermes"
    title = "Hermes Agent"
    capabilities = can_say(always="compactions summary_text kept_tail timestamps", sometimes="reasoning system_prompt")

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Its home, with that of every profile below."""
        yield own_folder(env, "HERMES_HOME") or home / ".hermes"
        yield Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "hermes"

    def find(self, folder: Path) -> Iterable[Path]:
        """Every session that a person began, by the newest of its chain."""
        files = [folder] if folder.is_file() else [*folder.glob("state.db"), *folder.glob("profiles/*/state.db")]
        for file in files:
            rows = _sessions(file)
            for name, row in rows.items():
                if _is_newest(name, rows) and not _is_delegated(row):
                    yield session_path(file, name)

    def recognise(self, probe: Probe) -> Match | None:
        """By the columns of its tables of sessions and messages."""
        sessions, messages = (probe.columns.get(table, frozenset()) for table in _TABLES)
        if sessions >= {"system_prompt", "parent_session_id", "end_reason", "model_config"} and messages >= set(
            _MESSAGE[:7]
        ):
            return Match(0.95, "the tables sessions, with system_prompt and end_reason, and messages of one role each")
        return None

    def glance(self, probe: Probe) -> Glance:
        """From the session's row, and that of the first in its chain."""
        file, name = split(probe.path)
        rows = _sessions(file)
        chain = _chain(name or _latest(rows), rows)
        if not chain:
            return Glance()
        first, last = rows[chain[0]], rows[chain[-1]]
        return Glance(
            as_title(as_text(last["title"])), iso(first["started_at"]), iso(last["ended_at"]), as_text(first["cwd"])
        )

    def read(self, path: Path, report: Report) -> Session:
        """Read one session, with those that it goes on from; of a database the newest, where none is named."""
        file, name = split(path)
        rows = _sessions(file)
        chosen = name or _latest(rows)
        chain = _chain(chosen, rows)
        walk = Rows(self.id, path, file)
        with open_tables(file, report, _TABLES) as database:
            for place, one in enumerate(chain):
                walk.begin(one, rows[one], is_child=place > 0)
                told = database.records("messages", _MESSAGE, "session_id = ?", (one,))
                for message in sorted(told, key=itemgetter("row")):
                    walk.gather(message)
                walk.end()
        build = walk.build
        if not build.items:
            raise CannotRead(f"{file} holds no messages of {f'the session {chosen}' if chosen else 'any session'}.")
        for other, row in rows.items():
            if row["parent_session_id"] in chain and other not in chain and _is_newest(other, rows):
                build.link("subagent" if _is_delegated(row) else "fork", other, path=str(file / other))
        if path == file:
            build.more_sessions(sum(_is_newest(one, rows) and not _is_delegated(rows[one]) for one in rows) - 1)
        costs = [as_dollars(rows[one]["actual_cost_usd"] or rows[one]["estimated_cost_usd"]) for one in chain]
        build.cost = sum(filter(None, costs)) or None
        last = rows[chain[-1]]
        title = as_title(as_text(last["title"])) or build.first_words
        cwd = as_text(last["cwd"]) or as_text(as_dict(json_in(last["model_config"])).get("cwd"))
        return build.session(id=chosen, title=title, cwd=cwd, capabilities=self.capabilities)


def _sessions(path: Path) -> dict[str, Record]:
    """The rows of the sessions by their ids, the one begun last first."""
    with open_tables(path, lambda problem: None, _TABLES) as database:
        rows = database.records("sessions", _SESSION)
    rows.sort(key=lambda row: iso(row["started_at"]) or "", reverse=True)
    return {row["id"]: row for row in rows if as_text(row["id"])}


def _is_delegated(row: Record) -> bool:
    return bool(as_dict(json_in(row["model_config"])).get("_delegate_from"))


def _goes_on_from(row: Record, rows: dict[str, Record]) -> str:
    """The session that was compacted into this one, by its id; else ""."""
    parent = as_text(row["parent_session_id"])
    told = as_dict(json_in(row["model_config"]))
    is_child = parent in rows and rows[parent]["end_reason"] == _COMPACTED
    return parent if is_child and not _is_delegated(row) and not told.get("_branched_from") else ""


def _is_newest(name: str, rows: dict[str, Record]) -> bool:
    return not any(_goes_on_from(row, rows) == name for row in rows.values())


def _latest(rows: dict[str, Record]) -> str:
    return next((name for name, row in rows.items() if _is_newest(name, rows) and not _is_delegated(row)), "")


def _chain(name: str, rows: dict[str, Record]) -> list[str]:
    """The sessions that were compacted into one another, from the first to this one."""
    chain: list[str] = []
    while name in rows and name not in chain:
        chain.insert(0, name)
        name = _goes_on_from(rows[name], rows)
    return chain


ADAPTER = Hermes()
