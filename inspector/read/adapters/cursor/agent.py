"""The store of Cursor's command line: blobs named by their hash, and states that say which of them the model sees.

A state is a protobuf message whose field numbers are not published. Of every field only what has the expected
shape is taken: ids of 32 bytes that lead to a blob, numbers, text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from inspector.errors import CannotRead
from inspector.model import (
    Capabilities,
    ItemKind,
    Session,
    Severity,
    Source,
    Usage,
)
from inspector.read.adapter import Glance, Record, Report
from inspector.read.adapters.cursor.queries import pieces
from inspector.read.build import Builder, RequestDraft, noted
from inspector.read.documents import small_object
from inspector.read.protobuf import Torn
from inspector.read.protobuf import fields as fields_of
from inspector.read.table_rows import Database
from inspector.read.tables import open_tables, split
from inspector.read.times import iso
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title, parsed

_TABLES = ("blobs", "meta")
_PROMPT, _TOKENS, ARCHIVES = 1, 5, (13, 11)
_ARCHIVED, TEXT, _TAIL, REPLACED_BY = 1, 2, 3, 4

Fields = dict[int, list[int | bytes]]
"""Of a protobuf message, by number."""


@dataclass(slots=True)
class _Store:
    path: str
    meta: Record = field(default_factory=dict)
    blobs: dict[str, tuple[int, bytes]] = field(default_factory=dict)

    def blob(self, id_: int | bytes) -> tuple[str, int, bytes] | None:
        """A blob by its raw id: the id as text, its row, its bytes."""
        name = id_.hex() if isinstance(id_, bytes) and len(id_) == 32 else ""
        return (name, *self.blobs[name]) if name in self.blobs else None


def is_store(path: Path) -> bool:
    """Whether a database is such a store."""
    with open_tables(path, lambda problem: None, _TABLES) as database:
        return {"id", "data"} <= database.columns("blobs") and bool(_meta(database))


def has_tables(path: Path) -> bool:
    """Whether a database has the tables of such a store, and is not the editor's."""
    with open_tables(path, lambda problem: None) as database:
        return database.tables >= {"blobs", "meta"} and "cursorDiskKV" not in database.tables


def glance(path: Path) -> Glance:
    """Name and beginning, as the store's own record has them."""
    with open_tables(path, lambda problem: None, _TABLES) as database:
        meta = _meta(database)
    return Glance(as_title(as_text(meta.get("name"))), iso(meta.get("createdAt")), None, _cwd(path))


def _meta(database: Database) -> Record:
    for _, value in database.rows("meta", ("value",)):
        raw = value.encode() if isinstance(value, str) else value
        try:
            found = orjson.loads(bytes.fromhex(raw.decode("ascii")))
        except (ValueError, AttributeError):
            continue
        if isinstance(found, dict) and ("latestRootBlobId" in found or "agentId" in found):
            return found
    return {}


def read(agent: str, path: Path, report: Report, capabilities: Capabilities) -> Session:
    """Read the session of a store: what its archives hold, then what its newest state holds."""
    file = split(path)[0]
    store = _Store(str(file))
    with open_tables(file, report, _TABLES) as database:
        store.meta = _meta(database)
        for rowid, id_, data in database.rows("blobs", ("id", "data")):
            if isinstance(data, bytes | str):
                store.blobs[as_text(id_)] = (rowid, data if isinstance(data, bytes) else data.encode())
    states = _States(agent, store)
    states.read()
    build = states.build
    build.path = str(path)
    build.seen(iso(store.meta.get("createdAt")))
    title = as_title(as_text(store.meta.get("name"))) or build.opening
    session = as_text(store.meta.get("agentId")) or file.parent.name
    return build.session(id=session, title=title, cwd=_cwd(file), capabilities=capabilities)


def _cwd(store: Path) -> str:
    return as_text(small_object(store.parent / "meta.json").get("cwd"))


class _States:
    def __init__(self, agent: str, store: _Store) -> None:
        self.build = Builder(agent, store.path, hold=True)
        self._store = store
        self._model = as_text(store.meta.get("lastUsedModel"))
        self._items: dict[str, list[int]] = {}
        self._lost = 0
        self._open: RequestDraft | None = None

    def read(self) -> None:
        root = self._root()
        prompt = [id_ for id_ in root.get(_PROMPT, []) if isinstance(id_, bytes)]
        key = next((key for key in ARCHIVES if self._archives(root.get(key, []))), 0)
        archives = self._archives(root.get(key, []))
        for id_ in prompt[:1] if archives else ():
            blob = self._store.blob(id_)
            if blob and as_dict(parsed(blob[2])).get("role") == "system":
                self._message(id_)
        for number, (name, row, archive) in enumerate(archives, 1):
            last = number == len(archives)
            self._archive(f"archive-{name[:12]}", row, archive, prompt if last else ())
        for id_ in prompt:
            self._message(id_)
        self._size(root)
        if self._lost:
            note = f"{self._lost} messages that the state names are not in the store any more."
            self.build.problem(Severity.WARNING, "missing-blobs", note, Source(self._store.path))

    def _root(self) -> Fields:
        try:
            id_ = bytes.fromhex(as_text(self._store.meta.get("latestRootBlobId")))
        except ValueError:
            id_ = b""
        found = self._store.blob(id_)
        if found is None:
            raise CannotRead(
                f"{self._store.path} names no state that it holds.",
                hint="Cursor may have cleaned it up; its transcript may be left.",
                path=self._store.path,
            )
        return parse(found[2])

    def _archives(self, ids: Iterable[int | bytes]) -> list[tuple[str, int, Fields]]:
        found = []
        for id_ in ids:
            blob = self._store.blob(id_)
            fields = parse(blob[2]) if blob else {}
            if blob and any(self._store.blob(one) for one in fields.get(_ARCHIVED, [])):
                found.append((blob[0], blob[1], fields))
        return found

    def _archive(self, name: str, row: int, archive: Fields, prompt: Sequence[bytes]) -> None:
        for id_ in archive.get(_ARCHIVED, []):
            if isinstance(id_, bytes):
                self._message(id_)
        at = Source(self._store.path, pointer=f"blobs/{row}/data")
        told = next((id_ for id_ in archive.get(REPLACED_BY, []) if isinstance(id_, bytes)), b"")
        tail = next((count for count in archive.get(_TAIL, []) if isinstance(count, int)), None)
        kept, known = self._kept(prompt, told, tail)
        summary = self._summary(told, archive, at)
        notes = [] if known else ["Which messages it kept cannot be told from this store."]
        record = noted(name, at, "summary", status="ok" if known else "partial", summary=summary, notes=tuple(notes))
        first = self.build.standing(ItemKind.INSTRUCTIONS)
        insert = () if summary is None else (summary,)
        self.build.cut([*first, *kept], record, insert, len(first))
        self._open = None

    def _kept(self, prompt: Sequence[bytes], told: bytes, tail: int | None) -> tuple[list[int], bool]:
        """The items of the tail; it can be told for the newest archive alone, whose summary the prompt holds."""
        if tail == 0:
            return [], True
        if tail is None or told not in prompt:
            return [], False
        place = list(prompt).index(told) + 1
        kept: list[int] = []
        for id_ in prompt[place : place + tail]:
            self._message(id_)
            kept += self._items.get(id_.hex(), [])
        return kept, True

    def _summary(self, told: bytes, archive: Fields, at: Source) -> int | None:
        blob = self._store.blob(told)
        message = as_dict(parsed(blob[2])) if blob else {}
        for text, pointer in _texts(message):
            self.build.record(Source(self._store.path, pointer=f"blobs/{blob[1] if blob else 0}/data"))
            number = self.build.add(ItemKind.SUMMARY, text, pointer, "compact_summary", enter=False)
            self._items[told.hex()] = [number]
            return number
        for value in archive.get(TEXT, []):
            text = value.decode("utf-8", "replace") if isinstance(value, bytes) else ""
            if text:
                # Its bytes are protobuf: the cell can be shown, but no pointer reaches the text.
                self.build.record(at)
                return self.build.add(ItemKind.SUMMARY, text, "", "compact_summary", enter=False)
        return None

    def _message(self, id_: bytes) -> None:
        """Take in one message of a prompt, once."""
        name = id_.hex()
        if name in self._items:
            return
        self._items[name] = []
        blob = self._store.blob(id_)
        message = as_dict(parsed(blob[2])) if blob else {}
        if blob is None or not message:
            self._lost += 1
            return
        at = Source(self._store.path, pointer=f"blobs/{blob[1]}/data")
        self.build.record(at, name)
        role, content = as_text(message.get("role")), message.get("content")
        first = len(self.build.items) + 1
        if role == "assistant":
            self._open = self.build.request(name[:12], self._model)
        if isinstance(content, str):
            self._text(role, content, "/content")
        for index, block in enumerate(as_list(content)):
            self._block(role, as_dict(block), f"/content/{index}")
        self._items[name] = list(range(first, len(self.build.items) + 1))
        if role == "assistant":
            self.build.produced(self._open, first)

    def _text(self, role: str, text: str, pointer: str) -> None:
        if not text:
            return
        if role == "user":
            for piece in pieces(text):
                self.build.add(piece.kind, piece.text, pointer, piece.detail)
            return
        told = {"system": ItemKind.INSTRUCTIONS, "tool": ItemKind.TOOL_RESULT}
        self.build.add(told.get(role, ItemKind.ASSISTANT), text, pointer)

    def _block(self, role: str, block: Record, pointer: str) -> None:
        kind = as_text(block.get("type"))
        call_id, name = as_text(block.get("toolCallId")), as_text(block.get("toolName"))
        if kind == "text":
            self._text(role, as_text(block.get("text")), f"{pointer}/text")
        elif kind == "reasoning":
            self.build.text(ItemKind.REASONING, block, f"{pointer}/text")
        elif kind == "tool-call":
            key = next((key for key in ("args", "input") if key in block), "toolName")
            self.build.called(block.get(key), f"{pointer}/{key}", name, call_id, block.get(key))
        elif kind == "tool-result":
            key = next((key for key in ("result", "output") if key in block), "toolName")
            tool, failed = name or self.build.tools.get(call_id, ""), block.get("isError") is True
            self.build.add(ItemKind.TOOL_RESULT, block.get(key), f"{pointer}/{key}", "", tool, call_id, "", failed)
        elif kind == "image":
            self.build.add(ItemKind.ATTACHMENT, block, pointer, "image")
        else:
            self.build.add_unknown(kind or "block without a type", block, pointer, kind)

    def _size(self, root: Fields) -> None:
        """The size of the newest context, which only the newest state has."""
        details = next((value for value in root.get(_TOKENS, []) if isinstance(value, bytes)), b"")
        numbers = parse(details)
        used, limit = (next(iter(numbers.get(key, [])), None) for key in (1, 2))
        drafts = [draft for draft in self.build.drafts if not draft.purpose]
        if drafts and isinstance(used, int) and used:
            drafts[-1].usage = Usage(input=used)
            drafts[-1].limit = as_int(limit)
            note = "The size of the newest context is stored, no usage of single requests."
            self.build.problem(Severity.NOTE, "context-sizes", note, drafts[-1].source)


def parse(raw: bytes) -> Fields:
    """The fields of a protobuf message by number; as far as they go where it is damaged."""
    found: Fields = {}
    with suppress(Torn):
        for number, value in fields_of(raw):
            found.setdefault(number, []).append(value)
    return found


def _texts(message: Record) -> Iterator[tuple[str, str]]:
    content = message.get("content")
    if as_text(content):
        yield as_text(content), "/content"
    for index, block in enumerate(as_list(content)):
        text = as_text(as_dict(block).get("text"))
        if text:
            yield text, f"/content/{index}/text"
