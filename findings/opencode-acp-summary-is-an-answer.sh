#!/usr/bin/env bash
# OpenCode, driven over the Agent Client Protocol: a compaction's summary comes as words of the agent.
#
# One would expect: where a compaction happens within a prompt, the client is told of it, or of nothing; what it shows
#   as the agent's answer is the answer.
# What happens: the summary comes in chunks of agent_message, as the answer does, with nothing that marks it and no
#   other sign of a compaction; the prompt's reply is that of any prompt. Who shows or records what the protocol tells
#   has three answers to one prompt: the one that crossed the line, the summary, and one more that nobody asked for.
# Version: npm opencode-linux-x64 1.18.33; 2026-11-27.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release opencode-linux-x64@1.18.33 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Two prompts; the answer to the second tells a usage above the line at which OpenCode compacts."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LINE = 24_000  # window 28,000, of which 4,000 are kept for an answer
SUMMARY = "## Goal: the pier lamp stays green."
kinds = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        summary = "<conversation>" in json.dumps(body["messages"])
        kinds.append("answer" if body.get("tools") else "summary" if summary else "title")
        number = kinds.count("answer")
        text = {"answer": f"Answer {number}.", "summary": SUMMARY, "title": "A title"}[kinds[-1]]
        tokens = LINE + 500 if (kinds[-1], number) == ("answer", 2) else 1000
        usage = {"prompt_tokens": tokens, "completion_tokens": 5, "total_tokens": tokens + 5}
        head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        delta = {"role": "assistant", "content": text}
        rows = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage}]
        told = "".join(f"data: {json.dumps(row)}\n\n" for row in rows) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
work = os.getcwd()
os.makedirs("home/.config/opencode")
os.makedirs("project")
model = {"name": "m", "limit": {"context": LINE + 4000, "output": 4000}, "tool_call": True}
address = {"baseURL": f"http://127.0.0.1:{server.server_port}/v1", "apiKey": "none"}
provider = {"npm": "@ai-sdk/openai-compatible", "options": address, "models": {"m": model}}
settings = {"model": "p/m", "small_model": "p/m", "autoupdate": False, "share": "disabled", "provider": {"p": provider}}
json.dump(settings, open("home/.config/opencode/opencode.json", "w"))
told = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"}
program = f"{work}/release/node_modules/opencode-linux-x64/bin/opencode"
agent = subprocess.Popen([program, "acp"], cwd="project", env=told, text=True, stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
updates = []
number = 0


def call(method, params):
    global number
    number += 1
    agent.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    agent.stdin.flush()
    for line in agent.stdout:
        message = json.loads(line)
        if message.get("method") == "session/update":
            updates.append(message["params"]["update"])
        elif message.get("id") == number and "method" not in message:
            return message.get("result") or sys.exit(2)
    sys.exit(2)


try:
    call("initialize", {"protocolVersion": 1, "clientCapabilities": {}})
    session = call("session/new", {"cwd": f"{work}/project", "mcpServers": []})["sessionId"]
    for words in ("The pier lamp must stay green.", "Count the boats."):
        updates.clear()
        reply = call("session/prompt", {"sessionId": session, "prompt": [{"type": "text", "text": words}]})
finally:
    agent.terminate()
    agent.wait(20)
print("opencode 1.18.33; requests:", " ".join(kind for kind in kinds if kind != "title"))
answers = [update for update in updates if update["sessionUpdate"] == "agent_message_chunk"]
others = {update["sessionUpdate"] for update in updates} - {"agent_message_chunk", "usage_update"}
for answer in answers:
    print(f"{', '.join(sorted(answer))}: {answer['content']['text']!r}")
print("other kinds of update:", sorted(others), "- reply to the prompt:", reply["stopReason"], reply.get("_meta"))
texts = [answer["content"]["text"] for answer in answers]
alike = len({(*answer, *answer["content"]) for answer in answers}) == 1
sys.exit(0 if texts == ["Answer 2.", SUMMARY, "Answer 3."] and alike and not others else 1)
PY
timeout 200 python3 play.py
