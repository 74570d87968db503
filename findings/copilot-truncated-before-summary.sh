#!/usr/bin/env bash
# Copilot CLI summarizes a history from which it has just cut the oldest answers.
#
# One would expect: a compaction summarizes all that leaves the context.
# What happens: where one round of results takes the context from below 80 % to above 100 % of the prompt limit, the
#   compaction in the background and the truncation begin at the same moment. The oldest calls and results are cut at
#   once, and the summarizer is sent what is left: what was cut is in no summary, and in no request from then on.
#   The log counts it twice: compaction_complete tells the messages before the cut.
# Version: npm @github/copilot 1.0.102 (@github/copilot-linux-x64 1.0.102), 2026-11-27, with a model server of one's own.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
stub=""
trap '[ -z "$stub" ] || kill "$stub" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --loglevel=error --prefix release @github/copilot-linux-x64@1.0.102 >/dev/null || exit 2
copilot="$folder/release/node_modules/@github/copilot-linux-x64/copilot"

cat >stub.py <<'PY'
"""A model that runs one command, then another, then five at once, then stops; keeps what it was sent."""
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PLAN, main = ["A", "B", "CDEFG"], [0]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        self.document({"object": "list", "data": []})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        last = body["messages"][-1]
        is_summary = last["role"] == "user" and "<checkpoint_title>" in json.dumps(last)
        with open("requests.jsonl", "a") as file:
            file.write(json.dumps({"summary": is_summary, "messages": body["messages"]}) + "\n")
        if is_summary:
            delta = {"content": "<overview>Commands were run.</overview>"}
        elif main[0] < len(PLAN):
            calls = []
            for place, name in enumerate(PLAN[main[0]]):
                arguments = {"command": f"seq -f 'MARK-{name} line %g' 1 800", "description": "count"}
                function = {"name": "bash", "arguments": json.dumps(arguments)}
                calls.append({"index": place, "id": f"c{name}", "type": "function", "function": function})
            delta = {"tool_calls": calls}
            main[0] += 1
        else:
            delta = {"content": "Done."}
        end = "tool_calls" if "tool_calls" in delta else "stop"
        sent = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": sent, "completion_tokens": 5, "total_tokens": sent + 5}
        head = {"id": f"r{sent}", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
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

mkdir -p home project
git init -q project
export HOME="$folder/home" DO_NOT_TRACK=1 COPILOT_OFFLINE=true COPILOT_AUTO_UPDATE=false COPILOT_MODEL=stub
export COPILOT_PROVIDER_BASE_URL="http://127.0.0.1:$(cat port)/v1" COPILOT_PROVIDER_TYPE=openai
export COPILOT_PROVIDER_API_KEY=none COPILOT_PROVIDER_MAX_PROMPT_TOKENS=40000 COPILOT_PROVIDER_MAX_OUTPUT_TOKENS=4000
unset COPILOT_HOME
echo "version: $("$copilot" --version 2>/dev/null | head -1)"
(cd project && timeout 120 "$copilot" -p "Run the commands." --allow-all >../out.txt 2>&1) || true

python3 - <<'PY'
import glob
import json
import sys

requests = [json.loads(line) for line in open("requests.jsonl")]
place = next((place for place, one in enumerate(requests) if one["summary"]), None)
if place is None:
    print(f"No summary was asked for in {len(requests)} requests; the last lines were:", open("out.txt").read()[-400:])
    sys.exit(2)


def lines(number, mark):
    text = json.dumps([one for one in requests[number]["messages"] if one["role"] == "tool"])
    return text.count(f"MARK-{mark} line")


shown = [number for number in range(len(requests)) if lines(number, "A")]
summary = [lines(place, mark) for mark in "ABC"]
behind = [lines(number, "A") for number in range(shown[-1] + 1, len(requests))] if shown else []
print(f"Lines of the first command in the last request that had any: {lines(shown[-1], 'A') if shown else 0}")
print(f"Lines of the first, second and third command that the summarizer was sent: {summary}")
print(f"Lines of the first command in every request behind, the summarizer's among them: {behind}")
rows = [json.loads(line) for path in glob.glob("home/.copilot/session-state/*/events.jsonl") for line in open(path)]
for row in rows:
    kind, data = row["type"], row["data"]
    if kind == "session.truncation":
        print("log: truncation removed", data["messagesRemovedDuringTruncation"], "messages")
    if kind == "session.compaction_start":
        print("log: compaction starts at", data["currentTokens"], "of", data["tokenLimit"])
sys.exit(0 if shown and not summary[0] and summary[2] and behind and not any(behind) else 1)
PY
