#!/usr/bin/env bash
# Kilo: behind a compaction that failed and came with the next prompt, the next one drops nothing.
#
# One would expect: a compaction by hand sums up the turns since the last summary, whether that came at once or not.
# What happens: a compaction that fails stays pending and is made with the next prompt, which from then on stands in
#   front of the turn before it, without its answer. The next compaction takes that prompt alone for the history: it
#   sums up one prompt, and everything else stays, the earlier summary with it. The context grows. Where nothing
#   failed, the same compaction sums up both turns, and only the new summary is left.
# Version: npm @kilocode/cli-linux-x64 7.7.9, 2026-11-28.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release @kilocode/cli-linux-x64@7.7.9 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Five prompts and two compactions over the Agent Client Protocol, once with a summarizer that first fails."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []
fails = False


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        global fails
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [self.words(message) for message in body["messages"] if message["role"] != "system"]
        summary = "<conversation>" in texts[-1]
        kind = "answer" if body.get("tools") else "summary" if summary else "title"
        if summary and fails:
            fails = False
            self.send_response(400)
            self.send_header("content-length", "0")
            return self.end_headers()
        asked.append((kind, texts))
        number = sum(one == kind for one, _ in asked)
        text = f"Answer {number}." if kind == "answer" else f"Summary {number}." if summary else "A title"
        usage = {"prompt_tokens": 9000, "completion_tokens": 5, "total_tokens": 9005}
        head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        delta = {"role": "assistant", "content": text}
        rows = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage}]
        told = "".join(f"data: {json.dumps(row)}\n\n" for row in rows) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told.encode())

    def words(self, message):
        content = message["content"] or ""
        text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
        if "<conversation>" in text:
            return text
        return text.split("\n\n<environment_details>")[0].split("\n\n<system-reminder>")[0].strip()


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
work = os.getcwd()
model = {"name": "m", "limit": {"context": 60_000, "output": 4000}, "tool_call": True}
address = {"baseURL": f"http://127.0.0.1:{server.server_port}/v1", "apiKey": "none"}
provider = {"npm": "@ai-sdk/openai-compatible", "options": address, "models": {"m": model}}
settings = {"model": "p/m", "small_model": "p/m", "autoupdate": False, "share": "disabled", "provider": {"p": provider}}
switches = ("AUTOUPDATE", "MODELS_FETCH", "SESSION_INGEST", "LSP_DOWNLOAD", "CODEBASE_INDEXING")
told = {"PATH": os.environ["PATH"], "KILO_NO_DAEMON": "1", "KILO_TELEMETRY_LEVEL": "off"}
told |= {f"KILO_DISABLE_{switch}": "1" for switch in switches}
program = f"{work}/release/node_modules/@kilocode/cli-linux-x64/bin/kilo"


def play(name, fails_first):
    global fails
    fails = fails_first
    home, project = f"{work}/{name}", f"{work}/{name}/project"
    os.makedirs(f"{home}/.config/kilo")
    os.makedirs(project)
    json.dump(settings, open(f"{home}/.config/kilo/kilo.json", "w"))
    agent = subprocess.Popen([program, "acp"], cwd=project, env=told | {"HOME": home}, text=True,
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    number = 0

    def call(method, params):
        nonlocal number
        number += 1
        agent.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
        agent.stdin.flush()
        for line in agent.stdout:
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                return message.get("result") or {}
        sys.exit(2)

    try:
        call("initialize", {"protocolVersion": 1, "clientCapabilities": {}})
        session = call("session/new", {"cwd": project, "mcpServers": []})["sessionId"]
        asked.clear()
        for words in ("First.", "Second.", "/compact", "Third.", "Fourth.", "/compact", "Fifth."):
            call("session/prompt", {"sessionId": session, "prompt": [{"type": "text", "text": words}]})
    finally:
        agent.terminate()
        agent.wait(20)
    kinds = [kind for kind, _ in asked if kind != "title"]
    print(f"{name}: {' '.join(kinds)}")
    if kinds != ["answer", "answer", "summary", "answer", "answer", "summary", "answer"]:
        sys.exit(1 if fails_first else 2)
    before, summed, after = [texts for kind, texts in asked if kind != "title"][-3:]
    summed = summed[-1].split("<conversation>")[1].split("</conversation>")[0].split()
    summed = [word for word in ("First.", "Second.", "Third.", "Fourth.") if word in summed]
    print("  before the second compaction:", before)
    print("  prompts that it sums up:", summed)
    print("  behind it:", after)
    return before, summed, after


_, summed, after = play("nothing failed", False)
as_it_should = summed == ["Third.", "Fourth."] and "Summary 1." not in after and "Summary 2." in after
before, summed, after = play("the first failed", True)
grows = summed == ["Third."] and set(before) < set(after) and len(after) > len(before) + 2
sys.exit(0 if as_it_should and grows else 1)
PY
timeout 200 python3 play.py
