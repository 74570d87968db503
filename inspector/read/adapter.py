"""The contract of an adapter: recognise a log, say where such logs lie, read one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from inspector.model import Capabilities, Diagnostic, Has, Session

Report = Callable[[Diagnostic], None]
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Probe:
    """What is known of a file before it is read; made once, so that no adapter opens it again to sniff."""

    path: Path
    size: int
    """Bytes on disk; 0 for a folder."""
    head: bytes
    """The first 256 KiB at most, decompressed; empty for a folder and for a database.

    An adapter is asked with the first 8 KiB alone, and with all of it where that leaves a doubt.
    """
    tail: bytes
    """As much of the end where the file is longer than the head and not compressed, else empty."""
    records: Sequence[Record]
    """The objects on the complete lines of ``head``, parsed as far as somebody looks; for one JSON document none."""
    tables: frozenset[str]
    """Table names of a SQLite database, else empty."""
    siblings: frozenset[str]
    """Names inside the folder; empty for a file."""
    is_folder: bool = False
    columns: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The columns of each table."""


@dataclass(frozen=True, slots=True)
class Match:
    """How sure an adapter is that a log is its own, and by which sign."""

    confidence: float
    """0 to 1; 1 only for a signature that no other agent writes."""
    because: str


def with_article(name: str) -> str:
    """``a user``, ``an attachment``: a name as a log writes it, in a sentence. "u" is said as in user."""
    return f"{'an' if name[:1].lower() in tuple('aeio') else 'a'} {name}"


@dataclass(frozen=True, slots=True)
class Glance:
    """What the head and tail of a log tell, for a list; unknown is None or empty."""

    title: str = ""
    started: str | None = None
    ended: str | None = None
    project: str = ""
    """The folder that the agent worked in, where it stands elsewhere than in the first records."""
    product: str = ""
    """The fork that wrote the log, by its name, where one adapter reads those of several; "" for the agent itself."""


def can_say(always: str = "", sometimes: str = "") -> Capabilities:
    """What an agent's logs always say and what sometimes, by the names of ``Capabilities``; never what neither has."""
    known = dict.fromkeys(always.split(), Has.YES) | dict.fromkeys(sometimes.split(), Has.SOMETIMES)
    return Capabilities(**known)


def settings_folders(home: Path, env: Mapping[str, str]) -> tuple[Path, Path, Path]:
    """Where desktop programs keep their settings: on Linux, on macOS, on Windows."""
    config = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
    roaming = Path(env.get("APPDATA") or home / "AppData" / "Roaming")
    return config, home / "Library" / "Application Support", roaming


def own_folder(env: Mapping[str, str], variable: str) -> Path | None:
    """The folder that a variable names; None where it is not set."""
    return Path(env[variable]).expanduser() if env.get(variable) else None


class Adapter(Protocol):
    """Everything the inspector knows about one agent's logs: by default of one file each, which lie anywhere."""

    id: str
    """Never changes: ``--format``, store keys and JSON use it."""
    title: str
    capabilities: Capabilities
    holds_several: bool = False
    """Whether a log that is no database may hold several sessions: ``find`` gives those of a file, too."""

    kept_in: tuple[tuple[str, str, str], ...] = ()
    """A variable that may name a folder, the usual folder below the home, and what is below either of them."""
    named: tuple[str, ...] = ()
    """Patterns of the paths of sessions below such a folder."""

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Where this agent keeps its sessions on this machine; they need not exist."""
        for variable, usual, below in self.kept_in:
            yield (own_folder(env, variable) or home / usual) / below

    def find(self, folder: Path) -> Iterable[Path]:
        """The sessions under one such folder, or in one database; one path a session, parts of others left out."""
        for pattern in self.named:
            yield from sorted(folder.glob(pattern))

    def recognise(self, probe: Probe) -> Match | None:
        """How well a file fits, or None when it is not this agent's."""
        ...

    def no_log(self, probe: Probe) -> str:
        """What to open in its place, where a file is this agent's and no session log."""
        return ""

    def glance(self, probe: Probe) -> Glance:
        """Title and times from the head and tail alone."""
        ...

    def beside(self, path: Path) -> Iterable[Path]:
        """The files that are no part of a log and tell something of its glance; they need not exist."""
        return ()

    def whole(self, path: Path) -> Path:
        """The session that a part of one belongs to; ``path`` itself when it stands alone."""
        return path

    def earlier(self, path: Path) -> Path | None:
        """The log that holds what came before this one, where only its rows tell; reads other logs for it."""
        return None

    def read(self, path: Path, report: Report) -> Session:
        """Read one session. Problems of the log go to ``report``; raises only CannotRead."""
        ...
