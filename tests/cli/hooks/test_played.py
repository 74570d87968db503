"""Claude Code played from end to end: its settings as they were installed, its log as it is written, its payloads.

The commands run as the agent runs them: by a shell, the payload on standard input, what is printed taken as the
documentation says.
"""

import json
import os
import stat
import subprocess
import sys

import pytest

from inspector.cli.hooks.install import installed
from tests.impact.conftest import RULE, new_story, ruled


class Agent:
    """A session of Claude Code with hooks in its project's settings."""

    def __init__(self, folder, version):
        self.folder, self.log, self.version = folder, folder / "session.jsonl", version
        self.story = ruled(new_story())
        program = folder / "inspector"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m inspector "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        installed("claude-code", folder, str(program)).write()

    def write(self):
        self.log.write_bytes(self.story.dump())

    def fire(self, event, **more):
        """Run an event's commands; gives what they print. Fields are those of the version that is played."""
        told = {"session_id": "5d0c2c8e", "transcript_path": str(self.log), "cwd": str(self.folder)}
        told |= {"hook_event_name": event} | more
        if self.version >= (2, 1, 200):
            told |= {"permission_mode": "default", "agent_id": None}
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


@pytest.mark.parametrize("version", [(2, 1, 105), (2, 1, 261)])
def test_a_rule_that_a_compaction_drops_is_back_in_the_context_behind_it(version, inspector, tmp_path):
    agent = Agent(tmp_path, version)
    agent.write()
    assert RULE in agent.fire("PreCompact", trigger="auto", custom_instructions="")
    agent.story.cut("- The poller was mended in noaa.py; next come the other feeds.")
    agent.write()
    assert agent.fire("PostCompact", trigger="auto", compact_summary="- The poller was mended.") == ""
    assert agent.fire("SessionStart", source="startup") == "", "its matcher is about compactions alone"
    back = json.loads(agent.fire("SessionStart", source="compact"))["hookSpecificOutput"]["additionalContext"]
    assert RULE in back
    agent.story.human(back)
    agent.story.say("I keep to it.")
    agent.story.cut(f"- The poller was mended. The user's rule: {RULE}")
    agent.story.say("I go on.")
    agent.write()
    assert agent.fire("SessionStart", source="compact") == "", "the next compaction kept it: nothing is put back"
