#!/usr/bin/env bash
# Grok Build sends the whole context once more after every turn, for a line on a dashboard, and counts it nowhere.
#
# One would expect: a prompt that is answered without a tool is one request, and what the session's usage tells is what
#   was sent.
# What happens: behind each answer all of it goes out again, system prompt, 25 tools and every message, with the wish
#   for a one-line account of the answer: for a dashboard, also where the program is driven over the Agent Client
#   Protocol. Neither the reply to the prompt nor usage.json counts it: of six large requests they tell three.
# Version: npm @xai-official/grok 1.0.41, with a model of one's own; 2026-11-27.
# Needs: Linux x64, npm, node 20, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it
#   cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p home/.grok project
export HOME=$folder/home
npm install --silent --no-audit --no-fund --prefix release @xai-official/grok@1.0.41 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three prompts, each answered at once; the model's server tells another usage for what no prompt asked for."""
import json
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROMPTS = ["The pier lamp must stay green.", "Count the boats.", "And now?"]
TOLD, ASIDE = 1000, 7777  # tokens of a request that a prompt made, and of any other
sent = []  # (made by a prompt, size, messages, tools) of each request that has the tools


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        prompted = "<user_query>" in json.dumps(body["messages"][-1])
        tools = len(body.get("tools") or [])
        if tools > 10:
            sent.append((prompted, len(json.dumps(body)), len(body["messages"]), tools))
        tokens = TOLD if prompted else ASIDE
        usage = {"prompt_tokens": tokens, "completion_tokens": 5, "total_tokens": tokens + 5}
        head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
        delta = {"role": "assistant", "content": "Heard." if prompted else "A line."}
        rows = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                head | {"choices": [], "usage": usage}]
        text = "".join(f"data: {json.dumps(row)}\n\n" for row in rows) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
work = Path.cwd()
Path("home/.grok/config.toml").write_text(f"""
cli.auto_update = false
models.default = "stub"
[model.stub]
model = "stub"
base_url = "http://127.0.0.1:{server.server_port}/v1"
api_key = "none"
context_window = 200000
api_backend = "chat_completions"
""")
told = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "GROK_TELEMETRY_ENABLED": "0",
        "GROK_DISABLE_AUTO_UPDATE": "1"}
command = [f"{work}/release/node_modules/.bin/grok", "agent", "-m", "stub", "--always-approve", "--no-leader", "stdio"]
agent = subprocess.Popen(command, cwd="project", env=told, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
number = 0


def call(method, params):
    global number
    number += 1
    agent.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    agent.stdin.flush()
    for line in agent.stdout:
        message = json.loads(line)
        if message.get("id") == number and "method" not in message:
            return message.get("result") or sys.exit(2)
    sys.exit(2)


replies = 0
try:
    call("initialize", {"protocolVersion": 1, "clientCapabilities": {}})
    session = call("session/new", {"cwd": f"{work}/project", "mcpServers": []})["sessionId"]
    for count, words in enumerate(PROMPTS, 1):
        reply = call("session/prompt", {"sessionId": session, "prompt": [{"type": "text", "text": words}]})
        replies += reply["_meta"]["inputTokens"]
        for _ in range(100):  # up to ten seconds for what comes behind the answer
            if sum(not prompted for prompted, *_ in sent) == count:
                break
            time.sleep(0.1)
    time.sleep(2)
finally:
    agent.terminate()
    agent.wait(20)
usage = json.loads(next(Path("home/.grok/sessions").rglob("usage.json")).read_text())["session"]
print("@xai-official/grok 1.0.41")
for prompted, size, messages, tools in sent:
    print("prompt: " if prompted else "again:  ", f"{size:,} characters, {messages} messages, {tools} tools")
print(f"usage.json: {usage['modelCalls']} calls, {usage['inputTokens']} tokens; the three replies: {replies} tokens")
again = [size for prompted, size, *_ in sent if not prompted]
first = [size for prompted, size, *_ in sent if prompted]
twice = len(again) == len(first) == 3 and all(more > size for more, size in zip(again, first))
counted = usage["inputTokens"] == replies == 3 * TOLD and usage["modelCalls"] == 3
sys.exit(0 if twice and counted else 1)
PY
timeout 150 python3 play.py
