#!/usr/bin/env bash
# Langroid: of a history that is too long the task is cut to thirty tokens, while its longest results stay; or the run ends.
#
# One would expect: context_overflow_strategy "truncate", the default, shortens what is long among the early messages, as
#   there is room enough in it; the task that the agent is at work on, the shortest of all, stays.
# What happens: what is too much is shared out in equal parts among all messages before the newest, whatever their size:
#   each is to lose as many tokens. A task of 145 tokens has not so many, so it is cut to 30, its last sentence, a rule,
#   with it, while results of 4,500 tokens stay whole. It is cut in the agent's own history, so for good. With the tools of
#   an OpenAI-like API nothing may be cut at all: results are no messages of a user there, what follows the newest of
#   those is left alone, and in a run on one task that is everything. It ends with an error that no message is left to cut.
# Version: PyPI langroid 0.69.16, litellm 1.110.2 (for the vocabulary that tiktoken would fetch); 2026-11-28.
# Needs: python3 (3.10 to 3.13) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check langroid==0.69.16 >/dev/null 2>&1 || exit 2
env/bin/pip install -q --disable-pip-version-check --no-deps --target vocabulary litellm==1.110.2 >/dev/null 2>&1 || exit 2
export TIKTOKEN_CACHE_DIR="$folder/vocabulary/litellm/litellm_core_utils/tokenizers"

cat >play.py <<'PY'
"""A task and five results of 4,500 tokens in a window of 16,000, with Langroid's own tools and with those of an API."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import langroid
from langroid.agent.tool_message import ToolMessage
from langroid.language_models.openai_gpt import OpenAIGPTConfig

RULE = "Never restart anything."
TASK = "Look at piers 1 to 5, one by one. " + "Note each boat with its name and owner in a list. " * 12 + RULE
asked = []
of_an_api = False


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        asked.append(body["messages"])
        number = len(asked)
        told = {"role": "assistant", "content": "DONE All were looked at."}
        if number <= 5 and of_an_api:
            call = {"id": f"call{number}", "type": "function"}
            call["function"] = {"name": "look", "arguments": json.dumps({"pier": number})}
            told |= {"content": None, "tool_calls": [call]}
        elif number <= 5:
            told["content"] = json.dumps({"request": "look", "pier": number})
        used = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": used, "completion_tokens": 9 + number, "total_tokens": used + 9 + number}
        choice = {"index": 0, "message": told, "finish_reason": "tool_calls" if "tool_calls" in told else "stop"}
        answer = {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Look(ToolMessage):
    request: str = "look"
    purpose: str = "To look at a <pier>."
    pier: int

    def handle(self) -> str:
        return f"Pier {self.pier}: " + "a boat lies here, all is well. " * 575


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
langroid.utils.configuration.settings.quiet = True


def play(api):
    """How the run ended, and its requests."""
    global of_an_api
    of_an_api = api
    asked.clear()
    llm = OpenAIGPTConfig(api_base=f"http://127.0.0.1:{server.server_port}/v1", api_key="none", chat_model="m",
                          chat_context_length=16_000, max_output_tokens=1000, stream=False)
    config = langroid.ChatAgentConfig(llm=llm, vecdb=None, system_message="You look after piers.",
                                      use_tools=not api, use_functions_api=api, use_tools_api=api)
    agent = langroid.ChatAgent(config)
    agent.enable_message(Look)
    try:
        ended = langroid.Task(agent, interactive=False).run(TASK, turns=14).content
    except ValueError as error:
        ended = " ".join(str(error).split())
    return ended, list(asked)


def show(name, ended, requests):
    print(f"{name}: {len(requests)} requests, ended with: {ended[:40]} ... {ended[150:300]}")
    for number, messages in enumerate(requests, 1):
        task, results = messages[1]["content"], [len(one["content"] or "") for one in messages[3::2]]
        print(f"  request {number}: task of {len(task)} characters, its rule: {RULE in task}; results: {results}")


own, api = play(False), play(True)
show("own tools", *own)
show("tools of the API", *api)
if len(own[1]) != 6 or RULE not in own[1][3][1]["content"]:
    sys.exit(2)
fifth, whole = own[1][4], len(Look(pier=1).handle())
cut = RULE not in fifth[1]["content"] and len(fifth[1]["content"]) < 150
stays = [len(one["content"]) for one in fifth[3::2]].count(whole) == 3
ended = len(api[1]) == 4 and "run out of msgs to truncate" in api[0] and RULE in api[1][3][1]["content"]
sys.exit(0 if cut and stays and RULE not in own[1][5][1]["content"] and ended else 1)
PY
timeout 120 env/bin/python play.py 2>/dev/null
