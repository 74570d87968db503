"""The files of one task: what the window showed, what was sent, and what was changed in what was sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

from inspector.model import Diagnostic, ItemKind, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.build import About, Builder
from inspector.read.documents import not_records, read_part
from inspector.read.values import as_dict, as_int, as_list, as_text

API = "api_conversation_history.json"
SHOWN = ("ui_messages.json", "claude_messages.json")
EDITS = "context_history.json"
METADATA = "task_metadata.json"
ITEM = "history_item.json"
SHOWN_KEYS = ("ui_messages", "uiMessages", "clineMessages")
SENT_KEYS = ("api_conversation_history", "apiConversationHistory")
_MERGED = frozenset((*SHOWN_KEYS, *SENT_KEYS))
_ROO_KEYS = frozenset({"condenseId", "condenseParent", "truncationId", "truncationParent", "isSummary"})


@dataclass(frozen=True, slots=True)
class Document:
    """A list of records and where it stands."""

    path: str
    pointer: str
    records: tuple[Record, ...]

    def at(self, index: int, pointer: str = "") -> Source:
        """Where a record, or a value in it, stands."""
        return Source(self.path, None, None, None, f"{self.pointer}/{index}{pointer}")


@dataclass(frozen=True, slots=True)
class Edit:
    """A text block of a message that is sent in another wording from a moment on."""

    time: int
    message: int
    block: int
    text: str
    at: Source


@dataclass(slots=True)
class Task:
    """Everything of one task that the log holds; a file that is missing is an empty list."""

    shown: Document
    sent: Document
    edits: tuple[Edit, ...] = ()
    models: tuple[tuple[int, str], ...] = ()
    versions: tuple[str, ...] = ()
    is_roo: bool = False
    item: Record = field(default_factory=dict)
    """What the list of tasks says of it, in Roo Code."""


def read_task(path: Path, report: Report) -> Task:
    """The files of a folder, or one file alone."""
    if not path.is_dir():
        value = _value(path, report)
        nothing = Document("", "", ())
        if isinstance(value, dict) and not _MERGED.isdisjoint(value):
            shown, sent = (_listed(path, value, keys, report) for keys in (SHOWN_KEYS, SENT_KEYS))
            return Task(shown, sent, is_roo=_is_roo(shown, sent))
        document = _rows(path, value, "", report)
        is_shown = any("say" in record or "ask" in record for record in document.records[:50])
        both = (document, nothing) if is_shown else (nothing, document)
        return Task(*both, is_roo=_is_roo(document, document))
    files = {name: path / name for name in (API, *SHOWN, EDITS, METADATA, ITEM) if (path / name).is_file()}
    shown_path = next((files[name] for name in SHOWN if name in files), None)
    shown = _document(shown_path, report)
    sent = _document(files.get(API), report)
    if shown_path is None:
        told = f"There is no {SHOWN[0]} here: what was compacted, and what the calls took, stands in it."
        report(Diagnostic(Severity.ERROR, "half-a-task", told))
    if API not in files:
        report(Diagnostic(Severity.ERROR, "half-a-task", f"There is no {API} here: what was sent stands in it."))
    metadata = as_dict(_value(files.get(METADATA), report))
    edits = tuple(sorted(_edits(files.get(EDITS), report), key=lambda edit: edit.time))
    models = sorted(
        (time, as_text(use.get("model_id")))
        for use in map(as_dict, as_list(metadata.get("model_usage")))
        if (time := as_int(use.get("ts"))) is not None and as_text(use.get("model_id"))
    )
    uses = map(as_dict, as_list(metadata.get("environment_history")))
    versions = dict.fromkeys(version for use in uses if (version := as_text(use.get("cline_version"))))
    item = as_dict(_value(files.get(ITEM), report))
    return Task(shown, sent, edits, tuple(models), tuple(versions), bool(item) or _is_roo(shown, sent), item)


def _value(path: Path | None, report: Report) -> Any:
    return read_part(path, report) if path is not None else None


def _document(path: Path | None, report: Report) -> Document:
    return _rows(path, _value(path, report), "", report)


def _listed(path: Path, value: Record, keys: tuple[str, ...], report: Report) -> Document:
    """One of the lists of an export that holds both in one object."""
    key = next((key for key in keys if isinstance(value.get(key), list)), "")
    return _rows(path, value[key], f"/{key}", report) if key else Document("", "", ())


def _rows(path: Path | None, value: Any, pointer: str, report: Report) -> Document:
    if isinstance(value, dict):
        value, pointer = value.get("messages"), "/messages"
    rows = as_list(value)
    records = tuple(row if isinstance(row, dict) else {} for row in rows)
    if problem := not_records(rows, path, pointer):
        report(problem)
    return Document(str(path or ""), pointer, records)


def _is_roo(shown: Document, sent: Document) -> bool:
    return any(not _ROO_KEYS.isdisjoint(record) for record in sent.records) or any(
        "contextCondense" in record
        or (record.get("say") == "api_req_started" and "apiProtocol" in as_text(record.get("text"))[-400:])
        for record in shown.records
    )


def _edits(path: Path | None, report: Report) -> Iterator[Edit]:
    """The edits as they are stored: by message, by block, in order of time."""
    value = _value(path, report)
    for place, row in enumerate(as_list(value)):
        message, kinds = (*as_list(row), None, None)[:2]
        blocks = (*as_list(kinds), None, None)[1]
        for block_place, block in enumerate(as_list(blocks)):
            index, updates = (*as_list(block), None, None)[:2]
            for number, update in enumerate(as_list(updates)):
                time, what, texts = (*as_list(update), None, None, None)[:3]
                text = (*as_list(texts), None)[0]
                known = as_int(message), as_int(index), as_int(time)
                if what == "text" and isinstance(text, str) and None not in known:
                    pointer = f"/{place}/1/1/{block_place}/1/{number}/2/0"
                    yield Edit(known[2] or 0, known[0] or 0, known[1] or 0, text, Source(str(path), pointer=pointer))


def moment(milliseconds: Any) -> int | None:
    """A time of the log as a number; None where it is none."""
    return milliseconds if type(milliseconds) is int and 10**11 < milliseconds < 10**14 else None


def put(
    build: Builder, kind: ItemKind, value: Any, at: Source, time: str | None, detail: str = "", **about: Unpack[About]
) -> int:
    """Add what stands at a place, in no context yet: the walks say what is in it."""
    build.at, build.time = at, time
    return build.add(kind, value, "", detail, **(about | About(enter=False)))
