"""Composers in the editor's databases: their bubbles in order, and what the composer knows of its context."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Capabilities, Diagnostic, ItemKind, Session, Severity, Source, Usage
from inspector.read.adapter import Glance, Record, Report
from inspector.read.adapters.cursor import summaries
from inspector.read.adapters.cursor.agent import ARCHIVES, REPLACED_BY, TEXT, Fields, parse
from inspector.read.adapters.cursor.queries import pieces
from inspector.read.build import Builder, RequestDraft
from inspector.read.table_rows import Database
from inspector.read.tables import open_tables, told_in
from inspector.read.times import iso
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title, parsed, render

_TABLES = ("cursorDiskKV", "ItemTable")
_OLD = ("composer.composerData", "workbench.panel.aichat.view.aichat.chatdata")
"""The only keys of ItemTable that are ever asked for."""


@dataclass(slots=True)
class Composer:
    """One chat, and where it stands."""

    id: str
    data: Record
    at: Source
    bubbles: list[summaries.Bubble] = field(default_factory=list)
    missing: int = 0
    archived: list[str] = field(default_factory=list)
    """Summaries in its agent's state."""


def sessions_in(path: Path) -> Iterator[Path]:
    """The chats of a database that hold anything, the latest first; behind them CannotRead, if it is damaged."""
    problems: list[Diagnostic] = []
    with open_tables(path, problems.append, _TABLES) as database:
        found = [(_last(data), id_) for id_, data, _ in _composers(database, path, problems.append) if _holds(data)]
    for _, id_ in sorted(found, reverse=True):
        yield path / id_
    for problem in problems:
        if problem.severity is Severity.ERROR:
            raise CannotRead(f"{path}: {problem.message}", path=str(path))


def has_chats(path: Path) -> bool:
    """Whether a database of 2024 holds chats of Cursor."""
    with open_tables(path, lambda problem: None, _TABLES) as database:
        return any(True for key in _OLD for _ in database.rows("ItemTable", ("key",), "key = ?", (key,)))


def glance(path: Path, chat: str) -> Glance:
    """Title and times of one chat; of the latest where none is named."""
    files = [part.stat() for part in (path, path.with_name(f"{path.name}-wal")) if part.is_file()]
    known = _glances(path, *((part.st_ino, part.st_size, part.st_mtime_ns) for part in files))
    return known.get(chat or next(iter(known), ""), Glance())


@lru_cache(maxsize=1)
def _glances(path: Path, *state: tuple[int, int, int]) -> dict[str, Glance]:
    """Every chat that holds anything, the latest first. Old ones stand in one cell, which is parsed once for a list.

    ``state`` of the database's files tells when to look again.
    """
    with open_tables(path, lambda problem: None, _TABLES) as database:
        found = _holding(database, path, lambda problem: None)
    known: dict[str, Glance] = {}
    for id_, data, _ in found:
        title = as_text(data.get("name")) or as_text(data.get("chatTitle"))
        known.setdefault(id_, Glance(as_title(title), iso(data.get("createdAt")), iso(_last(data))))
    return known


def _last(data: Record) -> int:
    return as_int(data.get("lastUpdatedAt")) or as_int(data.get("lastSendTime")) or as_int(data.get("createdAt")) or 0


def _holds(data: Record) -> bool:
    return any(as_list(data.get(key)) for key in ("fullConversationHeadersOnly", "conversation", "bubbles"))


def _composers(database: Database, path: Path, report: Report, chat: str = "") -> Iterator[tuple[str, Record, Source]]:
    first, last = (chat, f"{chat}\x00") if chat else ("", "\U0010ffff")
    where, values = "key >= ? AND key < ?", (f"composerData:{first}", f"composerData:{last}")
    for rowid, key, value in database.rows("cursorDiskKV", ("key", "value"), where, values, ("value",)):
        at = Source(str(path), pointer=f"cursorDiskKV/{rowid}/value")
        if value and (data := told_in(value, dict, at, report)):
            yield as_text(key).partition(":")[2], data, at
    for key, list_key, id_key in zip(_OLD, ("allComposers", "tabs"), ("composerId", "tabId"), strict=True):
        for rowid, value in database.rows("ItemTable", ("value",), "key = ?", (key,), ("value",)):
            at = Source(str(path), pointer=f"ItemTable/{rowid}/value")
            for index, data in enumerate(as_list((told_in(value, dict, at, report) or {}).get(list_key))):
                id_ = as_text(as_dict(data).get(id_key))
                if id_ and chat in ("", id_):
                    yield id_, data, at.inside(f"{at.pointer}/{list_key}/{index}")


def _holding(database: Database, path: Path, report: Report, chat: str = "") -> list[tuple[str, Record, Source]]:
    """The chats that hold anything, the latest first; only the one that is named where one is."""
    found = [one for one in _composers(database, path, report, chat) if _holds(one[1])]
    return sorted(found, key=lambda one: _last(one[1]), reverse=True)


def _load(path: Path, chat: str, report: Report) -> tuple[Composer, int]:
    """One chat with its bubbles, and how many chats the database holds beside it."""
    with open_tables(path, report, _TABLES) as database:
        found = _holding(database, path, report, chat)
        if not found:
            raise CannotRead(f"{path} holds no chat {chat}.".replace(" .", "."), path=str(path))
        composer = Composer(*found[0])
        others = 0 if chat else len(found) - 1
        for key in ("conversation", "bubbles"):
            for index, bubble in enumerate(as_list(composer.data.get(key))):
                at = Source(str(path), pointer=f"{composer.at.pointer}/{key}/{index}")
                if isinstance(bubble, dict):
                    own = as_text(bubble.get("bubbleId")) or as_text(bubble.get("id")) or f"bubble {index}"
                    composer.bubbles.append(summaries.Bubble(own, bubble, at))
        headers = as_list(composer.data.get("fullConversationHeadersOnly"))
        if headers:
            stored = _stored(database, composer.id, path, report)
            for header in map(as_dict, headers):
                id_ = as_text(header.get("bubbleId"))
                data, at = stored.get(id_, ({}, composer.at))
                if data:
                    server = {"serverBubbleId": header.get("serverBubbleId")}
                    composer.bubbles.append(summaries.Bubble(id_, server | data, at))
                composer.missing += id_ not in stored
        state = as_text(composer.data.get("conversationState"))
        composer.archived = list(archived(state, lambda name: _blob(database, name)))
    return composer, others


def _blob(database: Database, name: str) -> bytes | None:
    for _, value in database.rows("cursorDiskKV", ("value",), "key = ?", (f"agentKv:blob:{name}",)):
        return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
    return None


def _stored(database: Database, chat: str, path: Path, report: Report) -> dict[str, tuple[Record, Source]]:
    """The bubbles of a chat by their ids; empty is one that cannot be read."""
    prefix = f"bubbleId:{chat}"
    where, values = "key >= ? AND key < ?", (f"{prefix}:", f"{prefix};")
    stored = {}
    for rowid, key, value in database.rows("cursorDiskKV", ("key", "value"), where, values, ("value",)):
        at = Source(str(path), pointer=f"cursorDiskKV/{rowid}/value")
        if value:
            stored[as_text(key).rpartition(":")[2]] = (told_in(value, dict, at, report) or {}, at)
    return stored


def read(agent: str, path: Path, chat: str, report: Report, capabilities: Capabilities) -> Session:
    """Read one chat of a database."""
    file = path.parent if chat else path
    composer, others = _load(file, chat, report)
    walk = _Bubbles(agent, file, composer)
    walk.read()
    build = walk.build
    build.path = str(path)
    if composer.missing:
        note = f"{composer.missing} of its bubbles are not in the database any more."
        build.problem(Severity.WARNING, "missing-bubbles", note, composer.at)
    build.more_sessions(others)
    data = composer.data
    if composer.archived:
        note = (
            f"Its agent's state has {len(composer.archived)} summaries, but not where in the chat they came into use."
        )
        build.problem(Severity.WARNING, "summaries-without-place", note, composer.at)
    title = as_title(as_text(data.get("name")) or as_text(data.get("chatTitle"))) or build.opening
    return build.session(id=composer.id, title=title, cwd="", capabilities=capabilities)


class _Bubbles:
    def __init__(self, agent: str, path: Path, composer: Composer) -> None:
        self.build = Builder(agent, str(path), hold=True)
        self._composer = composer
        self._open: RequestDraft | None = None
        self._shown: tuple[int, int | None] | None = None
        self._cut_at = 0
        self._bubble_of: dict[int, int] = {}
        model = as_dict(composer.data.get("modelConfig"))
        self._model = as_text(model.get("modelName"))

    def read(self) -> None:
        """Take in all bubbles, with the summaries where they came into use."""
        data, bubbles = self._composer.data, self._composer.bubbles
        found = summaries.find(data, self._composer.at, bubbles)
        for index, bubble in enumerate(bubbles):
            for summary in found:
                if summary.place == index:
                    self._summary(summary)
            first = len(self.build.items)
            self._bubble(bubble)
            for number in range(first + 1, len(self.build.items) + 1):
                self._bubble_of[number] = index
        for summary in found:
            if summary.place >= len(bubbles):
                self._summary(summary)
        for text in filter(None, self._composer.archived):
            self.build.record(self._composer.at, self._composer.id)
            self.build.add(ItemKind.EVENT, text, "/conversationState", "archived_summary")
        self._end()

    def _bubble(self, bubble: summaries.Bubble) -> None:
        data = bubble.data
        timing = as_dict(data.get("timingInfo"))
        self.build.record(bubble.at, bubble.id, iso(data.get("createdAt")) or iso(timing.get("clientRpcSendTime")))
        if data.get("type") in (1, "user"):
            self._open = None
            self._user(data)
        elif data.get("type") in (2, "ai"):
            self._answer(data)
        else:
            kind = f"bubble of type {render(data.get('type'))[:20] or None}"
            self.build.add_unknown(kind, data)

    def _user(self, data: Record) -> None:
        status = as_dict(data.get("contextWindowStatusAtCreation"))
        used, limit = as_int(status.get("tokensUsed")), as_int(status.get("tokenLimit"))
        drafts = self.build.drafts
        if used and drafts and self._cut_at <= drafts[-1].op and drafts[-1].usage is None:
            # What was shown when a prompt was sent is the context that the answer before it was given.
            drafts[-1].usage, drafts[-1].limit = Usage(input=used), limit
        elif used:
            self._shown = (used, limit)
        key = next((key for key in ("text", "rawText") if as_text(data.get(key))), "")
        for piece in pieces(data[key]) if key else ():
            number = self.build.add(piece.kind, piece.text, f"/{key}", piece.detail)
            if piece.is_typed and (as_list(data.get("images")) or as_list(data.get("selectedImages"))):
                self.build.items[number - 1] = replace(self.build.items[number - 1], images=1)

    def _answer(self, data: Record) -> None:
        if self._open is None:
            self._open = self._call(data)
        draft, first = self._open, len(self.build.items) + 1
        thought = as_dict(data.get("thinking"))
        self.build.text(ItemKind.REASONING, thought, "/thinking/text")
        key = next((key for key in ("text", "rawText") if as_text(data.get(key))), "")
        if key:
            self.build.add(ItemKind.ASSISTANT, data[key], f"/{key}")
        result = self._tool(as_dict(data.get("toolFormerData")))
        error = as_dict(data.get("errorDetails"))
        self.build.text(ItemKind.EVENT, error, "/errorDetails/message", "error", error=True)
        last = len(self.build.items) - result
        if last >= first:
            draft.first_item, draft.last_item = draft.first_item or first, last
        if result:
            self._open = None

    def _call(self, data: Record) -> RequestDraft:
        model = as_text(as_dict(data.get("modelInfo")).get("modelName")) or self._model
        draft = self.build.request(as_text(data.get("requestId")) or self.build.id, model)
        counted = as_dict(data.get("tokenCount"))
        sent, output = as_int(counted.get("inputTokens")), as_int(counted.get("outputTokens"))
        if sent:
            draft.usage = Usage(input=sent, output=output)
        elif self._shown:
            draft.usage = Usage(input=self._shown[0])
        if self._shown:
            draft.limit, self._shown = self._shown[1], None
        return draft

    def _tool(self, data: Record) -> int:
        """The call and the result of a tool; 1 where there is a result."""
        name = as_text(data.get("name"))
        if not name:
            return 0
        call_id = as_text(data.get("toolCallId"))
        key = next((key for key in ("params", "rawArgs") if as_text(data.get(key))), "name")
        self.build.called(data[key], f"/toolFormerData/{key}", name, call_id, parsed(data[key]))
        if not as_text(data.get("result")):
            return 0
        failed, pointer = data.get("status") == "error", "/toolFormerData/result"
        self.build.add(ItemKind.TOOL_RESULT, data["result"], pointer, "", name, call_id, error=failed)
        return 1

    def _summary(self, summary: summaries.Summary) -> None:
        self.build.record(summary.at, summary.id)
        if not summary.used:
            self.build.add(ItemKind.EVENT, summary.text, summary.pointer, "speculative_summary")
            return
        number = None
        if summary.text:
            number = self.build.add(ItemKind.SUMMARY, summary.text, summary.pointer, "compact_summary", enter=False)
        stay: list[int] = []
        if summary.start is not None:
            stay = [one for one in self.build.context if self._bubble_of.get(one, -1) >= summary.start]
        self.build.cut(stay, summary.record(number), () if number is None else (number,))
        self._open, self._cut_at = None, len(self.build.ops)

    def _end(self) -> None:
        data, drafts = self._composer.data, self.build.drafts
        used = as_int(as_dict(data.get("promptTokenBreakdown")).get("totalUsedTokens")) or as_int(
            data.get("contextTokensUsed")
        )
        if used and drafts and drafts[-1].usage is None:
            drafts[-1].usage = Usage(input=used)
            drafts[-1].limit = as_int(data.get("contextTokenLimit"))
        if any(draft.usage for draft in drafts):
            note = "Tokens are the size of the context as Cursor showed it, not the usage of a request."
            self.build.problem(Severity.NOTE, "context-sizes", note, self._composer.at)
        for key in ("createdAt", "lastUpdatedAt"):
            self.build.seen(iso(data.get(key)))
        for key in ("subagentComposerIds", "subComposerIds"):
            for child in as_list(data.get(key)):
                self.build.link("subagent", as_text(child), path=f"{self.build.path}/{child}")


Blob = Callable[[str], bytes | None]
"""The bytes of a blob by its name, where the database has it."""


def archived(state: str, blob: Blob) -> Iterator[str]:
    """The summaries in an agent's state that stands beside bubbles; "" for one whose text is not in the database.

    The state says what was summarised by names of its own messages: where in the chat it came into use is not told.
    """
    root = parse(_decoded(state))
    for key in ARCHIVES:
        archives = [fields for id_ in root.get(key, []) if (fields := _fields(id_, blob))]
        if any(_is_archive(fields) for fields in archives):
            yield from (_text(fields) for fields in archives if _is_archive(fields))
            return


def _decoded(state: str) -> bytes:
    try:
        if state.startswith("~"):
            return base64.b64decode(state[1:] + "=" * (-len(state[1:]) % 4))
        return bytes.fromhex(state)
    except (ValueError, binascii.Error):
        return b""


def _fields(id_: int | bytes, blob: Blob) -> Fields:
    found = blob(id_.hex()) if isinstance(id_, bytes) and len(id_) == 32 else None
    return parse(found) if found else {}


def _is_archive(fields: Fields) -> bool:
    """By its shape: names of 32 bytes for what was summarised, and a text or a message in their place."""
    named = fields.get(1, [])
    return (
        bool(named)
        and all(isinstance(id_, bytes) and len(id_) == 32 for id_ in named)
        and (TEXT in fields or REPLACED_BY in fields)
    )


def _text(fields: Fields) -> str:
    texts = [value for value in fields.get(TEXT, []) if isinstance(value, bytes)]
    return texts[0].decode("utf-8", "replace") if texts else ""
