"""Claude Code (command line, SDK and desktop) session logs.

Producer:  Anthropic Claude Code, closed source. Versions seen: 1.0.29 to 2.1.219 in real logs; 2.1.332 driven in print
           and interactive mode against a server of our own (2026-11-27); rows of versions between as independent
           readers describe them.
Evidence:  observed in real logs, and third-party readers: claude-agent-sdk-python e8bde60 (_internal/sessions.py),
           agent-sessions 651e854f, agentsview 53860074, agentprotocol 2687f519 (transcript/claude/resume.go),
           ccusage 5816e640; checked 2026-11-20. Microcompaction, snip and content-replacement rows have no
           public description: their keys are taken from real rows and from those readers.
Context:   since 2.1.300 the log holds the requests themselves (see ``recorded``), and they are the context. Before, or
           where rows of requests lack something: a tree of rows (uuid, parentUuid) written as a list; the file order
           is the order of the context but for rewinds, which start a new branch from an earlier row, and for
           attachments, which are sent as ``rendered`` says, ahead of the prompt that they are written behind.
Compaction: a ``compact_boundary`` row with compactMetadata, then instruction files that open the new context, a user
           row with isCompactSummary, then rows that put files and reminders back. Kept rows are named by uuid; they
           stand before the boundary, or behind the summary. A failed one by hand is a command's output.
Not said:  before 2.1.300, and of requests that a fork or branch copied, system prompt and tool definitions; in every
           version the billing line in front of the system prompt, the model's window, the settings that move the
           threshold, the summariser's call (but see subagents/agent-acompact-*.jsonl, and ``costs``), failed
           automatic compactions.
Damage:    replayed history with the same uuids after a second compaction; torn last lines; parent cycles;
           several rows for one response, each repeating its usage; boundaries that name rows never written.

Files: ``rows`` walks the records and hands each to ``responses``, ``prompts`` or ``extras``; ``human`` tells whose
words a text is; ``boundary`` turns compaction rows into splices; ``recorded`` takes requests that are written down,
with ``requests`` for the words that are known; ``costs`` reads sums; ``linked`` finds subagents and summariser calls;
``transcript`` is what they share.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, with_article
from inspector.read.adapters.claude_code.human import opening_words
from inspector.read.adapters.claude_code.linked import main_of
from inspector.read.content import plain_suffix
from inspector.read.ends import Records, first_and_last, last_records
from inspector.read.lines import read_lines
from inspector.read.values import as_dict, as_text, as_title

_TREE = frozenset({"user", "assistant", "system", "attachment", "progress"})
_IN_SESSION = frozenset({"subagents", "tool-results"})
_SIDE = frozenset(
    {"summary", "file-history-snapshot", "queue-operation", "mode", "permission-mode", "last-prompt", "ai-title"}
)


def _is_bare(record: Record) -> bool:
    """Whether a row holds a message of its own role and nothing that names an agent, as some exports keep them."""
    return record.get("type") in ("user", "assistant") and as_dict(record.get("message")).get("role") == record["type"]


class ClaudeCode(Adapter):
    """The adapter of Claude Code."""

    id = "claude-code"
    title = "Claude Code"
    capabilities = can_say(
        always="usage compactions summary_text timestamps", sometimes="reasoning kept_tail system_prompt tools"
    )

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """``projects`` under every configured root."""
        roots = [Path(part) for part in env.get("CLAUDE_CONFIG_DIR", "").split(",") if part]
        if not roots:
            config = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
            desktop = home / "Library" / "Application Support" / "Claude" / "local-agent-mode-sessions"
            roots = [home / ".claude", config / "claude"]
            roots += [found.parent for found in desktop.glob("**/local_*/.claude/projects")] if desktop.is_dir() else []
        return [root / "projects" for root in roots]

    def find(self, folder: Path) -> Iterable[Path]:
        """Main transcripts; subagents' files belong to theirs."""
        # rglob follows no link to a folder, and some people keep a project's folder elsewhere.
        linked = (path for path in folder.glob("*/*.jsonl") if path.parent.is_symlink())
        for path in chain(folder.rglob("*.jsonl"), linked):
            if "subagents" not in path.parts and not path.name.startswith("agent-"):
                yield path

    def recognise(self, probe: Probe) -> Match | None:
        """By the shape of the tree rows; a folder by the transcript that bears its name."""
        if probe.is_folder:
            main = main_of(probe.path)
            if main == probe.path:
                return None
            # Any other folder may have the name of a log by chance.
            sure = not probe.siblings or not probe.siblings.isdisjoint(_IN_SESSION)
            return Match(0.9 if sure else 0.4, f"{main.name} stands beside the folder")
        if plain_suffix(probe.path) == ".jsonl" and not probe.records and b'"parentUuid"' in probe.head:
            return Match(0.7, "the first line is longer than the probe and names a parentUuid")
        if any("systemPayload" in record or "parts" in as_dict(record.get("message")) for record in probe.records):
            return None  # Qwen Code keeps the same tree, with contents of another API in it
        for record in probe.records:
            if as_text(record.get("type")) in _TREE and "parentUuid" in record and "sessionId" in record:
                return Match(0.95, f"{with_article(record['type'])} row with parentUuid and sessionId")
        kinds = {as_text(record.get("type")) for record in probe.records}
        if kinds and kinds <= _SIDE:
            return Match(0.6, f"only side records of Claude Code: {', '.join(sorted(kinds))}")
        if probe.records and all(_is_bare(record) for record in probe.records):
            return Match(0.45, "messages in rows as Claude Code writes them, without their ids")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The title the agent gave, else the first words typed."""
        told = last_records(probe, *_TITLES)
        given = (as_text(record.get("customTitle")) or as_text(record.get("aiTitle")) for record in told)
        title = next(filter(None, given), "") or next(filter(None, map(opening_words, probe.records)), "")
        return Glance(as_title(title), *first_and_last(probe))

    def whole(self, path: Path) -> Path:
        """The main transcript that a subagent's file or a session folder belongs to."""
        return main_of(path)

    def earlier(self, path: Path) -> Path | None:
        """The transcript with the row that the first boundary of this one follows."""
        return earlier_log(path)

    def read(self, path: Path, report: Report) -> Session:
        """Read a transcript row by row."""
        from inspector.read.adapters.claude_code.rows import Rows

        rows = Rows(self.id, path)
        for line in read_lines(path, report):
            rows.add(line)
        return rows.finish(self.capabilities)


_HEAD = 256 * 1024
_TITLES = (b'"customTitle"', b'"aiTitle"')
MOST = 200
"""Logs that are looked through, the latest first."""


def earlier_log(path: Path) -> Path | None:
    """The transcript in the same folder with the row that the first boundary follows; None where none has it.

    Looks for that row's id in the other transcripts, byte by byte.
    """
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
        found = (one for one in Records(head, _HEAD) if as_text(one.get("logicalParentUuid")))
        first = next(found, None)
        if first is None:
            return None
        parent, boundary = as_text(first.get("logicalParentUuid")), as_text(first.get("uuid"))
        if _stands_ahead(path, parent, boundary):
            return None
        others = sorted(path.parent.glob("*.jsonl"), key=lambda other: other.stat().st_mtime, reverse=True)
    except OSError:
        return None
    return next((one for one in others[:MOST] if one != path and _stands_ahead(one, parent, boundary)), None)


def _stands_ahead(path: Path, uuid: str, boundary: str) -> bool:
    """Whether a row has this id, ahead of the boundary where that is there, too.

    A fork writes the rows that a compaction kept again behind it. One that only names the id as its parent has it not.
    """
    try:
        with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as text:
            place = _place(text, uuid)
            return place >= 0 and not 0 <= _place(text, boundary) < place
    except (OSError, ValueError):
        # Gone meanwhile, or empty.
        return False


def _place(text: mmap.mmap, uuid: str) -> int:
    places = [text.find(f'"uuid":{blank}"{uuid}"'.encode()) for blank in ("", " ")]
    return max(places)


ADAPTER = ClaudeCode()
