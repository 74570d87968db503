#!/usr/bin/env bash
# CAMEL: where the summary fails, the history is deleted all the same, and a history above the limit is never summed up.
#
# One would expect: an agent sums up what is old once its window fills; where the summarizer's request fails, the history
#   stays as it was, and the fuller the window, the more is summed up.
# What happens: memory is emptied whatever came back. After a request for a summary that the server refused, the agent has
#   an empty message of its own, and the newest prompt with words in front of it that the user did not write: to go on
#   from the previous summary. step() tells nothing of it, a line in the log does. And only what lies between half of the
#   limit and the limit is summed up: after one prompt that leads above it, each request holds everything and grows, and
#   no summary is ever asked for.
# Version: PyPI camel-ai 0.2.90 with mcp 1 (it does not start with 2); 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env camel-ai==0.2.90 'mcp<2' >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Two agents with a limit of 1,000 tokens. The model is a class that may refuse to sum up."""
import sys

from camel.agents import ChatAgent
from camel.models.stub_model import StubModel
from camel.types import ChatCompletion, ChatCompletionMessage, Choice, CompletionUsage, ModelType

RULE, SUMMARIZER = "Never touch the ferry.", "You are a helpful assistant that summarizes conversations"


class Model(StubModel):
    def __init__(self, refuses):
        super().__init__(ModelType.STUB)
        self.refuses, self.sent, self.summed = refuses, [], 0

    def _run(self, messages, response_format=None, tools=None):
        wanted = messages[0]["content"] == SUMMARIZER
        if wanted:
            self.summed += 1
        else:
            self.sent.append(messages)
        if wanted and self.refuses:
            raise ConnectionError("The server is busy.")
        text = f"{RULE} So it was said." if wanted else "Nine boats lie there. " * 30
        used, written = sum(len(message["content"]) for message in messages) // 4, len(text) // 4
        usage = CompletionUsage(prompt_tokens=used, completion_tokens=written, total_tokens=used + written)
        message = ChatCompletionMessage(role="assistant", content=text)
        choice = Choice(finish_reason="stop", index=0, message=message, logprobs=None)
        return ChatCompletion(id="x", model="stub", object="chat.completion", created=0, choices=[choice], usage=usage)


def played(prompts, refuses=False):
    model = Model(refuses)
    agent = ChatAgent("You mind a harbour.", model=model, token_limit=1000)
    for prompt in prompts:
        agent.step(prompt)
    return model


PIERS = [f"Count the boats of pier {pier}." for pier in range(5)]
well, failed = played([RULE, *PIERS]), played([RULE, *PIERS], refuses=True)
above = played([RULE, "These are the berths. " * 200, *PIERS])
print("camel-ai 0.2.90, limit 1,000 tokens")
for name, model in (("summarizer answers", well), ("summarizer fails", failed), ("above the limit", above)):
    last = [(message["role"], message["content"][:66]) for message in model.sent[-1][1:3]]
    size = [sum(len(message["content"]) for message in request) // 4 for request in model.sent]
    print(f"{name}: {model.summed} summaries asked for, requests of {size} tokens")
    print("   the last:", last, "... with the rule:", RULE in str(model.sent[-1]))
empty = {"role": "assistant", "content": ""}
is_gone = failed.summed and RULE not in str(failed.sent[-1]) and failed.sent[-1][1] == empty
grows = not above.summed and len(above.sent[-1]) == 14
sys.exit(0 if is_gone and grows and well.summed and RULE in str(well.sent[-1]) else 1)
PY
CAMEL_LOGGING_DISABLED=true timeout 200 env/bin/python play.py 2>/dev/null
