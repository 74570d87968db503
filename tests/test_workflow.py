"""The workflow for builds that we ship: its own steps are run, with a program on the path that is this one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import yaml

from inspector.resources import resource
from tests.conftest import SAMPLES
from tests.report.junit_schema import broken_rules

WALKS = SAMPLES / "langgraph" / "1.2" / "walks" / "checkpoints.sqlite"


@pytest.fixture
def workflow():
    return yaml.safe_load(resource("ci/compactions.yml").read_text("utf-8"))


@pytest.fixture
def ask(workflow, tmp_path):
    """Runs the step that asks, as GitHub runs steps; gives its status and the file."""
    if sys.platform == "win32" or shutil.which("bash") is None:
        pytest.skip("the steps are written for bash")
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "inspector"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m inspector "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / workflow["env"]["LOGS"]).mkdir()
    shutil.copyfile(WALKS, tmp_path / workflow["env"]["LOGS"] / "walks.sqlite")
    (script,) = [
        step["run"] for step in workflow["jobs"]["compactions"]["steps"] if "inspector report" in step.get("run", "")
    ]

    def run(*statements):
        if statements:
            (tmp_path / workflow["env"]["BANK"]).write_text("\n".join(statements), encoding="utf-8")
        path = os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])
        about = {"PATH": path, "PYTHONPATH": str(SAMPLES.parent), "HOME": str(tmp_path), **workflow["env"]}
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        done = subprocess.run(shell, cwd=tmp_path, env=about, capture_output=True, text=True, check=False)
        return done, (tmp_path / workflow["env"]["RESULT"]).read_text("utf-8")

    return run


def test_a_sentence_of_the_file_that_is_not_there_fails_the_job_and_its_result_can_be_published(ask):
    done, text = ask("Every walk has to end before five, the bus leaves then.")
    assert done.returncode == 1, done.stderr
    assert broken_rules(text) == []
    assert len(list(ElementTree.fromstring(text).iter("failure"))) == 1


def test_without_such_a_file_the_result_is_published_and_no_job_fails(ask):
    done, text = ask()
    assert done.returncode == 0, done.stderr
    assert len(list(ElementTree.fromstring(text).iter("failure"))) == 2


def test_a_must_keep_file_is_what_is_asked_for(ask):
    done, text = ask("And the third?", "Never deploy on a Friday afternoon.")
    assert done.returncode == 0, done.stderr
    names = [case.get("name") for case in ElementTree.fromstring(text).find("testsuite").iter("testcase")]
    assert sorted(names) == ["And the third?", "Never deploy on a Friday afternoon."]


def test_the_result_is_published_whether_or_not_the_job_fails(workflow):
    steps = workflow["jobs"]["compactions"]["steps"]
    publishing = [step for step in steps if "upload" in step.get("uses", "") or "junit" in step.get("uses", "")]
    assert [step["if"] for step in publishing] == ["always()", "always()"]
