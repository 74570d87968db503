import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from inspector.errors import CannotRead
from inspector.resources import samples
from inspector.store.library import Library
from tests.claude_log import ClaudeLog


def sample(name):
    (log,) = samples().glob(f"claude-code/2.1/{name}/*.jsonl")
    return log


@pytest.mark.parametrize("suffix", ["html", "md", "json", "csv"])
def test_a_session_becomes_one_file_of_the_asked_kind_without_names(inspector, tmp_path, suffix):
    out = tmp_path / f"out.{suffix}"
    ran = inspector("report", sample("fading-rules"), "-o", out)
    assert ran.status == 0, ran.err
    text = out.read_text("utf-8")
    assert "squash" in text and "mara" not in text and str(samples()) not in text
    assert "Taken out: " in ran.err and not ran.out


def test_of_pasted_text_alone_nobody_says_that_all_is_there(inspector, tmp_path):
    made = ClaudeLog("pasted", "/work", "2.1.300", "main", "2026-11-28T10:00:00")
    made.human("```\n" + "".join(f"ERROR at worker {n}.py:{n}\n" for n in range(900)) + "```")
    made.say("Looking.")
    made.compact("There were errors.")
    made.compact("Errors.")
    log, out = tmp_path / "pasted.jsonl", tmp_path / "out.md"
    log.write_bytes(made.dump())
    assert inspector("report", log, "-o", out).status == 0
    text = out.read_text("utf-8")
    assert "Every sentence" not in text and text.count("| nothing to look for |") == 2
    told = inspector("mend", log, "--compaction", 1, "--as", "pins").err
    assert told == "Nothing was said before the compaction that could be looked for; what is pasted or short is not.\n"
    held = inspector("survival", log, "--fail-under", 1)
    assert held.status == 0 and "nothing was held to --fail-under" in held.err
    assert re.search(r"  nothing to look for +\d", inspector("scan", log, "--days", 9_999).out)
    told = inspector("compactions", log)
    assert "came in since: C1" in told.out + told.err and "C2 " not in told.out + told.err


def test_without_redaction_everything_stands_and_the_report_says_so(inspector, tmp_path):
    out = tmp_path / "out.html"
    ran = inspector("report", sample("fading-rules"), "-o", out, "--no-redact")
    text = out.read_text("utf-8")
    assert "/home/mara" in text and "Nothing was redacted" in text and "Nothing was redacted" in ran.err


def test_a_preview_lists_what_would_go_and_writes_nothing(inspector, tmp_path):
    out = tmp_path / "out.html"
    ran = inspector("report", sample("fading-rules"), "-o", out, "--preview")
    assert ran.status == 0 and "/home/mara/tidewatch" in ran.out and "user name" in ran.out
    assert not out.exists()
    assert inspector("report", sample("fading-rules"), "--preview").status == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ((), "Say where"),
        (("-o", "{}/out.doc"), "no suffix of a report"),
        (("-o", "{}/no/such/folder/out.html"), "no folder"),
        (("-o", "{}/out.html", "--json"), "by its suffix"),
        (("--preview", "--json"), "prints a table"),
        (("-o", "{}/out.html", "--facts", "x.txt"), "-o FILE.xml"),
        (("-o", "{}/out.html", "--fail-on-missing"), "-o FILE.xml"),
    ],
)
def test_a_report_without_a_place_or_a_kind_or_of_another_is_wrong_usage(inspector, tmp_path, asked, words):
    ran = inspector("report", sample("clean"), *(one.format(tmp_path) for one in asked))
    assert ran.status == 2 and words in ran.err


def test_json_goes_to_stdout_where_no_file_is_named(inspector):
    told = inspector("report", sample("fading-rules"), "--json").json
    assert told["schema"] == 2 and told["redacted"] and len(told["compactions"]) == 3


def test_a_log_is_never_overwritten(inspector, tmp_path):
    log = tmp_path / "log.json"
    shutil.copy(sample("clean"), log)
    before = log.read_bytes()
    ran = inspector("report", log, "-o", log)
    assert ran.status == 2 and "is a log" in ran.err and log.read_bytes() == before


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_told(inspector, tmp_path):
    out = tmp_path / "out.md"
    out.symlink_to("/dev/full")
    ran = inspector("report", sample("clean"), "-o", out)
    assert ran.status == 3 and "could not be written" in ran.err


def test_what_cannot_be_read_ends_with_status_three(inspector, tmp_path):
    for others in ((), (samples() / "chat",)):
        told = inspector("report", *others, tmp_path / "gone.jsonl", "-o", tmp_path / "out.md")
        assert told.status == CannotRead.exit_code and "gone.jsonl" in told.err


def test_verdicts_entered_earlier_are_in_the_report(inspector, tmp_path):
    first = inspector("survival", sample("fading-rules"), "--compaction", 1, "--json").json
    fact = next(fact for fact in first["compactions"][0]["facts"] if fact["words"] == "absent" and fact["before"])
    library = Library(Path(os.environ["INSPECTOR_HOME"]) / "data" / "library.sqlite")
    library.set_verdict("claude-code/5d0c2c8e-9a41-4f0b-8f37-6b1f4e2d7a90", fact["id"], 1, "reworded")
    library.close()
    inspector("report", sample("fading-rules"), "-o", tmp_path / "out.md")
    assert f"“{fact['statement']}” (line 4, reworded, entered)" in (tmp_path / "out.md").read_text("utf-8")


@pytest.mark.parametrize("suffix", ["html", "md", "json", "csv"])
def test_many_sessions_become_one_table(inspector, tmp_path, suffix):
    out = tmp_path / f"out.{suffix}"
    ran = inspector("report", samples() / "claude-code", samples() / "pi", "-o", out)
    assert ran.status == 0, ran.err
    text = out.read_text("utf-8")
    assert "claude-code" in text.replace("\\", "") and str(samples()) not in text


def test_a_killed_batch_goes_on_where_it_was(inspector, tmp_path):
    logs, out = tmp_path / "logs", tmp_path / "out.json"
    logs.mkdir()
    for number in range(12):
        shutil.copy(sample("fading-rules"), logs / f"{number:02}.jsonl")
    state = Path(os.environ["INSPECTOR_HOME"]) / "data" / "batches"
    ran = subprocess.run([sys.executable, "-c", KILLED, str(logs)], cwd=Path(__file__).parents[3])
    assert ran.returncode == -signal.SIGKILL and len(list(state.glob("*"))) == 1
    assert not out.exists()
    ran = inspector("report", logs, "-o", out)
    assert ran.status == 0 and "Going on where it was stopped" in ran.err
    fresh = tmp_path / "fresh.json"
    again = inspector("report", logs, "-o", fresh, "--fresh")
    assert "Going on" not in again.err

    def rows(path):
        return json.loads(path.read_text())["rows"]

    assert len(rows(out)) == 12 and rows(out) == rows(fresh)
    assert not list(state.glob("*")), "a batch that is through leaves nothing"


KILLED = """
import os, signal, sys
from pathlib import Path
from xml.etree import ElementTree
from inspector.read.discover import discover
from inspector.workbench.batch import batch_log, survey_sessions
from inspector.workbench.jobs import Progress
from inspector.workbench.pools import here

def tell(fraction, words):
    if fraction > 0.3:
        os.kill(os.getpid(), signal.SIGKILL)

roots = [Path(sys.argv[1])]
survey_sessions(discover(roots), here(), batch_log(roots, ""), Progress(tell))
"""


def test_an_xml_is_junit_of_what_people_said(inspector, tmp_path):
    out = tmp_path / "out.xml"
    ran = inspector("report", sample("fading-rules"), "-o", out)
    suites = ElementTree.parse(out).getroot()
    assert ran.status == 0 and "failed" in ran.err
    assert [suite.get("name").rpartition(", ")[2] for suite in suites] == [f"compaction {n}" for n in (1, 2, 3)]
    assert "mara" not in out.read_text("utf-8")


def test_a_build_fails_where_a_sentence_of_a_bank_is_not_there_and_that_is_asked(inspector, tmp_path):
    bank, out = tmp_path / "must-keep.txt", tmp_path / "out.xml"
    bank.write_text("Never edit anything outside src/tidewatch/feeds/ and tests/feeds/.\n", encoding="utf-8")
    asked = ("report", sample("fading-rules"), "-o", out, "--facts", bank)
    assert inspector(*asked).status == 0
    assert inspector(*asked, "--fail-on-missing").status == 1
    bank.write_text("Never deploy on a Friday.\n", encoding="utf-8")
    ran = inspector(*asked, "--fail-on-missing")
    assert ran.status == 0 and "0 failed, 3 skipped" in ran.err


def test_a_folder_is_one_file_and_what_of_it_is_no_log_is_named(inspector, tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    shutil.copyfile(sample("clean"), logs / "a.jsonl")
    shutil.copyfile(sample("fading-rules"), logs / "b.jsonl")
    (logs / "c.jsonl").write_text('{"x": 1}')
    out = tmp_path / "out.xml"
    ran = inspector("report", logs, "-o", out)
    assert ran.status == 0 and f"Not read: {logs / 'c.jsonl'}: It is not a session log of any known agent." in ran.err
    names = [suite.get("name") for suite in ElementTree.parse(out).getroot()]
    assert {name.split(",")[0] for name in names} == {"…/a.jsonl", "…/b.jsonl"}


def test_a_bank_that_is_none_is_told_once(inspector, tmp_path):
    bank = tmp_path / "bank.json"
    bank.write_text("[]", encoding="utf-8")
    ran = inspector("report", sample("clean"), "-o", tmp_path / "out.xml", "--facts", bank)
    assert ran.status == 3 and "fact bank" in ran.err


def test_where_nothing_can_be_read_the_status_says_so_and_the_file_names_no_folder(inspector, tmp_path):
    log, out = tmp_path / "a.jsonl", tmp_path / "out.xml"
    log.touch()
    assert inspector("report", log, "-o", out).status == 3
    (error,) = ElementTree.parse(out).getroot().iter("error")
    assert error.get("message") == "…/a.jsonl is empty."
