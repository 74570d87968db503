"""Traffic of the Agent Client Protocol, as a client logs it: JSON-RPC messages, one a line, of any agent behind it.

Producer:  clients and agents of agentclientprotocol.com, versions 1 and 2, that keep what goes over the line; each
           message by itself, or under any one name beside a time.
Evidence:  the schemas of both versions in @agentclientprotocol/sdk 2.4.0, and traffic of OpenCode 1.18.33 (version 1)
           with a client of our own, held against the requests that it sent, 2026-11-27. No agent was found that
           announces its compactions yet: what is read of them is from the schemas alone.
Context:   prompts, messages, thoughts, tool calls and their results in order, as the agent shows them.
Compaction: ``compaction_update`` and ``compaction_summary_chunk``: the first fixes the place, a later one of the same
           id says how it ended and holds the summary, or chunks of it do.
Not said:  what was sent: system prompt, tools, what was kept beside a summary, whether the summary that is shown is the
           one that is sent. A compaction of an agent that announces none. Tokens by call: an answer to a prompt tells
           those of a turn, which are a request's where it has only one.
Damage:    torn lines, a cut beginning; compactions that never ended.

A run of pieces of the agent's own is taken for one request.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say
from inspector.read.adapters.acp.walk import Messages, message_in, time_of
from inspector.read.api.exchange import Logged, read_records
from inspector.read.api.sniff import first_values
from inspector.read.content import plain_stem
from inspector.read.tables import session_path, split
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title


class Acp(Adapter):
    id = "acp"
    title = "Agent Client Protocol"
    capabilities = can_say(sometimes="usage reasoning compactions summary_text timestamps")
    holds_several = True

    def recognise(self, probe: Probe) -> Match | None:
        """By a message of a session, or the greeting with a protocol version that is a number."""
        for value in first_values(probe):
            message, _ = message_in(value)
            if as_text(message.get("method")).startswith("session/"):
                return Match(0.95, f"a JSON-RPC message with the method {message['method']}")
            if message.get("method") == "initialize" and as_int(as_dict(message.get("params")).get("protocolVersion")):
                return Match(0.8, "a greeting of the Agent Client Protocol")
        return None

    def find(self, folder: Path) -> Iterable[Path]:
        """The sessions of a log, each under a path of its own where it holds several; such logs lie anywhere."""
        if folder.is_file():
            names = dict.fromkeys(map(_session_of, read_records(folder, lambda problem: None)))
            names.pop("", None)
            yield from (session_path(folder, name) for name in names) if len(names) > 1 else (folder,)

    def glance(self, probe: Probe) -> Glance:
        """The first prompt, and when the first message went."""
        title, started, name = "", None, split(probe.path)[1]
        for value in first_values(probe):
            message, _ = message_in(value)
            if name and as_dict(message.get("params")).get("sessionId") != name:
                continue
            started = started or time_of(value)
            if message.get("method") == "session/prompt" and not title:
                blocks = map(as_dict, as_list(as_dict(message.get("params")).get("prompt")))
                title = next((text for block in blocks if (text := as_text(block.get("text")).strip())), "")
        return Glance(as_title(title), started)

    def read(self, path: Path, report: Report) -> Session:
        """Read one log message by message; of several sessions the first, where none is named."""
        file, name = split(path)
        walk = Messages(self.id, path, name)
        for logged in read_records(file, report):
            walk.add(logged)
        return walk.finish(plain_stem(file), self, is_named=bool(name))


def _session_of(logged: Logged) -> str:
    return as_text(as_dict(message_in(logged.value)[0].get("params")).get("sessionId"))


ADAPTER = Acp()
