#!/usr/bin/env bash
# Codex: a goal that the person sets reaches the model as the result of a tool call that nobody made.
#
# One would expect: a goal is the person's words and comes in a message of the user or the developer; an item of the type
#   function_call_output answers a function_call and names it by its call_id, as the Responses interface has it.
# What happens: the goal goes into requests and into the session's log as a function_call_output without a call_id, and
#   no item of the request calls anything. Its output is the goal, its name "goal_objective". The message of the user
#   that follows is the program's own and does not say the goal. Whoever reads the person's words from messages, or
#   results by their calls, has the goal in neither. The server here is a provider of one's own, not the built-in one.
# Version: npm @openai/codex 0.171.0, models gpt-5.5 and gpt-6.2-sol; 2026-11-28.
# Needs: Linux x64, npm, node, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot
#   run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release @openai/codex@0.171.0 >/dev/null 2>&1 || exit 2
mkdir -p home/.codex project

cat >play.py <<'PY'
"""A turn, then a goal with a budget of tokens that ends it after two answers; once with each model."""
import json
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        self.send(b'{"object": "list", "data": [], "models": []}', "application/json")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if not self.path.endswith("/responses"):
            return self.send(b"{}", "application/json")
        asked.append(body)
        content = [{"type": "output_text", "text": f"Answer {len(asked)}.", "annotations": []}]
        item = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}
        usage = {"input_tokens": 9000, "output_tokens": 1000, "total_tokens": 10_000}
        head = {"id": f"r{len(asked)}", "object": "response", "created_at": 1, "model": "m", "output": []}
        events = [{"type": "response.created", "response": head | {"status": "in_progress"}},
                  {"type": "response.output_item.done", "output_index": 0, "item": item},
                  {"type": "response.completed", "response": head | {"status": "completed", "usage": usage}}]
        text = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)
        return self.send(text.encode(), "text/event-stream")

    def send(self, data, kind):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
work = os.getcwd()
with open("home/.codex/config.toml", "w") as file:
    file.write(f'''model = "gpt-5.5"
model_provider = "other"
check_for_update_on_startup = false
approval_policy = "never"
analytics.enabled = false
[model_providers.other]
name = "other"
base_url = "{address}/other"
wire_api = "responses"
env_key = "STUB_KEY"
supports_websockets = false
''')
told = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "CODEX_HOME": f"{work}/home/.codex",
        **dict.fromkeys(("STUB_KEY", "OPENAI_API_KEY", "CODEX_API_KEY"), "none")}
program = f"{work}/release/node_modules/.bin/codex"


class Server:
    """The app server that editors and other programs drive."""

    def __init__(self):
        self.process = subprocess.Popen([program, "app-server"], cwd="project", env=told, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.call("initialize", {"clientInfo": {"name": "play", "version": "1"},
                                 "capabilities": {"experimentalApi": True}})

    def call(self, method, params, until=None):
        self.number += 1
        self.process.stdin.write(json.dumps({"id": self.number, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        result = None
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.number and "method" not in message:
                if "error" in message:
                    return message
                result = message["result"]
            if result is not None and (until is None or message.get("method") == until):
                return result
        sys.exit(2)

    def start(self, **more):
        return self.call("thread/start", {"cwd": f"{work}/project"} | more)["thread"]["id"]

    def say(self, thread, words):
        self.call("turn/start", {"threadId": thread, "input": [{"type": "text", "text": words}]}, "turn/completed")

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


GOAL = "Keep the harbour open."


def play(model):
    """Items of the first request for the goal that hold it, messages that do, calls in it; rows of the log that do."""
    agent = Server()
    thread = agent.start(model=model)
    agent.say(thread, "First.")
    asked.clear()
    goal = {"threadId": thread, "objective": GOAL, "tokenBudget": 15_000}
    agent.call("thread/goal/set", goal)
    for _ in range(60):
        time.sleep(0.5)
        if agent.call("thread/goal/get", {"threadId": thread})["goal"]["status"] == "budgetLimited":
            break
    agent.end()
    if not asked:
        sys.exit(2)
    items = asked[0]["input"]
    holding = [item for item in items if GOAL in json.dumps(item)]
    messages = [item for item in holding if item.get("type") == "message"]
    calls = [item for item in items if str(item.get("type")).endswith("_call")]
    logs = [f"{path}/{name}" for path, _, names in os.walk("home/.codex/sessions") for name in names if thread in name]
    rows = [json.loads(line) for log in logs for line in open(log)]
    logged = [row["payload"] for row in rows if row["type"] == "response_item" and GOAL in json.dumps(row)]
    print(f"{model}: {len(asked)} requests for the goal; calls in the first: {len(calls)}; messages with the goal:",
          f"{len(messages)}; the goal as sent: {[sorted(item) for item in holding]}")
    print("  its type and output:", [(item["type"], item.get("output")) for item in holding],
          "in the log:", [(row["type"], "call_id" in row) for row in logged])
    is_orphan = len(holding) == 1 and holding[0]["type"] == "function_call_output" and "call_id" not in holding[0]
    is_logged = [(row["type"], row.get("call_id")) for row in logged] == [("function_call_output", None)]
    return is_orphan and is_logged and not calls and holding[0]["output"] == GOAL


found = [play(model) for model in ("gpt-5.5", "gpt-6.2-sol")]
sys.exit(0 if all(found) else 1)
PY
timeout 200 python3 play.py
