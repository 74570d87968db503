"""A subagent's compactions, seen from the log of the session that sent it off."""

from __future__ import annotations

from pathlib import Path

import orjson

from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from inspector.workbench.subagents import compacted_subagents


def row(uuid: str, parent: str | None, kind: str, side: bool, **more: object) -> bytes:
    told = {
        "uuid": uuid,
        "parentUuid": parent,
        "type": kind,
        "isSidechain": side,
        "sessionId": "S",
        "version": "2.1.219",
    }
    return orjson.dumps(told | {"timestamp": "2026-03-02T09:00:00.000Z", "agentId": "a1"} | more) + b"\n"


def said(role: str, text: str, prompt: int = 0) -> dict[str, object]:
    message: dict[str, object] = {"role": role, "content": [{"type": "text", "text": text}]}
    if role == "assistant":
        usage = {"input_tokens": prompt, "output_tokens": 5}
        message |= {"id": f"msg_{prompt}", "model": "claude-opus-5", "usage": usage, "stop_reason": "end_turn"}
    return {"message": message}


def logs(folder: Path, *, compacted: bool) -> Path:
    path = folder / "S.jsonl"
    first = row("u", None, "user", False, **said("user", "Count the crates."))
    path.write_bytes(first + row("a", "u", "assistant", False, **said("assistant", "Done.", 9_000)))
    rows = [
        row("1", None, "user", True, **said("user", "Count them all.")),
        row("2", "1", "assistant", True, **said("assistant", "Counting.", 90_000)),
    ]
    if compacted:
        about = {"trigger": "auto", "preTokens": 90_500}
        rows.append(row("3", None, "system", True, subtype="compact_boundary", compactMetadata=about))
        rows.append(row("4", "3", "user", True, isCompactSummary=True, **said("user", "Half of them are counted.")))
        rows.append(row("5", "4", "assistant", True, **said("assistant", "Going on.", 20_000)))
    below = folder / "S" / "subagents"
    below.mkdir(parents=True)
    (below / "agent-a1.jsonl").write_bytes(b"".join(rows))
    return path


def found(path: Path):
    document = read(path)
    try:
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        assert not document.compactions
        return compacted_subagents(document)
    finally:
        document.close()


def test_a_compaction_of_a_subagent_is_seen_from_the_main_log(tmp_path):
    (one,) = found(logs(tmp_path, compacted=True))
    assert one.path.name == "agent-a1.jsonl"
    assert one.count == 1


def test_a_subagent_that_was_not_compacted_is_left_out_and_one_that_cannot_be_read_is_not(tmp_path):
    path = logs(tmp_path, compacted=False)
    assert found(path) == ()
    (tmp_path / "S" / "subagents" / "agent-a1.jsonl").write_bytes(b"\xff" * 99)
    (one,) = found(path)
    assert one.unread and not one.compactions
