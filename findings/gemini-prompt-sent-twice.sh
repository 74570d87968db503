#!/usr/bin/env bash
# Gemini CLI sends the whole prompt to a second model, which chooses the first, unless a model is named.
#
# One would expect: one prompt on standard input is one request to a model.
# What happens: without -m the prompt goes whole to a classifier first, whatever its length, and once more to the model
#   that it chooses; so it is charged twice. With -m it is one request. A file name under context.fileName is added to
#   GEMINI.md, not put in its place: the memory file is sent all the same.
# Version: npm @google/gemini-cli 0.61.0, 2026-11-27.
# Needs: npm, node 20, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release @google/gemini-cli@0.61.0 >/dev/null || exit 2

cat >ask.py <<'PY'
"""The same prompt without a model and with one, against a server that writes down what it is sent."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PROMPT = "Which colour has the kiln? " * 2_000
bodies = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "contents" in body:
            bodies.append(body)
        chosen = json.dumps({"complexity_reasoning": "x", "complexity_score": 90})
        answer = {"candidates": [{"content": {"role": "model", "parts": [{"text": chosen}]}, "finishReason": "STOP"}],
                  "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 1, "totalTokenCount": 10}}
        streamed = "alt=sse" in self.path
        text = f"data: {json.dumps(answer)}\n\n" if streamed else json.dumps(answer)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if streamed else "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
home, work = os.path.abspath("home"), os.path.abspath("work")
os.makedirs(f"{home}/.gemini")
os.makedirs(work)
with open(f"{home}/.gemini/GEMINI.md", "w") as file:
    file.write("WORDS-OF-THE-MEMORY")
settings = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "context": {"fileName": "another.md"},
            "privacy": {"usageStatisticsEnabled": False}, "general": {"enableAutoUpdate": False}}
with open(f"{home}/.gemini/settings.json", "w") as file:
    json.dump(settings, file)
told = {"PATH": os.environ["PATH"], "HOME": home, "GEMINI_API_KEY": "none", "NO_BROWSER": "1",
        "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{server.server_port}"}
program = os.path.abspath("release/node_modules/.bin/gemini")


def sent(*more):
    """How often the prompt was sent, and whether the memory file was."""
    bodies.clear()
    subprocess.run([program, "--skip-trust", "-o", "json", *more], cwd=work, env=told, input=PROMPT, text=True,
                   capture_output=True, timeout=120, check=False)
    whole = [body for body in bodies if PROMPT.strip() in json.dumps(body)]
    return len(whole), "WORDS-OF-THE-MEMORY" in json.dumps(whole)


print("@google/gemini-cli 0.61.0")
(twice, memory), (once, _) = sent(), sent("-m", "gemini-2.5-pro")
print(f"without a model the prompt was sent {twice} times, with -m {once} times")
print(f"the memory file was sent although another file name is set: {memory}")
sys.exit(0 if twice == 2 and once == 1 and memory else 1)
PY
timeout 300 python3 ask.py
