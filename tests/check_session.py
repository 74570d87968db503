"""The five-way check of one session log, used as one line a case.

A log is read the way people read it, and again under a name that says nothing, in pieces of 100 bytes, through
the inspector's own JSON, and back through every source; all have to tell the same.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from bisect import bisect_left
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import orjson
import zstandard

from inspector.model import Append, Call, Compaction, Item, Operation, Rewind, Session, Source, Splice
from inspector.model.wire import from_json, to_json
from inspector.read.bodies import Bodies
from inspector.read.content import COMPRESSED, open_bytes
from inspector.read.documents import loads_document
from inspector.read.lines import loads_tolerant
from inspector.read.open import Opened, open_log
from inspector.read.tables import SIGNATURE
from inspector.read.values import render, resolve
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay

GOLDEN = Path(__file__).parent / "golden"
REWRITE = "INSPECTOR_REWRITE_GOLDEN"
"""Set this in the environment to write the golden dumps instead of holding sessions against them."""
PIECE = 100


def check_session(log: Path, scratch: Path, golden: str = "", *, alone: bool = False) -> Opened:
    """Hold one log against itself in five ways, and against its golden dump where it has one."""
    opened = open_log(log, alone=alone)
    if golden:
        _holds_golden(GOLDEN / f"{golden}.txt", readable(opened.session, log.parent))
    reads_alike_under_a_neutral_name(log, opened.session, scratch, alone=alone)
    reads_alike_in_pieces(log, opened.session, scratch, alone=alone)
    survives_its_own_json(opened.session)
    sources_hold_their_texts(opened.session, opened.bodies)
    return opened


# (a) A dump that people can read --------------------------------------------------------------------------------


def _holds_golden(path: Path, dump: str) -> None:
    if os.environ.get(REWRITE):
        path.parent.mkdir(exist_ok=True)
        path.write_text(dump, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: set {REWRITE}=1 to write it, and read what it says"
    assert dump.splitlines() == path.read_text(encoding="utf-8").splitlines()


def readable(session: Session, folder: Path) -> str:
    """A session as text: its items one a line, requests, operations, compactions, links and problems."""
    found = find_compactions(session, Replay(session))
    lines = [f"{session.agent} {session.version} {session.id}", f"title {session.title!r} cwd {session.cwd!r}"]
    lines += [f"models {', '.join(session.models)}", f"from {session.started} to {session.ended}", "", "items"]
    lines += map(_item_line, session.items)
    lines += ["", "requests"]
    for request in session.requests:
        usage, made = request.usage, f"items {request.first_item}-{request.last_item}"
        parts = (usage.input, usage.cache_read, usage.cache_write, usage.output, usage.reasoning) if usage else ()
        where = f"line {request.source.line} op {request.op}"
        lines.append(
            f"  {request.number} {request.model} {where} {made} prompt {usage.prompt if usage else None} {parts} "
            f"{request.thread} {request.purpose} {request.stop}".rstrip()
        )
    lines += ["", "operations", *_operations(session.ops), "", "compactions", *map(_compaction_line, found.all)]
    lines += ["", "edits", *map(_compaction_line, found.edits), "", "links"]
    lines += [f"  {link.kind} {link.session} {link.title!r} item {link.item}" for link in session.links]
    lines += ["", "problems"]
    for problem in session.diagnostics:
        line = problem.source.line if problem.source else None
        lines.append(f"  {problem.severity} {problem.code} line {line}: {problem.message}")
    return "\n".join(lines).replace(str(folder), "<folder>") + "\n"


def _item_line(item: Item) -> str:
    marks = [
        item.detail,
        item.tool,
        item.thread,
        "error" if item.error else "",
        f"{item.images} img" * bool(item.images),
    ]
    about = " ".join(mark for mark in marks if mark)
    where = f"{item.source.line}{item.source.pointer}"
    return (
        f"  {item.number} {item.kind}/{item.origin} [{about}] {where} {item.chars} chars: {item.preview[:70]}".rstrip()
    )


def _operations(ops: tuple[Operation, ...]) -> list[str]:
    lines: list[str] = []
    run: list[int] = []
    for op in (*ops, None):
        if isinstance(op, Append):
            run.append(op.item)
            continue
        if run:
            lines.append(f"  append {_spans(run)}")
            run = []
        if isinstance(op, Call):
            lines.append(f"  call {op.request}")
        elif isinstance(op, Rewind):
            lines.append(f"  rewind to {op.to}")
        elif isinstance(op, Splice):
            gone = "all" if op.remove is None else _spans(op.remove)
            lines.append(f"  splice out {gone} in {_spans(op.insert)} at {op.at} mask {_spans(op.mask)}")
    return lines


def _spans(numbers: tuple[int, ...] | list[int]) -> str:
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in spans) or "-"


def _compaction_line(compaction: Compaction) -> str:
    record = compaction.record
    moved = " ".join(
        f"{name} {_spans(getattr(compaction, name))}" for name in ("removed", "inserted", "kept", "restored", "masked")
    )
    told = f"(told {record.reported_before} → {record.reported_after})"
    sizes = f"{compaction.before.value} → {compaction.after.value} {told}"
    how = f"{record.kind} {record.trigger} {record.status} {record.basis} {compaction.outcome}"
    return (
        f"  C{compaction.number} line {record.source.line} op {compaction.op} {how} {sizes} {record.seconds} s {moved}"
    )


# (b) A name that says nothing -----------------------------------------------------------------------------------


def reads_alike_under_a_neutral_name(log: Path, session: Session, scratch: Path, *, alone: bool = False) -> None:
    """The log is known by its content; only paths may differ."""
    folder = scratch / "neutral"
    other = _copied(log, folder, "unknown.bin" if log.is_file() and log.suffix not in COMPRESSED else log.name)
    again = open_log(other, alone=alone).session
    _alike(session, log, again, other)
    shutil.rmtree(folder)


def _copied(log: Path, folder: Path, name: str) -> Path:
    """A copy with what belongs to it: the folder that has the log's stem goes with it under the new one."""
    folder.mkdir(parents=True)
    if log.is_dir():
        shutil.copytree(log, folder / name)
    else:
        shutil.copyfile(log, folder / name)
    parts = log.with_suffix("")
    if parts.is_dir() and parts != log:
        shutil.copytree(parts, (folder / name).with_suffix(""))
    return folder / name


def _alike(session: Session, log: Path, again: Session, other: Path) -> None:
    """Both say the same, apart from where they lie; for want of an id or a title, a session has its file's name."""
    for field in ("id", "title"):
        if getattr(session, field) == _name(log) and getattr(again, field) == _name(other):
            again = replace(again, **{field: _name(log)})
    assert _told(again, other) == _told(session, log)


def _told(session: Session, log: Path) -> str:
    """Everything a session says, with the place of its log taken out."""
    text = to_json(session).decode()
    for path in (log, log.with_name(_name(log))):
        text = text.replace(json.dumps(str(path), ensure_ascii=False)[1:-1], "<log>")
    return text


def _name(log: Path) -> str:
    """The file's name without its endings, the one of a compression included."""
    return Path(log.stem).stem if log.suffix in COMPRESSED else log.stem


# (c) Pieces of 100 bytes ----------------------------------------------------------------------------------------


def reads_alike_in_pieces(log: Path, session: Session, scratch: Path, *, alone: bool = False) -> None:
    """Nothing depends on where a read ends: here none gives more than 100 bytes, each a frame of its own."""
    if log.is_dir() or log.suffix in COMPRESSED or log.read_bytes()[:15] == b"SQLite format 3":
        return
    folder = scratch / "pieces"
    whole = _copied(log, folder, log.name)
    raw = whole.read_bytes()
    whole.unlink()
    squeeze = zstandard.ZstdCompressor(level=1)
    cut = folder / f"{log.name}.zst"
    cut.write_bytes(b"".join(squeeze.compress(raw[at : at + PIECE]) for at in range(0, len(raw), PIECE)))
    _alike(session, log, open_log(cut, alone=alone).session, cut)
    shutil.rmtree(folder)


# (d) Own JSON ---------------------------------------------------------------------------------------------------


def survives_its_own_json(session: Session) -> None:
    """Out and in again, nothing is different."""
    assert from_json(to_json(session), Session) == session


# (e) Every source -----------------------------------------------------------------------------------------------


def sources_hold_their_texts(session: Session, bodies: Bodies) -> None:
    """What a source points at is the item's text, read here without the inspector's own reading back."""
    logs: dict[str, _Log] = {}
    for item in session.items:
        text = bodies.text(item)
        assert len(text) == item.chars, f"item {item.number} has {len(text)} characters, not {item.chars}"
        if item.text is None:
            if item.source.path not in logs:
                logs[item.source.path] = _Log(Path(item.source.path))
            assert render(logs[item.source.path].at(item.source)) == text
    for diagnostic in session.diagnostics:
        place = diagnostic.source
        if place is not None and place.end is not None and place.path in logs:
            assert 0 <= (place.start or 0) <= place.end <= len(logs[place.path].content)
    bodies.close()


def _in_cell(path: Path, pointer: str) -> object:
    """What stands at ``table/rowid/column`` of a database, and at the pointer behind it inside of that."""
    table, rowid, column, *inside = pointer.split("/")
    with closing(sqlite3.connect(path)) as database:
        ((stored,),) = database.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (rowid,))
    return stored if inside == [""] else resolve(orjson.loads(stored), "".join(f"/{step}" for step in inside))


class _Log:
    """One file, read whole. A record is parsed once for all items in it: a log may be one record."""

    def __init__(self, path: Path) -> None:
        with open_bytes(path) as stream:
            self.content = stream.read()
        self._ends = [match.start() for match in re.finditer(b"\n", self.content)]
        self._records: dict[tuple[int | None, int | None], object] = {}

    def at(self, source: Source) -> object:
        """What stands at a place."""
        if self.content.startswith(SIGNATURE):
            return _in_cell(Path(source.path), source.pointer)
        if source.line is not None:
            assert bisect_left(self._ends, source.start or 0) == source.line - 1
        place = source.start, source.end
        if place not in self._records:
            self._records[place] = self._record(source)
        return resolve(self._records[place], source.pointer)

    def _record(self, source: Source) -> object:
        raw = self.content[source.start or 0 : source.end]
        if source.line is not None:
            assert b"\n" not in raw
        try:
            return orjson.loads(raw)
        except orjson.JSONDecodeError:
            return loads_document(raw) if source.line is None else loads_tolerant(raw)[0]
