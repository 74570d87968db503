#!/usr/bin/env bash
# LLM: a system prompt that a later turn of a conversation is given is neither sent nor logged; its tool is forgotten after it.
#
# One would expect: llm -c -s "…" gives the model the rule, as llm -s "…" does, or says that it cannot; a tool that a turn
#   is given is offered in the next, as one is that the first turn was given.
# What happens: the system prompt of the first turn is sent with every later one; a later one is dropped without a word,
#   also where the first turn had none, and the log of the turn tells the old one, or none. Tools are taken over from the
#   first turn alone: one that the third turn was given, and that was called, is not offered in the fourth, whose history
#   has the call and its result.
# Version: PyPI llm 0.36; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env llm==0.36 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Two conversations are gone on with; the model is a server in here that keeps what it is sent."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FIRST, LATER = "Never count the ferry.", "Answer in one word."
sent = []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        sent.append(body)
        message = {"role": "assistant", "content": "Nine."}
        if body.get("tools") and body["messages"][-1]["role"] == "user":
            called = {"name": body["tools"][0]["function"]["name"], "arguments": "{}"}
            message["tool_calls"] = [{"id": f"c{len(sent)}", "type": "function", "function": called}]
        choice = {"index": 0, "finish_reason": "tool_calls" if "tool_calls" in message else "stop", "message": message}
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        reply = {"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]}
        text = json.dumps(reply | {"usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.makedirs("user")
with open("user/extra-openai-models.yaml", "w") as models:
    address = f"http://127.0.0.1:{server.server_port}/v1"
    models.write(f"- model_id: stub\n  model_name: stub\n  api_base: {address}\n  supports_tools: true\n")
environment = {**os.environ, "LLM_USER_PATH": "user", "OPENAI_API_KEY": "none"}


def llm(*words):
    run = subprocess.run(["env/bin/llm", *words], env=environment, text=True, capture_output=True, check=True)
    return run.stdout + run.stderr


def turn(*words):
    """What a turn's first request has of rules, tools and calls, and what the log tells of the rules."""
    before = len(sent)
    said = llm("--no-stream", *words)
    asked, text = sent[before], json.dumps(sent[before]["messages"])
    rules = [rule for rule in (FIRST, LATER) if rule in text]
    logged = json.loads(llm("logs", "--json", "-n", "1"))[0]["system"]
    tools = len(asked.get("tools") or [])
    print(f"llm {' '.join(words)}\n  sent: {rules}, tools: {tools}, calls in the history: {text.count('tool_call_id')}")
    print(f"  logged as its system prompt: {logged!r}; what was said: {said.strip()!r}")
    return rules, tools, text.count("tool_call_id"), logged


seen = [turn("-m", "stub", "-s", FIRST, "How many boats?"), turn("-c", "-s", LATER, "And at pier two?")]
seen += [turn("-c", "-T", "llm_time", "Since when?"), turn("-c", "And now?")]
seen += [turn("-m", "stub", "How many boats?"), turn("-c", "-s", LATER, "And at pier two?")]
expected = [([FIRST], 0, 0, FIRST), ([FIRST], 0, 0, FIRST), ([FIRST], 1, 0, FIRST), ([FIRST], 0, 1, FIRST)]
sys.exit(0 if seen[:4] == expected and all(rules == [] and not logged for rules, _, _, logged in seen[4:]) else 1)
PY
timeout 300 env/bin/python play.py 2>/dev/null
