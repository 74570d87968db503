#!/usr/bin/env bash
# OpenCode: undo takes back what was paid: undone turns, and a compaction among them, are deleted with their cost.
#
# One would expect: undo takes files and conversation back to an earlier prompt, as its documentation says; what was
#   sent and answered until then was paid, and stays in the session's cost and in `opencode stats`.
# What happens: with the next prompt the undone messages are deleted from the database, and each one's cost is taken off
#   the session's. Of three turns, a compaction and one more turn at $0.10 each, two are left once an undo to the second
#   prompt was followed by a new one: session and stats tell $0.20 of $0.60. The summary, and that there was a
#   compaction, is in no row any more: the next request holds the first turn word for word, as if it never had happened.
# Version: npm opencode-linux-x64 1.18.34; 2026-11-28.
# Needs: Linux x64, git, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release opencode-linux-x64@1.18.34 >/dev/null 2>&1 || exit 2
mkdir -p home/.config/opencode project
git init -q project || exit 2

cat >play.py <<'PY'
"""Three turns, a compaction, a turn, an undo to the second prompt and a turn, over the program's own HTTP interface."""
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [self.words(message) for message in body["messages"] if message["role"] != "system"]
        kind = "answer" if body.get("tools") else "summary" if "<conversation>" in texts[-1] else "title"
        asked.append((kind, texts))
        # A title is asked for beside the work, with no usage here: it would only blur the sums.
        usage = {"prompt_tokens": 9000, "completion_tokens": 1000, "total_tokens": 10_000}
        head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        delta = {"role": "assistant", "content": f"This is {kind} {sum(one == kind for one, _ in asked)}."}
        rows = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
                | ({"usage": usage} if kind != "title" else {})]
        told = "".join(f"data: {json.dumps(row)}\n\n" for row in rows) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told.encode())

    def words(self, message):
        content = message["content"] or ""
        return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
model = {"name": "m", "limit": {"context": 60_000, "output": 4000}, "tool_call": True,
         "cost": {"input": 10, "output": 10}}
address = {"baseURL": f"http://127.0.0.1:{server.server_port}/v1", "apiKey": "none"}
provider = {"npm": "@ai-sdk/openai-compatible", "options": address, "models": {"m": model}}
settings = {"model": "p/m", "small_model": "p/m", "autoupdate": False, "share": "disabled", "provider": {"p": provider}}
with open("home/.config/opencode/opencode.json", "w") as file:
    json.dump(settings, file)
told = {"PATH": os.environ["PATH"], "HOME": f"{os.getcwd()}/home", "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"}
program = os.path.abspath("release/node_modules/opencode-linux-x64/bin/opencode")
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
agent = subprocess.Popen([program, "serve", "--hostname", "127.0.0.1", "--port", str(port)], cwd="project", env=told,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read() or b"null")


def say(words):
    call(f"/session/{session}/message", {"parts": [{"type": "text", "text": words}]})


def report(when):
    """Calls that had a usage; the costs that session and statistics tell, in cents; what the rows hold."""
    paid = sum(kind != "title" for kind, _ in asked)
    cost = round(call(f"/session/{session}")["cost"] * 100)
    stats = subprocess.run([program, "stats"], cwd="project", env=told, capture_output=True, text=True).stdout
    total = round(float(re.search(r"Total Cost\D*([\d.]+)", stats)[1]) * 100)
    with sqlite3.connect("home/.local/share/opencode/opencode.db") as rows:
        held = "\n".join(row[0] for row in rows.execute("select data from part"))
    there = [words for words in ("Second.", "Third.", "This is summary 1.", '"compaction"', "Fourth.") if words in held]
    print(f"{when}: paid {paid * 10} cents; session {cost}, stats {total}; in the database: {there}")
    return paid * 10, cost, total, there


try:
    for _ in range(100):
        try:
            call("/session")
            break
        except OSError:
            time.sleep(0.2)
    session = call("/session", {})["id"]
    for words in ("First.", "Second.", "Third."):
        say(words)
    call(f"/session/{session}/summarize", {"providerID": "p", "modelID": "m"})
    say("Fourth.")
    before = report("before the undo")
    prompts = [one["info"]["id"] for one in call(f"/session/{session}/message") if one["info"]["role"] == "user"]
    call(f"/session/{session}/revert", {"messageID": prompts[1]})
    say("Another way.")
    after = report("behind it")
    print("the request behind it:", asked[-1][1])
finally:
    agent.terminate()
    agent.wait(20)
if before[:3] != (50, 50, 50) or after[0] != 60 or len(before[3]) != 5:
    sys.exit(2)
sys.exit(0 if after[1:] == (20, 20, []) and asked[-1][1] == ["First.", "This is answer 1.", "Another way."] else 1)
PY
timeout 200 python3 play.py
