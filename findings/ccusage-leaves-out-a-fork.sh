#!/usr/bin/env bash
# ccusage: what a fork of a Codex session spends is in no report before the fork is resumed by another process.
#
# One would expect: a fork is a session of its own, and what it spends is counted once. Codex used to copy the counts of
#   the original into the fork's log, and ccusage leaves such copies out since they were reported as counted twice.
# What happens: today's Codex copies nothing: the fork's log begins with a pointer into the original's, and each of its
#   counts is of a request of its own. They are left out all the same: of three turns in a fork, however far apart, none
#   is counted, and the fork is in no list of sessions. Of a fourth, after the fork was resumed by another process, the
#   report has that one alone, though the log, the agent and the server tell the tokens of all four.
# Version: npm ccusage 20.0.24 with @ccusage/ccusage-linux-x64 20.0.24, @openai/codex 0.171.0; 2026-11-28.
# Needs: Linux x64, npm, node, python3. Exits with 0 as long as it is so, with 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release ccusage@20.0.24 @ccusage/ccusage-linux-x64@20.0.24 \
  @openai/codex@0.171.0 >/dev/null 2>&1 || exit 2
mkdir -p home/.codex project

cat >play.py <<'PY'
"""Three turns, a fork with three of its own, each answered with a usage of 10,000 tokens; both are then resumed."""
import json
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        self.send(b'{"object": "list", "data": [], "models": []}', "application/json")

    def do_POST(self):
        global asked
        self.rfile.read(int(self.headers["content-length"]))
        if not self.path.endswith("/responses"):
            return self.send(b"{}", "application/json")
        asked += 1
        content = [{"type": "output_text", "text": "Noted.", "annotations": []}]
        item = {"type": "message", "id": f"m{asked}", "role": "assistant", "status": "completed", "content": content}
        usage = {"input_tokens": 9000, "output_tokens": 1000, "total_tokens": 10_000}
        head = {"id": f"r{asked}", "object": "response", "created_at": 1, "model": "m", "output": []}
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
work = os.getcwd()
with open("home/.codex/config.toml", "w") as file:
    file.write(f'''model = "gpt-5.5"
model_provider = "stub"
check_for_update_on_startup = false
approval_policy = "never"
analytics.enabled = false
[model_providers.stub]
name = "stub"
base_url = "http://127.0.0.1:{server.server_port}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
supports_websockets = false
''')
told = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "CODEX_HOME": f"{work}/home/.codex", "STUB_KEY": "none"}
codex, ccusage = (f"{work}/release/node_modules/.bin/{name}" for name in ("codex", "ccusage"))


class Server:
    """The app server that editors and other programs drive."""

    def __init__(self):
        self.process = subprocess.Popen([codex, "app-server"], cwd="project", env=told, text=True,
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
                result = message.get("result") or sys.exit(2)
            if result is not None and (until is None or message.get("method") == until):
                return result
        sys.exit(2)

    def turn(self, thread, words):
        turn = {"threadId": thread, "input": [{"type": "text", "text": words}]}
        self.call("turn/start", turn, "turn/completed")
        time.sleep(3)

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


def report(when):
    """Requests and tokens by the server, and by ccusage the tokens of each session, in the order of their logs."""
    ran = subprocess.run([ccusage, "codex", "session", "--json", "--offline"], env=told, capture_output=True, text=True)
    rows = {row["sessionId"]: row["totalTokens"] for row in json.loads(ran.stdout)["sessions"]}
    counts = [sum(value for name, value in rows.items() if one in name) for one in (original, fork)]
    print(f"{when}: {asked * 10_000} tokens by the server; by ccusage original {counts[0]}, fork {counts[1]}")
    return counts


def last_count():
    """What the fork's log tells at its end of the tokens since the original began."""
    for path, _, names in os.walk("home/.codex/sessions"):
        for name in (name for name in names if fork in name):
            with open(f"{path}/{name}") as file:
                payloads = [json.loads(line)["payload"] for line in file]
    counts = [one["info"]["total_token_usage"]["total_tokens"] for one in payloads if one.get("type") == "token_count"]
    return len(counts), counts[-1]


agent = Server()
original = agent.call("thread/start", {"cwd": f"{work}/project"})["thread"]["id"]
for words in ("First.", "Second.", "Third."):
    agent.turn(original, words)
fork = agent.call("thread/fork", {"threadId": original})["thread"]["id"]
before = report("before the fork's first turn")
for words in ("Another way.", "On with it.", "And on."):
    agent.turn(fork, words)
forked = report("three turns later")
print("counts in the fork's log, and the last of them:", *last_count())
agent.end()
subprocess.run([codex, "exec", "resume", fork, "--skip-git-repo-check", "Once more."], cwd="project", env=told,
               stdin=subprocess.DEVNULL, capture_output=True, timeout=90)
resumed = report("the fork resumed, and one turn later")
if asked != 7 or before != [30_000, 0]:
    sys.exit(2)
sys.exit(0 if forked == [30_000, 0] and resumed == [30_000, 10_000] and last_count()[1] == 70_000 else 1)
PY
timeout 240 python3 play.py
