#!/usr/bin/env bash
# Agno: with its results compressed, the model never reads every third one, only what a model wrote that knows no question.
#
# One would expect: compress_tool_results shortens old results where they have become many; the newest, which the model
#   waits for, reaches it as it is; who shortens knows what is looked for (its own instructions speak of the task).
# What happens: at the third result, however short the three are, all are replaced before the next request, the third
#   among them, which nobody has read. The model that shortens is shown the tool's name and the result, not the question
#   and not the call's arguments. An answer that is longer than the result is taken, too. What the run keeps holds both
#   texts, so whoever reads its content alone sees what the model did not.
# Version: PyPI agno 3.1.10, openai 3.57.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env agno==3.1.10 openai==3.57.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three piers are looked at; the model is a server in here that writes down what it is sent."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

QUESTION = "Which berth is empty?"
SHORT = "The tool told about boats, and about nothing else that would be of interest."
asked, shortened = [], []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        (asked if body.get("tools") else shortened).append(body["messages"])
        message = {"role": "assistant", "content": "None." if body.get("tools") else SHORT}
        if body.get("tools") and len(asked) < 4:
            called = {"name": "look", "arguments": json.dumps({"pier": f"pier-{len(asked)}"})}
            message |= {"tool_calls": [{"id": f"c{len(asked)}", "type": "function", "function": called}]}
        choice = {"index": 0, "finish_reason": "tool_calls" if "tool_calls" in message else "stop", "message": message}
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        reply = {"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]}
        text = json.dumps(reply | {"usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()

from agno.agent import Agent
from agno.models.openai.like import OpenAILike


def look(pier: str) -> str:
    """Look at a pier."""
    return f"Berth {pier[-1]} is empty."


model = OpenAILike(id="stub", api_key="none", base_url=f"http://127.0.0.1:{server.server_port}/v1")
agent = Agent(model=model, tools=[look], compress_tool_results=True, telemetry=False)
run = agent.run(QUESTION)
for number, messages in enumerate(asked, 1):
    print(f"request {number}, results:", [one["content"] for one in messages if one["role"] == "tool"])
third = "Berth 3 is empty."
print("the third result was in any request of the agent:", third in str(asked))
print("who shortened it was told the question:", QUESTION in str(shortened), "- the arguments:", "pier-" in str(shortened))
print("the run keeps as its content:", [one.content for one in run.messages if one.role == "tool"])
unread = third not in str(asked) and third in str(shortened) and third in str([one.content for one in run.messages])
sys.exit(0 if unread and QUESTION not in str(shortened) and "pier-" not in str(shortened) else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
