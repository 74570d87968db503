#!/usr/bin/env bash
# OpenCode: a fork is charged with all that its session had cost before, so that each one counts the same money again.
#
# One would expect: to fork a session asks no model and costs nothing; `opencode stats` tells what was paid, and a fork
#   what was asked in it.
# What happens: the fork's messages are copies, with the tokens and the cost of the answers that were paid for in the
#   session, and so is the fork's own cost. Two forks of a session of four prompts and a compaction make 51,500 tokens
#   into 154,500 in ccusage, and $0.515, which stats rounds to $0.52, into $1.54, without a request. Nothing in the copied
#   messages tells that they are copies: their ids are new, so a report cannot leave them out either.
# Version: npm opencode-linux-x64 1.18.34, ccusage 20.0.24 with @ccusage/ccusage-linux-x64 20.0.24; 2026-11-28.
# Needs: Linux x64, npm, node 20 or later, git, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2
#   when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release opencode-linux-x64@1.18.34 ccusage@20.0.24 \
  @ccusage/ccusage-linux-x64@20.0.24 >/dev/null 2>&1 || exit 2
mkdir -p home/.config/opencode project
git init -q project || exit 2

cat >play.py <<'PY'
"""Three turns, a compaction, a turn and two forks with a turn each, over the program's own HTTP interface."""
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []
paid = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [self.words(message) for message in body["messages"] if message["role"] != "system"]
        kind = "answer" if body.get("tools") else "summary" if "<conversation>" in texts[-1] else "title"
        asked.append((kind, texts))
        # A title is asked for beside the work, with no usage here: it would only blur the sums.
        number = sum(kind != "title" for kind, _ in asked)
        usage = {"prompt_tokens": 9000 + 100 * number, "completion_tokens": 1000, "total_tokens": 10_000 + 100 * number}
        if kind != "title":
            paid.append(usage["total_tokens"])
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


def report(when, sessions):
    """Tokens that the server told, and those that the sessions, the statistics and ccusage tell; one is $0.00001."""
    costs = [round(call(f"/session/{one}")["cost"] * 100_000) for one in sessions]
    stats = subprocess.run([program, "stats"], cwd="project", env=told, capture_output=True, text=True).stdout
    total = round(float(re.search(r"Total Cost\D*([\d.]+)", stats)[1]) * 100)
    ccusage = [os.path.abspath("release/node_modules/.bin/ccusage"), "opencode", "session", "--json", "--offline"]
    counted = json.loads(subprocess.run(ccusage, cwd="project", env=told, capture_output=True, text=True).stdout)
    print(f"{when}: told by the server: {sum(paid)} tokens in {len(paid)} answers, ${sum(paid) / 100_000:.2f}")
    print(f"  sessions: {costs} tokens; stats: ${total / 100:.2f}; ccusage: {counted['totals']['totalTokens']} tokens")
    return sum(paid), costs, total, counted["totals"]["totalTokens"]


try:
    for _ in range(100):
        try:
            call("/session")
            break
        except OSError:
            time.sleep(0.2)
    session = first = call("/session", {})["id"]
    for words in ("First.", "Second.", "Third."):
        say(words)
    call(f"/session/{session}/summarize", {"providerID": "p", "modelID": "m"})
    say("Fourth.")
    before = report("one session", [first])
    forks = [call(f"/session/{first}/fork", {})["id"] for _ in range(2)]
    forked = report("two forks of it, nothing asked", [first, *forks])
    for session in forks:
        say("Another way.")
    after = report("a prompt in each", [first, *forks])
finally:
    agent.terminate()
    agent.wait(20)
once = before[0]
if (before[1], before[3], forked[0]) != ([once], once, once) or abs(before[2] - once / 1000) > 1:
    sys.exit(2)
again = after[0] + 2 * once
copied = forked[1] == 3 * [once] and forked[3] == 3 * once and abs(forked[2] - 3 * once / 1000) <= 1
sys.exit(0 if copied and sum(after[1]) == after[3] == again else 1)
PY
timeout 200 python3 play.py
