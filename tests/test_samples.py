"""Every sample session: read five ways, and found to hold the truth that was planted in it."""

from __future__ import annotations

import re
import shutil
import tomllib
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from inspector.model import Compaction, Origin, Source, Splice
from inspector.read.discover import glance
from inspector.read.open import Opened, open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import check_session
from tests.write_samples import cases, contents

SAMPLES = Path(__file__).parent.parent / "sample_sessions"
FOLDERS = sorted(path.parent.relative_to(SAMPLES) for path in SAMPLES.rglob("case.toml"))
UTC_TIME = re.compile(rb'"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|\+00:00)"')
DIAGNOSED = {
    "bad-utf8",
    "lone-surrogate",
    "not-json",
    "not-a-record",
    "nul-prefix",
    "nul-run",
    "torn-line",
    "wrong-type",
}


def truth(folder: Path) -> dict[str, Any]:
    return tomllib.loads((SAMPLES / folder / "case.toml").read_text(encoding="utf-8"))


@cache
def opened(folder: Path) -> Opened:
    return open_log(SAMPLES / folder / truth(folder)["log"])


@cache
def compactions(folder: Path) -> tuple[Compaction, ...]:
    session = opened(folder).session
    return find_compactions(session, Replay(session)).all


def place(row: dict[str, Any]) -> int | str:
    """Where something was planted: a line, or in a log that is one document a pointer."""
    return row["line"] if "line" in row else str(row["pointer"])


def stands(source: Source) -> int | str:
    """Where something was found, the same way."""
    return source.line or source.pointer


def with_times(folder: Path) -> list[Path]:
    """Files of a case that write times as text. A database would break by a text that grows."""
    files = [path for path in folder.rglob("*") if path.suffix in (".json", ".jsonl")]
    return [path for path in files if UTC_TIME.search(path.read_bytes())]


def having(key: str) -> list[Path]:
    return [folder for folder in FOLDERS if truth(folder).get(key)]


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_reads_the_same_in_five_ways(folder: Path, tmp_path: Path) -> None:
    check_session(SAMPLES / folder / truth(folder)["log"], tmp_path, "-".join(folder.parts))


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if with_times(SAMPLES / folder)], ids=str)
def test_times_with_an_offset_are_told_in_utc(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(SAMPLES / folder, tmp_path / "case")
    for file in with_times(tmp_path / "case"):
        file.write_bytes(UTC_TIME.sub(_two_hours_east, file.read_bytes()))
    log = tmp_path / "case" / truth(folder)["log"]
    assert _times(log) == _times(SAMPLES / folder / truth(folder)["log"])


def _two_hours_east(time: re.Match[bytes]) -> bytes:
    east = datetime.fromisoformat(time[1].decode()) + timedelta(hours=2)
    return f'"{east.isoformat(timespec="milliseconds")}+02:00"'.encode()


def _times(log: Path) -> list[str | None]:
    """All times that are told of a log, to the second: what is shown of them."""
    read = open_log(log)
    session, found = read.session, glance(read.adapter, log)
    records = [op.compaction for op in session.ops if isinstance(op, Splice) and op.compaction]
    told = [record.time for record in (*session.items, *records)] + [request.started for request in session.requests]
    assert found is not None
    told += [session.started, session.ended, found.started, found.ended]
    return [time and time[:19] for time in told]


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_is_recognised_as_its_agent(folder: Path) -> None:
    assert opened(folder).session.agent == truth(folder)["agent"]


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_says_where_it_comes_from(folder: Path) -> None:
    case = truth(folder)
    assert case["origin"] in ("synthetic", "recorded")
    assert case["licence"]
    assert case["title"]
    assert case["shows"]


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_compactions_are_the_planted_ones(folder: Path) -> None:
    planted = truth(folder)["compactions"]
    found = compactions(folder)
    assert [(place(row), row["kind"], row["trigger"]) for row in planted] == [
        (stands(compaction.record.source), compaction.record.kind, compaction.record.trigger) for compaction in found
    ]
    items = opened(folder).session.items
    for row, compaction in zip(planted, found, strict=True):
        if "summary_line" in row:
            assert compaction.record.summary is not None
            assert items[compaction.record.summary - 1].source.line == row["summary_line"]
        if "summary_pointer" in row:
            assert compaction.record.summary is not None
            assert items[compaction.record.summary - 1].source.pointer == row["summary_pointer"]
        for name in ("kept", "restored"):
            if f"{name}_lines" in row:
                lines = {items[number - 1].source.line for number in getattr(compaction, name)}
                assert sorted(line for line in lines if line) == row[f"{name}_lines"]


@pytest.mark.parametrize("folder", having("edits"), ids=str)
def test_edits_in_place_are_the_planted_ones(folder: Path) -> None:
    session = opened(folder).session
    edits = find_compactions(session, Replay(session)).edits
    assert [(stands(edit.record.source), len(edit.masked)) for edit in edits] == [
        (place(row), row["cleared"]) for row in truth(folder)["edits"]
    ]


@pytest.mark.parametrize("folder", having("facts"), ids=str)
def test_statements_are_items_of_the_human(folder: Path) -> None:
    session, bodies = opened(folder).session, opened(folder).bodies
    for fact in truth(folder)["facts"]:
        items = [item for item in session.items if stands(item.source) == place(fact) and item.origin is Origin.HUMAN]
        assert [item.detail for item in items if fact["quote"] in bodies.text(item)] == [fact["how"]], fact["id"]


@pytest.mark.parametrize("folder", having("facts"), ids=str)
def test_fates_have_their_evidence_in_the_new_context(folder: Path) -> None:
    session, bodies = opened(folder).session, opened(folder).bodies
    for fact in truth(folder)["facts"]:
        for fate in fact["fate"]:
            compaction = compactions(folder)[fate["compaction"] - 1]
            zones = {"summary": compaction.inserted, "kept": compaction.kept, "restored": compaction.restored}
            texts = {
                zone: "\n".join(bodies.text(session.items[number - 1]) for number in numbers)
                for zone, numbers in zones.items()
            }
            if fate["state"] == "lost":
                assert not any(fact["quote"] in text for text in texts.values()), fact["id"]
            else:
                assert fate["evidence"] in texts[fate["zone"]], fact["id"]
            if fate["state"] == "verbatim":
                assert fact["quote"] in texts[fate["zone"]], fact["id"]


@pytest.mark.parametrize("folder", having("unsupported"), ids=str)
def test_unsupported_claims_stand_in_their_summaries(folder: Path) -> None:
    session, bodies = opened(folder).session, opened(folder).bodies
    for claim in truth(folder)["unsupported"]:
        summary = compactions(folder)[claim["compaction"] - 1].record.summary
        assert summary is not None
        assert claim["text"] in bodies.text(session.items[summary - 1])
        assert stands(session.items[summary - 1].source) == place(claim)


@pytest.mark.parametrize("folder", having("chains"), ids=str)
def test_chains_run_in_order_of_the_log(folder: Path) -> None:
    for chain in truth(folder)["chains"]:
        lost = compactions(folder)[chain["lost"] - 1].record.source.line
        assert lost is not None
        assert chain["said"] < lost < chain["broken"] < chain["again"]


@pytest.mark.parametrize("folder", having("damage"), ids=str)
def test_exactly_the_damaged_lines_are_diagnosed(folder: Path) -> None:
    planted = {row["line"] for row in truth(folder)["damage"] if row["what"] in DIAGNOSED}
    harmless = {row["line"] for row in truth(folder)["damage"]} - planted
    found = {problem.source.line for problem in opened(folder).session.diagnostics if problem.source}
    assert planted <= found
    assert found <= planted | harmless


def test_scripts_write_the_samples_byte_for_byte() -> None:
    for case in cases():
        for path, body in contents(case).items():
            assert path.read_bytes() == body, f"{path.name}: run python tests/write_samples.py"
