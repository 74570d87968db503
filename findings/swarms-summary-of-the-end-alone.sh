#!/usr/bin/env bash
# Swarms: of a history that is too long the summarizer reads the end alone, so that the agent goes on without its task.
#
# One would expect: context_compression (on by default) sums up what an agent has done, the task first of all, as its own
#   instructions for the summarizer say; what goes is what was long.
# What happens: the history is cut to the newest context_length tokens before the summarizer is shown it, in the middle of
#   a message where it must be, and then all of it is replaced. Two results that are too long together push the task out:
#   the summarizer reads nothing but results, and the next request is the system prompt and a summary that cannot know
#   what was asked. Its own log tells that 3,000 of 3,000 tokens were summed up, however many there were.
# Version: PyPI swarms 16.0.3; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env swarms==16.0.3 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Two piers are looked at in a window of 3,000 tokens; the model is a server in here that keeps what it is sent."""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TASK = "Look at the piers, and never count the ferry."
FILLER = "Boats lie there, as they did on the day before. " * 150
asked, summed = [], []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        compresses = "<conversation>" in str(messages[-1])
        (summed if compresses else asked).append(messages)
        message = {"role": "assistant", "content": "Boats lay at a pier." if compresses else "Looked."}
        if not compresses and len(asked) < 3:
            called = {"name": "look", "arguments": json.dumps({"pier": f"pier {len(asked)}"})}
            message["tool_calls"] = [{"id": f"c{len(asked)}", "type": "function", "function": called}]
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
address = f"http://127.0.0.1:{server.server_port}/v1"
os.environ |= {"OPENAI_API_KEY": "none", "OPENAI_API_BASE": address, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}

from loguru import logger
from swarms import Agent

logger.remove()


def look(pier: str) -> str:
    """Look at a pier.

    Args:
        pier (str): The pier.
    """
    return f"At {pier}: {FILLER}"


setting = {"model_name": "openai/stub", "context_length": 3000, "max_loops": 4, "print_on": False, "autosave": False}
Agent(system_prompt="You mind a harbour.", tools=[look], **setting).run(TASK)


def kinds(messages):
    return [f"{message['role']} ({len(str(message.get('content') or ''))})" for message in messages]


for messages in asked[:3]:
    print("request:", *kinds(messages), "- has the task:", TASK in str(messages))
shown = summed[0][-1]["content"].split("<conversation>\n")[1]
print("the summarizer was shown the task:", TASK in shown, "- what it was shown begins:", repr(shown[:40]))
is_so = len(summed) == 1 and TASK in str(asked[1]) and TASK not in shown and TASK not in str(asked[2])
sys.exit(0 if is_so else 1)
PY
timeout 300 env/bin/python play.py 2>/dev/null
