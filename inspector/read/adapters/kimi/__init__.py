"""Kimi Code (wire.jsonl) and Kimi CLI (context.jsonl) session logs.

Producer:  MoonshotAI/kimi-code (wire protocol 1.x) and MoonshotAI/kimi-cli before it.
Evidence:  Kimi Code 2.1.0 (npm @moonshot-ai/kimi-code, wire 1.5) driven against a model server on 2026-11-27, its
           requests held against its wire, and its source; before that source only: kimi-code d723cc47e
           (packages/agent-core-v2/src/agent/contextMemory, fullCompaction, docs/wire-manifest.d.ts) and kimi-cli
           4a550eff (soul/context.py, soul/compaction.py, soul/kimisoul.py); checked 2026-11-20.
Context:   Kimi Code appends events; the context is what they built up. A result is sent with its time, state and note,
           results stand in the order of their calls, and what comes in while calls are open stands behind them. Kimi
           CLI keeps the context itself in a file and moves the old file aside (context_1.jsonl, context_2.jsonl, …)
           whenever it rewrites it.
Compaction: Kimi Code: ``context.apply_compaction`` between full_compaction.begin and .complete; afterwards the context
           is the user's own messages, cut to 20,000 tokens by the agent's own count, then the summary with what the
           program puts around it; in older records the summary, then the tail behind compactedCount. A begin that is
           cancelled or never ends failed. ``llm.request`` of kind compaction tells how many of the oldest messages the
           summarizer was not shown. Results cleared by micro_compaction.apply (not written any more in 2.1.0) are
           edits. Kimi CLI: a new file that opens with the summary and the last messages.
Not said:  Kimi Code: the marker between kept messages, the reminder behind a summary, the result of an interrupted
           call (all named in the session), whether a compaction failed or was cancelled, the window, and that a refusal
           for length lowers it. Kimi CLI: times, models, what triggered a compaction, tokens after one.
Damage:    torn last lines; a compaction that a crash cut short; usage told twice (step.end and usage.record).

Files: ``wire`` walks Kimi Code's events, ``events`` says what single ones mean, what is sent of a result and what stays
of the user's messages, ``compactions`` what a compaction leaves; ``contexts`` reads Kimi CLI's files.
"""

from __future__ import annotations

from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.ends import first_and_last
from inspector.read.lines import read_lines, whole_lines
from inspector.read.times import utc
from inspector.read.values import as_dict, as_text, preview, render

_CONTEXT_ROLES = frozenset({"_system_prompt", "_checkpoint", "_usage"})


class Kimi(Adapter):
    id = "kimi"
    title = "Kimi"
    capabilities = can_say(
        always="usage system_prompt reasoning compactions summary_text kept_tail",
        sometimes="tools timestamps",
    )
    kept_in = (("KIMI_CODE_HOME", ".kimi-code", "sessions"), ("KIMI_SHARE_DIR", ".kimi", "sessions"))
    named = ("*/*/agents/main/wire.jsonl", "*/*/context.jsonl")

    def recognise(self, probe: Probe) -> Match | None:
        """By the wire's metadata and events, or by the bookkeeping rows of a context file."""
        if probe.is_folder:
            found = self.whole(probe.path)
            return Match(0.9, f"the folder holds {found.name}") if found != probe.path else None
        for record in probe.records:
            kind = as_text(record.get("type"))
            if kind.startswith(("context.append_", "full_compaction.", "context.apply_")):
                return Match(0.95, f"a {kind} event")
            if as_text(record.get("role")) in _CONTEXT_ROLES:
                return Match(0.95, f"a row with the role {record['role']}")
            if as_text(as_dict(record.get("message")).get("type")) == "TurnBegin" and "timestamp" in record:
                return Match(0.8, "a wire of Kimi CLI")
        first = probe.records[0] if probe.records else {}
        if first.get("type") == "metadata" and "protocol_version" in first:
            return Match(0.9, "the first record is metadata with a protocol_version")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first words typed, and the times of the first and last events."""
        title = next(filter(None, map(_opening, probe.records)), "")
        return Glance(title, *first_and_last(probe, lambda record: utc(record.get("time"))))

    def whole(self, path: Path) -> Path:
        """The session that a subagent's wire, an older context, the state or a folder belongs to."""
        folder = path if path.is_dir() else _session_folder(path)
        if path.name.startswith("wire") and path.parent.name == "main":
            return path
        for inside in ("agents/main/wire.jsonl", "context.jsonl"):
            belongs = path.is_dir() or path.parent != folder or path.stem.startswith(("context", "wire", "state"))
            if belongs and (folder / inside).is_file():
                return folder / inside
        return path

    def read(self, path: Path, report: Report) -> Session:
        from inspector.read.adapters.kimi.contexts import read_contexts
        from inspector.read.adapters.kimi.wire import Wire

        # Any line may be damaged: most of the first ones say what the file is.
        first = [line for line in whole_lines(path) if isinstance(line, dict)]
        if 2 * sum("role" in line for line in first) > len(first):
            return read_contexts(self, path, report)
        wire = Wire(self.id, path)
        for line in read_lines(path, report):
            wire.add(line)
        return wire.finish(self.capabilities, report)


def _session_folder(path: Path) -> Path:
    """``<session>/agents/<agent>/wire.jsonl`` or ``<session>/context.jsonl`` → ``<session>``."""
    return path.parents[2] if len(path.parents) > 2 and path.parents[1].name == "agents" else path.parent


def _opening(record: Record) -> str:
    message = as_dict(record.get("message")) or record
    typed = as_text(as_dict(message.get("origin")).get("kind")) in ("", "user")
    text = render(message.get("content")) if message.get("role") == "user" and typed else ""
    return "" if text.startswith("<system") else preview(text)


ADAPTER = Kimi()
