#!/usr/bin/env bash
# Hermes Agent: in a long run on one prompt only the first compaction sums up; later ones write summaries of nothing.
#
# One would expect: each compaction shows the summarizer what it takes out of the history, so that whatever was looked up
#   stands in a summary at least; and a new summary takes in the old one.
# What happens: the newest prompt is to be kept, and with it all that follows. Where there is one prompt, that is
#   everything: the second compaction shows the summarizer the prompt and the first call, the third not a single turn.
#   Both are paid for, and put in front of the first summary, which stays; a history of 54 messages has 56 behind it.
#   What makes room is another step: old results become one line each, with the command and a number of lines. It comes
#   before the summarizer, which so reads such lines, too, at the first compaction. Of forty files that were read one by
#   one three were ever shown to it, and two dozen are neither in the last request nor in what a summary was made of.
# Version: PyPI hermes-agent 0.19.0; 2026-11-28.
# Needs: Linux, python3 (3.11 to 3.13) with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2
#   when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check hermes-agent==0.19.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A model that reads 40 files, one a turn, in a window of 100,000 tokens, and notes what each request has of them."""

import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIERS = 40
asked = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        self.send({"object": "list", "data": [{"id": "m", "object": "model"}]})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "messages" not in body:
            return self.send({})
        is_summary = not body.get("tools")
        asked.append((is_summary, body["messages"]))
        number = sum(not is_summary for is_summary, _ in asked)
        told = {"role": "assistant", "content": f"Summary {len(asked) - number}: piers were looked at."}
        if not is_summary:
            told["content"] = "All were looked at." if number > PIERS else f"I look at pier {number}."
        if not is_summary and number <= PIERS:
            call = {"name": "terminal", "arguments": json.dumps({"command": f"cat pier{number}.txt"})}
            told["tool_calls"] = [{"index": 0, "id": f"call{number}", "type": "function", "function": call}]
        used, written = len(json.dumps(body)) // 4, 10 + len(asked)
        usage = {"prompt_tokens": used, "completion_tokens": written, "total_tokens": used + written}
        head = {"id": f"r{len(asked)}", "created": 1, "model": "m", "usage": usage}
        choice = {"index": 0, "finish_reason": "tool_calls" if "tool_calls" in told else "stop"}
        if not body.get("stream"):
            return self.send(head | {"object": "chat.completion", "choices": [choice | {"message": told}]})
        row = head | {"object": "chat.completion.chunk", "choices": [choice | {"delta": told}]}
        return self.send(row, "data: {}\n\ndata: [DONE]\n\n", "text/event-stream")

    def send(self, value, frame="{}", kind="application/json"):
        data = frame.replace("{}", json.dumps(value)).encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def whole(text):
    """The piers whose file stands in a text, if only in part."""
    return {int(found) for found in re.findall(r"Pier (\d+), berth", text)}


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.makedirs("project")
os.makedirs("home")
for pier in range(1, PIERS + 1):
    with open(f"project/pier{pier}.txt", "w") as file:
        for berth in range(1, 250):
            file.write(f"Pier {pier}, berth {berth}: boat {pier * berth % 101} is here, its hull is fine.\n")
settings = {"provider": "custom", "default": "m", "api_key": "none", "context_length": 100_000}
settings["base_url"] = f"http://127.0.0.1:{server.server_port}/v1"
with open("home/config.yaml", "w") as file:
    json.dump({"model": settings}, file)
work = os.getcwd()
environment = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "HERMES_HOME": f"{work}/home"}
prompt = "Look at all piers, one by one."
subprocess.run([f"{work}/env/bin/hermes", "--yolo", "-z", prompt], cwd="project", env=environment, timeout=240,
               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
summaries, ever, before = [], set(), 0
for at, (is_summary, messages) in enumerate(asked):
    if not is_summary:
        continue
    text = messages[-1]["content"]
    calls = {int(found) for found in re.findall(r"cat pier(\d+)\.txt", text)}
    kept = asked[at + 1][1]
    standing = re.findall(r"Summary (\d+):", json.dumps(kept))
    summaries.append((len(calls), sorted(whole(text)), standing))
    ever |= whole(text)
    print(f"compaction {len(summaries)}: of {len(asked[at - 1][1])} messages {len(kept)} are left")
    print(f"  the summarizer reads {len(calls)} calls, and of the files {sorted(whole(text))}")
    print(f"  summaries in the next request: {', '.join(standing)}")
if len(summaries) < 3 or asked[-1][0]:
    sys.exit(2)
gone = sorted(set(range(1, PIERS + 1)) - ever - whole(json.dumps(asked[-1][1])))
print(f"files that neither a summarizer nor the last request has: {gone}")
first, second, third = summaries[:3]
nothing = second == (1, [], ["2", "1"]) and third == (0, [], ["3", "1"])
sys.exit(0 if 0 < len(first[1]) < 9 and nothing and len(gone) > 20 else 1)
PY
timeout 300 env/bin/python play.py
