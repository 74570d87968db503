#!/usr/bin/env bash
# Codex takes an ordinary answer for a summary where the summarizer answers nothing.
#
# One would expect: a compaction on this machine (any provider but the built-in one) whose summarizer gives no text
#   fails, is tried again, or is said to have no summary.
# What happens: it succeeds. The agent's last answer before it, whatever that was, goes into the new history in the
#   place of the summary, behind the sentence that introduces one. Results, plans and what was found are gone, and
#   neither the output nor the log says that nothing was summed up.
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
"""A model: the first turn reads a file and says "Aye."; what asks for a summary is answered with nothing."""
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
        typed = ("Learn the number.", "Which number?")
        is_summary = body["input"][-1].get("type") == "message" and words(body["input"][-1]) not in typed
        asked.append({"summary": is_summary, "input": body["input"]})
        with open("asked.json", "w") as file:
            json.dump(asked, file)
        mains = sum(not one["summary"] for one in asked)
        output = []
        if not is_summary and mains == 1:
            output = [{"type": "custom_tool_call", "id": "t1", "call_id": "c1", "name": "exec", "status": "completed",
                       "input": 'const r = await tools.exec_command({cmd: "cat number.txt"});\ntext(r.output);'}]
        elif not is_summary:
            part = {"type": "output_text", "text": "Aye." if mains == 2 else "I go on.", "annotations": []}
            output = [{"type": "message", "id": f"m{mains}", "role": "assistant", "status": "completed",
                       "content": [part]}]
        sent = 50000 if mains == 2 and not is_summary else 9000
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
echo "The number is 8473." >project/number.txt
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
timeout 90 "$codex" exec --skip-git-repo-check "Learn the number." >../one.txt 2>&1 </dev/null || true
timeout 90 "$codex" exec resume --last --skip-git-repo-check "Which number?" >../two.txt 2>&1 </dev/null || true
cd ..

python3 - <<'PY'
import json
import sys

asked = json.load(open("asked.json"))
at = next((at for at, one in enumerate(asked) if one["summary"]), None)
if at is None or at + 1 >= len(asked):
    print("No compaction was asked for; the last lines were:", open("two.txt").read()[-500:])
    sys.exit(2)
after = next(one["input"] for one in asked[at:] if not one["summary"])
texts = ["".join(part.get("text") or "" for part in item.get("content") or []) for item in after]
summary = [text for text in texts if text.endswith("\nAye.")]
print(f"Calls of the summarizer, all answered with nothing: {sum(one['summary'] for one in asked)}")
print(f"The next request has {len(after)} items; the number that was read is in it: {any('8473' in text for text in texts)}")
print(f"Items of it that introduce a summary and end with the agent's ordinary answer “Aye.”: {len(summary)}")
print(f"The output of the run speaks of an error: {'rror' in open('two.txt').read()}")
sys.exit(0 if summary and not any("8473" in text for text in texts) else 1)
PY
