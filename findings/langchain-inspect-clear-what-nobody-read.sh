#!/usr/bin/env bash
# LangChain, Inspect AI: of five results that one turn asked for, two are cleared before the model has read them, and so on.
#
# One would expect: to keep the three newest tool results is to clear what the model has read and answered; what it has
#   just asked for reaches it, and a turn with several calls counts as one.
# What happens: results are counted one by one. Five letters that are asked for in one turn come as three; the first two
#   are a placeholder in the very request that should bring them. Asked for again, they come, and two of those that had
#   been there are gone: the five are never read together, however often the model asks, and every turn is paid for. The
#   messages that are kept (the state of the one, the log's messages of the other) hold every letter whole each time.
# Version: PyPI langchain 1.5.2, langchain-openai 1.7.4 (ClearToolUsesEdit), inspect-ai 0.3.285 (CompactionEdit), each with
#   its own number of results to keep and a low threshold; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env langchain==1.5.2 langchain-openai==1.7.4 inspect-ai==0.3.285 \
  >/dev/null 2>&1 || exit 2

cat >letters.py <<'PY'
"""What both are asked to read, and a model that asks for each letter that it does not see, four times at most."""

TASK = "What do the five letters tell together?"
FILLER = "The ferry came and went, as it did on every other day. " * 40
seen = []


def letter(number):
    return f"Letter {number} tells: {FILLER}"


def unread(text):
    seen.append([number for number in range(1, 6) if f"Letter {number} tells" in text])
    return [number for number in range(1, 6) if number not in seen[-1]] if len(seen) < 5 else []


def verdict(name, kept):
    print(f"{name}: the letters in each request:", *seen)
    whole = [sum(f"Letter {number} tells" in text for text in kept) for number in range(1, 6)]
    print(f"{name}: how often each letter stands in the messages that are kept:", whole)
    return seen == [[], [3, 4, 5], [1, 2, 5], [2, 3, 4], [1, 4, 5]] and all(whole)
PY

cat >with_langchain.py <<'PY'
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from letters import TASK, letter, unread, verdict


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        message = {"role": "assistant", "content": "They tell of the ferry."}
        wanted = unread(json.dumps(messages))
        if wanted:
            calls = [(f"c{len(messages)}-{number}", json.dumps({"number": number})) for number in wanted]
            named = [(key, {"name": "read_letter", "arguments": arguments}) for key, arguments in calls]
            message["tool_calls"] = [{"id": key, "type": "function", "function": call} for key, call in named]
        choice = {"index": 0, "finish_reason": "tool_calls" if wanted else "stop", "message": message}
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

from langchain.agents import create_agent
from langchain.agents.middleware import ClearToolUsesEdit, ContextEditingMiddleware
from langchain_openai import ChatOpenAI


def read_letter(number: int) -> str:
    """Read a letter."""
    return letter(number)


model = ChatOpenAI(model="stub", api_key="none", base_url=f"http://127.0.0.1:{server.server_port}/v1")
middleware = ContextEditingMiddleware(edits=[ClearToolUsesEdit(trigger=2500)])
state = create_agent(model, [read_letter], middleware=[middleware]).invoke({"messages": [("user", TASK)]})
sys.exit(0 if verdict("LangChain", [str(message.content) for message in state["messages"]]) else 1)
PY

cat >with_inspect.py <<'PY'
import sys

from inspect_ai import Task, eval
from inspect_ai.agent import react
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    CompactionEdit,
    ModelAPI,
    ModelOutput,
    modelapi,
)
from inspect_ai.tool import ToolCall, tool

from letters import TASK, letter, unread, verdict


class Stub(ModelAPI):
    async def count_tokens(self, input, config=None):
        return len(input if isinstance(input, str) else str([message.text for message in input])) // 4

    async def count_tool_tokens(self, tools, config=None):
        return 50

    async def generate(self, input, tools, tool_choice, config):
        wanted = unread(str([message.text for message in input]))
        calls = [ToolCall(f"c{len(input)}-{number}", "read_letter", {"number": number}) for number in wanted]
        calls = calls or [ToolCall("end", "submit", {"answer": "They tell of the ferry."})]
        message = ChatMessageAssistant(content="", tool_calls=calls)
        return ModelOutput(model="stub", choices=[ChatCompletionChoice(message=message, stop_reason="tool_calls")])


@modelapi(name="stub")
def stub():
    return Stub


@tool
def read_letter():
    async def execute(number: int) -> str:
        """Read a letter.

        Args:
            number: The number of the letter.
        """
        return letter(number)

    return execute


agent = react(tools=[read_letter()], compaction=CompactionEdit(threshold=2500))
task = Task(dataset=[Sample(input=TASK)], solver=agent)
log = eval(task, model="stub/model", display="none", log_dir="logs")[0]
sys.exit(0 if verdict("Inspect AI", [message.text for message in log.samples[0].messages]) else 1)
PY
timeout 300 env/bin/python with_langchain.py 2>/dev/null
timeout 300 env/bin/python with_inspect.py 2>/dev/null
