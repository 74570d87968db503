#!/usr/bin/env bash
# CrewAI: what the model says beside a call is never sent again, and no event of CrewAI has it.
#
# One would expect: an answer that says something and calls a tool comes back to the model in the next request as it was,
#   and whoever listens (its own traces, exports) is told both.
# What happens: the agent goes on with the calls alone: the words are null from the next request on, in the messages that
#   are kept and in the event of the call that ended. A plan that a model makes in words while it calls is forgotten at
#   every step, and a log of the requests is the only place where an answer and the history behind it can be held
#   against each other.
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
"""An answer with words and a call, then one with words; the model is a server in here."""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

os.environ |= {"HOME": os.getcwd(), "OTEL_SDK_DISABLED": "true", "CREWAI_DISABLE_TELEMETRY": "true"}
PLAN = "First the north pier, then the ferry is left out."
asked, told = [], []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"])
        message = {"role": "assistant", "content": "Nine." if len(asked) > 1 else PLAN}
        if len(asked) == 1:
            called = {"name": "count_boats", "arguments": '{"pier": "north"}'}
            message |= {"tool_calls": [{"id": "c1", "type": "function", "function": called}]}
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
from crewai.events import crewai_event_bus
from crewai.events.types.llm_events import LLMCallCompletedEvent
from crewai.tools import tool


@crewai_event_bus.on(LLMCallCompletedEvent)
def ended(source, event):
    told.append(str(event.response))


@tool("count_boats")
def count_boats(pier: str) -> str:
    """Count the boats of a pier."""
    return "nine boats"


model = LLM(model="openai/gpt-4.1", base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="none")
agent = Agent(role="Harbour master", goal="Count", backstory="Old.", llm=model, tools=[count_boats])
Crew(agents=[agent], tasks=[Task(description="Count the boats.", expected_output="A number.", agent=agent)]).kickoff()
print("crewai 1.15.30; the model said:", repr(PLAN), "and called count_boats")
(again,) = (one for one in asked[1] if one["role"] == "assistant")
print("in the next request it says:", again["content"], "- and calls", [one["function"]["name"] for one in again["tool_calls"]])
crewai_event_bus.flush()
print("the events of the two calls that ended:", told)
is_silent = PLAN not in str(asked) + str(told) and len(told) == 2
sys.exit(0 if again["content"] is None and again["tool_calls"] and is_silent else 1)
PY
timeout 200 env/bin/python play.py 2>/dev/null
