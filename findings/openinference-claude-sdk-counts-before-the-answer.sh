#!/usr/bin/env bash
# OpenInference for the Claude Agent SDK: an answer has the tokens told before it was written, a compaction has none.
#
# One would expect: the span of a turn tells what the turn used. The message that ends each turn has it: `usage` with
#   the turn's input and output, `model_usage` and the cost as sums of the session, a compaction's request among them.
# What happens: with a Claude Code from 2.1.277 on the numbers of that message are thrown away, the cost as well, as
#   sums of a session; in their place the usage of the turn's answers is added up. Claude Code hands an answer on before
#   its stream has ended, with the usage that the stream begins with: the output is what had been written by then, here
#   3 tokens where it was 400. A summary is no such answer, so that the span of /compact has no tokens whatever, and no
#   span of the trace has a cost. The input of the answers is right.
# Version: PyPI openinference-instrumentation-claude-agent-sdk 0.1.22, claude-agent-sdk 0.2.189 with Claude Code 2.1.332
#   in it, opentelemetry-sdk 1.45.2; 2026-11-28.
# Needs: Linux x64, python3 with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --disable-pip-version-check claude-agent-sdk==0.2.189 \
  openinference-instrumentation-claude-agent-sdk==0.1.22 opentelemetry-sdk==1.45.2 >/dev/null 2>&1 || exit 2
mkdir home project

cat >play.py <<'PY'
"""Two prompts, a compaction and one more prompt in one session, traced."""
import asyncio
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, ResultMessage
from openinference.instrumentation.claude_agent_sdk import ClaudeAgentSDKInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

BEGUN = 3  # output tokens that the start of each stream tells, as the API's own does with a few
PROMPTS = ["Count the boats.", "And the piers.", "/compact", "Go on."]
asked = []  # input and output tokens of each request


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "messages" not in body or "count_tokens" in self.path:
            return self.answer("application/json", '{"input_tokens": 9000}')
        last = json.dumps(body["messages"][-1])
        is_summary = "<analysis>" in last and "<summary>" in last
        usage = {"input_tokens": 9000 + 137 * len(asked), "output_tokens": 400 + len(asked)}
        asked.append(tuple(usage.values()))
        text = "<summary>Boats were counted.</summary>" if is_summary else f"This is answer {len(asked)}."
        message = {"id": f"msg_{len(asked)}", "type": "message", "role": "assistant", "model": body.get("model"),
                   "content": [], "stop_reason": None, "stop_sequence": None}
        if not body.get("stream"):
            whole = {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn", "usage": usage}
            return self.answer("application/json", json.dumps(message | whole))
        end = {"stop_reason": "end_turn", "stop_sequence": None}
        start = message | {"usage": usage | {"output_tokens": BEGUN}}
        events = ({"type": "message_start", "message": start},
                  {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
                  {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
                  {"type": "content_block_stop", "index": 0},
                  {"type": "message_delta", "delta": end, "usage": usage}, {"type": "message_stop"})
        self.answer("text/event-stream", "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events))

    def answer(self, kind, text):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
told = {"HOME": f"{os.getcwd()}/home", "ANTHROPIC_API_KEY": "none", "DISABLE_TELEMETRY": "1",
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{server.server_port}", "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_ERROR_REPORTING": "1"}
exporter = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(exporter))
ClaudeAgentSDKInstrumentor().instrument(tracer_provider=provider)


async def play():
    """Of each turn the requests that the server answered, and the message that ended it."""
    turns = []
    async with ClaudeSDKClient(ClaudeAgentOptions(cwd="project", env=told, model="claude-opus-4-6")) as client:
        for prompt in PROMPTS:
            before = len(asked)
            await client.query(prompt)
            last = [message async for message in client.receive_response()][-1]
            turns.append((asked[before:], last))
    return turns


turns = asyncio.run(asyncio.wait_for(play(), 120))
spans = [span for span in exporter.get_finished_spans() if span.attributes.get("input.value") in PROMPTS]
is_whole = all(len(requests) == 1 and isinstance(last, ResultMessage) for requests, last in turns)
if len(spans) != len(turns) or not is_whole:
    sys.exit(2)
as_said, sums = [], []
for (requests, last), span in zip(turns, spans):
    of_turn = (last.usage["input_tokens"], last.usage["output_tokens"])
    sums.append(sum(one["outputTokens"] for one in last.model_usage.values()))
    in_span = tuple(span.attributes.get(f"llm.token_count.{name}") for name in ("prompt", "completion"))
    costs = [key for key in span.attributes if "cost" in key]
    print(f"{span.attributes['input.value']} the server told {requests}")
    print(f"  the last message: usage {of_turn}; session: {sums[-1]} of output, {last.total_cost_usd:.3f} dollars")
    print(f"  the span: input and output {in_span}, keys of a cost {costs}")
    is_compaction = span.attributes["input.value"] == "/compact"
    wrong = (None, None) if is_compaction else (requests[0][0], BEGUN)
    as_said.append(in_span == wrong and not costs and (is_compaction or of_turn == requests[0]))
all_output = [sum(output for _, output in asked[:number + 1]) for number in range(len(asked))]
sys.exit(0 if all(as_said) and sums == all_output else 1)
PY
timeout 200 env/bin/python play.py 2>/dev/null
