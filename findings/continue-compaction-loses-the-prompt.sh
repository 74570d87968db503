#!/bin/bash
# One would expect: where a tool's result fills the window, the history is summed up and the agent goes on with what
#               it was asked for.
# What happens: to make room for the summarizer, the newest message and the prompt before it are left out of what it
#               is shown. The prompt is then in no summary, and in no request behind it: the session's file has lost
#               it, too, since it is written anew with the summary alone in front.
# Version: @continuedev/cli 1.5.47, held against 2026-11-27. Needs npm, node 20 or newer, python3 and a network.
set -euo pipefail
export WORK; WORK=$(mktemp -d); trap 'rm -rf "$WORK"' EXIT
cd "$WORK"; mkdir -p home project
npm install --silent --no-audit --no-fund @continuedev/cli@1.5.47 >/dev/null
timeout 240 python3 - <<'PY'
import glob, json, os, subprocess, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

work, sent = os.environ["WORK"], []
RULE = "The pier lamp must stay green."


class Stub(BaseHTTPRequestHandler):
    def log_message(self, *about):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        last = str(body["messages"][-1]["content"])
        kind = "summary" if last.startswith("Please provide a concise summary") else "main" if body.get("tools") else "other"
        sent.append((kind, json.dumps(body["messages"])))
        call = {"index": 0, "id": "c1", "type": "function"}
        call["function"] = {"name": "Bash", "arguments": json.dumps({"command": "cat log.txt"})}
        first = kind == "main" and sum(one == "main" for one, _ in sent) == 1
        delta = {"role": "assistant", "content": "" if first else "The log is read."} | ({"tool_calls": [call]} if first else {})
        base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        end = {"index": 0, "delta": {}, "finish_reason": "tool_calls" if first else "stop"}
        rows = ({**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                {**base, "choices": [end], "usage": usage})
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"".join(b"data: " + json.dumps(row).encode() + b"\n\n" for row in rows) + b"data: [DONE]\n\n")


server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
threading.Thread(target=server.serve_forever, daemon=True).start()
with open("project/log.txt", "w") as log:
    log.writelines(f"{n:04} boat {n * 7919 % 1009} passed the pier\n" for n in range(1000))
model = {"name": "m", "provider": "openai", "model": "gpt-4o", "apiKey": "none", "roles": ["chat"]}
model |= {"apiBase": f"http://127.0.0.1:{server.server_port}/v1", "capabilities": ["tool_use"]}
model["defaultCompletionOptions"] = {"contextLength": 10000, "maxTokens": 1000}
json.dump({"name": "x", "version": "1.0.0", "schema": "v1", "models": [model]}, open("config.yaml", "w"))
env = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "DO_NOT_TRACK": "1", "CONTINUE_TELEMETRY_ENABLED": "0"}
program = f"{work}/node_modules/@continuedev/cli/dist/cn.js"
words = ["node", program, "--config", f"{work}/config.yaml", "--auto", "-p", f"{RULE} Read log.txt."]
subprocess.run(words, cwd="project", env=env, timeout=200, capture_output=True, stdin=subprocess.DEVNULL)
summed_up = [place for place, (kind, _) in enumerate(sent) if kind == "summary"]
asked = [RULE in sent[place][1] for place in summed_up]
behind = [RULE in text for kind, text in sent[summed_up[0] + 1 :] if kind == "main"] if summed_up else []
(kept,) = [open(one).read() for one in glob.glob("home/.continue/sessions/*-*.json")] or [""]
print("version: 1.5.47")
print("requests:", " ".join(kind for kind, _ in sent))
print("the summarizer is shown the prompt:", any(asked))
print("a request behind it holds the prompt:", any(behind))
print("the session's file holds the prompt:", RULE in kept)
raise SystemExit(0 if asked and behind and not any(asked) and not any(behind) and RULE not in kept else 1)
PY
