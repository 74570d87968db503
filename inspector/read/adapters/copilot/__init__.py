"""GitHub Copilot CLI event logs, and the plain transcripts of Copilot Chat in VS Code, which have the same shape.

Producer:  GitHub Copilot CLI, closed source. Versions seen: 1.0.40 and 1.0.74 in real logs; 1.0.102 was held against
           51 of its own requests, 2026-11-27.
Evidence:  published event schema: github/copilot-sdk cc0438d66 nodejs/src/generated/session-events.ts; what is sent
           after a compaction: its test/snapshots/compaction; folders and checkpoints: copilot-cli changelog
           9532bda, agentprotocol transcript/copilot; requests of 1.0.102, as far as its own behaviour is told here.
Context:   the events in file order; ``parentId`` names the event before and is no tree. Results are sent in the order
           of their calls. Rewinds take events out of the file. Events of subagents stand between the others and bear
           an agentId (older: parentToolCallId). Words of the user are sent with the date in front, but for those that
           are handed in while the agent works. The harness says things in the model's name, too; what it puts in
           beside (files that a prompt names, shell commands of the person, skills) is told in parts. A prompt behind
           a turn that was broken off finds calls without a result answered by a sentence, and their thinking gone.
Compaction: ``session.compaction_start``, then, while the agent may go on working, ``session.compaction_complete``.
           Afterwards: system prompt, one message with every word of the user (since 1.0.102 at the latest, of more than
           20 prompts those of the first 3 and the last 16) and the summary, and what came after the start.
           ``session.truncation`` takes the oldest answers with their results and spares the user's words; of a
           compaction that starts at the same moment, the summarizer is sent what it left. Those asked for by hand write
           their calls down as ``model.*``, whole requests among them, failed ones too; what a failed tool told the
           model stands nowhere else.
Not said:  which items a compaction kept (a rule says it), the sentences around the user's words and the summary, tool
           definitions, what an automatic compaction asked, texts of encrypted reasoning, feedback on a refused plan
           other than in exit_plan_mode.completed. Tokens before 1.0.102 (``session.usage_record``): they are taken
           from session-store.db where that lies beside the sessions.
Damage:    compactions that start and never complete, torn last lines, sessions without a start event.

Files: ``events`` walks the records, ``event`` opens each and tells whose words it holds, ``context`` keeps what the
model has before it, ``compaction`` turns compaction events into splices and collects the summarizer's calls, ``put_in``
tells what is sent beside events and what failed tools told the model, ``usage`` tells tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import (
    Adapter,
    Glance,
    Match,
    Probe,
    Record,
    Report,
    can_say,
    own_folder,
    settings_folders,
    with_article,
)
from inspector.read.adapters.copilot.event import is_typed
from inspector.read.ends import first_and_last
from inspector.read.lines import read_lines
from inspector.read.values import as_dict, as_text, as_title

LOG = "events.jsonl"
_WORKSPACE = "workspace.yaml"
_PARTS = frozenset({_WORKSPACE, "plan.md"})
_TRANSCRIPTS = "*/GitHub.copilot-chat/transcripts/*.jsonl"
_KINDS = frozenset(
    "user.message assistant.turn_start assistant.message assistant.turn_end tool.execution_start "
    "tool.execution_complete system.message session.start session.resume session.compaction_start "
    "session.compaction_complete hook.start hook.end".split()
)


class Copilot(Adapter):
    id = "copilot"
    title = "GitHub Copilot CLI"
    capabilities = can_say(
        always="system_prompt compactions summary_text timestamps",
        sometimes="usage reasoning kept_tail",
    )
    named = (f"*/{LOG}", "*.jsonl", _TRANSCRIPTS)

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Of the command line, the same on every system; then where VS Code keeps its workspaces."""
        root = own_folder(env, "COPILOT_HOME") or home / ".copilot"
        yield root / "session-state"
        yield root / "history-session-state"
        for place in settings_folders(home, env):
            yield place / "Code" / "User" / "workspaceStorage"

    def recognise(self, probe: Probe) -> Match | None:
        """By the start event or the event envelope; a folder or a part of it by the log that stands there."""
        if probe.is_folder:
            if LOG not in probe.siblings:
                return None
            sure = _WORKSPACE in probe.siblings or "checkpoints" in probe.siblings
            return Match(0.95 if sure else 0.6, f"a folder with {LOG}")
        if self.whole(probe.path) != probe.path:
            return Match(0.95, f"{probe.path.name} belongs to {LOG} beside it")
        for record in probe.records:
            data = as_dict(record.get("data"))
            if record.get("type") == "session.start" and (data.get("copilotVersion") or data.get("producer")):
                return Match(1.0, f"a session.start event of {as_text(data.get('producer')) or 'Copilot'}")
        for record in probe.records:
            if as_text(record.get("type")) in _KINDS and isinstance(record.get("data"), dict) and "parentId" in record:
                return Match(0.9, f"{with_article(record['type'])} event with data and parentId")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The title in the session's folder, else the first words typed."""
        opening = next(filter(None, map(_opening, probe.records)), "")
        known = _workspace(probe.path)
        title = known.get("title") or opening
        project = next(filter(None, map(_folder, probe.records)), "") or known.get("cwd", "")
        return Glance(title, *first_and_last(probe), project)

    def beside(self, path: Path) -> Iterable[Path]:
        """Title and folder stand in the workspace of a session."""
        return (path.parent / _WORKSPACE,)

    def whole(self, path: Path) -> Path:
        """The event log that a session's folder, its notes or a checkpoint belong to."""
        if path.is_dir():
            folder = path
        elif path.name in _PARTS:
            folder = path.parent
        elif path.suffix == ".md" and path.parent.name == "checkpoints":
            folder = path.parent.parent
        else:
            return path
        return folder / LOG if (folder / LOG).is_file() else path

    def read(self, path: Path, report: Report) -> Session:
        from inspector.read.adapters.copilot.events import Events
        from inspector.read.adapters.copilot.usage import add_usage

        path = path / LOG if path.is_dir() else path
        events = Events(self.id, path)
        for line in read_lines(path, report):
            events.add(line)
        events.finish()
        known = _workspace(path)
        title = known.get("title") or events.opening
        session = events.id or (path.parent.name if path.name == LOG else path.name.split(".")[0])
        cwd = events.cwd or known.get("cwd", "")
        add_usage(events.build, path, session)
        return events.build.session(id=session, title=title, cwd=cwd, capabilities=self.capabilities)


def _workspace(log: Path) -> dict[str, str]:
    """``title`` and ``cwd`` as the workspace file beside a log has them; empty where there is none."""
    if log.name != LOG:
        return {}
    try:
        with (log.parent / _WORKSPACE).open("rb") as stream:
            lines = stream.read(64 * 1024).decode("utf-8", "replace").splitlines()
    except OSError:
        return {}
    found: dict[str, str] = {}
    for place, line in enumerate(lines):
        key, colon, value = line.partition(":")
        value = value.strip()
        if value in ("|", "|-", ">", ">-"):
            value = lines[place + 1].strip() if place + 1 < len(lines) else ""
        if colon and value:
            found.setdefault(key, value.strip("\"'"))
    title = found.get("name") or found.get("summary") or ""
    return {"title": as_title(title), "cwd": found.get("cwd", "")}


def _folder(record: Record) -> str:
    """Where the agent works, as the start of a session or its resumption says."""
    started = record.get("type") in ("session.start", "session.resume")
    return as_text(as_dict(as_dict(record.get("data")).get("context")).get("cwd")) if started else ""


def _opening(record: Record) -> str:
    data = as_dict(record.get("data"))
    typed = record.get("type") == "user.message" and not record.get("agentId") and is_typed(data)
    return as_title(as_text(data.get("content"))) if typed else ""


ADAPTER = Copilot()
