"""The walk over the events of an OpenHands V0 session, exported as one document or kept as numbered files."""

from __future__ import annotations

from typing import Any

from inspector.model import ItemKind, Origin, Source
from inspector.read.adapter import Record
from inspector.read.adapters.openhands.events import EventWalk, Shown, spent
from inspector.read.build import About, Builder, RequestDraft
from inspector.read.tools import headline
from inspector.read.usage import response_usage
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, digits

# Kept out of the agent's history, so that offsets do not count them.
_UNCOUNTED = frozenset({"null", "agent_state_changed", "change_agent_state", "condensation", "condensation_request"})
_TEXTS = ("repo_instructions", "conversation_instructions", "additional_agent_instructions")
_ABOUT = ("repo_name", "repo_directory", "repo_branch", "working_dir", "date", "runtime_hosts")


class Trajectory(EventWalk):
    def __init__(self, agent: str, path: str, build: Builder | None = None, name: str = "") -> None:
        super().__init__(build or Builder(agent, path))
        self._name = name
        self._totals: Record | None = None
        self.paid: float | None = None
        """What the session cost as its running total says at the end; None where there is none, or it began anew."""
        self._began_anew = False
        self._window: int | None = None
        self._skills: set[str] = set()
        self._asked: Record | None = None
        self._delegates: list[str] = []

    def add(self, record: Record, source: Source) -> None:
        self._record = record
        number = record.get("id")
        self._begin(record, source, str(number if as_int(number) is not None else f"event {source.pointer}"))
        self._read_totals()
        kind = as_text(record.get("action")) or as_text(record.get("observation"))
        if kind == "delegate" and "observation" in record and self._delegates:
            self._delegates.pop()
        # Its events stand between the call and its result.
        self.build.thread = self._delegates[-1] if self._delegates else ""
        self._hidden = as_dict(record.get("args") or record.get("extras")).get("hidden") is True
        if "action" in record:
            self._action(kind, as_dict(record.get("args")))
        else:
            self._observation(kind)
        if kind not in _UNCOUNTED and not self.build.thread and not self._hidden:
            self._view.add(self.build.id, self.build.context)
        if kind == "delegate" and "action" in record:
            self._delegates.append(f"{self._name}delegate {self.build.id}")
            agent = as_text(as_dict(record.get("args")).get("agent"))
            self.build.link("subagent", self._delegates[-1], agent, item=len(self.build.items) or None)

    def close(self) -> None:
        """Nothing is left open at the end of a session of V0."""

    def _read_totals(self) -> None:
        """Tokens of the request behind this event, as the session's running totals grew."""
        metrics = as_dict(self._record.get("llm_metrics"))
        totals = as_dict(metrics.get("accumulated_token_usage"))
        self._grown = None
        paid = as_dollars(metrics.get("accumulated_cost"))
        if paid is not None:
            self._began_anew = self._began_anew or paid < (self.paid or 0.0)
            self.paid = None if self._began_anew else paid
        if totals:
            self._grown, self._totals = spent(totals, self._totals), totals
            self._window = as_int(totals.get("context_window")) or self._window

    def _event(self, kind: str, *, known: bool = True) -> None:
        if not known:
            self.build.note_unknown(kind)
        args, extras = as_dict(self._record.get("args")), as_dict(self._record.get("extras"))
        for value, pointer in (
            (extras.get("agent_state"), "/extras/agent_state"),
            (args.get("agent_state"), "/args/agent_state"),
            (args.get("recall_type"), "/args/recall_type"),
            (as_text(self._record.get("message")), "/message"),
            (self._record.get("action"), "/action"),
            (self._record.get("observation"), "/observation"),
            (self._record.get("id"), "/id"),
        ):
            if self._put(ItemKind.EVENT, value, pointer, detail=kind or "unknown"):
                return

    def _action(self, kind: str, args: Record) -> None:
        source = self._record.get("source")
        if kind == "system":
            for key, detail in (("content", "system_prompt"), ("tools", "tools")):
                self._put(ItemKind.INSTRUCTIONS, args.get(key), f"/args/{key}", detail=detail)
            self.build.version(args.get("openhands_version"))
        elif kind == "message" and source == "user":
            if self.build.thread:
                self._put(ItemKind.USER, args.get("content"), "/args/content", "delegated", origin=Origin.AGENT)
            else:
                self._typed(args.get("content"), "/args/content")
        elif kind == "message" and source == "environment":
            self._put(ItemKind.ATTACHMENT, args.get("content"), "/args/content", detail="environment")
        elif kind == "condensation":
            self._condensation(args)
        elif kind in _UNCOUNTED or kind == "recall":
            self._asked = self._record if kind == "condensation_request" else self._asked
            self._event(kind)
        elif source == "user":
            # A command that the human ran in the terminal beside the agent, or a file they asked for.
            key = next((key for key in ("command", "path", "content", "thought") if as_text(args.get(key))), "")
            self._put(ItemKind.USER, args.get(key), f"/args/{key}", detail="shell")
        elif kind and args:
            self._answer(kind, args)
        else:
            self._event(kind, known=False)

    def _answer(self, kind: str, args: Record) -> None:
        """Something the model said or called; calls made at once are events of their own with the same response."""
        metadata = as_dict(self._record.get("tool_call_metadata"))
        response = as_dict(metadata.get("model_response"))
        message = as_dict(as_dict(next(iter(as_list(response.get("choices"))), None)).get("message"))
        base = "/tool_call_metadata/model_response/choices/0/message"
        key = as_text(response.get("id")) or f"event {self.build.id}"
        draft = self._requests.get(key)
        first = len(self.build.items) + 1
        if draft is None:
            draft = self._requests[key] = self._call(key, response)
            self._put(ItemKind.REASONING, message.get("reasoning_content"), f"{base}/reasoning_content")
            self._put(ItemKind.ASSISTANT, message.get("content"), f"{base}/content")
            if not message:
                thought = args.get("thought")
                self._put(ItemKind.ASSISTANT, as_text(thought), "/args/thought")
        if kind == "message":
            self._put(ItemKind.ASSISTANT, args.get("content"), "/args/content")
        else:
            self._tool(kind, args, metadata, message, base)
        self.build.produced(draft, first)

    def _call(self, key: str, response: Record, **more: Any) -> RequestDraft:
        draft = self.build.request(key, as_text(response.get("model")), **more)
        draft.usage = response_usage(as_dict(response.get("usage"))) or self._grown
        draft.limit = self._window
        return draft

    def _tool(self, kind: str, args: Record, metadata: Record, message: Record, base: str) -> None:
        call_id, name = as_text(metadata.get("tool_call_id")), as_text(metadata.get("function_name")) or kind
        about = About(tool=name, call_id=call_id, headline=headline(name, args))
        for index, call in enumerate(as_list(message.get("tool_calls"))):
            call = as_dict(call)
            told = as_dict(call.get("function")).get("arguments")
            if call.get("id") == call_id and told not in (None, "", []):
                pointer = f"{base}/tool_calls/{index}/function/arguments"
                self._put(ItemKind.TOOL_CALL, told, pointer, **about)
                return
        self._put(ItemKind.TOOL_CALL, args, "/args", **about)

    def _observation(self, kind: str) -> None:
        record = self._record
        extras, metadata = as_dict(record.get("extras")), as_dict(record.get("tool_call_metadata"))
        if kind in _UNCOUNTED:
            self._event(kind)
        elif kind == "recall":
            self._recall(extras)
        elif kind or metadata:
            failed = kind in ("error", "user_rejected") or record.get("success") is False
            failed = failed or as_int(as_dict(extras.get("metadata")).get("exit_code")) not in (None, 0)
            call_id, name = as_text(metadata.get("tool_call_id")), as_text(metadata.get("function_name")) or kind
            about = About(tool=name, call_id=call_id, error=failed)
            detail = "rejected" if kind == "user_rejected" else ""
            self._put(ItemKind.TOOL_RESULT, record.get("content"), "/content", detail, **about)
            self.cwd = self.cwd or as_text(as_dict(extras.get("metadata")).get("working_dir"))
        else:
            self._event(kind, known=False)

    def _recall(self, extras: Record) -> None:
        """What the harness knows of the workspace and of words that occurred; a template joins it into one message."""
        for key in _TEXTS:
            self._put(ItemKind.ATTACHMENT, extras.get(key), f"/extras/{key}", detail=key)
        about = any(extras.get(key) for key in _ABOUT)
        if about and not any(as_text(extras.get(key)) for key in _TEXTS):
            self._put(ItemKind.ATTACHMENT, extras, "/extras", detail="environment")
        for index, skill in enumerate(as_list(extras.get("microagent_knowledge"))):
            skill = as_dict(skill)
            name = as_text(skill.get("name"))
            if name not in self._skills:
                self._skills.add(name)
                pointer = f"/extras/microagent_knowledge/{index}/content"
                self._put(ItemKind.ATTACHMENT, skill.get("content"), pointer, detail="skill")
        if not self.build.context:
            self._event("recall")

    def _condensation(self, args: Record) -> None:
        asked, self._asked = self._asked, None
        told = self._call(f"condensation {self.build.id}", {}, purpose="compaction") if self._grown else None
        number = self._summary(args, "/args/summary", told)
        forgotten = self._forgotten(args)
        if number and self._view.summary:
            forgotten.add(self._view.summary)  # only the newest summary is shown
        shown = Shown(f"{self.build.id}-summary", (number,)) if number else None
        here = frozenset(event.id for event in self._view.events)
        done = self._view.condense(forgotten & here, shown, as_int(args.get("summary_offset")), self.build.items)
        notes = ["It was asked for with a condensation_request."] if asked else []
        by_model = asked is not None and bool(as_dict(asked.get("tool_call_metadata")))
        trigger = "agent" if by_model else "overflow" if asked else "auto"
        self._write_condensation(done, number, number is not None, trigger, notes, told)

    def _forgotten(self, args: Record) -> set[str]:
        named = args.get("forgotten_event_ids")
        if isinstance(named, list):
            return {str(event) for event in named}
        start, end = as_int(args.get("forgotten_events_start_id")), as_int(args.get("forgotten_events_end_id"))
        if start is None or end is None:
            return set()
        return {
            event.id
            for event in self._view.events
            if start <= (-1 if (number := digits(event.id)) is None else number) <= end
        }
