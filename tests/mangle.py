"""Logs packed, and spoilt at random, the same way for the same seed: wrong types, lost lines, cut ends, odd bytes."""

from __future__ import annotations

import gzip
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import zstandard

JUNK: tuple[Any, ...] = (
    None, 0, -1, 3.5, True, False, "", "x", [], {}, [1, "a", None], {"a": 1}, 10**15, [{"type": 5}],
    [{"type": "text", "text": 7}], {"type": ["x"]}, "2026-13-99",
)  # fmt: skip


def packed(folder: Path, suffix: str, content: bytes) -> Path:
    """A log in an archive of one of three kinds."""
    path = folder / f"log.jsonl{suffix}"
    if suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("log.jsonl", content)
    else:
        path.write_bytes(gzip.compress(content) if suffix == ".gz" else zstandard.compress(content))
    return path


def mangled(log: bytes, seed: int) -> bytes:
    """A log with up to 25 values replaced or taken out; often shuffled, cut short or sprinkled with odd bytes."""
    rng = random.Random(seed)
    lines = log.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 25)):
        place = rng.randrange(len(lines))
        lines[place] = json.dumps(spoilt(json.loads(lines[place]), rng)).encode() + b"\n"
    if rng.random() < 0.3:
        rng.shuffle(lines)
    content = bytearray(b"".join(lines))
    if rng.random() < 0.5:
        del content[rng.randrange(1, len(content)) :]
    if rng.random() < 0.2:
        for _ in range(20):
            content[rng.randrange(len(content))] = rng.randrange(256)
    return bytes(content)


def spoilt(record: Any, rng: random.Random, more: tuple[Any, ...] = ()) -> Any:
    """A record with one value replaced by junk, or by one of some more, or taken out."""
    places = _places(record)
    if not places:
        return rng.choice((*JUNK, *more))
    holder, key = rng.choice(places)
    if isinstance(holder, dict) and rng.random() < 0.2:
        del holder[key]
    else:
        holder[key] = rng.choice((*JUNK, *more))
    return record


def _places(value: Any) -> list[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    found = [(value, key) for key in keys]
    for key in keys:
        found += _places(value[key])
    return found
