#!/usr/bin/env bash
# Codex: a change of effort is an item of the history, and the field of the requests goes on naming the old one.
#
# One would expect: `reasoning.effort` of a request is the effort that the request is made with, as for any other client
#   of the Responses API, and whoever reads requests, or bills by them, reads it there.
# What happens: with the default model at the built-in provider, an effort that is changed within a session is sent as
#   an item of a type of its own, `configuration_update`, in the place in the history where it was changed; the field
#   keeps what the session began with. It takes the new value with the next compaction, which drops the items. The older
#   model has the new effort in the field at once, and no item; so has the default model at a provider of one's own.
# Version: npm @openai/codex 0.171.0, models gpt-6.2-sol (its default) and gpt-5.5; 2026-11-28.
# Needs: Linux x64, npm, node, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot
#   run.
set -euo pipefail

folder=$(mktemp -d)
stub=""
end() {
  [ -z "$stub" ] || kill "$stub" || true
  rm -rf "$folder"
} 2>/dev/null
trap end EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release @openai/codex@0.171.0 >/dev/null || exit 2
codex="$folder/release/node_modules/.bin/codex"

cat >stub.py <<'PY'
"""A model that says little, and notes what effort each request names, in its field and among its items."""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        self.document({"object": "list", "data": [], "models": []})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        items = [one["reasoning"].get("effort") for one in body["input"] if one.get("type") == "configuration_update"]
        asked.append([body["reasoning"].get("effort"), items])
        with open("asked.json", "w") as file:
            json.dump(asked, file)
        is_summary = body["input"][-1]["type"] == "compaction_trigger"
        part = {"type": "output_text", "text": "Noted.", "annotations": []}
        output = [{"type": "message", "id": f"m{len(asked)}", "role": "assistant", "status": "completed",
                   "content": [part]}]
        output = [{"type": "compaction", "id": "c", "encrypted_content": "c2VhbGVk"}] if is_summary else output
        usage = {"input_tokens": 900, "output_tokens": 5, "total_tokens": 905,
                 "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        head = {"id": f"r{len(asked)}", "object": "response", "created_at": 1, "model": "m", "output": []}
        events = [{"type": "response.created", "response": head | {"status": "in_progress"}}]
        done = {"type": "response.output_item.done"}
        events += [done | {"output_index": at, "item": one} for at, one in enumerate(output)]
        events += [{"type": "response.completed", "response": head | {"status": "completed", "usage": usage}}]
        data = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events).encode()
        self.send(data, "text/event-stream")

    def document(self, value):
        self.send(json.dumps(value).encode(), "application/json")

    def send(self, data, kind):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
PY
python3 stub.py >port & stub=$!
for _ in $(seq 50); do [ -s port ] && break; sleep 0.1; done

mkdir -p home/.codex project
cat >home/.codex/config.toml <<TOML
openai_base_url = "http://127.0.0.1:$(cat port)/v1"
model_reasoning_effort = "low"
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
[analytics]
enabled = false
TOML
export HOME="$folder/home" CODEX_HOME="$folder/home/.codex" OPENAI_API_KEY=none CODEX_API_KEY=none DO_NOT_TRACK=1
echo "version: $("$codex" --version 2>/dev/null)"

cat >play.py <<'PY'
"""One session over the app server: a prompt, two with another effort, a compaction, one more."""
import json
import subprocess
import sys
import threading

server = subprocess.Popen([sys.argv[1], "app-server"], cwd="project", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
late = threading.Timer(90, server.kill)
late.start()
number = 0


def until(key, value):
    for line in server.stdout:
        message = json.loads(line)
        if message.get(key) == value:
            return message
    sys.exit("the server ended")


def call(method, **params):
    global number
    number += 1
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    server.stdin.flush()
    return until("id", number)["result"]


call("initialize", clientInfo={"name": "play", "title": "play", "version": "1"})
server.stdin.write('{"jsonrpc": "2.0", "method": "initialized"}\n')
thread = call("thread/start", cwd=".", **({"model": sys.argv[2]} if sys.argv[2:] else {}))["thread"]["id"]
turns = {"Read this.": {}, "Think more.": {"effort": "high"}, "Go on.": {}, "": {}, "And now?": {}}
for text, more in turns.items():
    if text:
        call("turn/start", threadId=thread, input=[{"type": "text", "text": text}], **more)
    else:
        call("thread/compact/start", threadId=thread)
    until("method", "turn/completed")
late.cancel()
server.kill()
PY

python3 play.py "$codex" || exit 2
mv asked.json newest.json
echo "[]" >asked.json
python3 play.py "$codex" gpt-5.5 || exit 2
python3 - <<'PY'
import json
import sys

# The stub keeps all requests of both sessions.
newest = json.load(open("newest.json"))
older = json.load(open("asked.json"))[len(newest):]
for name, asked in (("gpt-6.2-sol", newest), ("gpt-5.5", older)):
    print(f"{name}, effort low, then high from the second prompt on; the fourth request is the summarizer's:")
    for effort, items in asked:
        print(f"  field: {effort}, items: {items}")
if len(newest) != 5 or len(older) != 5:
    sys.exit(2)
changed = ["low", ["low", "high"]]
as_said = [["low", ["low"]], changed, changed, changed, ["high", []]]
sys.exit(0 if newest == as_said and [one[0] for one in older] == ["low"] + ["high"] * 4 else 1)
PY
