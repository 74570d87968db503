#!/usr/bin/env bash
# Codex compacts a short session when it is resumed with a model of another generation.
#
# One would expect: a session far below its threshold stays as it is when another model goes on with it.
# What happens: where the log gives both models a `comp_hash` and the two differ, as with gpt-5.5 and gpt-6.2-sol, the
#   next prompt begins with a compaction of the whole history, by the model that was, however little there is to sum
#   up: 9,005 tokens of 57,000, with a threshold of 40,000; and again at the change back. From gpt-5.5 to gpt-5.4, which
#   has no such value, nothing is compacted. The warning of a change tells of performance, not of a compaction.
# Version: npm @openai/codex 0.171.0, 2026-11-28.
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
"""A model that says little, and of few tokens."""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []


def words(item):
    parts = item.get("content") or []
    return parts if isinstance(parts, str) else "".join(part.get("text") or "" for part in parts)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        self.document({"object": "list", "data": [], "models": []})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        # The call of the summarizer ends with a prompt that nobody typed.
        last = words(body["input"][-1])
        is_summary = not last.startswith(("First.", "Second.", "Third.", "Fourth.", "Fifth."))
        asked.append({"summary": is_summary, "model": body["model"], "input": body["input"]})
        with open("asked.json", "w") as file:
            json.dump(asked, file)
        part = {"type": "output_text", "text": "Noted.", "annotations": []}
        output = [{"type": "message", "id": f"m{len(asked)}", "role": "assistant", "status": "completed",
                   "content": [part]}]
        usage = {"input_tokens": 9000, "output_tokens": 5, "total_tokens": 9005,
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
model_provider = "stub"
model_context_window = 60000
model_auto_compact_token_limit = 40000
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
[analytics]
enabled = false
[model_providers.stub]
name = "stub"
base_url = "http://127.0.0.1:$(cat port)/v1"
wire_api = "responses"
env_key = "STUB_KEY"
supports_websockets = false
TOML
export HOME="$folder/home" CODEX_HOME="$folder/home/.codex" STUB_KEY=none DO_NOT_TRACK=1
echo "version: $("$codex" --version 2>/dev/null)"
cd project
turn() {
  timeout 90 "$codex" exec "${@:3}" --skip-git-repo-check -m "$1" "$2" >>../told.txt 2>&1 </dev/null || true
}
turn gpt-5.5 First.
turn gpt-5.5 Second. resume --last
turn gpt-6.2-sol Third. resume --last
turn gpt-5.5 Fourth. resume --last
turn gpt-5.4 Fifth. resume --last
cd ..

python3 - <<'PY'
import json
import sys

found = []
for one in json.load(open("asked.json")):
    found.append((one["model"], "summary" if one["summary"] else "answer"))
    print(f"{found[-1][0]}: {found[-1][1]}, {len(one['input'])} items sent")
if found[:2] != [("gpt-5.5", "answer")] * 2 or found[-1] != ("gpt-5.4", "answer"):
    print("It did not run to its end; the last lines were:", open("told.txt").read()[-500:])
    sys.exit(2)
there = [("gpt-5.5", "summary"), ("gpt-6.2-sol", "answer")]
back = [("gpt-6.2-sol", "summary"), ("gpt-5.5", "answer")]
sys.exit(0 if found[2:-1] == there + back else 1)
PY
