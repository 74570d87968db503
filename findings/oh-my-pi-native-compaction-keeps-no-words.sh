#!/usr/bin/env bash
# oh-my-pi's streamed native compaction keeps none of the person's words, though it sets 64,000 tokens aside for them.
#
# One would expect: behind a compaction that the provider made (a sealed item), the person's prompts are sent again as
#   they were, up to the budget "v2RetainedMessageBudget"; the log would hold them in "replacementHistory".
# What happens: what is kept are items with "type": "message" and the role user. The prompts that oh-my-pi itself puts
#   into a request for the Responses interface have a role and no type, so none is kept. The next request holds the
#   sealed item and the new prompt alone, and the log says that the compaction "preserved" the history.
# Version: npm @oh-my-pi/pi-coding-agent 18.2.3, bun 1.3.14 (the same was seen of 18.3.4); 2026-11-28, with a model of
#   one's own that has remoteCompaction.v2StreamingEnabled.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release \
  @oh-my-pi/pi-coding-agent@18.2.3 bun@1.3.14 >/dev/null || exit 2

cat >play.py <<'PY'
"""A rule and a long talk, a compaction by hand, one more prompt; against a model that only says that it heard."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

RULE = "The pier lamp must stay green."
COUNTED = " ".join(str(boat * 7919 % 9973) for boat in range(4000))  # words that repeat would be taken for a loop
sent = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        sealing = body["input"][-1].get("type") == "compaction_trigger"
        sent.append((sealing, body["input"]))
        said = [{"type": "output_text", "text": f"Heard. {COUNTED}", "annotations": []}]
        item = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": said}
        if sealing:
            item = {"type": "compaction", "id": "c", "encrypted_content": "c2VhbGVk"}
        whole = {"id": f"r{len(sent)}", "object": "response", "created_at": 1, "model": "stub", "status": "completed",
                 "output": [item], "usage": {"input_tokens": 20000, "output_tokens": 9, "total_tokens": 20009}}
        told = [{"type": "response.created", "response": whole | {"status": "in_progress", "output": []}},
                {"type": "response.output_item.added", "output_index": 0, "item": item},
                {"type": "response.output_item.done", "output_index": 0, "item": item},
                {"type": "response.completed", "response": whole}]
        out = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in told).encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(out)))
        self.end_headers()
        self.wfile.write(out)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
here = os.getcwd()
agent, modules = f"{here}/home/.omp/agent", f"{here}/release/node_modules"
os.makedirs(agent)
os.makedirs(f"{here}/project")
remote = {"enabled": True, "v2StreamingEnabled": True}
model = {"id": "stub", "name": "stub", "contextWindow": 100000, "maxTokens": 8000, "input": ["text"],
         "remoteCompaction": remote}
about = {"baseUrl": f"http://127.0.0.1:{server.server_port}/v1", "apiKey": "none", "api": "openai-responses"}
with open(f"{agent}/models.yml", "w") as file:
    json.dump({"providers": {"stub": about | {"models": [model]}}}, file)
with open(f"{agent}/config.yml", "w") as file:
    file.write("compaction:\n  keepRecentTokens: 2000\n")
command = [f"{modules}/bun/bin/bun.exe", f"{modules}/@oh-my-pi/pi-coding-agent/dist/cli.js", "--mode", "rpc",
           "--auto-approve", "--no-lsp", "--no-title", "--provider", "stub", "--model", "stub"]
env = {"PATH": os.environ["PATH"], "HOME": f"{here}/home", "PI_OFFLINE": "1", "DO_NOT_TRACK": "1"}
omp = subprocess.Popen(command, cwd=f"{here}/project", env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                       stderr=subprocess.DEVNULL, text=True)


def ask(until, **told):
    omp.stdin.write(json.dumps(told | {"id": "1"}) + "\n")
    omp.stdin.flush()
    for line in omp.stdout:
        message = json.loads(line)
        if message.get("type") == until and message.get("command") in (None, told["type"]):
            return message
    sys.exit(2)


try:
    for words in (RULE, "Count the boats.", "Count the gulls."):
        ask("agent_end", type="prompt", message=words)
    done = ask("response", type="compact")
    ask("agent_end", type="prompt", message="And now?")
finally:
    omp.terminate()
    omp.wait(20)
shown = next(body for sealing, body in sent if sealing)
after = next(body for sealing, body in reversed(sent) if not sealing)
prompts = [item for item in shown if item.get("role") == "user"]
print("@oh-my-pi/pi-coding-agent 18.2.3")
print("compact:", done.get("success"), "·", str(done.get("data", {}).get("summary"))[:80])
print("prompts that the compaction was shown:", len(prompts), "· with a type:", sum("type" in one for one in prompts))
print("sent behind it:", [item.get("type") or item.get("role") for item in after])
kept = RULE in json.dumps(after)
print("the rule is sent again:", kept)
same = bool(done.get("success")) and len(prompts) >= 3 and not kept
print("as described" if same else "changed")
sys.exit(0 if same else 1)
PY
timeout 200 python3 play.py
