#!/usr/bin/env bash
# Claude Code does not compact a session of claude-sonnet-4-5 by itself before a request is refused as too long.
#
# Expected: "auto-compact" acts below the window of every model; both models here have 200,000 tokens, and the rule that
#   public analyses name (33,000 below the window) gives 167,000.
# Happens:  told by the API that the last request had 190,000 tokens, a session with claude-opus-4-6 sends a request for
#   a summary first; one with claude-sonnet-4-5 sends the next prompt as it is. Settings are those of a fresh home.
# Version:  npm @anthropic-ai/claude-code 2.1.332; 2026-11-27
# Needs:    Linux x64, node, npm, python3. Exits 1 where the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-audit --no-fund @anthropic-ai/claude-code@2.1.332 >/dev/null 2>&1
claude="$work/node_modules/@anthropic-ai/claude-code-linux-x64/claude"

cat > server.py <<'PY'
import json
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLD = 190_000


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "count_tokens" in self.path:
            self.answer("application/json", json.dumps({"input_tokens": TOLD}))
            return
        last = json.dumps(body.get("messages", [{}])[-1])
        kind = "summary" if "<summary>" in last and "<analysis>" in last else "prompt"
        if body.get("tools"):
            with open("asked", "a") as file:
                file.write(f"{body['model']} {kind}\n")
        text = "<summary>All is said.</summary>" if kind == "summary" else "Done."
        usage = {"input_tokens": TOLD, "output_tokens": 5}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model"), "content": [],
                   "stop_reason": None, "stop_sequence": None, "usage": usage}
        if not body.get("stream"):
            whole = message | {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
            self.answer("application/json", json.dumps(whole))
            return
        events = (
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage},
            {"type": "message_stop"},
        )
        self.answer("text/event-stream", "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events))

    def answer(self, kind, text):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


server = HTTPServer(("127.0.0.1", 0), Handler)
with open("port", "w") as file:
    file.write(str(server.server_port))
server.serve_forever()
PY
python3 server.py & server=$!
for _ in $(seq 50); do [ -s port ] && break; sleep 0.1; done

echo "version: $("$claude" --version)"
for model in claude-opus-4-6 claude-sonnet-4-5; do
    mkdir -p "home-$model" project
    turn='{"type":"user","message":{"role":"user","content":"Say done."}}'
    (
        cd project
        # The next prompt is sent once the answer to the one before is there.
        { echo "$turn"; sleep 6; echo "$turn"; sleep 6; } |
            env -i PATH="$PATH" HOME="$work/home-$model" ANTHROPIC_BASE_URL="http://127.0.0.1:$(cat ../port)" \
                ANTHROPIC_API_KEY=none CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1 \
                DISABLE_TELEMETRY=1 DISABLE_ERROR_REPORTING=1 timeout 60 "$claude" -p --verbose \
                --input-format stream-json --output-format stream-json --model "$model" >/dev/null 2>&1
    )
    echo "$model, requests in order: $(grep "^$model" asked | cut -d' ' -f2 | paste -sd' ')"
done

opus=$(grep -c "^claude-opus-4-6.* summary" asked || true)
sonnet=$(grep -c "^claude-sonnet-4-5.* summary" asked || true)
prompts=$(grep -c "^claude-sonnet-4-5.* prompt" asked || true)
if [ "$opus" -ge 1 ] && [ "$sonnet" -eq 0 ] && [ "$prompts" -ge 2 ]; then
    echo "claude-opus-4-6 was compacted, claude-sonnet-4-5 was not"
else
    echo "changed: summaries asked for: claude-opus-4-6 $opus, claude-sonnet-4-5 $sonnet"
    exit 1
fi
