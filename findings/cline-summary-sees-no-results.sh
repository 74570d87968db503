#!/usr/bin/env bash
# Cline's summarizer is not shown what commands printed.
#
# One would expect: when the history is summarized (strategy "agentic", the default of /compact and of automatic
#   compaction), the summarizer reads the history, results of commands among it, if only their first 2,000 characters.
# What happens: it is sent a text of the history in which every result of run_commands and read_files is empty; only
#   the calls are there. A summary of a session of debugging can know no output. Results that are one text (those of
#   the editor) do arrive. Nothing says so: the summary is taken as if the results had been read.
# Version: npm cline 3.0.65 (@cline/cli-linux-x64 3.0.65), 2026-11-27.
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
"""A model that asks for the same command again and again, then stops; requests without tools are the summarizer's."""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TURNS, main = 9, [0]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        self.document({"object": "list", "data": []})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if not body.get("tools"):
            with open("summaries.jsonl", "a") as file:
                file.write(json.dumps(body["messages"]) + "\n")
            delta = {"content": "## Goal\nFind the code.\n\n## State\n- Done: looked at files\n"}
        elif main[0] < TURNS:
            main[0] += 1
            name = "run_commands"
            arguments = json.dumps({"commands": [f"echo MARK-{main[0]}; seq 1 1500"]})
            delta = {"tool_calls": [{"index": 0, "id": f"c{main[0]}", "type": "function",
                                     "function": {"name": name, "arguments": arguments}}]}
        else:
            delta = {"content": "Done."}
        end = "tool_calls" if "tool_calls" in delta else "stop"
        sent = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": sent, "completion_tokens": 5, "total_tokens": sent + 5}
        head = {"id": f"r{main[0]}", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
        chunks = [head | {"choices": [{"index": 0, "delta": {"role": "assistant"} | delta, "finish_reason": None}]},
                  head | {"choices": [{"index": 0, "delta": {}, "finish_reason": end}]},
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
cat >home/.cline/data/settings/providers.json <<JSON
{"version": 1, "lastUsedProvider": "openai-compatible", "providers": {"openai-compatible": {"settings": {
 "provider": "openai-compatible", "apiKey": "none", "model": "stub", "baseUrl": "http://127.0.0.1:$(cat port)/v1",
 "contextWindow": 26000}, "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}}}
JSON
export HOME="$folder/home" DO_NOT_TRACK=1 CLINE_TELEMETRY_DISABLED=1 CLINE_NO_AUTO_UPDATE=1 CLINE_DISABLE_HUB=1
echo "version: $("$cline" --version 2>/dev/null | head -1)"
(cd project && timeout 120 "$cline" -P openai-compatible -m stub --json "Run the commands and tell me the marks." >../out.txt 2>&1) || true

python3 - <<'PY'
import json
import re
import sys

try:
    asked = [json.loads(line) for line in open("summaries.jsonl")]
except OSError:
    print("No summary was asked for; the last lines were:", open("out.txt").read()[-500:])
    sys.exit(2)
text = json.dumps(asked[0])
calls = len(re.findall(r"run_commands\(", text))
results = re.findall(r"\[Tool result\]:(.{0,40})", asked[0][-1]["content"] if isinstance(asked[0][-1]["content"], str)
                     else asked[0][-1]["content"][0]["text"])
marks = len(re.findall(r"(?<!echo )MARK-\d", text))
print(f"The first summary request shows {calls} calls of run_commands and {len(results)} results of them.")
print(f"Characters behind “[Tool result]:” on its line: {[len(one.strip()) for one in results]}")
print(f"Lines that the commands printed and the summarizer was shown: {marks}")
sys.exit(0 if calls and results and not any(one.strip() for one in results) and not marks else 1)
PY
