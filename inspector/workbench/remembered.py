"""Results of stages that were worked out once and are looked up when the same log is opened again.

Each is kept under the session's identity, so that another log, or other code, never finds it. What cannot be read
back is forgotten and worked out anew; ``Document.troubles`` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import orjson
import zstandard
from cattrs.preconf.orjson import make_converter

from inspector.model import Diagnostic, Severity
from inspector.store.cache import Cache
from inspector.workbench.document import Document
from inspector.workbench.identity import identify

T = TypeVar("T")
CONVERTER = make_converter(detailed_validation=False)
"""JSON values to nouns."""
_LEVEL = 1
_DAMAGE = (ValueError, LookupError, TypeError, AttributeError, MemoryError, zstandard.ZstdError)
"""What reading something back can raise that is not what was written."""


def recall(document: Document, cache: Cache, again: Callable[[Any], T], *what: str) -> T | None:
    """A result that was remembered under these words, made by ``again`` from its JSON; None where there is none."""
    key = _key(document, *what)
    packed = cache.result(key) if key is not None else None
    if key is None or packed is None:
        return None
    try:
        kept = orjson.loads(zstandard.ZstdDecompressor().decompress(packed))
        _same(kept["of"], key.hex())
        return again(kept["value"])
    except _DAMAGE:
        cache.forget_result(key)
        message = f"What was kept of this session ({what[0]}) was damaged; it was computed again."
        document.troubles.append(Diagnostic(Severity.NOTE, "result-damaged", message))
        return None


def remember(document: Document, cache: Cache, value: object, *what: str) -> None:
    """Keep a result under these words, unless the log changed while it was worked out."""
    key = _key(document, *what)
    if key is None or document.identity is None or not document.identity.holds():
        return
    try:
        raw = orjson.dumps({"of": key.hex(), "value": value})
    except TypeError:
        # Words that JSON cannot write (half a surrogate pair): worked out each time.
        return
    cache.remember_result(key, zstandard.ZstdCompressor(_LEVEL, write_checksum=True).compress(raw))


def _key(document: Document, *what: str) -> bytes | None:
    # Without a compaction there is nothing to work out, and the log need not be read to know it.
    if document.identity is None and document.compactions:
        document.identity = identify(document.session, document.bodies)
    return document.identity.of(*what) if document.identity is not None else None


def _same(one: object, other: object) -> None:
    if one != other:
        raise ValueError("it belongs to another session")
