#!/usr/bin/env bash
# Haystack: the note on how many messages were removed tells of the last compaction alone, and counts the note before it.
#
# One would expect: only one note stands in a conversation, since a later one takes in the earlier; so it tells how many
#   messages are gone in all, and a model that reads it knows how much it no longer sees.
# What happens: the number is that of the messages taken out this time, the earlier note among them. In one run of 30
#   calls it goes from 10 to 9 and stays there, while 50 messages are gone in the end. In its metadata, which whoever reads
#   the saved messages has, it is the same number.
# Version: PyPI haystack-ai 3.4.1; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env haystack-ai==3.4.1 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""One prompt and thirty calls in a window of 2,000 tokens. The model is a component that writes down what it is sent."""
import os
import sys
from typing import Annotated

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "false"

from haystack import component
from haystack.components.agents import Agent
from haystack.dataclasses import ChatMessage, ToolCall
from haystack.hooks.compaction import CompactionHook, SlidingWindowCompactor
from haystack.tools import tool

CALLS = 30
sent = []


@component
class Model:
    @component.output_types(replies=list[ChatMessage])
    def run(self, messages: list[ChatMessage], tools=None, **more):
        sent.append(messages)
        if len(sent) > CALLS:
            return {"replies": [ChatMessage.from_assistant("Nine.")]}
        call = ToolCall("look", {"pier": len(sent)}, id=f"c{len(sent)}")
        return {"replies": [ChatMessage.from_assistant(tool_calls=[call])]}


@tool
def look(pier: Annotated[int, "the number of the pier"]) -> str:
    """Look at a pier."""
    return "berth " * 100


hook = CompactionHook(compactor=SlidingWindowCompactor(), context_window=2000)
agent = Agent(chat_generator=Model(), tools=[look], system_prompt="You mind a harbour.", hooks={"before_llm": [hook]},
              max_agent_steps=50)
agent.run(messages=[ChatMessage.from_user("Count the boats.")])
print("haystack-ai 3.4.1")
told = []  # what the note says, what is gone, what the metadata says: whenever there is a new note
for number, request in enumerate(sent):
    notes = [message for message in request if "context_compaction" in message.meta]
    if notes and (not told or notes[0] is not last):
        (last,) = notes
        gone = 2 + 2 * number - (len(request) - 1)  # system, prompt, and two a call were there; the note was not
        told.append((int(last.text[1:].split()[0]), gone, last.meta["context_compaction"]["removed_messages"]))
        print(f"request {number + 1}: {last.text[:27]!r}, metadata {told[-1][2]}; messages that are gone: {gone}")
is_so = told[0][0] == told[0][1] and len(told) > 3 and all(said == kept < gone for said, gone, kept in told[1:])
sys.exit(0 if is_so and told[-1][1] > 4 * told[-1][0] else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
