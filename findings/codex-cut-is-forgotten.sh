#!/usr/bin/env bash
# Codex says that some ten tokens of a prompt are missing where it has cut thousands.
#
# One would expect: a long prompt that a compaction cuts in its middle carries a marker that tells how much is missing,
#   and goes on telling it.
# What happens: local compaction keeps the newest 20,000 tokens of prompts and cuts the oldest one in its middle, with
#   a marker that tells how many tokens went. The next compaction cuts the same prompt again, marker and all, and the
#   new marker tells of its own cut alone: the model reads that next to nothing is missing.
# Version: npm @openai/codex 0.171.0, 2026-11-27.
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
"""A model that says little, and tells of so many tokens that every turn but the first begins with a compaction."""
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
        is_summary = not last.startswith(("Read this.", "Second.", "Third."))
        asked.append({"summary": is_summary, "input": body["input"]})
        with open("asked.json", "w") as file:
            json.dump(asked, file)
        part = {"type": "output_text", "text": "Noted.", "annotations": []}
        output = [{"type": "message", "id": f"m{len(asked)}", "role": "assistant", "status": "completed",
                   "content": [part]}]
        sent = 9000 if is_summary else 50000
        usage = {"input_tokens": sent, "output_tokens": 5, "total_tokens": sent + 5,
                 "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        head = {"id": f"r{len(asked)}", "object": "response", "created_at": 1, "model": "m", "output": []}
        events = [{"type": "response.created", "response": head | {"status": "in_progress"}}]
        events += [{"type": "response.output_item.done", "output_index": at, "item": one} for at, one in enumerate(output)]
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
long="Read this. $(seq -f 'w%05.0f' 1 13000 | tr '\n' ' ')"
timeout 90 "$codex" exec --skip-git-repo-check "$long" >../one.txt 2>&1 </dev/null || true
for words in Second. Third.; do
  timeout 90 "$codex" exec resume --last --skip-git-repo-check "$words" >../more.txt 2>&1 </dev/null || true
done
cd ..

python3 - <<'PY'
import json
import re
import sys

LONG = 13_000 * 7 // 4
asked = [one["input"] for one in json.load(open("asked.json")) if not one["summary"]]
found = []
for sent in asked:
    texts = ["".join(part.get("text") or "" for part in item.get("content") or []) for item in sent]
    text = next((text for text in texts if text.startswith("Read this.")), "")
    left = len(set(re.findall(r"w\d{5}", text)))
    told = [int(number) for number in re.findall(r"…(\d+) tokens truncated…", text)]
    found.append((LONG - left * 7 // 4, told))
    print(f"Request {len(found)}: tokens of the first prompt that are missing: about {found[-1][0]}; told: {told}")
if len(found) < 3 or not found[1][1]:
    print("The compactions did not come; the last lines were:", open("more.txt").read()[-500:])
    sys.exit(2)
missing, told = found[2]
sys.exit(0 if sum(told) < missing / 10 else 1)
PY
