"""What the results of a session depend on: its log, byte for byte, how it was read, and the program itself."""

from __future__ import annotations

import contextlib
import importlib
import marshal
import os
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b, file_digest
from importlib import metadata
from importlib.util import find_spec

import orjson

import inspector
from inspector.errors import InspectorError
from inspector.model import Session
from inspector.read.bodies import Bodies
from inspector.read.tables import is_cell
from inspector.resources import resource

_LIBRARIES = ("rapidfuzz", "numpy", "orjson", "py3langid")
_STAGES = ("model", "read", "reconstruct", "measure", "text", "facts", "verdicts", "impact")
Stamp = tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Identity:
    """The key of a session's results, and the state that its files were in when the key was made."""

    key: bytes
    stamp: Stamp
    """Path, inode, size and time of each file."""

    def holds(self) -> bool:
        """Whether no file has changed since: what was read of them belongs to the key."""
        return _stamp({path for path, *_ in self.stamp if not path.endswith("-wal")}) == self.stamp

    def of(self, *what: str) -> bytes:
        """The key of one result."""
        return blake2b("\0".join(what).encode("utf-8", "surrogatepass"), key=self.key, digest_size=16).digest()


def identify(session: Session, bodies: Bodies) -> Identity | None:
    """The identity of an opened session; reads its files once, whole. None where one is gone or cannot be told.

    A changed byte of the log, another way of reading it, another rule, weight or cue: each is another identity.
    """
    texts = [item for item in session.items if item.text is None]
    paths = sorted({item.source.path for item in texts if not is_cell(item.source)})
    stamp = _stamp({item.source.path for item in texts})
    if stamp is None:
        return None
    digest = blake2b(program_version(), digest_size=32)
    try:
        # Operations and requests may come from files that hold no item, so how the log was read counts, too.
        digest.update(orjson.dumps(session, default=_plain))
        for path in paths:
            digest.update(_of_file(path))
        for item in texts:
            if is_cell(item.source):
                digest.update(b"\0" + bodies.text(item).encode("utf-8", "surrogatepass"))
    except (OSError, TypeError, InspectorError):
        # Gone meanwhile, or words that JSON cannot write: such a session is worked out each time.
        return None
    return Identity(digest.digest(), stamp)


@cache
def program_version() -> bytes:
    """What changes with any rule: the code of all stages, their tables of words and weights, the libraries."""
    digest = blake2b(f"{sys.version}\0{inspector.__version__}".encode(), digest_size=32)
    for library in _LIBRARIES:
        digest.update(f"\0{library} {_version(library)}".encode())
    for part in _STAGES:
        for piece in _code(part):
            digest.update(piece)
    for path in sorted(path for path in resource("").iterdir() if path.is_file()):
        digest.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()


@cache
def reading_version() -> bytes:
    """What changes with any rule and with how any log is read; for what is kept without its session."""
    digest = blake2b(program_version(), digest_size=32)
    for piece in _code("read.adapters"):
        digest.update(piece)
    return digest.digest()


def _version(library: str) -> str:
    """As it was installed, without importing it; in a frozen build, which may not say, as it says itself."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return str(importlib.import_module(library).__version__)


def _code(part: str) -> Iterator[bytes]:
    """The source of a stage; in a frozen build, which holds none, what it was compiled to."""
    folder = os.path.join(os.path.dirname(inspector.__file__ or ""), *part.split("."))
    files = []
    for where, folders, names in os.walk(folder):
        # How an adapter reads a log shows in the session, all of which is in the key; and they are most of the code.
        folders[:] = [name for name in folders if name not in ("adapters", "__pycache__")]
        files += [os.path.join(where, name) for name in names if name.endswith(".py")]
    for path in sorted(files):
        with open(path, "rb", buffering=0) as stream:
            yield b"\0" + path[len(folder) :].encode() + b"\0" + stream.read()
    if files:
        return
    package = importlib.import_module(f"inspector.{part}")
    for found in sorted(pkgutil.walk_packages(package.__path__, f"{package.__name__}."), key=lambda one: one.name):
        loader = getattr(find_spec(found.name), "loader", None)
        yield b"\0" + found.name.encode() + b"\0" + marshal.dumps(loader.get_code(found.name) if loader else None)


def _of_file(path: str) -> bytes:
    # Processors have SHA-256 built in: half the time of any other that is safe.
    with open(path, "rb", buffering=0) as stream:
        return file_digest(stream, "sha256").digest()


def _stamp(paths: Iterable[str]) -> Stamp | None:
    found = []
    for path in sorted(paths):
        try:
            about = os.stat(path)
        except (OSError, ValueError):
            return None
        found.append((path, about.st_ino, about.st_size, about.st_mtime_ns))
        # A database is written here first.
        with contextlib.suppress(OSError, ValueError):
            about = os.stat(f"{path}-wal")
            found.append((f"{path}-wal", about.st_ino, about.st_size, about.st_mtime_ns))
    return tuple(found)


def _plain(value: object) -> object:
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
