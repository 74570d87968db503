#!/usr/bin/env bash
# Codex tells of a turn, in the events that programs read, the tokens of the whole session, also of earlier processes.
#
# One would expect: `codex exec --json` ends each turn with an event turn.completed, whose usage is that of the turn;
#   who runs one prompt after the other in a session adds these up.
# What happens: the usage is the session's from its first prompt on, although a resumed turn is a process of its own
#   that never sent the earlier requests. Of four turns of 9,000 tokens each the last tells 36,000, and adding up gives
#   90,000. Nothing in the event says so. In the session's log a turn's own count stands beside the sum.
# Version: npm @openai/codex 0.171.0, 2026-11-28.
# Needs: Linux x64, npm, node, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot
#   run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release @openai/codex@0.171.0 >/dev/null || exit 2

cat >play.py <<'PY'
"""Four prompts in four processes, one session; each is answered at once, with the same usage told."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROMPTS = ["Count the boats.", "And the piers?", "And the lamps?", "And the gulls?"]
IN, OUT = 9000, 5  # tokens that the server tells of each request
USAGE = {"input_tokens": IN, "output_tokens": OUT, "total_tokens": IN + OUT,
         "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
CONFIG = """
model_provider = "stub"
model_context_window = 200000
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.stub]
name = "stub"
base_url = "http://127.0.0.1:{port}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
supports_websockets = false
"""
asked = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        self.give("application/json", json.dumps({"object": "list", "data": [], "models": []}))

    def do_POST(self):
        asked.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        head = {"id": f"r{len(asked)}", "object": "response", "created_at": 1, "model": "m", "output": []}
        message = {"type": "message", "id": f"m{len(asked)}", "role": "assistant", "status": "completed",
                   "content": [{"type": "output_text", "text": "Nine.", "annotations": []}]}
        events = [{"type": "response.created", "response": head | {"status": "in_progress"}},
                  {"type": "response.output_item.done", "output_index": 0, "item": message},
                  {"type": "response.completed", "response": head | {"status": "completed", "usage": USAGE}}]
        self.give("text/event-stream", "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events))

    def give(self, kind, text):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
home = Path("home/.codex").resolve()
home.mkdir(parents=True)
Path("project").mkdir()
(home / "config.toml").write_text(CONFIG.format(port=server.server_port))
environment = os.environ | {"HOME": str(home.parent), "CODEX_HOME": str(home), "STUB_KEY": "none"}
program = Path("release/node_modules/.bin/codex").resolve()
told = []
for number, prompt in enumerate(PROMPTS):
    command = [program, "exec", *(["resume", "--last"] if number else []), "--json", "--skip-git-repo-check", prompt]
    run = subprocess.run(command, cwd="project", env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                         text=True, timeout=60)
    events = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    told += [event["usage"] for event in events if event["type"] == "turn.completed"]
counts = [row["payload"]["info"] for log in home.rglob("rollout-*.jsonl") for row in map(json.loads, log.open())
          if row["payload"].get("type") == "token_count" and row["payload"].get("info")]
print("codex 0.171.0; requests:", len(asked), "of", IN, "tokens each")
print("turn.completed tells:", [usage["input_tokens"] for usage in told])
own = [count["last_token_usage"]["input_tokens"] for count in counts]
print("the log's own count by request:", own)
if len(told) != len(PROMPTS) or len(asked) != len(PROMPTS):
    sys.exit(2)
sums = [usage["input_tokens"] for usage in told] == [IN * turn for turn in range(1, len(PROMPTS) + 1)]
sys.exit(0 if sums and set(own) == {IN} else 1)
PY
timeout 250 python3 play.py
