"""Codex CLI, Codex desktop and IDE extension session logs (rollouts).

Producer:  OpenAI Codex, open source. Versions seen: 0.119.0-alpha to 0.147.0 in real logs (April to July 2026); 0.171.0
           driven against a model server of our own (2026-11-27; gpt-6.2-sol, its default, and gpt-5.5, with both ways
           of compaction); the bare lines of 2025 as their readers and sources describe them.
Evidence:  source: codex-rs as mirrored in just-every/code 6ad6d5c (history/src/lib.rs, protocol/src/protocol.rs,
           rollout/src/{recorder,policy,compression}.rs, core/src/compact*.rs), openai/codex 04ad7869; readers:
           agent-sessions 651e854f, agentsview 53860074, agentprotocol 696b9b9c; issues openai/codex 21269, 22354,
           24089; checked 2026-11-20. token_usage_record, history_base, what fails: 0.171.0, requests held against logs.
Context:   a list of Responses API items, one ``response_item`` line each, in order of the file. Base instructions
           stand in the header and go out with every request. ``thread_rolled_back`` drops the last user turns. Models
           that work in code have their tools as the first item, ``additional_tools``, then the base instructions
           once more (another model's in the new history of a compaction); their commands and patches stand in
           ``item_completed`` alone. A call that nothing answered is sent with a result made
           up (``aborted``).
Compaction: a ``compacted`` line whose ``replacement_history`` is the whole new history. Local: the summary is a
           user message behind the kept prompts, and the summariser's answer stands in the log as if it were the
           agent's; where it was empty, the agent's last answer is the summary. Remote: the summary is an encrypted
           item. Until late 2025 only the summary was written. A failed one is a run that ends with an error: one
           without a turn (by hand; one without an end, too), one that never said its settings (ahead of a prompt), or
           one whose message names it. Local calls repeat the last token_count, so that refusals for length, each of
           which drops the oldest item, can be counted.
Not said:  built-in tools of models that do not work in code (dynamic ones stand in the header), the summariser's
           prompt, why a compaction started, how often a failed one was asked, refusals by an HTTP status (a
           summarizer refused so was shown less than the log tells; where tools stand in the history, its tokens show
           that at times), a local compaction that fails within a turn without having begun to answer or far from a
           full window, requests that broke off before they brought anything (runs that ended so are counted) or that
           were asked again at once (what they had brought stands with the next one's answer), the text of encrypted
           reasoning and summaries.
Damage:    the parent's lines copied into forks and subagents with new times; the same usage row repeated; rows
           of zeros after a compaction; rows that only say the window is full; encrypted items taken out by tools
           that publish logs.

Files: ``rollout`` walks the records, ``responses`` tells what one response item is, ``history`` holds the context,
``compacted`` turns compactions into splices, ``attempts`` tells what failed and infers triggers, ``usage`` makes
requests of token rows, ``lineage`` tells copied lines from own ones and finds other rollouts, ``kinds`` sorts events by
what becomes of them, knows what is written and not sent, and what scripts did.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.adapters.codex.lineage import rollout_id, rollouts, time_of
from inspector.read.adapters.codex.responses import RESPONSE_TYPES, is_typed, read_response, words
from inspector.read.ends import first_and_last
from inspector.read.values import as_dict, as_text, as_title, render

_ENVELOPES = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state"})


class Codex(Adapter):
    id = "codex"
    title = "Codex CLI"
    capabilities = can_say(
        always="compactions kept_tail",
        sometimes="usage system_prompt tools reasoning summary_text timestamps",
    )

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Live and archived sessions under ``$CODEX_HOME``, else ``~/.codex``."""
        root = Path(env.get("CODEX_HOME") or home / ".codex")
        return [root / "sessions", root / "archived_sessions"]

    def find(self, folder: Path) -> Iterable[Path]:
        """Every rollout; where a compressed twin stands beside the plain file, the plain one."""
        return rollouts(folder)

    def recognise(self, probe: Probe) -> Match | None:
        """By the header, else by the envelope of the lines."""
        if not probe.records:
            start = probe.head[:400]
            if b'"session_meta"' in start and b'"payload"' in start:
                return Match(0.95, "a session_meta line, longer than the probe")
            return None
        for record in probe.records:
            if record.get("type") == "session_meta" and "id" in as_dict(record.get("payload")):
                return Match(1.0, "a session_meta line with a thread id")
        wrapped = sum(
            as_text(record.get("type")) in _ENVELOPES and isinstance(record.get("payload"), dict)
            for record in probe.records
        )
        if wrapped and wrapped * 2 > len(probe.records):
            return Match(0.9, "lines of response_item and event_msg, without their header")
        first = probe.records[0]
        bare = sum(as_text(record.get("type")) in RESPONSE_TYPES for record in probe.records)
        if "type" not in first and {"id", "timestamp", "instructions"} <= first.keys():
            return Match(0.9, "a header with id, timestamp and instructions, as written until August 2025")
        if bare and any(record.get("record_type") == "state" for record in probe.records):
            return Match(0.8, "bare response items beside state lines, as written until August 2025")
        return None

    def no_log(self, probe: Probe) -> str:
        """The rollout, of what ``codex exec --json`` prints: it holds neither prompts nor compactions."""
        for record in probe.records:
            thread = as_text(record.get("thread_id"))
            if record.get("type") == "thread.started" and thread:
                folders = self.folders(Path.home(), os.environ)
                here = (path for folder in folders for path in rollouts(folder) if rollout_id(path) == thread)
                place = next(here, f"rollout-…-{thread}.jsonl under ~/.codex/sessions (or $CODEX_HOME)")
                return (
                    "It is what codex exec --json prints, without prompts and compactions. The log of its thread has "
                    f"them: {place}."
                )
        return ""

    def glance(self, probe: Probe) -> Glance:
        """The first prompt, and the times of the first and the last line."""
        title = next(filter(None, map(_prompt_of, probe.records)), "")
        return Glance(title, *first_and_last(probe, time_of))

    def whole(self, path: Path) -> Path:
        """``path`` itself: a subagent's rollout is a session of its own. Of two twins, the plain file."""
        plain = path.with_suffix("")
        return plain if path.suffix == ".zst" and plain.is_file() else path

    def read(self, path: Path, report: Report) -> Session:
        from inspector.read.adapters.codex.rollout import Rollout

        return Rollout(self.id, path, report).read(self.capabilities)


def _prompt_of(record: Record) -> str:
    payload = as_dict(record.get("payload")) if record.get("type") == "response_item" else record
    if payload.get("type") != "message":
        return ""
    part = read_response(payload)
    return as_title(words(render(part.value))) if is_typed(part) else ""


ADAPTER = Codex()
