#!/usr/bin/env bash
# anthropic (Python): from its second request on the tool runner sends a tool's result alone, whoever the server is.
#
# One would expect: each request of the Messages API holds all of the conversation, so that a log of the requests, a
#   gateway or another server at base_url has everything that the model is to know.
# What happens: the runner begins a thread with its first request and from then on sends the new messages with the id of
#   the answer before: no question, no system prompt, no tools. It does so by default and at any address. A server that
#   does not know threads and ignores the field, as most that take this API do, is asked to answer a result without
#   anything that it belongs to; nothing is raised. With thread=False every request holds all, as in earlier releases.
# Version: PyPI anthropic 2.14.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env anthropic==2.14.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A question, a call, an answer; the server is in here and looks at messages, system and tools alone."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

RULE = "Never count the ferry."
asked = []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        content, stop = [{"type": "text", "text": "Nine."}], "end_turn"
        if len(asked) % 2:
            call = {"type": "tool_use", "id": "tu1", "name": "count_boats", "input": {"pier": "north"}}
            content, stop = [call], "tool_use"
        reply = {"id": f"msg_{len(asked)}", "type": "message", "role": "assistant", "model": "stub", "content": content,
                 "stop_reason": stop, "stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 9}}
        text = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()

from anthropic import Anthropic, beta_tool


@beta_tool
def count_boats(pier: str) -> str:
    """Count the boats of a pier."""
    return f"{pier}: nine boats"


client = Anthropic(api_key="none", base_url=f"http://127.0.0.1:{server.server_port}")
question = [{"role": "user", "content": f"Count the boats. {RULE}"}]
settings = {"model": "claude-sonnet-4-5", "max_tokens": 99, "system": "You mind a harbour.", "tools": [count_boats]}
client.beta.messages.tool_runner(**settings, messages=question).until_done()
client.beta.messages.tool_runner(**settings, messages=question, thread=False).until_done()
for number, body in enumerate(asked, 1):
    print(f"request {number}: {len(body['messages'])} messages, rule {RULE in str(body)}, system {'system' in body},",
          f"tools {'tools' in body}, thread {body.get('thread')}")
told = [(len(body["messages"]), RULE in str(body), "system" in body, "tools" in body) for body in asked]
whole, new = (1, True, True, True), (1, False, False, False)
sys.exit(0 if told == [whole, new, whole, (3, True, True, True)] else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
