#!/usr/bin/env bash
# Claude Code: its log has two sums of what a session used: one lacks every summary, one holds other sessions' as well.
#
# One would expect: the usage of all answers in a session's log is what was sent and written for it, the request for a
#   summary among them, which is one of the largest; a fork's log tells what was asked in the fork.
# What happens: no row has the usage of a summary: neither the boundary nor the summary's own. Only the row cost-state,
#   a sum by model, counts it. But that row goes into a fork with all that it held, so that it tells there what was
#   paid in the other session, too, and so does the result that a program is given. Who adds up answers is short by every
#   compaction, and who adds up cost-state over the logs counts a session again with each of its forks. An answer that
#   the compaction had kept is in the fork's log with an input of 0 tokens.
# Version: npm @anthropic-ai/claude-code-linux-x64 2.1.332, in print mode with prompts as lines of JSON; 2026-11-28.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release \
  @anthropic-ai/claude-code-linux-x64@2.1.332 >/dev/null 2>&1 || exit 2
mkdir -p home project

cat >play.py <<'PY'
"""Three prompts, a compaction and one more prompt; and one in a fork of that."""
import glob
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
        last = json.dumps(body["messages"][-1])
        is_summary = "<analysis>" in last and "<summary>" in last
        usage = {"input_tokens": 9000 + 137 * len(asked), "output_tokens": 100 + len(asked)}
        asked.append(("summary" if is_summary else "prompt" if body.get("tools") else "aside", usage["input_tokens"]))
        text = "<summary>Boats were counted.</summary>" if is_summary else f"This is answer {len(asked)}."
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


def say(prompts, *more):
    """Prompts one after the other in one process; the session's id, and the input that the last result tells."""
    lines = ("--input-format", "stream-json", "--output-format", "stream-json")
    command = [program, "-p", "--verbose", "--model", "claude-opus-4-6", *lines, *more]
    agent = subprocess.Popen(command, cwd="project", env=told, text=True, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    result = {}
    for prompt in prompts:
        agent.stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": prompt}}) + "\n")
        agent.stdin.flush()
        results = (row for row in map(json.loads, agent.stdout) if row["type"] == "result")
        result = next(results, None) or sys.exit(2)
    agent.stdin.close()
    agent.wait(20)
    return result["session_id"], sum(one["inputTokens"] for one in result["modelUsage"].values())


def log(session):
    """The input of each answer in a session's log, by the message's id, and that of its last row cost-state."""
    file = glob.glob(f"home/.claude/projects/*/{session}.jsonl")[0]
    rows = [json.loads(line) for line in open(file)]
    messages = [row["message"] for row in rows if row["type"] == "assistant"]
    answers = {message["id"]: message["usage"]["input_tokens"] for message in messages}
    states = [row["modelUsage"] for row in rows if row["type"] == "cost-state"]
    return answers, sum(one["inputTokens"] for one in states[-1].values())


def paid(*kinds):
    return sum(tokens for kind, tokens in asked if kind in kinds)


session, _ = say(["Count the boats.", "And the piers.", "Which is the longest?", "/compact", "Go on."])
all_of_first, summary = paid("prompt", "summary", "aside"), paid("summary")
answers, state = log(session)
print(f"first session, told by the server: {all_of_first} tokens, {summary} of them for the summary")
print(f"  its log: {sum(answers.values())} in the answers, {state} in cost-state")
fork, result = say(["In the fork."], "--resume", session, "--fork-session")
everything = paid("prompt", "summary", "aside")
more, state_of_fork = log(fork)
new = {name: tokens for name, tokens in more.items() if name not in answers}
print(f"a fork with one prompt, told by the server: {everything - all_of_first} tokens")
print(f"  its log: {sum(new.values())} in the new answer, {state_of_fork} in cost-state, {result} in the result")
print(f"  answers that it has from the first session: {[tokens for name, tokens in more.items() if name in answers]}")
both = sum((more | answers).values())
print(f"both logs: told by the server {everything}, answers {both}, cost-state {state + state_of_fork}")
if not summary or fork == session or sum(new.values()) != everything - all_of_first:
    sys.exit(2)
short = sum(answers.values()) == all_of_first - summary and state == all_of_first
again = state_of_fork == result == everything and 0 in more.values()
sys.exit(0 if short and again else 1)
PY
timeout 200 python3 play.py
