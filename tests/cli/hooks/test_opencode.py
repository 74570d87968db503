"""The plugin for OpenCode, run by Node as OpenCode runs it: held against a stub of this program."""

import json
import shutil
import stat
import subprocess

import pytest

from inspector.cli.hooks.install import installed

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not here")

CALL = """
import { InspectorPlugin } from "./inspector.mjs"
const hooks = await InspectorPlugin({})
const output = { context: ["theirs"] }
await hooks["experimental.session.compacting"]({ sessionID: "ses_1" }, output)
await hooks["experimental.session.compacting"]({}, output)
await hooks["experimental.session.compacting"]({ sessionID: "ses_1" }, {})
console.log(JSON.stringify(output.context))
"""


@pytest.fixture
def compact(tmp_path):
    """What stands in the summary's context after the hook, with a program that does so."""

    def call(script):
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        (tmp_path / "inspector.mjs").write_text(installed("opencode", tmp_path, [str(program)]).after)
        (tmp_path / "call.mjs").write_text(CALL)
        done = subprocess.run(["node", "call.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=50)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


def test_what_the_program_says_joins_the_context_and_it_is_told_the_session(compact, tmp_path):
    assert compact(f"cat > {tmp_path}/told.json; printf 'Keep the rule.'") == ["theirs", "Keep the rule."]
    told = json.loads((tmp_path / "told.json").read_text())
    assert told == {"hook_event_name": "PreCompact", "session_id": "ses_1", "trigger": "auto"}


@pytest.mark.parametrize("script", ["exit 0", "echo half; exit 1", "kill -9 $$"])
def test_whatever_goes_wrong_nothing_is_added(compact, script):
    assert compact(script) == ["theirs"]


def test_a_program_that_is_not_there_is_no_fault(tmp_path, compact):
    compact("exit 0")
    text = (tmp_path / "inspector.mjs").read_text()
    (tmp_path / "inspector.mjs").write_text(text.replace(str(tmp_path / "program"), "/nowhere/inspector"))
    done = subprocess.run(["node", "call.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=50)
    assert json.loads(done.stdout) == ["theirs"]
