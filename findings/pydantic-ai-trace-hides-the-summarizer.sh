#!/usr/bin/env bash
# Pydantic AI: a trace counts the summarizer's time for the call behind it, and its tokens not at all for the run.
#
# One would expect: the span of a compaction holds the summarizer's call and lasts as long as it; the span of a model
#   call holds that call alone; and the root of the trace sums up the same tokens as the run's own result.
# What happens: the summarizer runs, as an agent of its own, within the span of the model call that comes after it: a
#   call that took no time seems to have taken as long as the summary. The span compact_messages, which tells of the
#   compaction, stands beside it, empty and of a millisecond. result.usage counts both calls, the root span one.
# Version: PyPI pydantic-ai-slim 2.62.0, pydantic-ai-harness 0.62.0, opentelemetry-sdk 1.45.2; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env "pydantic-ai-slim[openai]==2.62.0" pydantic-ai-harness==0.62.0 \
  opentelemetry-sdk==1.45.2 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three long prompts; the third compacts. The summarizer's model takes two seconds, the other answers at once."""
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai_harness.compaction import SummarizingCompaction

SLOW = 2.0  # seconds
AGENT, SUMMARIZER = 1000, 5000  # tokens in, of an ordinary call and of the summarizer's


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        ordinary = bool(body.get("tools"))
        if not ordinary:
            time.sleep(SLOW)
        message = {"role": "assistant", "content": "An answer. " + "word " * 400 if ordinary else "A summary."}
        tokens = AGENT if ordinary else SUMMARIZER
        answer = {"id": "r", "object": "chat.completion", "created": 1, "model": "stub",
                  "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                  "usage": {"prompt_tokens": tokens, "completion_tokens": 9, "total_tokens": tokens + 9}}
        text = json.dumps(answer)
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
exporter = InMemorySpanExporter()
tracing = TracerProvider()
tracing.add_span_processor(SimpleSpanProcessor(exporter))
Agent.instrument_all(InstrumentationSettings(tracer_provider=tracing))
provider = OpenAIProvider(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="none")
compaction = SummarizingCompaction(max_tokens=1000, keep_messages=2)
agent = Agent(OpenAIChatModel("stub", provider=provider), name="worker", capabilities=[compaction])


@agent.tool_plain
def look() -> str:
    """Look at the sea."""
    return "Waves."


history = []
for number in range(3):
    exporter.clear()
    result = agent.run_sync(f"Prompt {number}. " + "word " * 200, message_history=history)
    history = result.all_messages()
spans = {span.context.span_id: span for span in exporter.get_finished_spans()}
found = {}
for span in spans.values():
    within = spans[span.parent.span_id].name if span.parent else "nothing"
    seconds = (span.end_time - span.start_time) / 1e9
    found[span.name, within] = seconds, dict(span.attributes)
    print(f"{span.name} within {within}: {seconds:.1f} s")
root = found["invoke_agent worker", "nothing"][1]["gen_ai.aggregated_usage.input_tokens"]
usage = result.usage
print(f"tokens in: {usage.input_tokens} in {usage.requests} requests by the result, {root} by the root of the trace")
call = "chat stub"
slow = found.get((call, "invoke_agent worker"), [0])[0] > SLOW
inside = slow and ("invoke_agent summarizing_compaction", call) in found
beside = found.get(("compact_messages", call), [SLOW])[0] < SLOW / 4
sys.exit(0 if inside and beside and usage.input_tokens == AGENT + SUMMARIZER and root == AGENT else 1)
PY
timeout 100 env/bin/python play.py
