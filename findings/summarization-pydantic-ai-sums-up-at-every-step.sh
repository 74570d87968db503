#!/usr/bin/env bash
# summarization-pydantic-ai: once the window is nearly full, each step pays for a summary of its own, made without the task.
#
# One would expect: ContextManagerCapability, which pydantic-deep uses as well, sums up at nine tenths of 200,000 tokens and
#   goes on from there; the next summary comes when as much has been added, and takes in the one before.
# What happens: the summary stands in one request alone. The run's own history stays what it was, so that the next step is
#   above the line again: from there on every step asks for a summary first, of everything from the start, and none of
#   them has read another. What is read is cut to its last 16,000 characters, without a mark, after results were cut to
#   500 each: here the task is no longer in it, and by default nothing stays beside a summary but the call and the result
#   that have just come in. So the task is in no request and in nothing that a summary is made of. A prompt given
#   together with a picture is neither counted nor shown to the summarizer in any case.
# Version: PyPI summarization-pydantic-ai 0.1.11, pydantic-ai-slim 2.62.0; 2026-11-28.
# Needs: python3 (3.10 or later) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check summarization-pydantic-ai==0.1.11 pydantic-ai-slim==2.62.0 \
  >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A run that reads 45 logs of 5,000 tokens each, with the capability's own defaults, and a prompt with a picture."""

import asyncio
import sys

from pydantic_ai import Agent, ImageUrl, RequestUsage
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai_summarization import ContextManagerCapability, count_tokens_approximately, format_messages_for_summary

TASK = "Find the boats that are missing. Never restart anything."
LOGS = 45
read, requests = [], []


def text(messages):
    """All that a request holds, as one text."""
    return "\n".join(str(getattr(part, "content", "")) for message in messages for part in message.parts)


def summarizer(messages, info):
    read.append(messages[-1].parts[-1].content.split("Messages to summarize:\n")[1].split("\n</messages>")[0])
    usage = RequestUsage(input_tokens=4000 + len(read), output_tokens=9)
    return ModelResponse([TextPart(f"Summary {len(read)}.")], usage=usage)


def model(messages, info):
    requests.append(text(messages))
    number = len(requests)
    part = TextPart("Done.") if number > LOGS else ToolCallPart("look", {"log": number}, tool_call_id=f"call{number}")
    return ModelResponse([part], usage=RequestUsage(input_tokens=len(requests[-1]) // 4, output_tokens=9 + number))


manager = ContextManagerCapability(summarization_model=FunctionModel(summarizer))
agent = Agent(FunctionModel(model), capabilities=[manager])


@agent.tool_plain
def look(log: int) -> str:
    return f"Log {log} begins. " + "A boat lies here, all is well. " * 640 + f"Log {log} ends."


asyncio.run(agent.run(TASK))
summed = [one for one in requests if "Summary of previous conversation" in one]
first = requests.index(summed[0])
print(f"requests to the model: {len(requests)}, summaries: {len(read)}, all of them from request {first + 1} on")
print(f"tokens of the two requests there: {len(requests[first - 1]) // 4}, {len(requests[first]) // 4}")
print(f"the task in what the summarizer reads: {[TASK in shown for shown in read]}")
print(f"an earlier summary in it: {['Summary' in shown for shown in read]}")
print(f"the task in the requests behind: {[TASK in one for one in summed]}")
picture = ImageUrl("https://example.com/pier.png")
prompts = {"alone": UserPromptPart(TASK), "with a picture": UserPromptPart([TASK, picture])}
seen = {}
for name, part in prompts.items():
    history = [ModelRequest([part]), ModelResponse([TextPart("I look.")])]
    seen[name] = (TASK in format_messages_for_summary(history), count_tokens_approximately(history))
    print(f"a prompt {name}: its words for the summarizer: {seen[name][0]}, tokens with the answer: {seen[name][1]}")
if len(read) < 2 or not seen["alone"][0] or TASK not in requests[first - 1]:
    sys.exit(2)
each = len(read) == len(summed) == len(requests) - first
unread = all(len(shown) == 16_000 and TASK not in shown and "Summary" not in shown for shown in read)
sys.exit(0 if each and unread and not any(TASK in one for one in summed) and seen["with a picture"] == (False, 1) else 1)
PY
timeout 120 env/bin/python play.py 2>/dev/null
