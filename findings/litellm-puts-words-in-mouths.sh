#!/usr/bin/env bash
# LiteLLM: a conversation with Claude holds sentences that nobody said, among them as the model's own.
#
# One would expect: what cannot be sent as it is (a system message behind the first turn, an answer without text) is
#   put where the API has a place for it, is left out, or is refused.
# What happens: a later system message becomes words of the user's turn, with a sentence of LiteLLM's in front of it. An
#   empty answer becomes an answer whose words are a note of LiteLLM's: the model reads that it said so itself. Nothing
#   tells the caller, whose own list stays as it was.
# Version: PyPI litellm 1.106.2; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env litellm==1.106.2 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""One conversation to a server that keeps what it is sent; looked for: texts that were not given."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import litellm

litellm.suppress_debug_info = True
CONVERSATION = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Count the boats."},
    {"role": "assistant", "content": ""},
    {"role": "user", "content": "Well?"},
    {"role": "assistant", "content": "Nine."},
    {"role": "system", "content": "The harbour is closed."},
    {"role": "user", "content": "And now?"},
]
sent = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        sent.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        answer = {"id": "m", "type": "message", "role": "assistant", "model": "stub", "stop_reason": "end_turn",
                  "content": [{"type": "text", "text": "None."}], "usage": {"input_tokens": 9, "output_tokens": 2}}
        text = json.dumps(answer)
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
given = [dict(message) for message in CONVERSATION]
litellm.completion("anthropic/claude-opus-4-6", given, api_base=address, api_key="none", max_tokens=50)
told = {message["content"] for message in CONVERSATION}
print("litellm 1.106.2; system:", [part["text"] for part in sent[0]["system"]])
added = []
for message in sent[0]["messages"]:
    texts = [part["text"] for part in message["content"]]
    added += [(message["role"], text) for text in texts if text not in told]
    print(f"{message['role']}: {texts}")
print("given by nobody:", [role for role, _ in added], "- the caller's own list is unchanged:", given == CONVERSATION)
last = [part["text"] for part in sent[0]["messages"][-1]["content"]]
moved = "The harbour is closed." in last and len(last) == 3
sys.exit(0 if [role for role, _ in added] == ["assistant", "user"] and moved and given == CONVERSATION else 1)
PY
LITELLM_LOCAL_MODEL_COST_MAP=True timeout 100 env/bin/python play.py
