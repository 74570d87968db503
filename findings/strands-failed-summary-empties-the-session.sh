#!/usr/bin/env bash
# Strands Agents: a session whose summaries fail goes on as if nothing had happened, and is empty when it is resumed.
#
# One would expect: where a proactive summary fails, nothing is replaced and nothing is lost; the library says that it
#   goes on, and the agent keeps all its messages.
# What happens: each attempt that fails raises the number of messages that count as replaced, until there are more of
#   them than there ever were messages, and that number is kept in the session. All messages are still in the agent and
#   on disk; the same session in a new agent has none, and the next request holds nothing of it.
# Version: PyPI strands-agents 1.62.0, openai 3.57.0; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env strands-agents==1.62.0 openai==3.57.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Twelve prompts against a model that answers, but refuses to sum up; then the same session in a new agent."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from strands import Agent
from strands.agent.conversation_manager import SummarizingConversationManager
from strands.models.openai import OpenAIModel
from strands.session.file_session_manager import FileSessionManager

PROMPTS = 12
sent = []  # the texts of each ordinary request


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "summar" in json.dumps(body["messages"][-1]).lower():
            return self.give(400, "application/json", json.dumps({"error": {"message": "no summary now"}}))
        sent.append([json.dumps(message["content"])[:40] for message in body["messages"]])
        tokens = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": tokens, "completion_tokens": 300, "total_tokens": tokens + 300}
        head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
        answer = {"role": "assistant", "content": "Noted. " + "word " * 300}
        chunks = [head | {"choices": [{"index": 0, "delta": answer, "finish_reason": None}]},
                  head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                  head | {"choices": [], "usage": usage}]
        text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self.give(200, "text/event-stream", text)

    def give(self, status, kind, text):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()


def new_agent():
    address = f"http://127.0.0.1:{server.server_port}/v1"
    return Agent(
        agent_id="a", system_prompt="Be brief.", callback_handler=None,
        model=OpenAIModel(client_args={"base_url": address, "api_key": "none", "max_retries": 0}, model_id="stub",
                          context_window_limit=2000),
        conversation_manager=SummarizingConversationManager(
            preserve_recent_messages=2, proactive_compression={"compression_threshold": 0.7}),
        session_manager=FileSessionManager(session_id="s", storage_dir="sessions"))


first = new_agent()
for number in range(PROMPTS):
    first(f"Prompt {number}: never touch vendor/.")
held, counted = len(first.messages), first.conversation_manager.removed_message_count
stored = len(list(Path("sessions").rglob("message_*.json")))
second = new_agent()
restored = len(second.messages)
second("And now?")
print("strands-agents 1.62.0")
print(f"before: {held} messages in the agent, {stored} on disk, {counted} counted as replaced, no summary")
print(f"resumed: {restored} messages; the next request holds {sent[-1]}")
as_described = held == stored == 2 * PROMPTS and restored == 0 and len(sent[-1]) == 2
sys.exit(0 if as_described else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
