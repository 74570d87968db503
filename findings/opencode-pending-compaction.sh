#!/usr/bin/env bash
# OpenCode: a compaction that a person asks for and that fails stays pending, and takes the next prompt.
#
# One would expect: the compaction fails, and the next prompt is answered.
# What happens: the next prompt makes the program ask for the summary again. The summary is stored as the answer to
#   that prompt, the prompt itself is never answered, and nothing leaves the context: the request behind it holds
#   everything from before, and the summary as an answer.
# Version: opencode-ai 1.18.33 (npm, opencode-linux-x64), 2026-11-27.
# Ends with 0 while it is so, with 1 once it is not, with 2 where it could not be tried.
set -u
work=$(mktemp -d) || exit 2
server=
trap '[ -n "$server" ] && kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 2
npm install --silent --no-fund --no-audit --prefix "$work" opencode-linux-x64@1.18.33 >/dev/null 2>&1 || exit 2
program=$work/node_modules/opencode-linux-x64/bin/opencode
mkdir -p home/.config/opencode project
cat >stub.py <<'PY'
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

seen = open(sys.argv[1], "a")
summaries = 0


class Stub(BaseHTTPRequestHandler):
    def log_message(self, *about):
        pass

    def do_POST(self):
        global summaries
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said = [m for m in body["messages"] if m["role"] != "system"]
        texts = [c if isinstance(c, str) else "".join(p.get("text", "") for p in c or []) for c in (m["content"] for m in said)]
        kind = "main" if body.get("tools") else "summary" if any("<conversation>" in t for t in texts) else "title"
        seen.write(json.dumps({"kind": kind, "texts": texts}) + "\n")
        seen.flush()
        if kind == "summary":
            summaries += 1
            if summaries == 1:
                answer = b'{"error": {"message": "no summary now", "type": "invalid_request_error"}}'
                self.send_response(400)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
                return
        text = {"main": "answer", "summary": "the summary", "title": "title"}[kind]
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        for row in (
            {**base, "choices": [{"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}]},
            {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage},
        ):
            self.wfile.write(b"data: " + json.dumps(row).encode() + b"\n\n")
        self.wfile.write(b"data: [DONE]\n\n")


stub = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
print(stub.server_port, flush=True)
stub.serve_forever()
PY
cat >drive.py <<'PY'
import json, os, socket, subprocess, sys, time, urllib.request

work, program = sys.argv[1:3]
stub = subprocess.Popen([sys.executable, "stub.py", "seen.jsonl"], stdout=subprocess.PIPE, text=True)
port = int(stub.stdout.readline())
model = {"name": "m", "limit": {"context": 100000, "output": 4000}, "tool_call": True}
provider = {"npm": "@ai-sdk/openai-compatible", "options": {"baseURL": f"http://127.0.0.1:{port}/v1", "apiKey": "x"}}
config = {"model": "p/m", "small_model": "p/m", "autoupdate": False, "share": "disabled"}
config["provider"] = {"p": {**provider, "models": {"m": model}}}
open("home/.config/opencode/opencode.json", "w").write(json.dumps(config))
env = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
env |= {"HOME": f"{work}/home", "OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1"}
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    own = free.getsockname()[1]
quiet = subprocess.DEVNULL
agent = subprocess.Popen([program, "serve", "--port", str(own)], cwd="project", env=env, stdout=quiet, stderr=quiet)


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{own}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=90) as answer:
        return json.loads(answer.read() or b"null")


try:
    for _ in range(240):
        try:
            ask("/session")
            break
        except OSError:
            time.sleep(0.5)
    session = ask("/session", {})["id"]

    def say(text):
        wanted = {"model": {"providerID": "p", "modelID": "m"}, "parts": [{"type": "text", "text": text}]}
        return ask(f"/session/{session}/message", wanted)

    say("first prompt")
    ask(f"/session/{session}/summarize", {"providerID": "p", "modelID": "m"})
    taken = say("second prompt")["info"]
    say("third prompt")
finally:
    agent.terminate()
    agent.wait(20)
    stub.terminate()
seen = [json.loads(line) for line in open("seen.jsonl")]
seen = [one for one in seen if one["kind"] != "title"]
print("requests:", " ".join(one["kind"] for one in seen))
print("the answer to the second prompt is a summary:", taken.get("summary") is True)
print("the request behind it holds:", seen[-1]["texts"])
held = all(text in seen[-1]["texts"] for text in ("first prompt", "answer", "second prompt", "the summary"))
sys.exit(0 if [one["kind"] for one in seen] == ["main", "summary", "summary", "main"] and taken.get("summary") and held else 1)
PY
echo "opencode $("$program" --version 2>/dev/null)"
timeout 300 python3 drive.py "$work" "$program"
