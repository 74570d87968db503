"""The walk over the rows of OpenCode's second store, which 2.x keeps in ``session_message``, in their order.

A row is a message; the parts of an answer stand in it, a tool's result beside its call. A completed compaction takes
the place of every row before it: the model is sent the summary, and the newest messages as one serialised text.
"""

from __future__ import annotations

from collections.abc import Callable

from inspector.model import CompactionRecord, ItemKind, Link, Origin, Rewind, Severity
from inspector.read.adapter import Record
from inspector.read.adapters.opencode.messages import REFUSED, usage_of
from inspector.read.adapters.opencode.stored import Entry, Stored
from inspector.read.build import Builder, RequestDraft
from inspector.read.times import iso
from inspector.read.tools import ToolKind, headline, tool_kind
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, preview
from inspector.read.walk import Walk

_SILENT = frozenset({"agent-switched", "model-switched", "location-switched", "idle"})
_TOLD = {"synthetic": "reminder", "skill": "skill"}
_RECENT = (
    "What was newest stays as one text, in which a tool's result has {:,} characters at most; the log does not say "
    "which messages it was made from."
)
_SHOWN = 2_000
_ELSEWHERE = "The provider compacted it; a model at another endpoint is sent the history before it instead."


class Rows:
    """Walks the rows of one session."""

    def __init__(self, agent: str, stored: Stored, *, hold: bool) -> None:
        self.walk = Walk(Builder(agent, stored.path), hold)
        self.build = self.walk.build
        self.opening = ""
        self._stored = stored
        self._delegated = bool(as_text(stored.info.get("parentID")))
        self._from: dict[str, int] = {}
        self._linked: set[str] = set()

    def read(self) -> None:
        """Take in all rows, then what the session says of itself."""
        for row in self._stored.rows:
            self._add(row)
        self._revert()
        self._relatives()
        self.walk.finish()

    def _add(self, row: Entry) -> None:
        self.walk.record(row.at, row.id, iso(row.created))
        self.build.seen(self.walk.time)
        self.build.seen(iso(as_dict(row.value.get("time")).get("completed")))
        self._from[row.id] = len(self.build.ops)
        handler = _HANDLERS.get(row.kind)
        if handler:
            handler(self, row.value)
        elif row.kind in _TOLD:
            self._told(row.value, ItemKind.ATTACHMENT, _TOLD[row.kind])
        elif row.kind in _SILENT:
            what = as_text(row.value.get("agent")) or as_text(as_dict(row.value.get("model")).get("id"))
            what = what or as_text(row.value.get("outcome"))
            line = f"{row.kind} {what}".strip()
            self.walk.add(ItemKind.EVENT, Origin.HARNESS, row.value, "", row.kind, headline=line)
        else:
            kind = row.kind or "row without a type"
            self.walk.unknown(kind, row.value, row.at, id=row.id, time=self.walk.time, headline=kind)

    # The user -----------------------------------------------------------------------------------------------------

    def _user(self, value: Record) -> None:
        text = as_text(value.get("text"))
        if text:
            origin, detail = (Origin.AGENT, "delegated") if self._delegated else (Origin.HUMAN, "typed")
            self.opening = self.opening or preview(text)
            self.walk.add(ItemKind.USER, origin, text, "/text", detail)
        for index, file in enumerate(as_list(value.get("files"))):
            self._file(as_dict(file), f"/files/{index}")
        for index, skill in enumerate(as_list(value.get("skills"))):
            told = as_text(as_dict(skill).get("text"))
            if told:
                self.walk.add(ItemKind.ATTACHMENT, Origin.HARNESS, told, f"/skills/{index}/text", "skill")

    def _file(self, file: Record, pointer: str) -> None:
        """A file by its name: its content is encoded, and long."""
        source = as_dict(file.get("source"))
        for holder, at in ((file, pointer), (source, f"{pointer}/source")):
            for key in ("name", "uri", "mime"):
                value = as_text(holder.get(key))
                if value and not value.startswith("data:"):
                    number = self.walk.add(ItemKind.ATTACHMENT, Origin.HARNESS, value, f"{at}/{key}", "file")
                    if as_text(file.get("mime")).startswith("image/"):
                        self.walk.picture(number)
                    return

    def _system(self, value: Record) -> None:
        self._told(value, ItemKind.INSTRUCTIONS, "update")

    def _told(self, value: Record, kind: ItemKind, detail: str) -> None:
        if as_text(value.get("text")):
            self.walk.add(kind, Origin.HARNESS, value["text"], "/text", detail)

    def _shell(self, value: Record) -> None:
        """A command that the user ran; the model is told of it and of what came out."""
        self.walk.add(ItemKind.USER, Origin.HUMAN, as_text(value.get("command")), "/command", "shell", "bash")
        output, pointer = value.get("output"), "/output"
        if isinstance(output, dict):
            output, pointer = output.get("output"), "/output/output"
        failed = bool(as_int(value.get("exit")))
        if as_text(output):
            self.walk.add(ItemKind.TOOL_RESULT, Origin.TOOL, output, pointer, "shell", "bash", error=failed)

    # The agent ----------------------------------------------------------------------------------------------------

    def _call(self, value: Record) -> RequestDraft:
        model, time = as_text(as_dict(value.get("model")).get("id")), as_dict(value.get("time"))
        draft = self.build.call(
            self.walk.id, model, self.walk.at, "", self.walk.time, usage_of(as_dict(value.get("tokens")))
        )
        draft.cost = as_dollars(value.get("cost"))
        begun, ended = as_int(time.get("created")), as_int(time.get("completed"))
        draft.seconds = (ended - begun) / 1000 if begun and ended and ended >= begun else None
        draft.stop = as_text(value.get("finish")) or ("error" if as_dict(value.get("error")) else "")
        return draft

    def _assistant(self, value: Record) -> None:
        draft = self._call(value)
        first = len(self.build.items) + 1
        tools = []
        for index, part in enumerate(as_list(value.get("content"))):
            part, pointer = as_dict(part), f"/content/{index}"
            kind, text = as_text(part.get("type")), as_text(part.get("text"))
            if kind == "tool":
                self._tool(part, pointer)
                tools.append((part, pointer))
            elif kind in ("text", "reasoning"):
                told = ItemKind.ASSISTANT if kind == "text" else ItemKind.REASONING
                if text:
                    self.walk.add(told, Origin.AGENT, text, f"{pointer}/text")
            else:
                kind = kind or "content without a type"
                self.walk.unknown(
                    kind, part, self.walk.at, pointer, id=self.walk.id, time=self.walk.time, headline=kind
                )
        if len(self.build.items) >= first:
            draft.first_item, draft.last_item = first, len(self.build.items)
        for part, pointer in tools:
            self._result(part, pointer)
        for key in ("error", "retry"):
            self._error(as_dict(value.get(key)), f"/{key}", key)

    def _tool(self, part: Record, pointer: str) -> None:
        name, state = as_text(part.get("name")), as_dict(part.get("state"))
        at = f"{pointer}/state/input" if "input" in state else f"{pointer}/name" if name else pointer
        value = state.get("input") if "input" in state else name or part
        line = headline(name, state.get("input"))
        number = self.walk.add(ItemKind.TOOL_CALL, Origin.AGENT, value, at, "", name, _call_id(part), line)
        child = as_text(_about(state).get("sessionID")) or as_text(_about(state).get("sessionId"))
        if child and child not in self._linked:
            self._linked.add(child)
            title = as_text(as_dict(state.get("input")).get("description"))
            self.build.links.append(Link("subagent", child, title, path=self._path_of(child), item=number))

    def _result(self, part: Record, pointer: str) -> None:
        name, call_id, state = as_text(part.get("name")), _call_id(part), as_dict(part.get("state"))
        kind, origin, failed, at = ItemKind.TOOL_RESULT, Origin.TOOL, state.get("status") == "error", f"{pointer}/state"
        why = as_text(as_dict(state.get("error")).get("message"))
        if failed and why:
            self.walk.add(kind, origin, why, f"{at}/error/message", "", name, call_id, "", failed)
        content = as_list(state.get("content"))
        for index, told in enumerate(map(as_dict, content)):
            for key in ("text", "name", "mime", "uri"):
                value = as_text(told.get(key))
                if value and not value.startswith("data:"):
                    number = self.walk.add(
                        kind, origin, value, f"{at}/content/{index}/{key}", "", name, call_id, "", failed
                    )
                    if as_text(told.get("mime")).startswith("image/"):
                        self.walk.picture(number)
                    break
        if not content and state.get("structured") and state.get("status") == "completed":
            self.walk.add(kind, origin, state["structured"], f"{at}/structured", "", name, call_id)
        self._human_in(part, state, at, why)

    def _human_in(self, part: Record, state: Record, at: str, why: str) -> None:
        """What the human answered to a question, or said on refusing a permission."""
        name, call_id = as_text(part.get("name")), _call_id(part)
        refused = REFUSED.search(why)
        if refused:
            told = (refused[1].strip(), f"{at}/error/message", "feedback", name, call_id)
            self.walk.add(ItemKind.USER, Origin.HUMAN, *told, hold=True, enter=False)
        if tool_kind(name) is not ToolKind.ASK or state.get("status") == "error":
            return
        key = "metadata" if as_dict(state.get("metadata")).get("answers") else "structured"
        for index, answers in enumerate(as_list(as_dict(state.get(key)).get("answers"))):
            for place, answer in enumerate(as_list(answers)):
                if as_text(answer):
                    told = (answer, f"{at}/{key}/answers/{index}/{place}", "answer", name, call_id)
                    self.walk.add(ItemKind.USER, Origin.HUMAN, *told, enter=False)

    def _error(self, error: Record, pointer: str, detail: str) -> None:
        if detail == "retry":
            error, pointer = as_dict(error.get("error")), f"{pointer}/error"
        for key in ("message", "type"):
            if as_text(error.get(key)):
                self.walk.add(ItemKind.EVENT, Origin.HARNESS, error[key], f"{pointer}/{key}", detail, error=True)
                return

    # Compactions --------------------------------------------------------------------------------------------------

    def _compaction(self, value: Record) -> None:
        # Rows of mid-2026 have no status: they were written when the summary was there.
        status = as_text(value.get("status")) or "completed"
        native = value.get("providerContext")
        draft = self._call(value) if status == "completed" or value.get("tokens") else None
        if draft:
            draft.purpose = "compaction"
        if status != "completed":
            error = as_dict(value.get("error"))
            why = as_text(error.get("message")) or as_text(error.get("type"))
            self.walk.failed(
                self._record(value, "failed", None, f"It failed: {why[:300]}" if why else "It never ended.")
            )
            self._error(error, "/error", "compaction")
            return
        insert, summary, notes = [], None, []
        for key, detail in (("summary", "compact_summary"), ("recent", "recent")):
            text = as_text(value.get(key))
            if text.strip():
                kind = ItemKind.SUMMARY if key == "summary" else ItemKind.ATTACHMENT
                insert.append(self.walk.add(kind, Origin.HARNESS, text, f"/{key}", detail, enter=False))
                summary = insert[0] if key == "summary" else summary
                notes += [_RECENT.format(_SHOWN)] if key == "recent" else []
        if native:
            pointer, detail = "/providerContext", "native_context"
            insert.append(self.walk.add(ItemKind.SUMMARY, Origin.HARNESS, native, pointer, detail, enter=False))
            summary, notes = summary or insert[-1], [*notes, _ELSEWHERE]
        if draft and insert:
            draft.first_item = draft.last_item = insert[0]
        self.walk.cut((), self._record(value, "ok", summary, *notes), insert)

    def _record(self, value: Record, status: str, summary: int | None, *notes: str) -> CompactionRecord:
        trigger = as_text(value.get("reason"))
        return CompactionRecord(
            id=self.walk.id,
            source=self.walk.at,
            kind="native" if value.get("providerContext") else "summary",
            trigger=trigger if trigger in ("auto", "manual") else "unknown",
            status=status,
            time=self.walk.time,
            summary=summary,
            readable=summary is not None and bool(as_text(value.get("summary")).strip()),
            model=as_text(as_dict(value.get("model")).get("id")),
            notes=notes,
        )

    # The session --------------------------------------------------------------------------------------------------

    def _revert(self) -> None:
        start = as_text(as_dict(self._stored.info.get("revert")).get("messageID"))
        if start in self._from:
            self.build.ops.append(Rewind(self._from[start] - 1))
            note = f"The messages from {start} on were undone by the user; the next prompt will delete them."
            self.build.problem(Severity.NOTE, "undone", note)

    def _relatives(self) -> None:
        for kind, key in (("parent", "parentID"), ("fork", "forkSessionID")):
            other = as_text(self._stored.info.get(key))
            if other:
                self.build.links.append(Link(kind, other, path=self._path_of(other)))
        for child in self._stored.children:
            id_ = as_text(child.get("id"))
            if id_ and id_ not in self._linked:
                self._linked.add(id_)
                self.build.links.append(Link("subagent", id_, as_text(child.get("title")), path=self._path_of(id_)))

    def _path_of(self, session: str) -> str:
        return f"{self._stored.path}/{session}" if self.walk.hold else ""


def _call_id(part: Record) -> str:
    # A copy of an older row has an id of its own beside the call's.
    return as_text(part.get("callID")) or as_text(part.get("id"))


def _about(state: Record) -> Record:
    return as_dict(state.get("metadata")) or as_dict(state.get("structured"))


_HANDLERS: dict[str, Callable[[Rows, Record], None]] = {
    "user": Rows._user,
    "system": Rows._system,
    "shell": Rows._shell,
    "assistant": Rows._assistant,
    "compaction": Rows._compaction,
}
