"""Which session a FILE means."""

import gzip
import io
import json
import random
import shutil
import zipfile
from pathlib import Path

import pytest
import zstandard

from inspector.read import limits
from tests.cli.conftest import sample
from tests.generate import write_parts


@pytest.fixture
def fading() -> Path:
    return sample("fading-rules")


def test_a_folder_with_one_session_is_that_session(inspector, compacted, tmp_path):
    shutil.copytree(compacted.parent, tmp_path / "case")
    assert inspector("show", tmp_path / "case", "--json").json["items"] == [
        {**item, "path": item["path"].replace(str(compacted.parent), str(tmp_path / "case"))}
        for item in inspector("show", compacted, "--json").json["items"]
    ]


def test_a_log_with_holes_says_so_whatever_is_asked(inspector, fading, tmp_path):
    lines = fading.read_bytes().split(b"\n")
    torn = tmp_path / fading.name
    torn.write_bytes(b"\n".join([lines[0], lines[1][:40], *lines[2:]]))
    for command in ("compactions", "survival", "consequences"):
        assert "1 place of this log cannot be read" in inspector(command, torn).err
        assert "cannot be read" not in inspector(command, fading).err


def zipped(content):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("log.jsonl", content)
    return packed.getvalue()


TORN = {
    ".gz": gzip.compress,
    ".zst": zstandard.compress,
    ".zip": zipped,
}
READERS = [
    ("show",), ("tokens",), ("compactions",), ("context", "--request", 1), ("survival",), ("consequences",),
    ("report",), ("mend", "--as", "checklist", "--compaction", 1), ("simulate", "--strategy", "codex/local"),
    ("rerun", "--compaction", 1), ("rerun", "--compaction", 1, "--model", "openai/gpt-4o", "--dry-run"),
    ("survival", "--judge", "any/model", "--dry-run"),
]  # fmt: skip


@pytest.fixture(scope="module", params=TORN)
def torn(request, tmp_path_factory):
    """An archive of a session with a compaction, cut behind it."""
    content = sample("fading-rules").read_bytes()
    # Noise, so that the packed log is longer than what one block of any packing holds.
    noise = json.dumps({"type": "unknown", "x": random.Random(1).randbytes(400_000).hex()}).encode() + b"\n"
    packed = TORN[request.param](content + noise)
    path = tmp_path_factory.mktemp("torn") / f"{sample('fading-rules').name}{request.param}"
    path.write_bytes(packed[: -len(packed) // 4])
    return path


@pytest.mark.parametrize("line", READERS, ids=lambda line: " ".join(map(str, line)))
def test_whatever_is_asked_of_a_torn_archive_says_so_also_in_json(inspector, torn, line):
    command, *options = line
    ran = inspector(command, torn, *options, "--json")
    assert ran.status == 0, ran.err
    assert "reading stopped before its end" in ran.err
    told = ran.json["problems" if command == "report" else "damage"]
    assert "cut-archive" in [problem["code"] for problem in told]
    assert command != "report" or "reading stopped before its end" in ran.json["damaged"]


@pytest.mark.parametrize("suffix", ["md", "html"])
def test_a_report_on_a_torn_archive_says_so_first(inspector, torn, tmp_path, suffix):
    assert inspector("report", torn, "-o", tmp_path / f"out.{suffix}").status == 0
    text = (tmp_path / f"out.{suffix}").read_text("utf-8")
    heading = {"md": "## ", "html": "What stands out</h2>"}[suffix]
    assert 0 < text.index("reading stopped before its end") < text.index(heading)


@pytest.mark.parametrize("command", ["survival", "report"])
def test_a_table_of_many_logs_says_which_are_damaged(inspector, torn, fading, tmp_path, command):
    for log in (torn, fading):
        shutil.copy(log, tmp_path)
    ran = inspector(command, tmp_path, "--json")
    assert f"{torn.name}: This log is damaged" in ran.err
    assert ["reading stopped" in row["damaged"] for row in ran.json["rows"]].count(True) == 1


def test_of_a_whole_log_no_damage_is_told(inspector, fading):
    assert inspector("tokens", fading, "--json").json["damage"] == []


def test_a_torn_log_without_a_compaction_is_not_called_never_compacted(inspector, fading, tmp_path):
    lines = fading.read_bytes().splitlines(keepends=True)
    cut = tmp_path / f"{fading.name}.zst"
    noise = json.dumps({"type": "unknown", "x": random.Random(1).randbytes(400_000).hex()}).encode() + b"\n"
    packed = zstandard.compress(b"".join(lines[:5]) + noise)
    cut.write_bytes(packed[: -len(packed) // 4])
    for command in ("compactions", "survival", "consequences", "mend"):
        told = inspector(command, cut, *(("--as", "checklist") if command == "mend" else ())).err
        assert "The readable part of this log has no compaction" in told and "never compacted" not in told


def test_a_log_above_a_bound_is_read_when_that_is_asked_for(inspector, fading, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "_lifted", set())
    # Set first, so that it is gone again afterwards.
    monkeypatch.setenv(limits.NO_LIMITS, "")
    monkeypatch.delenv(limits.NO_LIMITS)
    monkeypatch.setattr(limits, "UNPACKED", 10_000)
    path = tmp_path / f"{fading.name}.gz"
    path.write_bytes(gzip.compress(fading.read_bytes()))
    told = inspector("compactions", path)
    assert told.status == 3 and "unpacks to more than" in told.err and "inspector --no-limits COMMAND" in told.err
    assert inspector("--no-limits", "compactions", path).status == 0


def test_a_folder_with_several_sessions_names_them(inspector, compacted, tiny, tmp_path):
    for log in (compacted, tiny):
        shutil.copy(log, tmp_path)
    told = inspector("show", tmp_path)
    assert told.status == 3
    assert compacted.name in told.err
    assert tiny.name in told.err


def test_a_folder_without_a_session_says_so(inspector, tmp_path):
    (tmp_path / "notes.txt").write_text("nothing here")
    told = inspector("show", tmp_path)
    assert told.status == 3
    assert "No session" in told.err
    assert "--format" in told.err


def test_a_part_opens_its_session_and_itself_when_alone(inspector, compacted):
    part = next(compacted.with_suffix("").rglob("agent-a4*.jsonl"))
    assert inspector("show", part, "--json").json["id"] == inspector("show", compacted, "--json").json["id"]
    alone = inspector("show", part, "--alone", "--json").json
    assert alone["items"]
    assert {item["path"] for item in alone["items"]} == {str(part)}


@pytest.fixture
def continued(tmp_path):
    """A session in two logs: what stood before its second compaction, and what begins with it."""
    return write_parts(tmp_path, turns=16, compactions=2, cuts=1)


def test_a_session_opens_as_one_with_the_log_it_goes_on_from(inspector, continued):
    before, after = continued
    apart = inspector("compactions", after, "--json").json["compactions"]
    both = inspector("compactions", after, "--joined", "--json").json["compactions"]
    assert [one["number"] for one in apart] == [1] and [one["number"] for one in both] == [1, 2]
    assert apart[0]["removed"] is None and both[1]["removed"] > 0
    assert both[0]["line"] is None and both[1]["line"] == 1
    shown = inspector("show", after, "--joined", "--json").json
    assert [item["path"] for item in shown["items"]] == sorted(item["path"] for item in shown["items"])
    assert {item["path"] for item in shown["items"]} == {str(before), str(after)}
    assert shown["items"][0]["line"] == 1


def test_where_no_log_stands_before_joining_is_refused(inspector, continued):
    before, after = continued
    told = inspector("compactions", before, "--joined")
    assert told.status == 3 and f"No log on this machine has what stands before {before.name}" in told.err
    before.unlink()
    assert inspector("survival", after, "--joined").status == 3
    assert inspector("show", after, "--joined", "--alone").status == 2


def test_format_insists(inspector, compacted):
    assert inspector("tokens", compacted, "--format", "claude-code", "--json").json["agent"] == "claude-code"


@pytest.mark.parametrize("number", [0, 99])
def test_a_compaction_that_is_not_there_is_wrong_usage(inspector, compacted, number):
    told = inspector("context", compacted, "--before", number)
    assert told.status == 2
    assert f"no compaction {number}" in told.err


@pytest.mark.parametrize("sum_of_money", ["nan", "inf", "-1", "much"])
@pytest.mark.parametrize("command", ["rerun", "survival"])
def test_a_budget_that_would_hold_nothing_is_wrong_usage(inspector, compacted, command, sum_of_money):
    assert inspector(command, compacted, "--budget", sum_of_money).status == 2
