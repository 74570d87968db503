#!/usr/bin/env bash
# OpenAI Agents SDK (JavaScript): the prompts that a compaction kept word for word are in the session and in no request.
#
# One would expect: what responses.compact gives, the person's messages as they were and behind them one sealed item for all
#   the rest, is the history to go on with, as the API has it; and what a session holds is what the model is sent.
# What happens: OpenAIResponsesCompactionSession stores all of it, and getItems() lists it. But of any history the runner
#   sends what begins with the newest sealed item, and the kept messages stand in front of that: the next request is the
#   sealed item and the new prompt, so that rules of the person are in no text any more. The same session in Python sends
#   them. Where the server compacts within an answer, JavaScript also deletes everything before it from the session's
#   store, the prompt that was just answered among it; Python keeps it, and sends it all again.
# Version: npm @openai/agents 0.20.0, openai 7.59.0, zod 4.6.7; PyPI openai-agents 0.24.0; 2026-11-28.
# Needs: node 20 or later, npm, python3 (3.10 or later) with venv, pip. Exits with 0 as long as it is so, with 1 when it
#   changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @openai/agents@0.20.0 openai@7.59.0 zod@4.6.7 >/dev/null 2>&1 || exit 2
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check openai-agents==0.24.0 >/dev/null 2>&1 || exit 2

cat >stub.py <<'PY'
"""The Responses API: answers, a compaction that keeps the person's messages, and one within an answer that asks for it."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

asked = []


def words(item):
    """A message as its role and its text, another item as its type."""
    if "role" not in item:
        return item["type"]
    content = item["content"]
    return item["role"] + ": " + (content if isinstance(content, str) else "".join(part["text"] for part in content))


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        sealed = {"type": "compaction", "id": "c1", "encrypted_content": "c2VhbGVk"}
        if self.path.endswith("/compact"):
            kept = [item for item in body["input"] if item.get("role") == "user"]
            output = []
            for at, item in enumerate(kept):
                part = {"type": "input_text", "text": words(item).removeprefix("user: ")}
                message = {"type": "message", "id": f"u{at}", "role": "user", "status": "completed"}
                output.append(message | {"content": [part]})
            return self.send({"id": "k", "object": "response.compaction", "created_at": 1, "output": [*output, sealed]})
        asked.append([words(item) for item in body["input"]])
        with open(sys.argv[1], "w") as file:
            json.dump(asked, file)
        part = {"type": "output_text", "text": f"Answer {len(asked)}.", "annotations": []}
        message = {"type": "message", "id": f"m{len(asked)}", "role": "assistant", "status": "completed"}
        message["content"] = [part]
        compacts = "context_management" in body and len(asked) % 3 == 2
        return self.send({"id": f"r{len(asked)}", "object": "response", "created_at": 1, "model": "gpt-5.5",
                          "status": "completed", "output": [sealed, message] if compacts else [message], "tools": [],
                          "parallel_tool_calls": True, "tool_choice": "auto"})

    def send(self, value):
        used = 900 + len(asked)
        value["usage"] = {"input_tokens": used, "output_tokens": 9, "total_tokens": used + 9,
                          "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
                          "output_tokens_details": {"reasoning_tokens": 0}}
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
PY

cat >play.mjs <<'JS'
// Three prompts in a session that compacts by a call, and three where the server compacts within the second answer.
import { Agent, MemorySession, OpenAIResponsesCompactionSession, run } from "@openai/agents";
import { setDefaultOpenAIClient, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";

setTracingDisabled(true);
const client = new OpenAI({ apiKey: "none", baseURL: `http://127.0.0.1:${process.argv[2]}/v1` });
setDefaultOpenAIClient(client);
const prompts = ["Never restart anything.", "Which pier?", "And now?"];
const words = (item) => {
  if (!item.role) return item.type;
  const { content } = item;
  return `${item.role}: ${typeof content === "string" ? content : content.map((part) => part.text).join("")}`;
};
const shouldTriggerCompaction = ({ sessionItems }) => sessionItems.length === 4;
const byCall = new OpenAIResponsesCompactionSession({ client, model: "gpt-5.5", shouldTriggerCompaction });
const within = { context_management: [{ type: "compaction", compact_threshold: 1000 }] };
const held = [];
for (const [session, providerData] of [[byCall, {}], [new MemorySession(), within]]) {
  const agent = new Agent({ name: "Harbour", model: "gpt-5.5", modelSettings: { store: false, providerData } });
  for (const prompt of prompts) {
    if (prompt === prompts[2]) held.push((await session.getItems()).map(words));
    await run(agent, prompt, { session });
  }
}
console.log(JSON.stringify(held));
JS

cat >play.py <<'PY'
"""The same in Python; what each session held before the third prompt, and what was sent for it."""

import asyncio
import json
import os
import subprocess
import sys

from agents import Agent, ModelSettings, Runner, SQLiteSession, set_default_openai_client, set_tracing_disabled
from agents.memory import OpenAIResponsesCompactionSession
from openai import AsyncOpenAI
from stub import words

PROMPTS = ["Never restart anything.", "Which pier?", "And now?"]


def stub(name):
    server = subprocess.Popen([sys.executable, "stub.py", name], stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip()


async def play(port):
    set_tracing_disabled(True)
    set_default_openai_client(AsyncOpenAI(api_key="none", base_url=f"http://127.0.0.1:{port}/v1"))
    by_call = OpenAIResponsesCompactionSession(
        "one", underlying_session=SQLiteSession("one"), model="gpt-5.5",
        should_trigger_compaction=lambda context: len(context["session_items"]) == 4)
    within = {"context_management": [{"type": "compaction", "compact_threshold": 1000}]}
    held = []
    for session, more in ((by_call, {}), (SQLiteSession("two"), within)):
        agent = Agent(name="Harbour", model="gpt-5.5", model_settings=ModelSettings(store=False, extra_args=more))
        for prompt in PROMPTS:
            if prompt == PROMPTS[2]:
                held.append([words(item) for item in await session.get_items()])
            await Runner.run(agent, prompt, session=session)
    return held


seen = {}
for language in ("JavaScript", "Python"):
    server, port = stub(f"{language}.json")
    try:
        if language == "Python":
            held = asyncio.run(play(port))
        else:
            run = subprocess.run(["node", "play.mjs", port], capture_output=True, text=True, timeout=60)
            held = json.loads(run.stdout or sys.exit(2))
    finally:
        server.terminate()
    sent = json.load(open(f"{language}.json"))
    seen[language] = list(zip(held, [sent[2], sent[5]]))
    for name, (session, request) in zip(("a compaction by a call", "one within an answer"), seen[language]):
        print(f"{language}, {name}:\n  the session holds {session}\n  sent with the next prompt: {request}")
first = "user: Never restart anything."
kept = [first, "user: Which pier?", "compaction"]
(stored, asked), (left, _) = seen["JavaScript"]
(stored_too, asked_too), (left_too, asked_again) = seen["Python"]
if stored != kept or stored_too != kept:
    sys.exit(2)
lost = asked == ["compaction", "user: And now?"] and left == ["compaction", "assistant: Answer 5."]
sys.exit(0 if lost and first in asked_too and first in left_too and first in asked_again else 1)
PY
timeout 150 env/bin/python play.py
