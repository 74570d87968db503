#!/usr/bin/env bash
# Claude Code keeps its API requests in the session log.
#
# Expected: a session log (~/.claude/projects/*/*.jsonl) holds the conversation; system prompt and tool definitions
#   are sent with every request and stand nowhere on disk.
# Happens:  the log holds system prompt, tools and every message as sent (rows api-request-shape, api-request-blob and
#   api-request; a message that other rows hold is named by its SHA-256), so that a reader can rebuild the request. It
#   is on without any setting.
# Version:  npm @anthropic-ai/claude-code 2.1.332; 2026-11-27
# Needs:    Linux x64, node, npm, python3. Exits 1 where the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir -p "$work/home" "$work/project"
cd "$work"
npm install --silent --ignore-scripts --no-audit --no-fund @anthropic-ai/claude-code@2.1.332 >/dev/null 2>&1
claude="$work/node_modules/@anthropic-ai/claude-code-linux-x64/claude"

cat > server.py <<'PY'
import json
from http.server import BaseHTTPRequestHandler, HTTPServer


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        usage = {"input_tokens": 100, "output_tokens": 1}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model"), "content": [],
                   "stop_reason": None, "stop_sequence": None, "usage": usage}
        if "/v1/messages" not in self.path or not body.get("stream"):
            whole = message | {"content": [{"type": "text", "text": "ok"}], "stop_reason": "end_turn"}
            self.answer("application/json", json.dumps(whole))
            return
        if body.get("tools"):
            with open("sent.json", "w") as file:
                json.dump(body, file)
        events = (
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hello."}},
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
(
    cd project
    env -i PATH="$PATH" HOME="$work/home" ANTHROPIC_BASE_URL="http://127.0.0.1:$(cat ../port)" \
        ANTHROPIC_API_KEY=none CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1 DISABLE_TELEMETRY=1 \
        DISABLE_ERROR_REPORTING=1 timeout 60 "$claude" -p --model claude-sonnet-4-5 "Say hello." </dev/null
)

python3 - <<'PY'
import glob
import json
import sys

sent = json.load(open("sent.json"))
rows = [json.loads(line) for path in glob.glob("home/.claude/projects/*/*.jsonl") for line in open(path)]
by_kind = {}
for row in rows:
    by_kind.setdefault(row["type"], []).append(row)
print("rows:", {kind: len(found) for kind, found in sorted(by_kind.items()) if kind.startswith("api-request")})
if not by_kind.get("api-request-shape"):
    sys.exit("changed: the log holds no rows of requests")


def plain(value):
    """Without marks for the provider's cache."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if key != "cache_control"}
    return [plain(one) for one in value] if isinstance(value, list) else value


shape = by_kind["api-request-shape"][-1]["shape"]
logged = {row["hash"]: row["message"] for row in by_kind.get("api-request-blob", ())}
messages = [logged.get(name) for name in by_kind["api-request"][-1]["tail"]]
tools = plain(shape["tools"]) == plain(sent["tools"])
system = [one["text"] for one in shape["system"]] == [one["text"] for one in sent["system"]][-len(shape["system"]):]
same = [plain(one) for one in messages if one] == plain(sent["messages"])[: len(messages)]
print(f"tools in the log are those sent: {tools} ({len(sent['tools'])} tools)")
print(f"system prompt in the log is the one sent: {system} ({sum(len(one['text']) for one in shape['system']):,} characters)")
print(f"messages in the log are those sent: {same} ({len(messages)})")
sys.exit(0 if tools and system and same else "changed: the log's request is not the one sent")
PY
