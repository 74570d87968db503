#!/usr/bin/env bash
# Claude Code: /compact keeps the last answer and what /context printed word for word, and not the prompt before them.
#
# One would expect: beside the summary the newest round stays as it was, prompt and answer, or nothing does; what a
#   command of the program printed for the person is the first to go.
# What happens: what is kept begins with the model's last answer. The prompt that it answers, with the person's newest
#   rule in it, is left to the summary: the next request has an answer to words that are nowhere. What stands behind the
#   answer is kept with it: the table of /context and the costs of /usage, asked for before the compaction, go out with
#   the requests behind it, also when the session is resumed, in messages of the user.
# Version: npm @anthropic-ai/claude-code 2.1.332, in print mode with prompts as lines of JSON; 2026-11-28.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release \
  @anthropic-ai/claude-code-linux-x64@2.1.332 >/dev/null 2>&1 || exit 2
mkdir -p home project

cat >play.py <<'PY'
"""Three prompts and a compaction, once with /context and /usage in front of it; one more prompt, and one resumed."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "messages" not in body or "count_tokens" in self.path:
            return self.answer("application/json", '{"input_tokens": 9000}')
        messages = json.dumps(body["messages"])
        last = json.dumps(body["messages"][-1])
        is_summary = "<analysis>" in last and "<summary>" in last
        asked.append(("summary" if is_summary else "prompt" if body.get("tools") else "aside", messages))
        number = sum(kind == "prompt" for kind, _ in asked)
        text = "<summary>PIER-SUMMARY</summary>" if is_summary else f"This is answer {number}."
        usage = {"input_tokens": 9000 + 137 * len(asked), "output_tokens": 100 + len(asked)}
        message = {"id": f"msg_{len(asked)}", "type": "message", "role": "assistant", "model": body.get("model"),
                   "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
        if not body.get("stream"):
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
told = {"PATH": os.environ["PATH"], "HOME": f"{os.getcwd()}/home", "ANTHROPIC_API_KEY": "none",
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{server.server_port}", "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1"}
program = os.path.abspath("release/node_modules/@anthropic-ai/claude-code-linux-x64/claude")
PROMPTS = ("Never touch the vendor folder.", "Count the boats.", "From now on the port is 8473.")
PARTS = {"first prompt": PROMPTS[0], "last prompt": PROMPTS[2], "its answer": "This is answer 3.",
         "summary": "PIER-SUMMARY", "table of /context": "Estimated usage by category", "costs of /usage": "Estimated cost"}


def say(prompts, *more):
    """Prompts one after the other in one process; the id of the session."""
    lines = ("--input-format", "stream-json", "--output-format", "stream-json")
    command = [program, "-p", "--verbose", "--model", "claude-opus-4-6", *lines, *more]
    agent = subprocess.Popen(command, cwd="project", env=told, text=True, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    session = ""
    for prompt in prompts:
        agent.stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": prompt}}) + "\n")
        agent.stdin.flush()
        results = (row for row in map(json.loads, agent.stdout) if row["type"] == "result")
        session = (next(results, None) or sys.exit(2))["session_id"]
    agent.stdin.close()
    agent.wait(20)
    return session


def held(when):
    text = [text for kind, text in asked if kind == "prompt"][-1]
    there = [name for name, words in PARTS.items() if words in text]
    print(f"{when}: the request holds {there}")
    return there


def play(name, *commands):
    asked.clear()
    session = say([*PROMPTS, *commands, "/compact", "Go on."])
    shown = [text for kind, text in asked if kind == "summary"]
    print(f"{name}: {len(shown)} summary, its request holds the last prompt: {PROMPTS[2] in shown[0]}")
    behind = held("  behind it")
    say(["And on."], "--resume", session)
    return len(shown), behind, held("  resumed")


plain = play("a compaction")
printed = play("/context and /usage, then a compaction", "/context", "/usage")
if plain[0] != 1 or printed[0] != 1:
    sys.exit(2)
kept = ["its answer", "summary"]
sys.exit(0 if plain[1:] == (kept, kept) and printed[1:] == (list(PARTS)[2:],) * 2 else 1)
PY
timeout 250 python3 play.py
