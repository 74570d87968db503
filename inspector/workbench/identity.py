"""What is told of many sessions hangs on: the code of the program, its tables and libraries."""

from __future__ import annotations

import importlib
import marshal
import os
import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec

import inspector
from inspector.resources import resource

_LIBRARIES = ("numpy", "orjson")
_LISTED = ".dist-info"
_STAGES = ("model", "read", "reconstruct", "measure", "text", "said", "work", "survival", "impact")


@cache
def program_version() -> bytes:
    """What changes with any of them: the code of all stages, tables, libraries."""
    digest = blake2b(f"{sys.version}\0{inspector.__version__}".encode(), digest_size=32)
    for library in _LIBRARIES:
        digest.update(f"\0{library} {_version(library)}".encode())
    for part in _STAGES:
        for piece in _code(part):
            digest.update(piece)
    for piece in _tables(""):
        digest.update(piece)
    return digest.digest()


@cache
def reading_version() -> bytes:
    """The same with how any log is read and cleaned of secrets; for what is kept without its session."""
    digest = blake2b(program_version(), digest_size=32)
    for piece in (*_code("read.adapters"), *_code("secrets"), *_tables("secrets")):
        digest.update(piece)
    return digest.digest()


def _version(library: str) -> str:
    """As it was installed, without importing it; in a frozen build, which may not say, as it says itself."""
    found = find_spec(library)
    beside = _names_in(os.path.dirname(os.path.dirname(found.origin or ""))) if found else []
    listed = (name for name in beside if name.startswith(f"{library}-") and name.endswith(_LISTED))
    name = next(listed, "")
    # The package that reads what was installed takes three times as long to import as all else here.
    return name[len(library) + 1 : -len(_LISTED)] or str(importlib.import_module(library).__version__)


def _tables(folder: str) -> Iterator[bytes]:
    for path in sorted(path for path in resource(folder).iterdir() if path.is_file()):
        yield b"\0" + path.name.encode() + b"\0" + path.read_bytes()


def _names_in(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _code(part: str) -> Iterator[bytes]:
    """The source of a stage; in a frozen build, which holds none, what it was compiled to."""
    folder = os.path.join(os.path.dirname(inspector.__file__ or ""), *part.split("."))
    files = []
    for where, folders, names in os.walk(folder):
        # Adapters are most of the code, and looked at apart.
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
