#!/usr/bin/env bash
# openai (Python): the stream helper glues role, id and name of every chunk together.
#
# One would expect: chat.completions.stream() gives, at its end, the message that the call without streaming gives,
#   also where a compatible server tells role, call id and tool name in each chunk instead of the first alone.
# What happens: whatever is a string is joined, however often it is told again: the role becomes
#   "assistantassistantassistant", the tool that was called "readread", its id "call_1call_1". Nothing is raised.
# Version: PyPI openai 3.57.0; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile openai==3.57.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A server that repeats in each chunk who speaks and what is called."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from openai import OpenAI

HEAD = {"id": "r", "created": 1, "model": "stub"}
USAGE = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}


def call(arguments):
    return {"id": "call_1", "type": "function", "function": {"name": "read", "arguments": arguments}}


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if body.get("stream"):
            parts = [{"content": "Reading."}, {"tool_calls": [{"index": 0} | call('{"file":')]},
                     {"tool_calls": [{"index": 0} | call(' "a.log"}')]}]
            deltas = [({"role": "assistant"} | part, None) for part in parts] + [({}, "tool_calls")]
            rows = [HEAD | {"object": "chat.completion.chunk", "usage": USAGE if end else None,
                            "choices": [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in deltas]
            kind, text = "text/event-stream", "".join(f"data: {json.dumps(row)}\n\n" for row in rows)
            text += "data: [DONE]\n\n"
        else:
            message = {"role": "assistant", "content": "Reading.", "tool_calls": [call('{"file": "a.log"}')]}
            choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
            kind = "application/json"
            text = json.dumps(HEAD | {"object": "chat.completion", "choices": [choice], "usage": USAGE})
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = OpenAI(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="none", max_retries=0)
tool = {"type": "function", "function": {"name": "read", "parameters": {"type": "object", "properties": {}}}}
request = {"model": "stub", "messages": [{"role": "user", "content": "Read a.log."}], "tools": [tool]}

whole = client.chat.completions.create(**request)
with client.chat.completions.stream(**request) as stream:
    streamed = stream.get_final_completion()


def told(completion):
    message = completion.choices[0].message
    call = message.tool_calls[0]
    return [message.role, message.content, call.id, call.function.name, call.function.arguments]


print("openai 3.57.0")
print("at once: ", told(whole))
print("streamed:", told(streamed))
sys.exit(0 if told(streamed)[0] == "assistant" * 3 and told(streamed)[3] == "readread" else 1)
PY
timeout 100 env/bin/python play.py
