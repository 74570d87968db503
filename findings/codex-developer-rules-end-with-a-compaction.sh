#!/usr/bin/env bash
# Codex: rules that a program gave a session as developer instructions end with the first compaction after a resume.
#
# One would expect: what a session was started with goes on when it is taken up again, as its base instructions do; and
#   rules in the developer's voice, which stand above the person's, outlast a compaction.
# What happens: a resumed session, and a fork, go on with the developer instructions as words of the history, as if they
#   had been kept. A compaction drops all messages in that voice and puts back what the process was told at its start:
#   the rules are in no request from then on, while the base instructions, given by the same call, stay. Where the
#   session was never left, or the program gives the instructions once more with the resume, the rules are there. What
#   a program adds to the history in that voice (thread/inject_items) goes in all four cases; words added as the
#   person's are kept.
# Version: npm @openai/codex 0.171.0, with a provider of one's own; 2026-11-28.
# Needs: Linux x64, npm, node, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot
#   run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release @openai/codex@0.171.0 >/dev/null 2>&1 || exit 2
mkdir -p home/.codex project

cat >play.py <<'PY'
"""A session with rules of four kinds: never left, forked, resumed, and resumed with the instructions given again."""
import json
import os
import subprocess
import sys
import threading
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
        asked.append((self.path.split("/")[1], body))
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

    def compact(self, thread):
        self.call("thread/compact/start", {"threadId": thread}, "turn/completed")

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


RULES = {"developerInstructions": "DEVELOPER-RULE", "baseInstructions": "BASE-RULE"}
ADDED = {"developer": "ADDED-DEVELOPER-RULE", "user": "ADDED-WORDS"}


def begun():
    thread = agent.start(**RULES)
    agent.say(thread, "First.")
    items = [{"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}
             for role, text in ADDED.items()]
    agent.call("thread/inject_items", {"threadId": thread, "items": items})
    agent.say(thread, "Second.")
    return thread


def held():
    """Which rules the latest request holds."""
    text = json.dumps([asked[-1][1].get("instructions"), asked[-1][1]["input"]])
    return [rule for rule in (*RULES.values(), *ADDED.values()) if f'"{rule}' in text]


def play(way, thread):
    agent.say(thread, "Third.")
    before = held()
    agent.compact(thread)
    agent.say(thread, "Fourth.")
    print(f"{way}: before the compaction {before}, behind it {held()}")
    return before, held()


agent = Server()
never_left = play("never left", begun())
forked = play("forked", agent.call("thread/fork", {"threadId": begun()})["thread"]["id"])
threads = [begun(), begun()]
agent.end()
agent = Server()
agent.call("thread/resume", {"threadId": threads[0]})
resumed = play("resumed", threads[0])
agent.call("thread/resume", {"threadId": threads[1]} | RULES)
again = play("resumed with the instructions", threads[1])
agent.end()
whole = ["DEVELOPER-RULE", "BASE-RULE", "ADDED-DEVELOPER-RULE", "ADDED-WORDS"]
if [before for before, _ in (never_left, forked, resumed, again)] != [whole] * 4:
    sys.exit(2)
kept, lost = ["DEVELOPER-RULE", "BASE-RULE", "ADDED-WORDS"], ["BASE-RULE", "ADDED-WORDS"]
sys.exit(0 if [behind for _, behind in (never_left, forked, resumed, again)] == [kept, lost, lost, kept] else 1)
PY
timeout 200 python3 play.py
