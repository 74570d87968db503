"""Transcripts of Cursor's agent: the words and calls alone."""

from __future__ import annotations

from pathlib import Path

from inspector.model import Capabilities, ItemKind, Session, Severity
from inspector.read.adapter import Record, Report
from inspector.read.adapters.cursor.queries import pieces
from inspector.read.build import Builder
from inspector.read.lines import read_lines
from inspector.read.values import as_dict, as_list, as_text

_NOT_HERE = (
    "A transcript has words and calls alone: results, times, tokens and compactions are not in it. The session's "
    "database has more, where it is on this machine."
)


def read(agent: str, path: Path, report: Report, capabilities: Capabilities) -> Session:
    build = Builder(agent, str(path))
    for line in read_lines(path, report):
        build.record(line.at(path))
        record = line.record
        blocks = as_list(as_dict(record.get("message")).get("content"))
        role = as_text(record.get("role"))
        if role not in ("user", "assistant", "system", "tool"):
            kind = as_text(record.get("type"))
            if kind == "turn_ended":
                _turn_ended(build, record)
            else:
                build.add_unknown(kind or "line without a role", record, "", kind)
            continue
        draft = build.request(f"line {line.number}", "") if role == "assistant" else None
        first = len(build.items) + 1
        for index, block in enumerate(blocks):
            _block(build, role, as_dict(block), f"/message/content/{index}")
        build.produced(draft, first)
    build.problem(Severity.NOTE, "transcript-only", _NOT_HERE)
    for part in sorted((path.parent / "subagents").glob("*.jsonl")) if path.parent.name == path.stem else ():
        build.link("subagent", part.stem, path=str(part))
    return build.session(id=path.name.split(".")[0], title=build.opening, cwd="", capabilities=capabilities)


def _turn_ended(build: Builder, record: Record) -> None:
    """Statuses as seen in public logs: success, aborted (by the user), error; the last two bring an ``error``."""
    status, why = as_text(record.get("status")), as_text(record.get("error"))
    if status == "success":
        build.end_turn()
    detail = "abort" if status == "aborted" else "turn_ended"
    build.add(ItemKind.EVENT, why or "turn_ended", "/error" if why else "/type", detail, error=status == "error")


def _block(build: Builder, role: str, block: Record, pointer: str) -> None:
    kind, text = as_text(block.get("type")), as_text(block.get("text"))
    if kind == "tool_use":
        name = as_text(block.get("name"))
        key = "input" if "input" in block else "name"
        build.called(block.get(key), f"{pointer}/{key}", name, "", block.get("input"))
    elif kind == "text" and role == "user":
        for piece in pieces(text):
            build.add(piece.kind, piece.text, f"{pointer}/text", piece.detail, hold=not piece.whole)
    elif kind == "text" and text:
        told = ItemKind.INSTRUCTIONS if role == "system" else ItemKind.ASSISTANT
        build.add(told, text, f"{pointer}/text")
    elif kind != "text":
        build.add_unknown(kind or "block without a type", block, pointer, kind)
