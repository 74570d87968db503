"""Claude Code played from end to end: its settings as they were installed, its log as it is written, its payloads.

The commands run as the agent runs them: by a shell, the payload on standard input, what is printed taken as the
documentation says.
"""

import json
import os
import stat
import subprocess
import sys

from inspector.cli.hooks.install import installed
from inspector.cli.hooks.places import PLACES
from tests.impact.conftest import RULE, new_story, ruled


class Agent:
    """A session of Claude Code with hooks in its project's settings."""

    def __init__(self, folder, version):
        self.folder, self.log, self.version = folder, folder / "session.jsonl", version
        self.story = ruled(new_story())
        program = folder / "inspector"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m inspector "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        patience = dict.fromkeys(PLACES["claude-code"].events, " --patience 290")
        installed("claude-code", folder, [str(program)], patience, 300).write()

    def write(self):
        self.log.write_bytes(self.story.dump())

    def fire(self, event, **more):
        """Run an event's commands; gives what they print. Fields are those of the version that is played."""
        told = {"session_id": "5d0c2c8e", "transcript_path": str(self.log), "cwd": str(self.folder)}
        if self.version >= (2, 1, 200):
            told |= {"permission_mode": "default", "agent_id": None}
        told |= {"hook_event_name": event} | more
        hooks = json.loads((self.folder / ".claude" / "settings.json").read_text())["hooks"]
        said = ""
        for group in hooks.get(event, ()):
            if group.get("matcher", "") in ("", told.get("source", told.get("trigger", ""))):
                for run in group["hooks"]:
                    done = subprocess.run(
                        ["sh", "-c", run["command"]], input=json.dumps(told), capture_output=True, text=True,
                        timeout=run["timeout"], env=dict(os.environ),
                    )  # fmt: skip
                    assert done.returncode == 0, done.stderr
                    said += done.stdout
        return said


SUMMARY = "- The poller was mended in noaa.py; next come the other feeds."


def test_a_rule_that_a_compaction_drops_is_back_before_the_log_tells_of_it(inspector, tmp_path):
    """The order of Claude Code 2.1.332: the boundary is written behind all hooks of a compaction."""
    agent = Agent(tmp_path, (2, 1, 332))
    agent.write()
    assert agent.fire("PreCompact", trigger="auto", custom_instructions="") == "", "nothing was compacted before"
    answer = f"<analysis>The user said: {RULE}</analysis>\n<summary>{SUMMARY}</summary>"
    told = {"agent_type": "", "agent_id": "a38e", "last_assistant_message": answer}
    assert agent.fire("SubagentStop", **told) == ""
    assert agent.fire("SessionStart", source="startup") == "", "its matcher is about compactions alone"
    back = json.loads(agent.fire("SessionStart", source="compact"))["hookSpecificOutput"]["additionalContext"]
    assert f"- {RULE} (line 2 of the log)" in back
    assert agent.fire("PostCompact", trigger="auto", compact_summary=answer) == ""
    agent.story.cut(SUMMARY)
    agent.story.say("I keep to it.")
    agent.write()
    assert RULE in agent.fire("PreCompact", trigger="auto"), "only the summary could still hold it"
    kept = f"<summary>{SUMMARY} {RULE}</summary>"
    agent.fire("SubagentStop", **(told | {"last_assistant_message": kept}))
    assert RULE not in agent.fire("SessionStart", source="compact"), "the next compaction kept it"


def test_where_no_summary_was_told_the_next_prompt_brings_it_once(inspector, tmp_path):
    """Versions before: whether the boundary is there at the start differs, and no answer of the summarizer is told."""
    agent = Agent(tmp_path, (2, 1, 105))
    agent.write()
    agent.fire("PreCompact", trigger="auto")
    assert agent.fire("SessionStart", source="compact") == ""
    agent.story.cut(SUMMARY)
    agent.write()
    back = json.loads(agent.fire("UserPromptSubmit", prompt="Go on."))["hookSpecificOutput"]["additionalContext"]
    assert RULE in back and agent.fire("UserPromptSubmit", prompt="And on.") == ""


def test_what_a_subagent_compacts_is_nobodys(inspector, tmp_path):
    agent = Agent(tmp_path, (2, 1, 332))
    agent.story.cut(SUMMARY)
    agent.write()
    assert agent.fire("PreCompact", trigger="auto", agent_id="a1") == ""
    assert agent.fire("SessionStart", source="compact", agent_id="a1") == ""
