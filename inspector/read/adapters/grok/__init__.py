"""Grok Build (xAI's command line) session folders.

Producer:  xai-org/grok-build.
Evidence:  1.0.41 (npm @xai-official/grok) driven against a model server over chat completions on 2026-11-27, its
           requests held against its files; before that source only: grok-build 19d42e3 (crates/codegen/
           xai-grok-shell/src/extensions/
           notification.rs, session/storage, xai-grok-sampling-types/src/conversation.rs, xai-chat-state/src/
           compaction_utils.rs); checked 2026-11-20.
Context:   ``updates.jsonl`` is the whole history as the client was shown it; ``chat_history.jsonl`` is the context as
           it now is, system prompt first.
Compaction: auto_compact_started, a compaction_checkpoint that names compaction_checkpoints/<id>.json (the exact
           new context), auto_compact_completed with tokens; failed and cancelled ones say so, but one that a person
           asked for is never announced, and its failure stands in its request alone. What was still running is
           answered behind the checkpoint that took it in. The summariser's own
           request stands in compaction_requests/<id>.json: prompt, model, trigger, summary or error. A rewind_marker
           goes back to before a prompt, also past a compaction.
Not said:  the reminders in front of the first message and behind a checkpoint, where no later request or
           chat_history.jsonl holds them; further calls of an answer of which one was refused; files that a prompt
           names, and the text of a skill or command; words of hooks at calls; old results that it trims for one
           request as the window fills; the requests for titles and dashboard lines; the first pass of a compaction in
           two.
           Over chat completions there is no response_completed: a turn of one call alone tells the tokens of its
           request. An answer that broke off and was begun anew is logged with what came first, and one that was
           interrupted before it called a tool is sent no more. Older logs have no response_completed: there the ends of
           answers are inferred and tokens are not known (totalTokens of a chunk is a live estimate, and turn_completed
           counts a whole turn).
Damage:    torn last lines; checkpoints and requests that were deleted.

Files: ``updates`` walks the log, ``compactions`` ties what it says of a compaction to the files beside it, ``history``
reads the items of checkpoints and requests.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.adapters.grok.history import update_in
from inspector.read.adapters.grok.updates import Updates
from inspector.read.ends import first_and_last
from inspector.read.lines import read_lines
from inspector.read.values import as_dict, as_text, preview

_OF_HISTORY = frozenset({"system", "user", "assistant", "tool_result", "reasoning", "backend_tool_call"})
_FOLDERS = frozenset({"compaction_checkpoints", "compaction_requests", "compaction", "recap_requests"})


class Grok(Adapter):
    id = "grok"
    title = "Grok Build"
    capabilities = can_say(
        always="compactions summary_text kept_tail timestamps",
        sometimes="usage system_prompt tools reasoning",
    )
    kept_in = (("GROK_HOME", ".grok", "sessions"),)
    named = ("*/*/updates.jsonl",)

    def recognise(self, probe: Probe) -> Match | None:
        """By updates of a session, or by the items of a context."""
        if probe.is_folder:
            found = self.whole(probe.path)
            return Match(0.9, f"the folder holds {found.name}") if found != probe.path else None
        for record in probe.records:
            method = as_text(record.get("method"))
            if "jsonrpc" in record:
                return None  # what went over a line, of whatever agent
            if method in ("session/update", "_x.ai/session/update", "x.ai/session/update"):
                return Match(0.95, f"a record with method={method}")
            if "sessionUpdate" in update_in(record)[0]:
                return Match(0.8, "a notification with sessionUpdate")
        kinds = {as_text(record.get("type")) for record in probe.records}
        if kinds and kinds <= _OF_HISTORY and (probe.path.parent / "updates.jsonl").exists():
            return Match(0.8, "items of a context beside the log of a session")
        return None

    def glance(self, probe: Probe) -> Glance:
        title = next(filter(None, map(_opening, probe.records)), "")
        # Sessions lie in folders that are called after the one that the agent worked in, as in an address.
        folder = unquote(probe.path.parent.parent.name)
        project = folder if Path(folder).is_absolute() else ""
        return Glance(title, *first_and_last(probe, Updates.time_of), project)

    def whole(self, path: Path) -> Path:
        """The log of the session that a context, a checkpoint, a request or a folder belongs to."""
        folder = path if path.is_dir() else path.parent
        if folder.name in _FOLDERS:
            folder = folder.parent
        known = path.is_dir() or folder != path.parent or path.name in ("chat_history.jsonl", "summary.json")
        log = folder / "updates.jsonl"
        return log if known and log.is_file() else path

    def read(self, path: Path, report: Report) -> Session:
        updates = Updates(self.id, path, report)
        for line in read_lines(path, report):
            updates.add(line)
        return updates.finish(self.capabilities)


def _opening(record: Record) -> str:
    update, _ = update_in(record)
    if update.get("sessionUpdate") != "user_message_chunk":
        return ""
    text = as_text(as_dict(update.get("content")).get("text"))
    return "" if text.startswith("<") else preview(text)


ADAPTER = Grok()
