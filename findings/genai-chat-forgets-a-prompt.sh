#!/usr/bin/env bash
# google-genai: a chat forgets each prompt that the model answered without text.
#
# One would expect: a chat sends its whole history with each prompt. Where an answer is empty, because thinking took all
#   tokens that it had, the prompt still stands, and the next request tells the model what was said.
# What happens: such a prompt is left out of the next request, together with the empty answer: the rule that it gave is
#   not what the model goes by. get_history() still shows it, and nothing is raised.
# Version: PyPI google-genai 3.6.1; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile google-genai==3.6.1 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three prompts; the second answer is all thought, as the API tells it: no parts, finish reason MAX_TOKENS."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from google import genai
from google.genai import types

PROMPTS = ["Say hello.", "From now on: never touch vendor/.", "Now tidy up."]
sent = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        sent.append([part["text"] for content in body["contents"] for part in content["parts"]])
        answer = {"content": {"role": "model", "parts": [{"text": "Done."}]}, "finishReason": "STOP"}
        usage = {"promptTokenCount": 9, "candidatesTokenCount": 2, "totalTokenCount": 11}
        if len(sent) == 2:
            answer = {"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}
            usage = {"promptTokenCount": 20, "thoughtsTokenCount": 80, "totalTokenCount": 100}
        text = json.dumps({"candidates": [answer | {"index": 0}], "usageMetadata": usage})
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
options = types.HttpOptions(base_url=f"http://127.0.0.1:{server.server_port}")
client = genai.Client(api_key="none", http_options=options)
chat = client.chats.create(model="gemini-2.5-pro")
for prompt in PROMPTS:
    chat.send_message(prompt)
kept = [part.text for content in chat.get_history() for part in content.parts or []]
print("google-genai 3.6.1")
print("the third request holds:", sent[2])
print("get_history() holds the rule:", PROMPTS[1] in kept, "- the request:", PROMPTS[1] in sent[2])
sys.exit(0 if PROMPTS[1] in kept and PROMPTS[1] not in sent[2] else 1)
PY
timeout 100 env/bin/python play.py
