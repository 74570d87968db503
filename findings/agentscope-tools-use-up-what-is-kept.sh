#!/usr/bin/env bash
# AgentScope: with many tools nothing is kept word for word, so that the model never reads the prompt it is to answer.
#
# One would expect: reserve_ratio 0.1, the default, keeps the newest messages up to a tenth of the window as they are, the
#   prompt that was just given first of all; what the tools' descriptions take is no part of that.
# What happens: system prompt, the schemas of all tools and the summary so far are counted into the tenth. Sixty tools at
#   225 tokens each fill it alone, as those of one or two MCP servers may, so that no message fits any more: everything is
#   summed up, the prompt of one line with it, before the model has seen it. The next request is the summary and the
#   program's own note of the time. With three tools the very same session keeps the prompt. A warning is not given.
# Version: PyPI agentscope 2.0.11; 2026-11-28.
# Needs: python3 (3.11 or later) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check agentscope==2.0.11 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Eight short prompts with long answers, with three tools and with sixty, at the default window of 128,000 tokens."""

import asyncio
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from agentscope.agent import Agent
from agentscope.credential import OpenAICredential
from agentscope.message import UserMsg
from agentscope.model import OpenAIChatModel
from agentscope.tool import FunctionTool, Toolkit

SUMMARIZER = "generate_structured_output"
asked = []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        names = [one["function"]["name"] for one in body["tools"]]
        asked.append((SUMMARIZER in names, body["messages"]))
        told = {"role": "assistant", "content": f"Answer {len(asked)}. " + "All is well at the pier. " * 3200}
        if SUMMARIZER in names:
            fields = body["tools"][names.index(SUMMARIZER)]["function"]["parameters"]["properties"]
            arguments = json.dumps({field: "Piers were looked at." for field in fields})
            call = {"id": "one", "type": "function", "index": 0}
            told = {"role": "assistant", "tool_calls": [call | {"function": {"name": SUMMARIZER, "arguments": arguments}}]}
        used = len(json.dumps(body)) // 4
        usage = {"prompt_tokens": used, "completion_tokens": 20_000, "total_tokens": used + 20_000}
        head = {"id": "r", "created": 1, "model": "m", "usage": usage}
        reason = "tool_calls" if "tool_calls" in told else "stop"
        if body.get("stream"):
            choice = {"index": 0, "delta": told, "finish_reason": reason}
            row = head | {"object": "chat.completion.chunk", "choices": [choice]}
            self.send(f"data: {json.dumps(row)}\n\ndata: [DONE]\n\n", "text/event-stream")
        else:
            choice = {"index": 0, "message": told, "finish_reason": reason}
            self.send(json.dumps(head | {"object": "chat.completion", "choices": [choice]}), "application/json")

    def send(self, text, kind):
        data = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def pier(number: int) -> str:
    return "open"


def words(message):
    content = message.get("content") or ""
    return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)


async def play(count):
    asked.clear()
    tools = [FunctionTool(pier, name=f"pier_{at}", description="Looks at a pier. " * 50) for at in range(count)]
    address = f"http://127.0.0.1:{server.server_port}/v1"
    model = OpenAIChatModel(OpenAICredential(api_key="none", base_url=address), "m")
    agent = Agent("Harbour", "You look after piers.", model, toolkit=Toolkit(tools=tools))
    for at in range(1, 9):
        await agent.reply(UserMsg("user", f"Question {at}: which pier is open?"))
        if any(is_summary for is_summary, _ in asked):
            break
    print(f"{count} tools; the request behind the compaction, which came with question {at}:")
    is_summary, sent = asked[-1]
    if is_summary or not asked[-2][0]:
        sys.exit(2)
    for message in sent:
        print(f"  {message['role']}: {words(message)[:70]!r}")
    return f"Question {at}:" in "".join(words(message) for message in sent)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
few = asyncio.run(play(3))
many = asyncio.run(play(60))
print(f"prompt in that request with 3 tools: {few}, with 60 tools: {many}")
sys.exit(0 if few and not many else 1)
PY
timeout 200 env/bin/python play.py 2>/dev/null
