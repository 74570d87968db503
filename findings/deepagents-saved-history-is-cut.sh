#!/usr/bin/env bash
# Deep Agents: the "full" history that a compaction puts into a file for later has whole texts cut to 20 characters.
#
# One would expect: what is summed up is kept whole in a file before; the message with the summary says that the full
#   history is saved there, and names the file, to be read again.
# What happens: long arguments of write_file and edit_file are cut before the history is written down, by a step of
#   the same middleware that should make a compaction unnecessary. Of a file that was written twice the first version is
#   then nowhere that the agent can reach (the graph's own state has it): not on disk, not in the saved history, and the
#   summarizer did not see it, either. Both steps are on by default, and begin at the same fill of the window.
# Version: PyPI deepagents 0.7.32, langchain 1.5.2, langgraph 1.2.24; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env deepagents==0.7.32 langchain==1.5.2 langgraph==1.2.24 \
  >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A file is written in two versions, then logs are read until the window is full; the model is a class."""
import sys
from pathlib import Path

from deepagents import create_deep_agent
from deepagents.backends import FilesystemBackend
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool

VERSIONS = ["".join(f"    boats_{line} = {version}\n" for line in range(150)) for version in (8473, 8474)]
MARKS = [f"boats_149 = {version}" for version in (8473, 8474)]
asked = {"agent": [], "summarizer": []}  # the texts of each request


class Stub(BaseChatModel):
    profile: dict = {"max_input_tokens": 20_000}

    @property
    def _llm_type(self):
        return "stub"

    def bind_tools(self, tools, **more):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **more):
        part = "summarizer" if len(messages) == 1 else "agent"
        asked[part].append([message.text for message in messages])
        number = len(asked["agent"])
        calls = [{"name": "read_log", "args": {}, "id": f"call{number}"}]
        if number <= len(VERSIONS):
            calls[0] |= {"name": "write_file", "args": {"file_path": "/pier.py", "content": VERSIONS[number - 1]}}
        done = part == "summarizer" or asked["summarizer"]
        return ChatResult(generations=[ChatGeneration(message=AIMessage("Two files." if done else "",
                                                                        tool_calls=[] if done else calls))])


@tool
def read_log() -> str:
    """Read a log."""
    return "a line of the log. " * 300


root = Path("root").resolve()
agent = create_deep_agent(Stub(), tools=[read_log], backend=FilesystemBackend(root_dir=root, virtual_mode=True))
agent.invoke({"messages": [("user", "Write the file, then read the logs.")]}, {"recursion_limit": 200})
(saved,) = root.glob("conversation_history/*.md")
history, (shown,) = saved.read_text(), asked["summarizer"]
places = {"on disk": (root / "pier.py").read_text(), "in the saved history": history,
          "in what the summarizer was shown": shown[0]}
told = next(text for text in asked["agent"][-1] if saved.name in text)
print("deepagents 0.7.32; the message with the summary says:", repr(told.split("\n\n")[1].split(saved.name)[0]))
for place, text in places.items():
    print(f"{place}: first version {MARKS[0] in text}, second version {MARKS[1] in text}")
print("the history has of them:", [line.strip() for line in history.splitlines() if "write_file" in line])
print("its logs are whole:", "a line of the log. " * 300 in history)
found = [[mark in text for mark in MARKS] for text in places.values()]
as_described = found == [[False, True], [False, False], [False, False]] and "full conversation history" in told
sys.exit(0 if as_described and "a line of the log. " * 300 in history else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
