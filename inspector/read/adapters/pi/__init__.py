"""pi session logs, and those of OpenClaw, oh-my-pi and Letta Code, which write the same entries.

Producer:  badlogic/pi-mono (later earendil-works/pi), session versions 1 to 3; can1357/oh-my-pi; OpenClaw. Versions 1
           and 3 were read as real logs of pi, 2 only in the source. Driven against a
           server of our own on 2026-11-28: pi 1.6.0, oh-my-pi 18.2.3 (and what 18.3.4 has of its own, with the native
           parts of 18.2.3, as its own were not in the registry), Letta Code 0.34.12 (see ``letta``), OpenClaw
           2026.9.6 (see ``openclaw``).
Evidence:  source: badlogic/pi-mono 83378aad packages/coding-agent/src/core/{session-manager,messages}.ts,
           packages/ai/src/providers/transform-messages.ts; retainedTail as third parties read it; checked 2026-11-20.
           The packages of 1.6.0 and 18.3.4: session-manager, messages, session-context; snapcompact, pruning, shake.
           OpenClaw, prompts in the user's name. Documented: the heartbeat's default prompt (it can be set to
           another), ``[cron:<jobId> <job name>]`` ahead of the prompt of an isolated job. Seen in notes that it
           wrote about sessions and people published, not in session logs: the prompt after /new or /reset, the
           flush of memories before a compaction, the heartbeat. Only as third parties filter them: ``System: [``.
           Source: the models delivery-mirror and gateway-injected, which stand for texts it delivered itself.
Context:   a tree of entries (id, parentId); the context is the path from the root to the newest entry. Version 1
           has no ids and is a plain list. System messages hold the prompt in sections, which later ones patch by
           name, and tools that were added or removed; all are sent as one prompt in front (where a model takes
           system messages later on, pi sends them in place, which a log does not tell). ``context_edit`` leaves an
           entry out of what follows, or gives it another content. From 1.5 on (as driven; the log says its system
           prompt) a call that nothing answered is sent with a result made up, and thoughts go to no other model than
           the one that had them. oh-my-pi replaces results in their own lines
           (``prunedAt``); what stood there is partly in ``details`` or in ``<session>/<n>.shake.log``. Its
           ``reset_boundary`` (/clear) leaves nothing of what stood there; files that a prompt names (``fileMention``)
           and code that a person ran (``pythonExecution``) are messages of their own.
Compaction: a ``compaction`` entry. Afterwards the context is the system prompt, its summary, then the kept entries
           (retainedTail, or those from firstKeptEntryId up to the compaction), then what follows. With oh-my-pi's
           method snapcompact the history stands behind the summary, as text and pictures (``preserveData``); with
           remote a list of the provider's own is all that is sent (``openaiRemoteCompaction``).
Not said:  system prompt and tool definitions before ``sections`` were logged and of oh-my-pi, pi's own version, what
           triggered a compaction, compactions that failed, the sentences around a summary, whether a prompt was
           queued or is a template that was filled in, whether a model takes pictures; of oh-my-pi the reminder of date
           and folder, and the calls for its summaries; of OpenClaw what it adds to each prompt, and a long result as
           it was cut to fit.
Damage:    torn last lines, repeated entries, parents that are not in the file, copies of history in forks.

Answers that had an error or were aborted are left out of later requests since 2d27a2c7 (2026-01-19), and were
sent before; entries are told apart by their time, as no log names pi's version. oh-my-pi (18.2.3) goes on sending them
as far as they came, until a resume or a compaction puts its context together from the log.

Files: ``entries`` reads the entries, ``tree`` keeps what stands after each and puts the prompt together, ``remote``
knows results made up, thoughts left out, what a person did beside prompts and what a provider compacted, ``sent`` the
texts that differ from what is logged and what calls cost, ``words`` whose words a text holds and what is Letta's.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.adapters.pi import openclaw
from inspector.read.adapters.pi.words import in_user_text, is_letta, pieces
from inspector.read.ends import first_and_last, last_records
from inspector.read.lines import read_lines
from inspector.read.tables import is_database, session_path, split
from inspector.read.values import as_dict, as_text, as_title, render

_ENTRIES = frozenset(
    "message model_change thinking_level_change compaction branch_summary custom custom_message label "
    "session_info context_edit".split()
)


_LETTA = "lc-local-backend"


class Pi(Adapter):
    id = "pi"
    title = "pi"
    capabilities = can_say(
        always="usage compactions summary_text kept_tail timestamps", sometimes="reasoning system_prompt tools"
    )
    kept_in = (
        ("PI_CODING_AGENT_DIR", ".pi/agent", "sessions"),
        ("", ".omp/agent", "sessions"),
        ("OPENCLAW_STATE_DIR", ".openclaw", "agents"),
        ("", ".clawdbot", "agents"),
        ("", ".letta/lc-local-backend", "conversations"),
    )

    def find(self, folder: Path) -> Iterable[Path]:
        """One file a session: in a folder for each working directory, or for each agent of OpenClaw; and those in the
        databases that OpenClaw keeps since 2026."""
        for file in [folder] if folder.is_file() else sorted(folder.glob(openclaw.DATABASE)):
            for name in openclaw.sessions(file):
                yield session_path(file, name)
        for pattern in ("*.jsonl", "*/*.jsonl", "*/sessions/*.jsonl"):
            yield from sorted(folder.glob(pattern))

    def recognise(self, probe: Probe) -> Match | None:
        """By the header, and by the entries behind it."""
        if probe.tables >= openclaw.TABLES:
            return Match(1.0, "the tables transcript_events and session_windows")
        if not probe.records:
            return None
        first = probe.records[0]
        entries = sum(as_text(record.get("type")) in _ENTRIES for record in probe.records[1:])
        # DeepSeek Harness has a header alike, with createdAt in the place of a timestamp, and a depth.
        if (
            first.get("type") == "session"
            and first.keys().isdisjoint(("createdAt", "delegationDepth"))
            and as_text(first.get("id"))
            and as_text(first.get("cwd"))
        ):
            return Match(
                1.0 if entries else 0.9, "the first record has type=session with an id and a working directory"
            )
        for record in probe.records:
            message = as_dict(record.get("message"))
            if record.get("type") == "message" and (
                message.get("role") in ("toolResult", "bashExecution") or "stopReason" in message
            ):
                return Match(0.7, f"a message entry with the role {message.get('role')}")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The name the user gave, else the first words typed."""
        file, name = split(probe.path)
        if is_database(file):
            sessions = openclaw.sessions(file)
            name = name or next(iter(sessions), "")
            begun = (record for record, _ in openclaw.entries(file, name, lambda problem: None, openclaw.HEAD))
            title = next(filter(None, map(_opening, begun)), "")
            return Glance(title, *sessions.get(name, (None, None)), product="OpenClaw")
        named = (record for record in last_records(probe, b'"session_info"') if record.get("type") == "session_info")
        names = (as_text(record.get("name")) for record in named)
        title = next(filter(None, names), "") or next(filter(None, map(_opening, probe.records)), "")
        product = "Letta Code" if _LETTA in probe.path.parts else ""
        return Glance(as_title(title), *first_and_last(probe), product=product)

    def read(self, path: Path, report: Report) -> Session:
        """Read a log entry by entry; of OpenClaw's database the newest session, where none is named."""
        from inspector.read.adapters.pi.entries import Entries

        entries = Entries(self.id, path)
        file, name = split(path)
        if is_database(file):
            sessions = openclaw.sessions(file)
            openclaw.name(entries.build)
            for record, at in openclaw.entries(file, name or next(iter(sessions), ""), report):
                entries.add(record, at)
            if not entries.build.items:
                raise CannotRead(f"{file} holds no session {name}.".replace(" .", "."))
            if not name:
                entries.build.more_sessions(len(sessions) - 1)
        for line in [] if is_database(file) else read_lines(path, report):
            entries.add(line.record, line.at(path))
        title = entries.name or entries.build.opening
        return entries.build.session(id=entries.id, title=title, cwd=entries.cwd, capabilities=self.capabilities)


def _opening(record: Record) -> str:
    message = as_dict(record.get("message"))
    if record.get("type") != "message" or message.get("role") != "user":
        return ""
    if is_letta(message):
        texts = (text for voice, text, _ in pieces(message.get("content")) if voice.detail == "typed")
        return as_title(next(texts, ""))
    return as_title(in_user_text(render(message.get("content"))).typed)


ADAPTER = Pi()
