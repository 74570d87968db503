import json
import shutil
import subprocess
from dataclasses import replace

import pytest

from inspector.errors import UsageError
from inspector.report.mend.agents import ways_of
from inspector.report.mend.checklist import checklist
from inspector.report.mend.hook import hook_script

WORDS = "PINNED\nnever run $(touch owned) `touch owned` \"x\" 'y' \\ ${HOME} ␛ ü"


@pytest.fixture
def checks(report):
    one = report.compactions[0]
    fact = replace(one.facts[0], said=(replace(one.facts[0].said[0], text=WORDS),))
    return checklist(replace(one, facts=(fact,), claims=()))


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_the_script_prints_the_words_as_they_were_said_and_runs_nothing_of_them(checks, agent, tmp_path):
    script = tmp_path / "hook.sh"
    script.write_text(hook_script(checks, ways_of(agent), agent).text, "utf-8")
    ran = subprocess.run(["sh", str(script)], cwd=tmp_path, capture_output=True, check=True)
    told = json.loads(ran.stdout)["hookSpecificOutput"]
    assert told["hookEventName"] == "SessionStart"
    assert WORDS.replace("\n", "\n  ") in told["additionalContext"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hook.sh"]


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_the_head_of_the_script_says_how_to_switch_it_on(checks, agent):
    ways = ways_of(agent)
    lines = hook_script(checks, ways, agent).text.splitlines()
    settings = json.loads("".join(line[4:] for line in lines if line.startswith("#   ")))
    (entry,) = settings["hooks"]["SessionStart"]
    assert entry["matcher"] == "compact" and entry["hooks"][0]["command"].endswith(f'/{ways.hook_file}"')


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_plugin_hands_the_words_to_the_summariser(checks, tmp_path):
    plugin = tmp_path / "plugin.mjs"
    plugin.write_text(hook_script(checks, ways_of("opencode"), "OpenCode").text, "utf-8")
    run = (
        f"import('{plugin.as_uri()}').then(async m => {{ const o = {{context: []}};"
        " await (await m.AfterCompaction())['experimental.session.compacting']({}, o);"
        " console.log(JSON.stringify(o.context)) })"
    )
    ran = subprocess.run(["node", "-e", run], cwd=tmp_path, capture_output=True, check=True)
    assert WORDS.replace("\n", "\n  ") in json.loads(ran.stdout)[0]


def test_the_log_cannot_end_the_plugins_string(checks):
    text = hook_script(checks, ways_of("opencode"), "OpenCode").text
    (line,) = [line for line in text.splitlines() if line.startswith("const pinned = ")]
    assert WORDS.replace("\n", "\n  ") in json.loads(line.removeprefix("const pinned = "))


def test_an_agent_without_such_a_hook_is_told_of_what_it_has(checks):
    with pytest.raises(UsageError, match="No hook of Gemini CLI") as why:
        hook_script(checks, ways_of("gemini"), "Gemini CLI")
    assert "--as pins" in why.value.hint
