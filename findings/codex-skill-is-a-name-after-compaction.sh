#!/usr/bin/env bash
# Codex keeps the prompt that named a skill through a compaction, and drops what the skill says.
#
# One would expect: where a prompt `$skill …` is kept word for word, the skill's text stays with it or is read again.
# What happens: the text stands in a message of its own behind the prompt, in the role of the user. Local compaction
#   keeps the prompt and drops that message. Every later request holds `$skill …` and nothing of what the skill
#   demands, unless the summary happens to tell it; the list of all skills still has a description and a path.
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
"""A model that says little; its first answer tells of so many tokens that a compaction begins the next turn."""
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
        is_summary = not words(body["input"][-1]).startswith(("$speak-it", "<skill>", "Second.", "Third."))
        asked.append({"summary": is_summary, "input": body["input"]})
        with open("asked.json", "w") as file:
            json.dump(asked, file)
        part = {"type": "output_text", "text": "Noted.", "annotations": []}
        output = [{"type": "message", "id": f"m{len(asked)}", "role": "assistant", "status": "completed",
                   "content": [part]}]
        sent = 50000 if len(asked) == 1 else 9000
        usage = {"input_tokens": sent, "output_tokens": 5, "total_tokens": sent + 5,
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

mkdir -p home/.codex/skills/speak-it project
cat >home/.codex/skills/speak-it/SKILL.md <<'MD'
---
name: speak-it
description: how to speak of a file
---
Speak of boats alone, and end each sentence with the word heron.
MD
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
timeout 90 "$codex" exec --skip-git-repo-check '$speak-it server.js' >../one.txt 2>&1 </dev/null || true
for words in Second. Third.; do
  timeout 90 "$codex" exec resume --last --skip-git-repo-check "$words" >../more.txt 2>&1 </dev/null || true
done
cd ..

python3 - <<'PY'
import json
import sys

found = []
for one in json.load(open("asked.json")):
    texts = ["".join(part.get("text") or "" for part in item.get("content") or []) for item in one["input"]]
    typed = sum(text == "$speak-it server.js" for text in texts)
    skill = sum("the word heron" in text for text in texts)
    listed = sum("how to speak of a file" in text and "the word heron" not in text for text in texts)
    found.append((one["summary"], typed, skill))
    name = "Summarizer" if one["summary"] else "Request"
    print(f"{name}: the prompt stands there {typed} times, the skill's text {skill}, its line in a list {listed}")
if [summary for summary, *_ in found] != [False, True, False, False] or found[0] != (False, 1, 1):
    print("No compaction came, or no skill; the last lines were:", open("more.txt").read()[-500:])
    sys.exit(2)
sys.exit(0 if found[2:] == [(False, 1, 0)] * 2 else 1)
PY
