#!/usr/bin/env bash
# DSPy: what ReAct cuts from a request that is too long is cut from the record that it returns as well.
#
# One would expect: where the window is too small, the oldest tool calls are left out of the next request; the prediction's
#   trajectory, which programs keep as the account of a run, still tells all that was run.
# What happens: the oldest call is taken out of the trajectory itself, its thought, its arguments and its result. Of five
#   piers that were looked at the returned trajectory has the last two and begins with the number 3, so that a call that
#   was made, and whatever it changed, stands in no record of the run. A warning in the log tells that something was cut.
# Version: PyPI dspy 3.4.1; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export DSPY_CACHEDIR="$folder/cache" LITELLM_LOCAL_MODEL_COST_MAP=True
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env dspy==3.4.1 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Five piers are looked at; the model is a server in here whose window holds the results of two."""
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILLER = "Boats lie there, as they did on the day before. " * 40
WINDOW = "This model's maximum context length is 1500 tokens, however you requested more. Please reduce your prompt."
looked, sent = [], []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        text = json.dumps(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"])
        if text.count("Boats") > 110:
            wrong = {"message": WINDOW, "code": "context_length_exceeded", "type": "invalid_request_error"}
            return self.answer(400, {"error": wrong})
        sent.append(text)
        tool = ("look", {"pier": len(looked) + 1}) if len(looked) < 5 else ("finish", {})
        fields = {"next_thought": "I look on.", "next_tool_name": tool[0], "next_tool_args": json.dumps(tool[1])}
        if "next_tool_name" not in text:
            fields = {"reasoning": "I read what was seen.", "answer": "The piers in the trajectory."}
        words = "\n\n".join(f"[[ ## {name} ## ]]\n{value}" for name, value in fields.items()) + "\n\n[[ ## completed ## ]]"
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": words}}
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        reply = {"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]}
        self.answer(200, reply | {"usage": usage})

    def answer(self, status, told):
        text = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()

import dspy


def look(pier: int) -> str:
    """Look at a pier."""
    looked.append(pier)
    return f"At pier {pier}: {FILLER}"


address = f"http://127.0.0.1:{server.server_port}/v1"
dspy.configure(lm=dspy.LM("openai/stub", api_key="none", api_base=address, num_retries=0))
told = dspy.ReAct("question -> answer", tools=[look], max_iters=8)(question="What lies at the five piers?")
found = re.findall(r"At pier (\d)", str(told.trajectory))
print("piers that were looked at:", looked)
print("piers in the trajectory that is returned:", found)
print("its keys:", *told.trajectory)
print("piers in the request for the answer:", re.findall(r"At pier (\d)", sent[-1]))
sys.exit(0 if looked == [1, 2, 3, 4, 5] and len(found) < 4 and "thought_0" not in told.trajectory else 1)
PY
timeout 200 env/bin/python play.py 2>/dev/null
