#!/usr/bin/env bash
# Claude Code: a hook that runs after a compaction is given a session log in which there was none.
#
# One would expect: PostCompact, and SessionStart with the source "compact", run once the compaction is done; the log
#   whose path they are given ends with the boundary and the summary, and PostCompact comes first.
# What happens: at both the log holds neither. Boundary and summary are written when all hooks have ended, so a hook
#   that looks in the log for what was kept finds the history before. SessionStart runs before PostCompact; PostCompact
#   has the summary on its standard input, SessionStart has it nowhere.
# Version: npm @anthropic-ai/claude-code 2.1.332; 2026-11-27.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --ignore-scripts --no-audit --no-fund --prefix release @anthropic-ai/claude-code@2.1.332 \
  >/dev/null 2>&1 || exit 2

cat >hook.py <<'PY'
"""What a hook finds in the log while it runs: event, boundaries, summaries; and whether it was told the summary."""
import json
import sys

told = json.load(sys.stdin)
log = open(told["transcript_path"]).read()
row = [told["hook_event_name"], log.count('"compact_boundary"'), log.count("PIER-SUMMARY"), "PIER-SUMMARY" in str(told)]
with open(sys.argv[1], "a") as seen:
    seen.write(json.dumps(row) + "\n")
PY
cat >play.py <<'PY'
"""A prompt, a compaction, one more prompt; the model's server answers a request without an open prompt by a summary."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROMPTS = ["Say hello.", "/compact", "And now?"]
EVENTS = ("PreCompact", "PostCompact", "SessionStart")


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        asked = any(prompt in json.dumps(body["messages"][-1]) for prompt in PROMPTS[::2])
        text = "Hello." if asked else "<summary>PIER-SUMMARY: the lamp is green.</summary>"
        usage = {"input_tokens": 100, "output_tokens": 5}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model"), "content": [],
                   "stop_reason": None, "stop_sequence": None, "usage": usage}
        if "/v1/messages" not in self.path or not body.get("stream"):
            whole = message | {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
            return self.answer("application/json", json.dumps(whole))
        end = {"stop_reason": "end_turn", "stop_sequence": None}
        events = ({"type": "message_start", "message": message},
                  {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
                  {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
                  {"type": "content_block_stop", "index": 0},
                  {"type": "message_delta", "delta": end, "usage": usage}, {"type": "message_stop"})
        self.answer("text/event-stream", "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events))

    def answer(self, kind, text):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
work = Path.cwd()
Path("home/.claude").mkdir(parents=True)
Path("project").mkdir()
command = {"type": "command", "command": f"{sys.executable} {work}/hook.py {work}/seen.jsonl"}
hooks = {event: [{"matcher": "compact" if event == "SessionStart" else "*", "hooks": [command]}] for event in EVENTS}
Path("home/.claude/settings.json").write_text(json.dumps({"hooks": hooks}))
program = f"{work}/release/node_modules/@anthropic-ai/claude-code-linux-x64/claude"
told = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "ANTHROPIC_API_KEY": "none",
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{server.server_port}", "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1"}
for number, prompt in enumerate(PROMPTS):
    goes_on = ["--continue"] if number else []
    subprocess.run([program, "-p", "--model", "claude-opus-4-6", *goes_on, prompt], cwd="project", env=told, timeout=90,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
seen = [json.loads(line) for line in open("seen.jsonl")]
log = "".join(path.read_text() for path in Path("home/.claude/projects").rglob("*.jsonl"))
print("@anthropic-ai/claude-code 2.1.332")
for event, boundaries, summaries, given in seen:
    print(f"{event}: {boundaries} boundaries and {summaries} summaries in the log; given the summary: {given}")
print("the log afterwards:", log.count('"compact_boundary"'), "boundary; the summary:", "PIER-SUMMARY" in log)
expected = [["PreCompact", 0, 0, False], ["SessionStart", 0, 0, False], ["PostCompact", 0, 0, True]]
written = log.count('"compact_boundary"') == 1 and "PIER-SUMMARY" in log
sys.exit(0 if seen == expected and written else 1)
PY
timeout 250 python3 play.py
