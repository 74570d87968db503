"""The walk over the rows of OpenCode's second store, which 2.x keeps in ``session_message``, in their order.

A row is a message; the parts of an answer stand in it, a tool's result beside its call. A completed compaction takes
the place of every row before it: the model is sent the summary, and the newest messages as one serialised text.
"""

from __future__ import annotations

from collections.abc import Callable

from inspector.model import CompactionRecord, ItemKind, Origin
from inspector.read.adapter import Record
from inspector.read.adapters.opencode.nouns import Entry
from inspector.read.adapters.opencode.walk import StoreWalk, named
from inspector.read.build import RequestDraft, trigger_in
from inspector.read.times import iso
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title

_SILENT = frozenset({"agent-switched", "model-switched", "location-switched", "idle"})
_TOLD = {
    "synthetic": (ItemKind.ATTACHMENT, "reminder"),
    "skill": (ItemKind.ATTACHMENT, "skill"),
    "system": (ItemKind.INSTRUCTIONS, "update"),
}
_RECENT = (
    "What was newest stays as one text, in which a tool's result has {:,} characters at most; the log does not say "
    "which messages it was made from."
)
_SHOWN = 2_000
_ELSEWHERE = "The provider compacted it; a model at another endpoint is sent the history before it instead."


class Rows(StoreWalk):
    """Walks the rows of one session."""

    def _take_in(self) -> None:
        for row in self._stored.rows:
            self._add(row)

    def _add(self, row: Entry) -> None:
        self.build.record(row.at, row.id, iso(row.created))
        self.build.seen(iso(as_dict(row.value.get("time")).get("completed")))
        self._from[row.id] = len(self.build.ops)
        handler = _HANDLERS.get(row.kind)
        if handler:
            handler(self, row.value)
        elif row.kind in _TOLD:
            kind, detail = _TOLD[row.kind]
            self.build.text(kind, row.value, "/text", detail)
        elif row.kind in _SILENT:
            what = as_text(row.value.get("agent")) or as_text(as_dict(row.value.get("model")).get("id"))
            what = what or as_text(row.value.get("outcome"))
            line = f"{row.kind} {what}".strip()
            self.build.add(ItemKind.EVENT, row.value, "", row.kind, headline=line)
        else:
            self.build.add_unknown(row.kind or "row without a type", row.value)

    # The user -----------------------------------------------------------------------------------------------------

    def _user(self, value: Record) -> None:
        text = as_text(value.get("text"))
        if text:
            origin, detail = (Origin.AGENT, "delegated") if self._delegated else (None, "typed")
            self.opening = self.opening or as_title(text)
            self.build.add(ItemKind.USER, text, "/text", detail, origin=origin)
        for index, file in enumerate(as_list(value.get("files"))):
            self._file(as_dict(file), f"/files/{index}")
        for index, skill in enumerate(as_list(value.get("skills"))):
            self.build.text(ItemKind.ATTACHMENT, as_dict(skill), f"/skills/{index}/text", "skill")

    def _file(self, file: Record, pointer: str) -> None:
        """A file by its name: its content is encoded, and long."""
        source = as_dict(file.get("source"))
        for holder, at in ((file, pointer), (source, f"{pointer}/source")):
            key = named(holder, ("name", "uri", "mime"))
            if key:
                number = self.build.add(ItemKind.ATTACHMENT, holder[key], f"{at}/{key}", "file")
                if as_text(file.get("mime")).startswith("image/"):
                    self.build.picture(number)
                return

    def _shell(self, value: Record) -> None:
        """A command that the user ran; the model is told of it and of what came out."""
        self.build.add(ItemKind.USER, as_text(value.get("command")), "/command", "shell", "bash")
        output, pointer = value.get("output"), "/output"
        if isinstance(output, dict):
            output, pointer = output.get("output"), "/output/output"
        failed = bool(as_int(value.get("exit")))
        if as_text(output):
            self.build.add(ItemKind.TOOL_RESULT, output, pointer, "shell", "bash", error=failed)

    # The agent ----------------------------------------------------------------------------------------------------

    def _answer(self, value: Record) -> RequestDraft:
        return self._call(self.build.at, as_text(as_dict(value.get("model")).get("id")), value, value)

    def _assistant(self, value: Record) -> None:
        draft = self._answer(value)
        first = len(self.build.items) + 1
        tools = []
        for index, part in enumerate(as_list(value.get("content"))):
            part, pointer = as_dict(part), f"/content/{index}"
            kind = as_text(part.get("type"))
            if kind == "tool":
                self._tool_call(part, pointer)
                tools.append((part, pointer))
            elif kind in ("text", "reasoning"):
                self.build.text(ItemKind.ASSISTANT if kind == "text" else ItemKind.REASONING, part, f"{pointer}/text")
            else:
                self.build.add_unknown(kind or "content without a type", part, pointer)
        self.build.produced(draft, first)
        for part, pointer in tools:
            self._result(part, pointer)
        for key in ("error", "retry"):
            self._error(as_dict(value.get(key)), f"/{key}", key)

    def _tool_call(self, part: Record, pointer: str) -> None:
        number, state = self._tool(part, "name", _call_id(part), pointer), as_dict(part.get("state"))
        about = as_dict(state.get("metadata")) or as_dict(state.get("structured"))
        child = as_text(about.get("sessionID")) or as_text(about.get("sessionId"))
        self._subagent(child, as_text(as_dict(state.get("input")).get("description")), number)

    def _result(self, part: Record, pointer: str) -> None:
        name, call_id, state = as_text(part.get("name")), _call_id(part), as_dict(part.get("state"))
        kind, failed, at = ItemKind.TOOL_RESULT, state.get("status") == "error", f"{pointer}/state"
        why = as_text(as_dict(state.get("error")).get("message"))
        if failed and why:
            self.build.add(kind, why, f"{at}/error/message", "", name, call_id, "", failed)
        content = as_list(state.get("content"))
        for index, told in enumerate(map(as_dict, content)):
            key = named(told, ("text", "name", "mime", "uri"))
            if key:
                place = f"{at}/content/{index}/{key}"
                number = self.build.add(kind, told[key], place, "", name, call_id, "", failed)
                if as_text(told.get("mime")).startswith("image/"):
                    self.build.picture(number)
        if not content and state.get("structured") and state.get("status") == "completed":
            self.build.add(kind, state["structured"], f"{at}/structured", "", name, call_id)
        self._feedback(why, f"{at}/error/message", name, call_id)
        if not failed:
            key = "metadata" if as_dict(state.get("metadata")).get("answers") else "structured"
            self._answers(as_dict(state.get(key)), f"{at}/{key}", name, call_id)

    def _error(self, error: Record, pointer: str, detail: str) -> None:
        if detail == "retry":
            error, pointer = as_dict(error.get("error")), f"{pointer}/error"
        for key in ("message", "type"):
            if self.build.text(ItemKind.EVENT, error, f"{pointer}/{key}", detail, error=True):
                return

    # Compactions --------------------------------------------------------------------------------------------------

    def _compaction(self, value: Record) -> None:
        # Rows of mid-2026 have no status: they were written when the summary was there.
        status = as_text(value.get("status")) or "completed"
        native = value.get("providerContext")
        draft = self._answer(value) if status == "completed" or value.get("tokens") else None
        if draft:
            draft.purpose = "compaction"
        if status != "completed":
            error = as_dict(value.get("error"))
            why = as_text(error.get("message")) or as_text(error.get("type"))
            self.build.note_compaction(
                self._record(value, "failed", None, f"It failed: {why[:300]}" if why else "It never ended.")
            )
            self._error(error, "/error", "compaction")
            return
        insert, summary, notes = [], None, []
        for key, detail in (("summary", "compact_summary"), ("recent", "recent")):
            text = as_text(value.get(key))
            if text.strip():
                kind = ItemKind.SUMMARY if key == "summary" else ItemKind.ATTACHMENT
                insert.append(self.build.add(kind, text, f"/{key}", detail, enter=False))
                summary = insert[0] if key == "summary" else summary
                notes += [_RECENT.format(_SHOWN)] if key == "recent" else []
        if native:
            pointer, detail = "/providerContext", "native_context"
            insert.append(self.build.add(ItemKind.SUMMARY, native, pointer, detail, enter=False))
            summary, notes = summary or insert[-1], [*notes, _ELSEWHERE]
        if draft and insert:
            draft.first_item = draft.last_item = insert[0]
        self.build.cut((), self._record(value, "ok", summary, *notes), insert)

    def _record(self, value: Record, status: str, summary: int | None, *notes: str) -> CompactionRecord:
        return self.build.compaction(
            self.build.id,
            "native" if value.get("providerContext") else "summary",
            trigger_in(value.get("reason")),
            summary,
            status=status,
            readable=summary is not None and bool(as_text(value.get("summary")).strip()),
            model=as_text(as_dict(value.get("model")).get("id")),
            notes=notes,
        )


def _call_id(part: Record) -> str:
    # A copy of an older row has an id of its own beside the call's.
    return as_text(part.get("callID")) or as_text(part.get("id"))


_HANDLERS: dict[str, Callable[[Rows, Record], None]] = {
    "user": Rows._user,
    "shell": Rows._shell,
    "assistant": Rows._assistant,
    "compaction": Rows._compaction,
}
