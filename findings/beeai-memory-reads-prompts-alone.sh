#!/usr/bin/env bash
# BeeAI: of an agent's session its summarizing memory reads the prompts alone, and its token memory counts nothing else.
#
# One would expect: SummarizeMemory sums up what was asked, looked up and answered; TokenMemory(max_tokens=2000) lets old
#   messages go once 2,000 tokens are there, results included.
# What happens: both read the text of a message, and the text of a call or a result is empty. A RequirementAgent answers
#   by a call as well, so the summarizer is sent the prompts with "assistant:" and "tool:" and nothing behind, and what it
#   writes takes the place of everything: the next request knows neither what was found nor what was answered. The token
#   memory holds four results of 3,000 tokens each, counts 36 in all, and lets nothing go.
# Version: PyPI beeai-framework 0.1.85; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env beeai-framework==0.1.85 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Four prompts, each with one call and an answer, in either memory; the model is a server in here."""
import asyncio
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from beeai_framework.adapters.openai import OpenAIChatModel
from beeai_framework.agents.requirement import RequirementAgent
from beeai_framework.memory import SummarizeMemory, TokenMemory
from beeai_framework.tools import tool

SUMMARY, ANSWER, RESULT = "Some piers were looked at.", "Berth 7 is empty.", "LANTERN " + "berth " * 2000
asked, summed = [], []  # the texts of each ordinary request, and of each for a summary


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        wanted = messages[-1]["role"] == "user" and "Summarize" in str(messages[-1]["content"])
        (summed if wanted else asked).append(json.dumps(messages))
        message = {"role": "assistant", "content": SUMMARY if wanted else None}
        if not wanted:
            is_last = messages[-1]["role"] == "tool"
            called = ("final_answer", {"response": ANSWER}) if is_last else ("look", {"pier": 4})
            function = {"name": called[0], "arguments": json.dumps(called[1])}
            message["tool_calls"] = [{"id": f"c{len(asked)}", "type": "function", "function": function}]
        choice = {"index": 0, "finish_reason": "stop" if wanted else "tool_calls", "message": message}
        reply = {"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        text = json.dumps(reply | {"usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


@tool
def look(pier: int) -> str:
    """Look at a pier."""
    return RESULT


async def played(memory, model):
    agent = RequirementAgent(llm=model, tools=[look], memory=memory, instructions="You mind a harbour.")
    for number in range(4):
        await agent.run(f"PROMPT-{number}: look at a pier.")
    return len(memory.messages)


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/v1"
model = OpenAIChatModel("gpt-4.1", base_url=address, api_key="none", stream=False)
print("beeai-framework 0.1.85")
memory = TokenMemory(max_tokens=2000)
left = asyncio.run(played(memory, model))
results = asked[-1].count("LANTERN")
print(f"TokenMemory(2000): {left} messages, {memory.tokens_used} tokens used; the last request has {results} results,")
print("  ", len(asked[-1]) // 4, "tokens at four characters each")
asked.clear()
asyncio.run(played(SummarizeMemory(model), model))
first = json.loads(summed[0])[0]["content"]
text = first if isinstance(first, str) else first[0]["text"]
print("SummarizeMemory, the request behind the first prompt:")
print("   ", text[text.index("user:"):text.index("\n\nSummary")].replace("\n", " | "))
seen = [word in str(summed) for word in ("PROMPT-0", "LANTERN", ANSWER)]
after = [word in asked[2] for word in (SUMMARY, "LANTERN", ANSWER)]
print("the summarizer was shown prompt, result, answer:", seen)
print("the first request of the second prompt has summary, result, answer:", after)
is_so = seen == after == [True, False, False] and results == 4 and memory.tokens_used < 100
sys.exit(0 if is_so else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
