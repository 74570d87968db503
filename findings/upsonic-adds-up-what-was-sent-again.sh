#!/usr/bin/env bash
# Upsonic: a window of 128,000 tokens is full after four requests of 29,000 each, as it adds up what was only sent again.
#
# One would expect: context_management acts when the next request comes near the model's window; the input tokens that an
#   answer tells are the size of the request before it, in which the ones before stand again.
# What happens: the input and output tokens of all answers in the history are added up, and the sum is held against 90% of
#   the window. A prompt with a long document is full at the fifth request, whatever came between: as there is nothing to
#   prune, the run ends with a fixed sentence in the agent's voice, that the window was exceeded and that it cannot go on,
#   which looks like any other answer. Results of 2,200 tokens are dropped from the eleventh request on, of 22,000 tokens.
# Version: PyPI upsonic 0.77.3 with openai 3.57.0; 2026-11-28.
# Needs: python3 (3.10 or later) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env upsonic==0.77.3 openai==3.57.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Looks at piers, with a long prompt and short results, then the other way round; the model is a server in here."""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WINDOW = 128_000  # tokens, of gpt-4o
CALLS = 12  # how often the model would like to look
sizes, kept = [], []  # of each request: its estimated tokens, told as its usage, and the results in it


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        sizes.append(len(json.dumps(body["messages"])) // 4)
        kept.append(sum(message["role"] == "tool" for message in body["messages"]))
        message = {"role": "assistant", "content": "Berth 7."}
        if len(sizes) <= CALLS:
            called = {"name": "look", "arguments": json.dumps({"pier": len(sizes)})}
            calls = [{"id": f"c{len(sizes)}", "type": "function", "function": called}]
            message = {"role": "assistant", "content": None, "tool_calls": calls}
        reason = "tool_calls" if "tool_calls" in message else "stop"
        reply = {"id": "x", "object": "chat.completion", "created": 0, "model": "gpt-4o",
                 "choices": [{"index": 0, "finish_reason": reason, "message": message}],
                 "usage": {"prompt_tokens": sizes[-1], "completion_tokens": 9, "total_tokens": sizes[-1] + 9}}
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
os.environ |= {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1"}
os.environ["UPSONIC_TELEMETRY"] = "False"
output, sys.stdout = sys.stdout, open(os.devnull, "w")  # it tells much of its own

from upsonic import Agent, Task
from upsonic.models.openai import OpenAIChatModel
from upsonic.tools import tool


def play(document, result):
    """Of a run: its answer, the size of each request, and how many results each one had."""
    @tool
    def look(pier: int) -> str:
        """Look at a pier."""
        return f"Pier {pier}: " + "boats lie there. " * result

    sizes.clear()
    kept.clear()
    agent = Agent(OpenAIChatModel("gpt-4o"), context_management=True, tools=[look], print=False)
    answer = agent.do(Task("Which berth is empty? " + "The harbour has many. " * document))
    return answer, list(sizes), list(kept)


long_prompt, long_results = play(5_200, 1), play(1, 500)
sys.stdout = output
for name, (answer, told, results) in ("a long prompt", long_prompt), ("long results", long_results):
    print(f"--- {name}: {len(told)} requests, of {', '.join(f'{size:,}' for size in told)} tokens")
    print("results in each:", *results)
    print("the run's answer:", answer)
first_cut = next(number for number, count in enumerate(long_results[2]) if count < number)
print(f"results are dropped behind a request of {long_results[1][first_cut - 1]:,} tokens; the window holds {WINDOW:,}")
ended = "window has been exceeded" in str(long_prompt[0]) and len(long_prompt[1]) < CALLS and max(long_prompt[1]) < WINDOW / 4
sys.exit(0 if ended and long_results[0] == "Berth 7." and max(long_results[1][:first_cut]) < WINDOW / 4 else 1)
PY
timeout 200 env/bin/python play.py 2>/dev/null
