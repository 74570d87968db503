"""Sessions of Cline's SDK: the messages of a session, and beside them the context after its latest compaction.

A summary is a message of its own with metadata; the model is sent the messages beside and whatever came after the
number of messages they stand for. Only the latest such context is kept. Of earlier compactions the program's own log
tells when they were and how many messages they kept; their summaries are lost, but where they were carried on.
"""

from __future__ import annotations

import re
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Capabilities, Link, Session, Source
from inspector.read.adapter import Record, Report
from inspector.read.adapters.cline.sdk_log import Told, told_by_hub, told_of
from inspector.read.adapters.cline.task import Document
from inspector.read.build import Builder
from inspector.read.content import read_bytes
from inspector.read.documents import loads_document, read_document
from inspector.read.values import as_dict, as_list, as_text

_MESSAGES = ".messages.json"
_SIDECAR = ".compaction.json"
_LARGEST_ABOUT = 4 * 1024 * 1024
_HEAD = re.compile(rb'\{\s*"version"\s*:\s*1\s*,.{0,600}?"(?:sessionId|agent|source_message_count)"', re.DOTALL)


def is_messages(head: bytes) -> bool:
    """Whether a file starts as the messages of a session do."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:4096]
    return bool(_HEAD.match(start)) and b'"messages"' in head


def is_session(path: Path) -> bool:
    if path.is_dir():
        return False
    try:
        return is_messages(read_bytes(path, 64 * 1024)[0])
    except CannotRead:
        return False


def whole(path: Path) -> Path:
    """The messages that the context after a compaction belongs to, or a subagent's session."""
    folder, name = path.parent, path.parent.name
    main = folder / f"{name}{_MESSAGES}"
    mine = path.name.endswith((_SIDECAR, _MESSAGES)) or path.name == f"{name}.json"
    return main if mine and main.is_file() else path


def read(agent: str, path: Path, report: Report, capabilities: Capabilities) -> Session:
    from inspector.read.adapters.cline.sdk_walk import Walk

    root = as_dict(read_document(path, report))
    build = Builder(agent, str(path))
    session = as_text(root.get("sessionId")) or path.name.split(".")[0]
    origin = as_dict(root.get("origin"))
    build.version(origin.get("version"))
    sent = Document(str(path), "/messages", tuple(as_dict(row) for row in as_list(root.get("messages"))))
    is_main = path.name == f"{path.parent.name}{_MESSAGES}"
    told: list[Told] = [*told_of(path, session), *told_by_hub(path, session, report)] if is_main else []
    walk = Walk(build, sent, _sidecar(path, report), sorted(told, key=lambda one: one.time))
    if as_text(root.get("system_prompt")):
        walk.prompt(root["system_prompt"], Source(str(path), pointer="/system_prompt"))
    walk.run()
    for log in sorted(path.parent.glob(f"*{_MESSAGES}")) if path.name.endswith(_MESSAGES) else ():
        if log != path:
            build.links.append(Link("subagent", log.name.removesuffix(_MESSAGES), path=str(log)))
    about = about_of(path)
    return build.session(
        id=session, title=walk.build.first_words, cwd=as_text(about.get("cwd")), capabilities=capabilities
    )


def about_of(path: Path) -> Record:
    """What the file of a session beside its messages says of it: where it works, its first prompt."""
    beside = path.with_name(f"{path.parent.name}.json")
    try:
        told = beside.is_file() and path.name.endswith((_MESSAGES, _SIDECAR))
        return as_dict(loads_document(read_bytes(beside, _LARGEST_ABOUT)[0])) if told else {}
    except CannotRead:
        return {}


def _sidecar(path: Path, report: Report) -> tuple[Record, Path]:
    beside = path.with_name(path.name.removesuffix(_MESSAGES) + _SIDECAR)
    if not path.name.endswith(_MESSAGES) or not beside.is_file():
        return {}, beside
    return as_dict(read_document(beside, report)), beside
