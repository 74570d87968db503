#!/usr/bin/env bash
# Codex: a fork takes a sealed summary along to a provider that cannot read it; a resume with that one is refused.
#
# One would expect: what a provider sealed is of use to that provider alone. A session that has such a summary goes on
#   elsewhere with words, or not at all: a resume with another provider is refused, with a sentence that says so.
# What happens: a fork of the same session with the other provider is made. Each of its requests carries the sealed item
#   to a server that has no key for it, and the newest prompts beside it; what was answered before the compaction is in
#   no text, though the log has it word for word. A compaction in the fork asks that server to sum up what it cannot
#   read, and then drops the sealed item, too.
# Version: npm @openai/codex 0.171.0; 2026-11-28.
# Needs: Linux x64, npm, node, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot
#   run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release @openai/codex@0.171.0 >/dev/null 2>&1 || exit 2
mkdir -p home/.codex project

cat >play.py <<'PY'
"""Two turns and a compaction at the built-in provider; then a resume and a fork with a provider of one's own."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SEALED = "c2VhbGVk" * 20
asked = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        # The built-in provider asks for another protocol first.
        self.send(b'{"object": "list", "data": [], "models": []}', "application/json",
                  426 if "upgrade" in self.headers else 200)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if not self.path.endswith("/responses"):
            return self.send(b"{}", "application/json")
        asked.append((self.path.split("/")[1], body))
        content = [{"type": "output_text", "text": f"Answer {len(asked)}.", "annotations": []}]
        item = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}
        if body["input"][-1].get("type") == "compaction_trigger":
            item = {"type": "compaction", "id": "c1", "encrypted_content": SEALED}
        usage = {"input_tokens": 9000, "output_tokens": 1000, "total_tokens": 10_000}
        head = {"id": f"r{len(asked)}", "object": "response", "created_at": 1, "model": "m", "output": []}
        events = [{"type": "response.created", "response": head | {"status": "in_progress"}},
                  {"type": "response.output_item.done", "output_index": 0, "item": item},
                  {"type": "response.completed", "response": head | {"status": "completed", "usage": usage}}]
        text = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)
        return self.send(text.encode(), "text/event-stream")

    def send(self, data, kind, status=200):
        self.send_response(status)
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
openai_base_url = "{address}/first"
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


def show(when):
    """Where the latest request went, whether it has the sealed item, and which words it has."""
    where, body = asked[-1]
    text = json.dumps(body["input"])
    words = [one for one in ("First.", "Answer 1.", "Second.", "Answer 2.", "Third.", "Answer 4.") if one in text]
    print(f"{when}: to {where}, sealed {SEALED in text}, {words}")
    return where, SEALED in text, words


agent = Server()
thread = agent.start()
for words in ("First.", "Second."):
    agent.say(thread, words)
agent.compact(thread)
agent.say(thread, "Third.")
at_home = show("behind the compaction")
agent.end()
agent = Server()
refused = agent.call("thread/resume", {"threadId": thread, "modelProvider": "other"})
print("a resume with the other provider:", refused.get("error", {}).get("message"))
fork = agent.call("thread/fork", {"threadId": thread, "modelProvider": "other"})
if "error" in fork:
    print("a fork:", fork["error"]["message"])
    sys.exit(1)
fork = fork["thread"]["id"]
agent.say(fork, "Fourth.")
elsewhere = show("a fork")
agent.compact(fork)
summed = show("its request for a summary")
agent.say(fork, "Fifth.")
behind = show("behind that")
agent.end()
logs = [f"{path}/{name}" for path, _, names in os.walk("home/.codex/sessions") for name in names]
is_logged = any("Answer 1." in open(log).read() for log in logs)
print("the first answer stands in a log:", is_logged)
if at_home != ("first", True, ["First.", "Second.", "Third."]) or not is_logged:
    sys.exit(2)
carried = ("other", True, ["First.", "Second.", "Third.", "Answer 4."])
is_carried = elsewhere == carried and summed == carried and behind[:2] == ("other", False)
sys.exit(0 if "error" in refused and is_carried and "Answer 1." not in behind[2] else 1)
PY
timeout 200 python3 play.py
