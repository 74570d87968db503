#!/usr/bin/env bash
# Strands Agents: a message that is pinned for good is gone once the session is resumed, and one that was summed up is
#   back beside the summary.
#
# One would expect: pin_first keeps the first messages whatever is summed up; the session, taken up by a new agent with
#   the same settings, goes on with the messages that the first agent had.
# What happens: a session keeps how many messages were replaced, not which. A pinned one stands in front of those and is
#   not counted, so the count begins at it: the pinned rule is left out, and as many messages from the end of what was
#   summed up come back whole. Both agents hold the same number of messages, and nothing is raised.
# Version: PyPI strands-agents 1.62.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env strands-agents==1.62.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A rule, pinned, and seven prompts; the model is a class that tells more tokens with each, so that one sums up."""
import sys

from strands import Agent
from strands.agent.conversation_manager import SummarizingConversationManager
from strands.models import Model
from strands.session.file_session_manager import FileSessionManager

RULE = "Never touch vendor/."
PROMPTS = [RULE] + [f"Count the boats of pier {number}." for number in range(1, 8)]
SUMMARY = "The boats of some piers were counted."
FULL = 7  # the request whose answer tells that the window is nearly full
sent, summed = [], []  # the texts of each ordinary request, and of each for a summary


class Stub(Model):
    def update_config(self, **settings):
        pass

    def get_config(self):
        return {"model_id": "stub", "context_window_limit": 1000}

    async def structured_output(self, output_model, prompt, system_prompt=None, **more):
        raise NotImplementedError
        yield

    async def stream(self, messages, tool_specs=None, system_prompt=None, **more):
        texts = ["".join(block.get("text", "") for block in message["content"]) for message in messages]
        wanted = system_prompt != "Be brief."
        (summed if wanted else sent).append(texts)
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockStart": {"start": {}}}
        yield {"contentBlockDelta": {"delta": {"text": SUMMARY if wanted else f"Answer to: {texts[-1]}"}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}
        tokens = 900 if len(sent) == FULL else 100
        yield {"metadata": {"usage": {"inputTokens": tokens, "outputTokens": 1, "totalTokens": tokens + 1},
                            "metrics": {"latencyMs": 1}}}


def new_agent():
    manager = SummarizingConversationManager(pin_first=1, preserve_recent_messages=4, proactive_compression=True)
    return Agent(model=Stub(), agent_id="a", system_prompt="Be brief.", callback_handler=None,
                 conversation_manager=manager, session_manager=FileSessionManager("s", storage_dir="sessions"))


def texts(agent):
    return [message["content"][0]["text"] for message in agent.messages]


first = new_agent()
for prompt in PROMPTS:
    first(prompt)
before = texts(first)
second = new_agent()
after = texts(second)
second("And now?")
print("strands-agents 1.62.0;", len(summed), "summary, of", len(summed[0]) - 1, "messages")
print("the first agent:", before)
print("the second:     ", after)
back = [text for text in after if text not in before]
print("gone:", [text for text in before if text not in after], "- back:", back)
print("the rule in the next request:", RULE in " ".join(sent[-1]))
as_described = before[:2] == [RULE, SUMMARY] and RULE not in " ".join(sent[-1]) and len(before) == len(after)
sys.exit(0 if as_described and back and all(text in summed[0] for text in back) else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
