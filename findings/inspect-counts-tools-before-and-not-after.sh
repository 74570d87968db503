#!/usr/bin/env bash
# Inspect AI: a compaction's event counts the tools in tokens_before and not in tokens_after, as if it had saved them.
#
# One would expect: `tokens_before` and `tokens_after` of the event, which the log shows side by side, count the same
#   things, so that their difference is what the compaction took out; the request behind it is about as large as told.
# What happens: before is what the provider told of the last request, tools and all, and what has come since; after is
#   an estimate of the messages alone. What the tools' descriptions take, as those of a few MCP servers do, is gone in
#   the event and still there in the request: by the event 21,000 tokens became 1,700, and the next request has 19,000
#   where the last had 20,600. Whether to compact, and whether it was enough, is decided with the tools counted.
# Version: PyPI inspect-ai 0.3.285; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --disable-pip-version-check inspect-ai==0.3.285 >/dev/null 2>&1 \
  || exit 2

cat >play.py <<'PY'
"""An agent with sixty tools reads eight letters; a model of its own counts four characters as a token, everywhere."""
import json
import sys

from inspect_ai import Task, eval
from inspect_ai.agent import react
from inspect_ai.dataset import Sample
from inspect_ai.model import (ChatCompletionChoice, ChatMessageAssistant, CompactionTrim, ModelAPI, ModelOutput,
                              ModelUsage, modelapi)
from inspect_ai.tool import ToolCall, ToolDef

LETTERS = 8
THRESHOLD = 21_000
told = []  # what the model tells of each request: the tokens of its messages and those of its tools


def count(text):
    return len(text) // 4


class Stub(ModelAPI):
    async def count_text_tokens(self, text):
        return count(text)

    async def generate(self, input, tools, tool_choice, config):
        messages = sum(count(message.text) for message in input)
        described = count("".join(one.model_dump_json(exclude_none=True) for one in tools))
        told.append((messages, described))
        call = ToolCall(f"c{len(told)}", "read_letter", {"number": len(told)})
        if len(told) > LETTERS:
            call = ToolCall("end", "submit", {"answer": "They tell of the ferry."})
        message = ChatMessageAssistant(content="", tool_calls=[call])
        usage = ModelUsage(input_tokens=messages + described, output_tokens=10 + len(told),
                           total_tokens=messages + described + 10 + len(told))
        choice = ChatCompletionChoice(message=message, stop_reason="tool_calls")
        return ModelOutput(model="stub", choices=[choice], usage=usage)


@modelapi(name="stub")
def stub():
    return Stub


async def read_letter(number: int) -> str:
    """Read a letter."""
    return f"Letter {number} tells: " + "The ferry came and went. " * 80


async def other(text: str) -> str:
    """Do something else."""
    return "Done."


about = "What this tool does, and when to use it and when not. " * 18
tools = [ToolDef(read_letter, name="read_letter", description="Read a letter.", parameters={"number": "Its number"})]
tools += [ToolDef(other, name=f"other_{number}", description=about, parameters={"text": "A text"})
          for number in range(60)]
agent = react(tools=[one.as_tool() for one in tools], compaction=CompactionTrim(threshold=THRESHOLD, preserve=0.5))
log = eval(Task(dataset=[Sample(input="What do the letters tell?")], solver=agent), model="stub/m", display="none",
           log_dir="logs")[0]
if log.status != "success":
    sys.exit(2)
print("each request as the provider tells it: messages, tools, together")
for messages, described in told:
    print(f"  {messages} + {described} = {messages + described}")
events = [event for event in log.samples[0].events if event.event in ("compaction", "model")]
as_said = []
for before, event, after in zip(events, events[1:], events[2:]):
    if event.event == "compaction":
        requests = before.output.usage.input_tokens, after.output.usage.input_tokens
        number = sum(one.event == "model" for one in events[:events.index(after)])  # requests up to the compaction
        messages, described = told[number]
        print(f"a compaction behind request {number}: its event has {event.tokens_before} before and"
              f" {event.tokens_after} after; the requests around it have {requests[0]} and {requests[1]}")
        saved = event.tokens_before - event.tokens_after
        has_tools = event.tokens_before >= requests[0] > described and event.tokens_after < described
        as_said.append(has_tools and saved > described and requests[1] > 0.8 * requests[0])
if not as_said:
    sys.exit(2)
sys.exit(0 if all(as_said) else 1)
PY
timeout 200 env/bin/python play.py
