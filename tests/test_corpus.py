"""Real logs beside the checkout: read five ways, with as many compactions as were counted in them by hand."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from inspector.errors import CannotRead
from inspector.impact.unread import counts
from inspector.model import Origin
from inspector.model.shown import Shown
from inspector.read.adapters import ADAPTERS
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.check_session import check_session
from tests.conftest import CORPUS

INDEX = CORPUS / "INDEX.tsv"
AGENTS = {adapter.id for adapter in ADAPTERS}
COUNTED = frozenset(
    {"claude-code", "cline", "cursor", "gemini", "mini-swe-agent", "opencode", "openhands", "swe-agent"}
)
"""Agents whose compactions the index counts as we do."""
TYPED: dict[str, Callable[[Any], bool]] = {
    "copilot": lambda record: record.get("type") == "user.message",
    "pi": lambda record: record.get("message", {}).get("role") == "user",
}
"""Whether a record of an agent holds what a person typed."""
EMPTY = frozenset({"crush/LarsArtmann__go-filewatcher__crush.db"})
"""Databases in which no session was ever begun."""


def rows() -> list[dict[str, str]]:
    if not INDEX.is_file():
        return []
    with INDEX.open(encoding="utf-8", newline="") as lines:
        return [row for row in csv.DictReader(lines, delimiter="\t") if row["format"] in AGENTS]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["path"])
def test_real_log_reads_the_same_in_five_ways(row: dict[str, str], corpus: Path, tmp_path: Path) -> None:
    log = corpus / row["path"]
    if row["path"] in EMPTY:
        with pytest.raises(CannotRead, match="holds no session"):
            check_session(log, tmp_path)
        return
    # The index counts each file of a task by itself: only what the window showed has the ranges that were left out,
    # so the messages alone hold none. Task folders as a whole are read in the tests of their adapter.
    opened = check_session(log, tmp_path, alone="subagents" in log.parts or row["format"] == "cline")
    assert opened.adapter.id == row["format"]
    if row["format"] in TYPED:
        assert opened.session.diagnostics == ()
    if row["format"] in COUNTED:
        found = find_compactions(opened.session, Replay(opened.session)).all
        recorded = [compaction for compaction in found if compaction.record.basis == "recorded"]
        assert len(recorded) == int(row["compactions"])


@pytest.mark.parametrize("row", [row for row in rows() if row["format"] == "codex"], ids=lambda row: row["path"])
def test_behind_a_real_compaction_that_nobody_can_read_the_work_is_counted(row: dict[str, str], corpus: Path) -> None:
    document = read(corpus / row["path"])
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    unread = [outcome for outcome in document.comparison or () if outcome.is_unread]
    followed = {one.compaction.number: one for one in document.consequences or ()}
    assert len(unread) == int(row["compactions"] or 0)
    for outcome in unread:
        one = followed[outcome.compaction.number]
        assert [trace.fact for trace in one.unread] == [fact.id for fact in outcome.facts]
        told = counts(one.unread)
        assert sum(told.values()) == len(outcome.facts) > 0
        assert any(told[shown] for shown in (Shown.KNOWN, Shown.FETCHED, Shown.KEPT)), "never silence"
        assert one.under_way is not None
        start = max(outcome.compaction.removed)
        assert all(trace.item > start for trace in one.unread if trace.shown in (Shown.KNOWN, Shown.FETCHED))
    document.close()


@pytest.mark.parametrize("row", [row for row in rows() if row["format"] in TYPED], ids=lambda row: row["path"])
def test_labelled_words_of_the_user_are_items_of_the_human(row: dict[str, str], corpus: Path) -> None:
    log = corpus / row["path"]
    labels = [orjson.loads(path.read_bytes()) for path in (corpus.parent / "gold" / "labels").glob("*.json")]
    facts = [fact for label in labels if label["log"] == log.name for fact in label["facts"]]
    document, records = read(log), [orjson.loads(line) for line in log.read_bytes().splitlines()]
    for fact in facts:
        if TYPED[row["format"]](records[fact["line"] - 1]):
            spoken = [item for item in document.session.items if item.origin is Origin.HUMAN]
            texts = [document.bodies.text(item) for item in spoken if item.source.line == fact["line"]]
            assert any(fact["quote"] in text for text in texts), fact["id"]
