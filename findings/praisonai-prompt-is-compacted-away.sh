#!/usr/bin/env bash
# PraisonAI: a prompt that fits the limit is left out of its own request, and results that do not fit are never left out.
#
# One would expect: context_compaction drops or shortens what is old once a request is above max_context_tokens; the prompt
#   that was just given is the last to go, and what tools gave counts like anything else.
# What happens: above the limit messages go from the oldest on until three quarters of it are left, and the newest one is
#   no exception: behind an answer of 3,000 tokens a prompt of 9,700 is not in the request for it, at a limit of 12,000.
#   What is sent is the system prompt alone, and whatever the model says to that is the answer. The next prompt's history
#   has that answer and not the prompt. The default does so, and the strategies "sliding" and "smart". While tools are
#   called there is no compaction at all: six results of 4,000 tokens are sent in one request of 25,000.
# Version: PyPI praisonaiagents 1.7.17; 2026-11-28.
# Needs: python3 (3.10 or later) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check praisonaiagents==1.7.17 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three prompts, the second one long, with each strategy that asks no model; and a prompt that leads to six calls."""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LIMIT = 12_000
asked = []
calls = 0


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        asked.append(body)
        number = len(asked)
        long = "All is well at the piers. " * 480 if number == 1 else ""
        told = {"role": "assistant", "content": f"Answer {number}. {long}"}
        if number <= calls:
            call = {"id": f"call{number}", "type": "function", "index": 0}
            call["function"] = {"name": "look", "arguments": json.dumps({"pier": number})}
            told |= {"content": None, "tool_calls": [call]}
        used = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": used, "completion_tokens": 9 + number, "total_tokens": used + 9 + number}
        head = {"id": "r", "created": 1, "model": "m", "usage": usage}
        choice = {"index": 0, "finish_reason": "tool_calls" if "tool_calls" in told else "stop"}
        if body.get("stream"):
            row = head | {"object": "chat.completion.chunk", "choices": [choice | {"delta": told}]}
            return self.send(f"data: {json.dumps(row)}\n\ndata: [DONE]\n\n", "text/event-stream")
        row = head | {"object": "chat.completion", "choices": [choice | {"message": told}]}
        return self.send(json.dumps(row), "application/json")

    def send(self, text, kind):
        data = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ |= {"OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1", "OPENAI_API_KEY": "none",
               "PRAISONAI_TELEMETRY_DISABLED": "true", "DO_NOT_TRACK": "true"}

from praisonaiagents import Agent, ExecutionConfig  # noqa: E402


def look(pier: int) -> str:
    """Looks at a pier."""
    return f"Pier {pier}: " + "a boat lies here, all is well. " * 515


def play(prompts, strategy=None, tools=()):
    """The requests as pairs of their tokens and their messages, each as its role and its first words."""
    asked.clear()
    more = {"compaction_strategy": strategy} if strategy else {}
    limits = ExecutionConfig(context_compaction=True, max_context_tokens=LIMIT, **more)
    agent = Agent(instructions="You look after piers.", llm="gpt-4o-mini", tools=list(tools), execution=limits)
    for prompt in prompts:
        agent.start(prompt)
    return [(len(json.dumps(body)) // 4, [(one["role"], str(one.get("content") or "")[:21]) for one in body["messages"]])
            for body in asked]


log = "What is in this log? " + "A boat lies here, all is well. " * 1250
seen = {}
for strategy in (None, "sliding", "smart"):
    seen[strategy] = play(["Good morning.", log, "And now?"], strategy)
    print(f"strategy {strategy or 'by default'}, the prompt is one of {len(log) // 4} tokens:")
    for tokens, messages in seen[strategy]:
        print(f"  {tokens} tokens: {messages[1:]}")
calls = 6
loop = play(["Look at each pier."], tools=[look])
print(f"tokens of the requests of a run with six calls: {[tokens for tokens, _ in loop]}")
begun = [requests[0][1][1:] == [("user", "Good morning.")] and len(requests) == 3 for requests in seen.values()]
if len(loop) != 7 or not all(begun):
    sys.exit(2)
alone = all([role for role, _ in requests[1][1]] == ["system"] for requests in seen.values())
forgot = all([role for role, _ in requests[2][1][1:]] == ["assistant", "user"] for requests in seen.values())
sys.exit(0 if alone and forgot and loop[-1][0] > 2 * LIMIT and len(log) // 4 < LIMIT else 1)
PY
timeout 120 env/bin/python play.py 2>/dev/null
