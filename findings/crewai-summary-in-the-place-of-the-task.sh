#!/usr/bin/env bash
# CrewAI: a summary takes the place of the task itself, and where the model is in no list, from 7,000 tokens on.
#
# One would expect: the task that an agent was given stays in what the model gets, whatever is summed up; how large the
#   window of an unknown model is, is asked or said; the summarizer reads what was called.
# What happens: every message but the system's is replaced by one summary, the task and what it wants as an answer among
#   them, so what the summary leaves out of the task is gone. Where the model is in no list, as with most that are served
#   at an address of one's own, that begins at 85 % of 8,192 tokens, and a result above a quarter of these is put into a
#   file. Of calls the summarizer is shown names, no arguments. Agents do so by default (respect_context_window).
# Version: PyPI crewai 1.15.30; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env crewai==1.15.30 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""An agent looks at nine piers, 1,200 tokens each; the model is a server in here that writes down what it is sent."""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

os.environ |= {"HOME": os.getcwd(), "OTEL_SDK_DISABLED": "true", "CREWAI_DISABLE_TELEMETRY": "true"}
RULE, SUMMARY = "Never count the ferry.", "Some boats were counted."
agent_asked, summarizer_asked = [], []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        (agent_asked if body.get("tools") else summarizer_asked).append(body["messages"])
        number = len(agent_asked)
        message = {"role": "assistant", "content": "Nine." if body.get("tools") else f"<summary>{SUMMARY}</summary>"}
        if body.get("tools") and number < 9:
            called = {"name": "count_boats", "arguments": json.dumps({"pier": f"pier-{number}"})}
            message |= {"tool_calls": [{"id": f"c{number}", "type": "function", "function": called}]}
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

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool


@tool("count_boats")
def count_boats(pier: str) -> str:
    """Count the boats of a pier."""
    return "a boat, " * 600


model = LLM(model="openai/harbour-200k", base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="none")
agent = Agent(role="Harbour master", goal="Count", backstory="Old.", llm=model, tools=[count_boats])
task = Task(description=f"Count the boats of all piers. {RULE}", expected_output="One number.", agent=agent)
Crew(agents=[agent], tasks=[task]).kickoff()
before = next(number for number, messages in enumerate(agent_asked) if SUMMARY in str(messages))
last, first = agent_asked[before - 1], agent_asked[before]
print("crewai 1.15.30; the window that it takes an unknown model to have:", model.get_context_window_size())
print(f"request {before} had {len(str(last)) // 4:,} tokens or so in {len(last)} messages, the rule {RULE in str(last)}")
print(f"request {before + 1}, the first with the summary:", [(one["role"], one["content"][:70]) for one in first])
print("the rule in it:", RULE in str(first), "- in the last request:", RULE in str(agent_asked[-1]))
shown = str(summarizer_asked)
print("the summarizer is shown the rule:", RULE in shown, "- the names of calls:", "Called tools: count_boats" in shown,
      "- their arguments:", "pier-" in shown)
gone = RULE in str(last) and not any(RULE in str(messages) for messages in agent_asked[before:])
names_only = RULE in shown and "Called tools: count_boats" in shown and "pier-" not in shown
sys.exit(0 if gone and names_only and model.get_context_window_size() == 6963 and len(first) == 2 else 1)
PY
timeout 200 env/bin/python play.py 2>/dev/null
