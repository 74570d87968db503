"""A hook that says again what a compaction lost, for agents that have one. Text only: the user puts it in place."""

from __future__ import annotations

import json

from inspector.errors import UsageError
from inspector.report.mend.agents import Ways
from inspector.report.mend.checklist import Checklist
from inspector.report.mend.texts import Mended, reminder


def hook_script(checks: Checklist, ways: Ways, agent_title: str) -> Mended:
    """The hook as a file, with how to switch it on. Raises UsageError for an agent without such a hook."""
    if not ways.hook:
        raise UsageError(
            f"No hook of {agent_title} is documented that could put words back after a compaction.",
            hint="--as pins gives a block for its instruction file instead.",
        )
    words = reminder(checks)
    if not words:
        return Mended("", checks.nothing, ways.hook_file)
    return _plugin(words, ways) if ways.hook == "plugin" else _script(words, ways)


def _script(words: str, ways: Ways) -> Mended:
    """A script whose output enters the context, in the form that both agents document."""
    run = {"type": "command", "command": f'sh "{ways.root}/{ways.hook_file}"'}
    settings = {"hooks": {"SessionStart": [{"matcher": "compact", "hooks": [run]}]}}
    told = {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": words}}
    text = "\n".join(
        [
            "#!/bin/sh",
            f"# Save as {ways.hook_file} and add to {ways.settings_file}:",
            *(f"#   {line}" for line in json.dumps(settings, indent=2).splitlines()),
            "# It runs after every compaction; what it prints is added to the agent's context.",
            # Quoted, so that nothing of the log is expanded; one line of JSON, so that nothing of it can end the text.
            "cat <<'PINNED'",
            json.dumps(told, ensure_ascii=True),
            "PINNED",
        ]
    )
    use = f"Save it as {ways.hook_file} and name it in {ways.settings_file} as its head says."
    return Mended(text + "\n", use, ways.hook_file)


def _plugin(words: str, ways: Ways) -> Mended:
    text = "\n".join(
        [
            f"// Save as {ways.hook_file}; plugins there are loaded at the next start.",
            "// It tells the summariser what to keep: the words then stand in the summary as far as the model obeys.",
            # Escaped down to ASCII: nothing of the log can end the string.
            f"const pinned = {json.dumps(words)}",
            "",
            "export const AfterCompaction = async () => ({",
            '  "experimental.session.compacting": async (_input, output) => {',
            "    output.context.push(pinned)",
            "  },",
            "})",
        ]
    )
    use = f"Save it as {ways.hook_file}. The hook it uses is marked experimental by its maker."
    return Mended(text + "\n", use, ways.hook_file)
