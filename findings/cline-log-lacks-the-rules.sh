#!/usr/bin/env bash
# Cline: the system prompt that its log keeps is not the one that was sent: the rules at its end are left out.
#
# One would expect: system_prompt in a session's messages file is what the model was sent as its system prompt.
# What happens: the rules of a project (AGENTS.md, .clinerules) stand at the end of what is sent with every request, and
#   the field ends in front of them. They are in no other file of the program either, so a log cannot tell which rules a
#   run had, nor whether one was there when it was broken; the files themselves may have changed since.
# Version: npm cline 3.0.65 (@cline/cli-linux-x64 3.0.65), 2026-11-28.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
stub=""
end() {
  # Cline leaves a service behind; it is known by the HOME that it was given.
  for process in $(grep -lzxs "HOME=$folder/home" /proc/[0-9]*/environ | cut -d/ -f3); do kill "$process" || true; done
  [ -z "$stub" ] || kill "$stub" || true
  rm -rf "$folder"
} 2>/dev/null
trap end EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release @cline/cli-linux-x64@3.0.65 >/dev/null || exit 2
cline="$folder/release/node_modules/@cline/cli-linux-x64/bin/cline"

cat >stub.py <<'PY'
"""A model that answers at once and keeps what it is sent."""
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        self.document({"object": "list", "data": []})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with open("asked.jsonl", "a") as file:
            file.write(json.dumps(body["messages"]) + "\n")
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        head = {"id": "r1", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
        said = {"role": "assistant", "content": "Done."}
        chunks = [head | {"choices": [{"index": 0, "delta": said, "finish_reason": None}]},
                  head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                  head | {"choices": [], "usage": usage}]
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        for chunk in chunks:
            self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.write(b"data: [DONE]\n\n")

    def document(self, value):
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
PY
python3 stub.py >port & stub=$!
for _ in $(seq 50); do [ -s port ] && break; sleep 0.1; done

mkdir -p home/.cline/data/settings project
git init -q project
mkdir project/.clinerules
echo "Name every boat by its harbour." >project/AGENTS.md
echo "Write tides in UTC." >project/.clinerules/tides.md
cat >home/.cline/data/settings/providers.json <<JSON
{"version": 1, "lastUsedProvider": "openai-compatible", "providers": {"openai-compatible": {"settings": {
 "provider": "openai-compatible", "apiKey": "none", "model": "stub", "baseUrl": "http://127.0.0.1:$(cat port)/v1",
 "contextWindow": 64000}, "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}}}
JSON
export HOME="$folder/home" DO_NOT_TRACK=1 CLINE_TELEMETRY_DISABLED=1 CLINE_NO_AUTO_UPDATE=1 CLINE_DISABLE_HUB=1
echo "version: $("$cline" --version 2>/dev/null | head -1)"
(cd project && timeout 120 "$cline" -P openai-compatible -m stub --json "Which boats?" >../out.txt 2>&1) || true

python3 - <<'PY'
import glob
import json
import sys
from pathlib import Path

RULES = ("Name every boat by its harbour.", "Write tides in UTC.")
logs = glob.glob("home/.cline/data/sessions/*/*.messages.json")
try:
    asked = [json.loads(line) for line in open("asked.jsonl")]
    logged = json.load(open(logs[0]))["system_prompt"]
except (OSError, IndexError, KeyError) as error:
    print("There is no request or no log:", repr(error), open("out.txt").read()[-500:])
    sys.exit(2)
sent = [message["content"] for message in asked[0] if message["role"] == "system"][0]
sent = sent if isinstance(sent, str) else "".join(block["text"] for block in sent)
held = []
for path in Path("home").rglob("*"):
    if path.is_file() and any(rule.encode() in path.read_bytes() for rule in RULES):
        held.append(str(path))


def rules_in(text):
    """Those that stand in a text."""
    return [rule for rule in RULES if rule in text]


print(f"The system prompt that was sent: {len(sent):,} characters; rules in it: {rules_in(sent)}")
print(f"system_prompt in the log: {len(logged):,} characters; rules in it: {rules_in(logged)}")
print("It is the beginning of what was sent:", sent.startswith(logged.rstrip()))
print("Files of the program that hold a rule:", held)
gone = not rules_in(logged) and sent.startswith(logged.rstrip()) and not held
sys.exit(0 if len(rules_in(sent)) == 2 and gone else 1)
PY
