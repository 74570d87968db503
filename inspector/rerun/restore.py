"""Restore: files put back after a compaction, as the session itself last showed them, never as they are today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.model import Quote
from inspector.model.run import State
from inspector.read.tools import ToolKind, tool_kind
from inspector.rerun.prune import path_of
from inspector.rerun.strategy import FilesRestore
from inspector.rerun.view import ViewEntry, written
from inspector.secrets.find import part_of

_CONTENT_KEYS = ("content", "file_text", "contents", "text")


@dataclass(slots=True)
class _File:
    """What the session knows of a file."""

    touched: int
    modified: bool
    text: str | None = None
    """Its content, where the log shows it as it stands; None once an edit changed it unseen."""
    source: Quote | None = None
    named: Quote | None = None


def restored_files(entries: Sequence[ViewEntry], wanted: FilesRestore) -> tuple[ViewEntry, ...]:
    """The newest files with their content, or their path where it is too long or not known; tokens at 4 characters."""
    files = [(path, file) for path, file in _files(entries).items() if file.modified or wanted.order == "read"]
    files.sort(key=lambda pair: (not pair[1].modified if wanted.order == "modified" else False, -pair[1].touched))
    found, left = [], wanted.total
    for path, file in files[: wanted.n]:
        size = -(-len(file.text or "") // 4)
        text, state = file.text, State.RESTORED
        if text is not None and size > wanted.each:
            text = part_of(text, 0, 4 * wanted.each) if wanted.over == "truncate" else None
        if text is None or -(-len(text) // 4) > left:
            text, state = "", State.POINTER
        left -= -(-len(text) // 4)
        source = file.source if text and file.source else file.named
        assert source is not None, "a file is known by a call that names it"
        end = min(source.end, source.start + len(text)) if text else source.end
        quotes = (Quote(source.item, source.start, end),)
        found.append(_entry(path, text, state, quotes))
    return tuple(found)


def _files(entries: Sequence[ViewEntry]) -> dict[str, _File]:
    files: dict[str, _File] = {}
    asked: dict[str, str] = {}
    for place, entry in enumerate(entries):
        if entry.item is None:
            continue
        if entry.kind == "tool_output" and entry.call_id in asked and entry.state is State.VERBATIM:
            file = files[asked.pop(entry.call_id)]
            file.text, file.source = entry.text, Quote(entry.item, 0, len(entry.text))
        if entry.kind != "tool_call":
            continue
        kind, path = tool_kind(entry.tool), path_of(entry)
        if not path or kind not in (ToolKind.READ, ToolKind.EDIT, ToolKind.CREATE):
            continue
        file = files.setdefault(path, _File(place, False))
        file.touched, file.named = place, Quote(entry.item, 0, len(entry.text))
        if kind is ToolKind.READ:
            if not _is_part(entry.text) and entry.call_id:
                asked[entry.call_id] = path
            continue
        file.modified = True
        told = entry.arguments if kind is ToolKind.CREATE else {}
        file.text = next((told[key] for key in _CONTENT_KEYS if isinstance(told.get(key), str)), None)
        file.source = file.named
    return files


def _is_part(arguments: str) -> bool:
    """Whether a read asked for some lines only."""
    return any(f'"{key}"' in arguments for key in ("offset", "limit", "start_line", "view_range", "line_range"))


def _entry(path: str, text: str, state: State, sources: tuple[Quote, ...]) -> ViewEntry:
    words = f"{path}\n{text}" if text else f"{path} was in use; read it again where it is needed."
    detail = "file" if text else "file_reference"
    return written(words, state, sources, "restore: files", kind="wrapped", detail=detail)
