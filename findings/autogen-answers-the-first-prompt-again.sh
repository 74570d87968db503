#!/usr/bin/env bash
# AutoGen: behind one long result the model is sent the session's first prompt alone, and its answer is given as that to
#   the newest.
#
# One would expect: TokenLimitedChatCompletionContext sends what fits of the recent messages, as its reference has it;
#   a result that is too long for the limit is cut, or refused, or at least the prompt that is worked on stays.
# What happens: while there are too many tokens, the message in the middle of the list goes, whichever one is too long.
#   So all others go before the long one, the newest prompt and its call among them; of the last two the second counts
#   as the middle. What is left is what the session began with, answered long ago. The model answers it again, and the
#   run ends with that as if it were the answer to the newest prompt: nothing is raised, and the agent's state holds
#   prompt, call and result whole. In the next request that answer stands behind the prompt before, as its answer.
# Version: PyPI autogen-agentchat 0.7.5, autogen-ext 0.7.5; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --disable-pip-version-check autogen-agentchat==0.7.5 \
  "autogen-ext[openai]==0.7.5" >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Four prompts to an assistant with one tool, whose result is longer than the limit."""
import asyncio
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from autogen_agentchat.agents import AssistantAgent
from autogen_core.model_context import TokenLimitedChatCompletionContext
from autogen_ext.models.openai import OpenAIChatCompletionClient

LIMIT = 2000
PROMPTS = ["The capital of Norway?", "And of Portugal?", "How many boats are in the register?", "And of Chile?"]
REGISTER = "A boat lies at the pier. " * 400  # some 2,500 tokens
asked = []


class Handler(BaseHTTPRequestHandler):
    """A model that answers the newest prompt that it is shown, the third one by a call first."""

    def log_message(self, *args):
        pass

    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["content-length"])))["messages"]
        asked.append(messages)
        prompt = [one["content"] for one in messages if one["role"] == "user"][-1]
        message = {"role": "assistant", "content": f"This is on: {prompt}"}
        calls = prompt == PROMPTS[2] and messages[-1]["role"] != "tool"
        if calls:
            call = {"name": "register", "arguments": "{}"}
            message = {"role": "assistant", "content": None,
                       "tool_calls": [{"id": f"c{len(asked)}", "type": "function", "function": call}]}
        usage = {"prompt_tokens": len(str(messages)) // 4, "completion_tokens": len(asked)}
        usage["total_tokens"] = sum(usage.values())
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
        answer = {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
        data = json.dumps(answer | {"usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()


class Client(OpenAIChatCompletionClient):
    """Four characters count as a token, so that no table of a tokenizer has to be fetched."""

    def count_tokens(self, messages, *, tools=()):
        return sum(len(str(message.content)) for message in messages) // 4


def register() -> str:
    """All boats there are."""
    return REGISTER


async def play():
    abilities = {"vision": False, "function_calling": True, "json_output": False, "structured_output": False}
    client = Client(model="m", api_key="none", base_url=f"http://127.0.0.1:{server.server_port}/v1",
                    model_info=abilities | {"family": "unknown"})
    context = TokenLimitedChatCompletionContext(client, token_limit=LIMIT)
    agent = AssistantAgent("assistant", client, tools=[register], model_context=context, max_tool_iterations=5,
                           system_message="Be brief.")
    answers = []
    for prompt in PROMPTS:
        before = len(asked)
        answers.append((await agent.run(task=prompt)).messages[-1].content)
        print(prompt)
        for messages in asked[before:]:
            print("  is sent:", [one.get("content") or "(a call)" for one in messages[1:]])
        print("  is told:", answers[-1])
    state = json.dumps(await agent.save_state())
    is_kept = REGISTER in state and PROMPTS[2] in state
    print("the agent's state has the third prompt and its result:", is_kept)
    return answers, is_kept


answers, is_kept = asyncio.run(play())
users = [[one["content"] for one in messages if one["role"] == "user"] for messages in asked]
if users[:3] != [PROMPTS[:1], PROMPTS[:2], PROMPTS[:3]]:
    sys.exit(2)
first_alone = len(asked) == 5 and users[3] == PROMPTS[:1] and len(asked[3]) == 2
is_given = answers[2] == answers[0] and is_kept
behind_another = [one["content"] for one in asked[4][-3:]] == [PROMPTS[1], answers[2], PROMPTS[3]]
sys.exit(0 if first_alone and is_given and behind_another else 1)
PY
timeout 100 env/bin/python play.py
