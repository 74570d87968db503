#!/usr/bin/env bash
# Claude Code rewrites a session's reminders when the model changes, the ones that were sent long ago among them.
#
# Expected: what was sent once is sent again as it was; roles in `messages` are user and assistant, and a reminder
#   stands in <system-reminder> in a message of the user, as the session log says (`rendered`).
# Happens:  a session begun with Sonnet 4.5 and continued with Opus 5.5 sends the first prompt's reminders once more,
#   now without their frame, several in one text, in a message of the role "system" behind that prompt. The log's rows
#   keep the frame. A reader who takes the words of messages that are no answer for the person's finds dozens of
#   sentences that nobody typed.
# Version:  npm @anthropic-ai/claude-code 2.1.332; 2026-11-28
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
            with open(f"sent-{body['model']}.json", "w") as file:
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
ask() {
    (
        cd project
        env -i PATH="$PATH" HOME="$work/home" ANTHROPIC_BASE_URL="http://127.0.0.1:$(cat ../port)" \
            ANTHROPIC_API_KEY=none CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1 \
            DISABLE_TELEMETRY=1 DISABLE_ERROR_REPORTING=1 timeout 60 "$claude" -p "$@" </dev/null
    )
}
ask --model claude-sonnet-4-5 "Say hello."
ask --continue --model claude-opus-5-5 "Say it again."

python3 - <<'PY'
import glob
import json
import sys

FRAME, END = "<system-reminder>", "</system-reminder>"


def texts(model, role):
    """The texts of one role in the last request of a model."""
    for message in json.load(open(f"sent-{model}.json"))["messages"]:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if message["role"] == role:
            yield from (block["text"] for block in blocks if block["type"] == "text")


rows = [json.loads(line) for path in glob.glob("home/.claude/projects/*/*.jsonl") for line in open(path)]
logged = [part["content"] for row in rows for part in row.get("rendered") or ()]
framed = [one.strip() for one in texts("claude-sonnet-4-5", "user") if one.startswith(FRAME)]
bare = [one.removeprefix(FRAME).removesuffix(END).strip() for one in framed]
before, now = (list(texts(model, "system")) for model in ("claude-sonnet-4-5", "claude-opus-5-5"))
again = [one for one in bare if one in "\n".join(now)]
kept = [one for one in logged if one.startswith(FRAME)]
print(f"Sonnet 4.5: {len(framed)} reminders in frames, {len(before)} texts of the system")
print(f"Opus 5.5: {len(now)} texts of the system; {len(again)} of those reminders are in them, bare")
print(f"in the log: {len(kept)} of {len(logged)} rendered texts have the frame")
same = framed and again and not before and kept == logged
sys.exit(0 if same else "changed: reminders are sent to both models in the same way")
PY
