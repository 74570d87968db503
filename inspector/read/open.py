"""From a path to a session: probe it, ask the adapters, read with the best."""

from __future__ import annotations

import gc
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from inspector.errors import AmbiguousFormat, CannotRead, UnknownFormat
from inspector.model import Diagnostic, ItemKind, Session, Severity
from inspector.read.adapter import Adapter, Match, Probe
from inspector.read.adapters import ADAPTERS, IDS, adapter_of
from inspector.read.bodies import Bodies
from inspector.read.content import both_ends, not_opened, open_bytes, read_bytes
from inspector.read.ends import Records
from inspector.read.limits import LINE, TooLarge
from inspector.read.tables import SIGNATURE, open_tables, split

HEAD = 256 * 1024
"""Some agents write 100 kB of instructions before the first prompt."""
BRIEF = 8 * 1024
"""Enough for nearly every log to be known by; looking at all of the head takes longer than reading a short log."""
SURE = 0.9
TIE = 0.1
_RECOGNISED = 4096
"""Logs of which it is remembered whose they are, while they stay as they are."""
_MOST_DAMAGED = 3
"""Lines at the start of a log without which it is looked at once more where nobody knows it."""
INSISTED = "insisted-format"
"""The code of the warning that a log looks like another agent's than the one it was read as."""
_SPECIAL = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A session, the way to its texts, and why it was read as it was."""

    session: Session
    bodies: Bodies
    adapter: Adapter
    match: Match
    alone: bool = False
    """Whether it is a part of a session, opened by itself on purpose."""


def open_log(path: Path, *, agent: str = "", alone: bool = False) -> Opened:
    """Read a session from a file or folder.

    ``agent`` insists on one adapter. ``alone`` opens a part (a subagent's log) by itself instead of the
    session it belongs to. Raises CannotRead, UnknownFormat or AmbiguousFormat.
    """
    path = path.expanduser().absolute()
    if agent:
        adapter, match = adapter_named(agent), Match(1.0, "chosen by you")
        session = _read_as(adapter, path, alone)
    else:
        adapter, match = recognise(path)
        session = _read(adapter, path, alone)
    return Opened(session, Bodies(), adapter, match, alone)


def _read(adapter: Adapter, path: Path, alone: bool) -> Session:
    problems: list[Diagnostic] = []
    with _no_collection():
        session = adapter.read(path if alone else adapter.whole(path), problems.append)
    if problems:
        session = replace(session, diagnostics=(*session.diagnostics, *problems))
    if not session.items:
        raise _nothing_in(path, session.diagnostics)
    return session


def _nothing_in(path: Path, problems: Sequence[Diagnostic]) -> CannotRead:
    """Why a log shows nothing: damage, or records that say nothing."""
    lost = next((problem for problem in problems if problem.severity is Severity.ERROR), None)
    if lost is None:
        words = f"{path} holds no session: none of its records says, calls or answers anything."
        return CannotRead(words, hint="Is this the right file?")
    place = f"line {lost.source.line}: " if lost.source and lost.source.line else ""
    hint = "Is this the right file? Copy it anew from where it came from, if there is a whole one."
    return CannotRead(f"{path} holds no session that can be read. {place}{lost.message}".rstrip(), hint=hint)


def _read_as(adapter: Adapter, path: Path, alone: bool) -> Session:
    """Read with an adapter that was insisted on. Raises UnknownFormat where the log is plainly not its own.

    Every adapter keeps what it does not know as events, so any log at all can be read with nearly all of them: as a
    session in which nothing was ever said or compacted.
    """
    fitting: dict[str, float] = {}
    with suppress(CannotRead):
        fitting = {one.id: match.confidence for one, match in candidates(path)}
    likeliest = next(iter(fitting), "")
    is_other = fitting.get(likeliest, 0.0) >= SURE and fitting[likeliest] - fitting.get(adapter.id, 0.0) >= TIE
    if adapter.id in fitting and not is_other:
        return _read(adapter, path, alone)
    other = adapter_named(likeliest).title if is_other else ""
    words = f"{path} cannot be read as {adapter.title}: nothing in it was said, called or answered in that format."
    refused = UnknownFormat(
        words,
        choices=[likeliest] if other else [known for known in IDS if known != adapter.id],
        hint=f"It looks like a log of {other}: name that format, or none."
        if other
        else "Name another format, or none.",
        path=str(path),
    )
    try:
        session = _read(adapter, path, alone)
    except CannotRead as why:
        if not other or isinstance(why, TooLarge):
            raise
        raise refused from why
    if all(item.kind is ItemKind.EVENT for item in session.items):
        raise refused
    if not other:
        return session
    words = (
        f"This log looks like one of {other}, and is read as {adapter.title} because you said so: much may be missing."
    )
    doubt = Diagnostic(Severity.WARNING, INSISTED, words)
    return replace(session, diagnostics=(doubt, *session.diagnostics))


@contextmanager
def _no_collection() -> Iterator[None]:
    # Reading makes some ten objects a line and no cycles; collecting meanwhile costs a third of the time, and
    # scanning the finished session at every later collection stalls the window.
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def adapter_named(agent: str) -> Adapter:
    """The adapter with this id. Raises UnknownFormat with all ids."""
    if agent in IDS:
        return adapter_of(agent)
    raise UnknownFormat(f"No adapter is called {agent!r}.", choices=IDS)


def recognise(path: Path) -> tuple[Adapter, Match]:
    """The adapter that fits a file or folder best.

    Raises CannotRead, AmbiguousFormat within 0.1 and UnknownFormat when none fits.
    """
    found = candidates(path)
    if not found:
        instead = next(filter(None, (adapter.no_log(probe_path(path)) for adapter in ADAPTERS)), "")
        raise UnknownFormat(
            f"{path} is not a session log of any known agent.",
            choices=IDS,
            hint=instead or "If you know which agent wrote it, name it with --format or use Open as….",
            path=str(path),
        )
    if _is_tied(found):
        raise AmbiguousFormat(
            f"{path} could be from {found[0][0].title} or {found[1][0].title}.",
            choices=[adapter.id for adapter, _ in found],
            hint="Name the agent with --format or use Open as….",
            path=str(path),
        )
    return found[0]


def candidates(path: Path) -> list[tuple[Adapter, Match]]:
    """Every adapter that recognises a file or folder, best first; from its beginning where one is sure of that."""
    try:
        about = path.stat()
    except (OSError, ValueError):
        return _candidates(path)
    # A log is listed first, then read. Nothing tells that a folder is as it was, or a database that is being written.
    if not stat.S_ISREG(about.st_mode) or path.with_name(f"{path.name}-wal").exists():
        return _candidates(path)
    return list(_known_candidates(path, (about.st_ino, about.st_size, about.st_mtime_ns)))


@lru_cache(maxsize=_RECOGNISED)
def _known_candidates(path: Path, state: tuple[int, int, int]) -> tuple[tuple[Adapter, Match], ...]:
    return tuple(_candidates(path))


def _candidates(path: Path) -> list[tuple[Adapter, Match]]:
    probe = probe_path(path, BRIEF)
    found = matches(probe)
    if _is_clear(found, SURE):
        return found
    if len(probe.head) >= BRIEF:
        probe = probe_path(path)
        found = matches(probe)
    if _is_clear(found):
        return found
    return _behind_damage(probe) or _behind_long_line(probe) or found


def _behind_long_line(probe: Probe) -> list[tuple[Adapter, Match]]:
    """Who recognises what stands behind a first line that is longer than all that was looked at."""
    if b"\n" in probe.head or probe.size <= len(probe.head) or not probe.head:
        return []
    with open_bytes(probe.path, ahead=0) as stream:
        line = stream.readline(LINE)
        head = stream.read(HEAD) if line.endswith(b"\n") else b""
    found = matches(replace(probe, head=head, records=Records(head, probe.size - len(line)))) if head else []
    return found if _is_clear(found) else []


def _is_clear(found: Sequence[tuple[Adapter, Match]], least: float = 0.0) -> bool:
    return bool(found) and found[0][1].confidence >= least and not _is_tied(found)


def _behind_damage(probe: Probe) -> list[tuple[Adapter, Match]]:
    """Who recognises what stands behind the first lines, any of which may be damaged."""
    head, size = probe.head, probe.size
    for _ in range(_MOST_DAMAGED):
        line, _, head = head.partition(b"\n")
        size -= len(line) + 1
        # A line inside of a document says nothing by itself.
        if head.startswith((b"{", b"[")):
            found = matches(replace(probe, head=head, records=Records(head, size)))
            if _is_clear(found):
                return found
    return []


def _is_tied(found: Sequence[tuple[Adapter, Match]]) -> bool:
    return len(found) > 1 and found[0][1].confidence - found[1][1].confidence < TIE


def matches(probe: Probe) -> list[tuple[Adapter, Match]]:
    """Every adapter that recognises a file, best first, or alone one that is sure; one that raises is passed over.

    What one is sure of no other takes for its own (a test holds them to it), and to ask all takes three times as long.
    """
    found = []
    for adapter in ADAPTERS:
        try:
            match = adapter.recognise(probe)
        except (LookupError, TypeError, ValueError, AttributeError):
            # A log of another agent may hold anything where this adapter looks.
            match = None
        if match is not None and match.confidence >= SURE:
            return [(adapter, match)]
        if match is not None:
            found.append((adapter, match))
    return sorted(found, key=lambda pair: -pair[1].confidence)


def probe_path(path: Path, most: int = HEAD) -> Probe:
    """Look at a file or folder without reading it whole; for a session in a database, at that. Raises CannotRead.

    ``most`` bytes of it at either end.
    """
    asked = path
    try:
        path, session = split(path)
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            return Probe(path, 0, b"", b"", (), frozenset(), frozenset(os.listdir(path)), is_folder=True)
    except (OSError, ValueError) as why:
        raise not_opened(path, why) from None
    if not stat.S_ISREG(status.st_mode):
        what = _SPECIAL.get(stat.S_IFMT(status.st_mode), "a special file")
        raise CannotRead(f"{path} is {what}, not a log.", hint="Write what comes out of it to a file and open that.")
    size = status.st_size
    if size == 0:
        raise CannotRead(f"{path} is empty.", hint="The agent may not have written anything yet.")
    head, tail = both_ends(path, size, most)
    tables = _tables(path) if head.startswith(SIGNATURE) else {}
    if session and not tables and session.encode() not in read_bytes(path)[0]:
        raise CannotRead(f"{path} is a file, not a folder with {session} in it.", hint="Open the file itself.")
    if tables:
        return Probe(asked, size, b"", b"", (), frozenset(tables), frozenset(), columns=tables)
    return Probe(asked, size, head, tail, Records(head, size), frozenset(), frozenset())


def _tables(path: Path) -> dict[str, frozenset[str]]:
    with open_tables(path, lambda problem: None) as database:
        return database.layout()
