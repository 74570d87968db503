#!/usr/bin/env bash
# Qwen-Agent: behind a long report the model is sent the word "omit", a message with nothing in it, and "omit" once more.
#
# One would expect: of a request that is too long the oldest goes, or the middle of what is long; the prompt that is being
#   worked on stays, or the request is refused.
# What happens: what the model wrote into a call counts towards max_input_tokens, but cannot be shortened. A report that
#   is a little longer than the limit lets the earlier steps go; then the call's result becomes the word "omit", then the
#   prompt does, and the call itself is left without its name, its report and any content. What reaches the model, of a
#   question, two calls and two results, is the system prompt and eight letters. The run goes on and ends as any other.
# Version: PyPI qwen-agent 0.0.34; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env qwen-agent==0.0.34 numpy==2.4.6 soundfile==0.14.0 \
  tqdm==4.70.1 python-dateutil==4.0.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A pier is looked at and a report of it is written, within 4,000 tokens; the model is a server in here."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PROMPT = "Look at pier 4 and write a report. Never count the ferry."
REPORT = "Boats lie there, as they did on the day before. " * 400
CALLS = [("look", {"pier": 4}), ("write", {"text": REPORT})]
asked = []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"])
        text = "It is written."
        if len(asked) <= len(CALLS):
            name, arguments = CALLS[len(asked) - 1]
            text = f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"
        delta = {"role": "assistant", "content": text}
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "stub"}
        parts = [{"index": 0, "delta": delta, "finish_reason": None}, {"index": 0, "delta": {}, "finish_reason": "stop"}]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for part in parts:
            self.wfile.write(f"data: {json.dumps(chunk | {'choices': [part]})}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()

from qwen_agent.agents import Assistant
from qwen_agent.tools.base import BaseTool, register_tool


@register_tool("look")
class Look(BaseTool):
    description = "Look at a pier."
    parameters = {"type": "object", "properties": {"pier": {"type": "integer"}}, "required": ["pier"]}

    def call(self, params, **more):
        return "Nine boats lie at pier 4, and the ferry."


@register_tool("write")
class Write(BaseTool):
    description = "Write a report."
    parameters = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}

    def call(self, params, **more):
        return "The report is written."


address = f"http://127.0.0.1:{server.server_port}/v1"
model = {"model": "stub", "model_type": "oai", "model_server": address, "api_key": "none"}
model["generate_cfg"] = {"max_input_tokens": 4000}
agent = Assistant(llm=model, function_list=["look", "write"], system_message="You mind a harbour.")
for answer in agent.run([{"role": "user", "content": PROMPT}]):
    pass
for number, messages in enumerate(asked, 1):
    print(f"request {number}, behind the system prompt:", *[json.dumps(message) for message in messages[1:]], sep="\n  ")
print("the run ended with:", answer[-1]["content"])
rest = [message.get("content") for message in asked[2][1:]]
sys.exit(0 if len(asked) == 3 and rest == ["omit", None, "<tool_response>\nomit\n</tool_response>"] else 1)
PY
timeout 300 env/bin/python play.py 2>/dev/null
