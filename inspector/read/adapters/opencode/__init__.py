"""OpenCode sessions, and those of its forks (Kilo Code's command line, DevEco Code, …), which keep the same records.

Producer:  anomalyco/opencode, formerly sst/opencode, 1.x and 2.x. Versions seen: 1.4.3 and 1.14.30 in real exports;
           1.18.34 and Kilo 7.7.9 were driven, every request held against the context, on 2026-11-28; storage folders
           only in the source.
Evidence:  first store: source, in a fork that follows it closely: AgentGear/deveco-code b45c586a6 (2026-07-09)
           packages/opencode/src/session/{compaction,message-v2,overflow,processor,session}.ts,
           packages/core/src/session/sql.ts; names held against an API description of August 2026; observed in
           real exports. Second store: source, anomalyco/opencode packages/schema/src/session-message.ts 0ceb3dd,
           packages/core/src/session/history.ts 008d571, compaction.ts 031a4a9, projector.ts 008d571,
           runner/to-llm-message.ts 0010d84, message.ts 08e3e1f; the tables as others observed them in 2.0.3
           (getagentseal/codeburn#1293) and 2.0.12 (vshulcz/deja-vu#3924); its export: packages/schema/src/
           session-transfer.ts 26a5ec6, packages/core/src/session/transfer.ts 0ceb3dd. Checked 2026-11-20.
Context:   messages by time, each with its parts. After a compaction the context is the message that asked for it, as
           a question, the summary with its reasoning, the messages from tail_start_id on, then what follows
           (``sent`` has the rule). Thoughts of a model that is not the one asked are sent as plain text. An answer that
           ended in an error is left out unless the user broke it off. Kilo puts all that belongs to the prompt it
           works on last, leaves out prompts that wait, and what thereby comes to stand before the last request for a
           summary: the rest of the tail is back with the next prompt.
           ``revert`` undoes messages that still stand in the store.
           Second store: rows by ``seq``, from the newest completed compaction on.
Compaction: a user message with a ``compaction`` part, then an assistant message with ``summary: true``, which counts
           when it has a finish, no error, and names a message with such a part. One that names a prompt, since a
           compaction before it had failed, cuts nothing. Some versions drop what stands before the tail of one that
           failed; the tokens of the next request tell. Results cleared in place keep their text and bear
           ``time.compacted``. Versions of 2025 wrote the summary message alone. Second store: one row with its
           status, the summary, and the newest messages as a text; or what the provider made of the history.
Not said:  system prompt and tool definitions, the model's window, the prompt given to the summariser, what a
           cleared result was before it was cleared again, messages that a revert deleted (states of them stand in the
           table ``event``, which is not read), reminders of plan mode, whether a model takes pictures, that a prompt is
           what a command of one's own was filled into, and in Kilo the time and folders in every message. Second
           store: of the instructions only what changed in them, and which messages went into the text of the newest.
Damage:    exports cut short by a pipe, summaries that were never finished, tail_start_id not yet written.

2.x writes the second store (``session_v2``, ``session_message``; in mid-2026 behind a flag) and leaves the first as it
was at the upgrade: of a session in both the one with the newest message is read.
Tables with accounts and credentials are never opened.

Files: ``stored`` reads exports, folders and databases alike, ``messages`` walks messages and ``second`` the rows of the
second store, ``walk`` is what both do alike, ``sent`` says which messages are sent, in which order, and what
thoughts are to another model, ``compaction`` what the log knows of a compaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from inspector.model import Session, Severity
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say
from inspector.read.adapters.opencode.messages import Messages
from inspector.read.adapters.opencode.second import Rows
from inspector.read.adapters.opencode.stored import (
    is_second,
    read_stored,
    session_file,
    session_files,
    session_root,
    session_row,
    sessions_in,
)
from inspector.read.adapters.opencode.walk import KILO, product_of
from inspector.read.documents import head_document
from inspector.read.tables import is_database, split
from inspector.read.times import iso
from inspector.read.values import as_dict, as_list, as_text, as_title

_NAMES = ("opencode", "kilo", "deveco", "mimocode")
_OLDER = ("storage/session/*/ses_*.json", "session/*/ses_*.json", "project/*/storage/session/info/ses_*.json")
_STORED = frozenset({"session", "message", "part"})
_SECOND = frozenset({"session_v2", "session_message"})


class OpenCode(Adapter):
    """The adapter of OpenCode and its forks."""

    id = "opencode"
    title = "OpenCode"
    capabilities = can_say(always="usage compactions summary_text kept_tail timestamps", sometimes="reasoning")

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """The same place on every system: also on macOS and Windows it keeps to the data folder of Linux."""
        data = Path(env.get("XDG_DATA_HOME") or home / ".local" / "share")
        for name in _NAMES:
            yield data / name

    def find(self, folder: Path) -> Iterable[Path]:
        """Every session of its databases; of the older store those that were not taken over."""
        databases = (
            [folder] if folder.is_file() else [path for path in sorted(folder.glob("*.db")) if is_database(path)]
        )
        seen = set()
        for path in databases:
            for session in sessions_in(path):
                seen.add(session)
                yield path / session
        for pattern in _OLDER:
            yield from (path for path in sorted(folder.glob(pattern)) if path.stem not in seen)

    def recognise(self, probe: Probe) -> Match | None:
        """By the tables, by the shape of an export, or by where a file of the older store lies."""
        if probe.tables:
            if probe.tables >= _SECOND:
                return Match(0.95, "the tables session_v2 and session_message")
            return Match(0.95, "the tables session, message and part") if probe.tables >= _STORED else None
        if probe.is_folder:
            fits = probe.siblings >= _STORED or "storage" in probe.siblings
            found = fits and bool(session_files(probe.path))
            return Match(0.9, "a folder with session, message and part") if found else None
        if session_root(probe.path) or session_file(probe.path):
            return Match(0.95, "a file of a storage folder with session, message and part")
        document = as_dict(head_document(probe.head))
        messages = [as_dict(message) for message in as_list(document.get("messages"))]
        named = as_text(as_dict(document.get("info")).get("id")).startswith("ses_")
        if named and is_second(messages):
            return Match(0.95, "an object with info and messages, each of a type")
        told = sum("info" in message and "parts" in message for message in messages)
        # Values may be damaged, of the description or among the messages.
        if told > 1 and told > len(messages) // 2:
            return Match(0.95, "an object with messages of info and parts")
        if isinstance(document.get("info"), dict) and all("info" in message for message in messages):
            return Match(0.95 if named or messages else 0.6, "an object with info and messages of info and parts")
        return None

    def glance(self, probe: Probe) -> Glance:
        """From the session's row or its info; of an export the end is not known without reading it."""
        if probe.tables:
            row = session_row(*split(probe.path))
            info, time = row, {"created": row.get("time_created"), "updated": row.get("time_updated")}
        else:
            document = as_dict(head_document(probe.head))
            info = as_dict(document.get("info")) or document
            time = as_dict(info.get("time"))
        title = as_title(as_text(info.get("title")))
        project = as_text(info.get("directory"))
        product = product_of(split(probe.path)[0], as_text(info.get("version")))
        return Glance(title, iso(time.get("created")), iso(time.get("updated")), project, product)

    def whole(self, path: Path) -> Path:
        """The session's file that a message's or a part's file belongs to."""
        return session_file(path) or path if path.suffix == ".json" else path

    def read(self, path: Path, report: Report) -> Session:
        """Read one session; of a database or a folder the latest, where none is named."""
        stored = read_stored(path, report)
        walk: type[Rows | Messages] = Rows if stored.rows else Messages
        messages = walk(self.id, stored, hold=is_database(Path(stored.path)))
        build, info = messages.build, stored.info
        build.unlogged("system prompt", "in front")
        build.unlogged("tool definitions", "beside the messages")
        messages.read()
        build.path = str(path)
        version = as_text(info.get("version"))
        product = product_of(Path(stored.path), version)
        build.version(f"{product} {version}" if product and version else version)
        if product == KILO:
            build.unlogged("time and folders", "in every message of the user")
        for key in ("created", "updated"):
            build.seen(iso(as_dict(info.get("time")).get(key)))
        build.more_sessions(stored.others)
        if stored.unread:
            which = "the first" if stored.rows else "the second"
            note = f"{stored.unread} messages of it are in {which} store as well; what is newer is read, not both."
            build.problem(Severity.NOTE, "two-stores", note)
        session = as_text(info.get("id")) or path.name.split(".")[0]
        title = as_title(as_text(info.get("title"))) or messages.opening
        cwd = as_text(info.get("directory"))
        return build.session(id=session, title=title, cwd=cwd, capabilities=self.capabilities)


ADAPTER = OpenCode()
