"""What exports of traces are held to."""

from __future__ import annotations

import orjson

from inspector.read.open import recognise


def rows(case):
    (body,) = case.files.values()
    return [orjson.loads(line) for line in body.splitlines()]


def reading(folder, adapter, value, name="export.json"):
    """The session of an export that is written into a folder; it has to be recognised."""
    path = folder / name
    path.write_bytes(b"\n".join(map(orjson.dumps, value)) + b"\n" if name.endswith("l") else orjson.dumps(value))
    assert recognise(path)[0] is adapter
    problems = []
    session = adapter.read(path, problems.append)
    assert not problems
    return session


def told(session):
    """What has to be the same however it was exported."""
    return [item.preview for item in session.items], [(one.usage, one.model) for one in session.requests]
