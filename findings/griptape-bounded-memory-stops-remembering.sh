#!/usr/bin/env bash
# Griptape: a summary memory that may hold three runs never takes in the fourth, nor any later one, and sends none of them.
#
# One would expect: SummaryConversationMemory(max_runs=3) sends the summary and the newest run, and a run is let go only
#   once it is in the summary, as without max_runs; the summary is stored with the runs.
# What happens: where the summary ends is a place counted from the first run that is held. Letting the oldest run go
#   does not move it, so from the fourth run on it points behind the newest: each request is the summary of the first
#   three runs and the prompt. The run just before is in no request, and nothing is ever summed up again. The file has no
#   summary in either case: a resumed conversation sends all runs that are held, and what the summary told is gone.
# Version: PyPI griptape 1.13.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env griptape==1.13.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Seven prompts, each with its own number; the model is a server in here that keeps what it is sent."""
import json
import logging
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sent = []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        sent.append(body["messages"])
        words = "A SUMMARY" if "onversation" in body["messages"][-1]["content"] else "Seen."
        message = {"role": "assistant", "content": words}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
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

from griptape.drivers.memory.conversation.local import LocalConversationMemoryDriver
from griptape.drivers.prompt.openai import OpenAiChatPromptDriver
from griptape.memory.structure import SummaryConversationMemory
from griptape.structures import Agent
from griptape.tokenizers import SimpleTokenizer

address = f"http://127.0.0.1:{server.server_port}/v1"
logging.getLogger("griptape").setLevel(logging.CRITICAL)
counter = SimpleTokenizer(characters_per_token=4, max_input_tokens=100_000, max_output_tokens=4_000)
driver = OpenAiChatPromptDriver(model="stub", api_key="none", base_url=address, tokenizer=counter)


def talk(name, prompts, **more):
    """Of each request for an answer, and of each for a summary, the piers that it names, with an S where it has a summary."""
    store = LocalConversationMemoryDriver(persist_file=f"{name}.json")
    memory = SummaryConversationMemory(prompt_driver=driver, conversation_memory_driver=store, **more)
    agent = Agent(prompt_driver=driver, conversation_memory=memory)
    sent.clear()
    for pier in prompts:
        agent.run(f"Look at pier {pier}.")
    answers, summaries = [], []
    for messages in sent:
        text = str(messages)
        named = "S" * ("A SUMMARY" in text) + "".join(pier for pier in "12345678" if f"pier {pier}." in text)
        (summaries if "onversation" in messages[-1]["content"] else answers).append(named)
    return answers, summaries


seen = {}
for name, bound in (("unbound", {}), ("bound", {"max_runs": 3})):
    answers, summaries = seen[name] = talk(name, range(1, 8), **bound)
    resumed = talk(name, [8], **bound)[0]
    stored = "A SUMMARY" in open(f"{name}.json").read()
    print(bound or "no max_runs")
    print("  the requests for seven prompts name the piers", *answers)
    print("  the requests for summaries name the piers    ", *summaries)
    print("  the eighth, after a resume, names the piers  ", *resumed, "- the file has a summary:", stored)
is_so = seen["unbound"][0][4:] == ["S45", "S56", "S67"] and seen["bound"][0][4:] == ["S5", "S6", "S7"]
sys.exit(0 if is_so and seen["bound"][1] == seen["unbound"][1][:3] else 1)
PY
timeout 300 env/bin/python play.py 2>/dev/null
