"""Small logs with one compaction, and what is found in them: for tests of one finder or matcher."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from inspector.model import Fact, Survival
from inspector.read.open import open_log
from inspector.reconstruct.after import look_after
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.segment import find_segments
from inspector.survival.shown import shown
from inspector.work.evidence import find_evidence
from tests.claude_log import Call, ClaudeLog

CWD = "/home/mara/tidewatch"


def judged(path: Path) -> list[tuple[Fact, Survival]]:
    """The evidence of a log with one compaction, and its fate; every quote and passage is checked to stand there."""
    opened = open_log(path)
    session, text = opened.session, opened.bodies.text
    (compaction,) = find_compactions(session, Replay(session)).all
    (segment,) = find_segments(session, [compaction], text)
    facts = find_evidence(segment)
    survivals = tuple(shown(facts, segment, look_after(session, compaction, text)))
    for fact in facts:
        for quote, words in zip(fact.quotes, fact.texts, strict=True):
            assert text(session.items[quote.item - 1])[quote.start : quote.end] == words
    for survival in survivals:
        for evidence in survival.evidence:
            whole = text(session.items[evidence.item - 1])
            # A file's name stands beside the text that was put back, so it has no range there.
            assert evidence.end == 0 or whole[evidence.start : evidence.end] == evidence.text
    opened.bodies.close()
    return list(zip(facts, survivals, strict=True))


Block = str | Call | Callable[[ClaudeLog], str | Call]


def scene(
    path: Path, *blocks: Block, summary: str = "Nothing.", later: tuple[Block, ...] = (), keep: int = 0
) -> dict[tuple[str, str], tuple[Fact, Survival]]:
    """What is found in a few steps and what became of it, by finder and value.

    ``later`` are steps behind the compaction; of the rows before it the last ``keep`` are kept word for word.
    """
    log = ClaudeLog("ab" * 16, CWD, "2.1.219", "main", "2026-03-02T09:00:00")
    log.human("Please go on.")
    for block in blocks:
        log.say(block(log) if callable(block) else block)
    rows = [row for row in log.rows if row.get("type") in ("user", "assistant")]
    log.compact(summary, kept=rows[len(rows) - keep :])
    for block in later:
        log.say(block(log) if callable(block) else block)
    path.write_bytes(log.dump())
    return {(fact.extractor, fact.value): (fact, survival) for fact, survival in judged(path)}
