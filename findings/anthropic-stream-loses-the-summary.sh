#!/usr/bin/env bash
# anthropic (Python): messages.stream() gives a compaction without its summary, and without what it cost.
#
# One would expect: an answer is the same whether it is streamed or not, and the same from `messages` as from
#   `beta.messages`, when compaction is asked for by header and extra body.
# What happens: without streaming the compaction block has its summary in both. Streamed, only `beta.messages` has it:
#   messages.stream() ends with a block of that type whose content is None, and with no usage of the summarizing call.
#   Sent back as history it is a compaction of nothing. Nothing is raised.
# Version: PyPI anthropic 2.14.0; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile anthropic==2.14.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""One answer that begins with a compaction, told whole or in events, by the two doors of the library."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from anthropic import Anthropic

SUMMARY = "The port is 8473; vendor/ must not be touched."
PASSES = [{"type": "compaction", "input_tokens": 150_000, "output_tokens": 300},
          {"type": "message", "input_tokens": 400, "output_tokens": 7}]
HEAD = {"id": "m", "type": "message", "role": "assistant", "model": "stub", "stop_sequence": None}
START = {"input_tokens": 400, "output_tokens": 1}
END = {"input_tokens": 400, "output_tokens": 7, "iterations": PASSES}
EVENTS = [
    {"type": "message_start", "message": HEAD | {"content": [], "stop_reason": None, "usage": START}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "compaction", "content": None}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "compaction_delta", "content": SUMMARY}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Done."}},
    {"type": "content_block_stop", "index": 1},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": END},
    {"type": "message_stop"},
]
WHOLE = HEAD | {"stop_reason": "end_turn", "usage": END, "content": [
    {"type": "compaction", "content": SUMMARY}, {"type": "text", "text": "Done."}]}


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        kind, text = "application/json", json.dumps(WHOLE)
        if body.get("stream"):
            kind = "text/event-stream"
            text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in EVENTS)
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = Anthropic(base_url=f"http://127.0.0.1:{server.server_port}", api_key="none", max_retries=0)
request = {"model": "stub", "max_tokens": 100, "messages": [{"role": "user", "content": "Go on."}],
           "extra_headers": {"anthropic-beta": "compact-2026-01-12"},
           "extra_body": {"context_management": {"edits": [{"type": "compact_20260112"}]}}}
print("anthropic 2.14.0")
found = {}
for name, door in (("messages", client.messages), ("beta.messages", client.beta.messages)):
    whole = door.create(**request)
    with door.stream(**request) as stream:
        streamed = stream.get_final_message()
    for way, message in (("create", whole), ("stream", streamed)):
        passes = getattr(message.usage, "iterations", None)
        found[name, way] = message.content[0].content, bool(passes)
        print(f"{name}.{way}: summary {found[name, way][0]!r}, usage of the compaction: {found[name, way][1]}")
kept = {key for key, value in found.items() if value == (SUMMARY, True)}
sys.exit(0 if found["messages", "stream"] == (None, False) and len(kept) == 3 else 1)
PY
timeout 100 env/bin/python play.py
