#!/usr/bin/env bash
# An answer that Claude's API compacted for has 150,707 tokens or 407, by the library that counts them.
#
# One would expect: the tokens of a call are what was charged for it. Where the API compacts within a call, `usage`
#   tells the tokens of the answer at its top and those of the summary under "iterations", as its documentation says;
#   whoever reckons costs adds these up.
# What happens: LiteLLM and Pydantic AI do. LangChain's usage_metadata and the spans of two instrumentations give the
#   top alone: the reading of 150,000 tokens is in no field that is meant for tokens, and the most expensive call of a
#   session looks like its cheapest. The sum of the other two in turn is no size of a prompt: the answer's had 400.
# Version: PyPI anthropic 2.14.0, langchain-anthropic 1.7.10, litellm 1.110.2, pydantic-ai-slim 2.66.0,
#   openinference-instrumentation-anthropic 3.1.0, opentelemetry-instrumentation-anthropic 0.62.4; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env anthropic==2.14.0 langchain-anthropic==1.7.10 litellm==1.110.2 \
  "pydantic-ai-slim[anthropic]==2.66.0" openinference-instrumentation-anthropic==3.1.0 \
  opentelemetry-instrumentation-anthropic==0.62.4 opentelemetry-sdk==1.45.2 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""One answer that begins with a compaction, asked for through six doors; printed: tokens in and out by each."""
import json
import logging
import sys
import threading
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import litellm
from anthropic import Anthropic
from langchain_anthropic import ChatAnthropic
from openinference.instrumentation.anthropic import AnthropicInstrumentor as OpenInference
from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor as Traceloop
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicCompaction, AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

warnings.simplefilter("ignore")
logging.disable()
MODEL, BETA, EDITS = "claude-opus-4-6", "compact-2026-01-12", {"edits": [{"type": "compact_20260112"}]}
TOP = {"input_tokens": 400, "output_tokens": 7}
CACHE = {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
SUMMARY = {"type": "compaction", "input_tokens": 150_000, "output_tokens": 300}
PASSES = [SUMMARY | CACHE, {"type": "message"} | TOP | CACHE]
HEAD = {"id": "m", "type": "message", "role": "assistant", "model": MODEL, "stop_sequence": None}
BLOCKS = [{"type": "compaction", "content": "Nine boats."}, {"type": "text", "text": "Done."}]
END = {"stop_reason": "end_turn", "stop_sequence": None}
EVENTS = [
    {"type": "message_start", "message": HEAD | {"content": [], "stop_reason": None, "usage": TOP}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "compaction", "content": None}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "compaction_delta", "content": "Nine boats."}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Done."}},
    {"type": "content_block_stop", "index": 1},
    {"type": "message_delta", "delta": END, "usage": TOP | {"iterations": PASSES}},
    {"type": "message_stop"},
]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        stream = json.loads(self.rfile.read(int(self.headers["content-length"]))).get("stream")
        answer = json.dumps(HEAD | END | {"content": BLOCKS, "usage": TOP | {"iterations": PASSES}})
        rows = "".join(f"event: {row['type']}\ndata: {json.dumps(row)}\n\n" for row in EVENTS)
        text = (rows if stream else answer).encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if stream else "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
door = {"base_url": f"http://127.0.0.1:{server.server_port}", "api_key": "none"}
prompt = [{"role": "user", "content": "Count the boats."}]


def traced(instrumentor, names):
    """The numbers that the span of one call has under these names."""
    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    instrumentor.instrument(tracer_provider=provider)
    Anthropic(**door).beta.messages.create(
        model=MODEL, max_tokens=100, messages=prompt, betas=[BETA], context_management=EDITS)
    instrumentor.uninstrument()
    return tuple(kept.get_finished_spans()[0].attributes[name] for name in names)


told = {}
usage = litellm.completion(f"anthropic/{MODEL}", prompt, context_management=EDITS, **door).usage
told["litellm"] = usage.prompt_tokens, usage.completion_tokens
usage = Agent(AnthropicModel(MODEL, provider=AnthropicProvider(**door)),
              capabilities=[AnthropicCompaction()]).run_sync(prompt[0]["content"]).usage
told["pydantic-ai"] = usage.input_tokens, usage.output_tokens
usage = ChatAnthropic(model=MODEL, context_management=EDITS, betas=[BETA], **door).invoke(prompt).usage_metadata
told["langchain-anthropic"] = usage["input_tokens"], usage["output_tokens"]
told["openinference"] = traced(OpenInference(), ["llm.token_count.prompt", "llm.token_count.completion"])
told["traceloop"] = traced(Traceloop(), ["gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"])
for name, (tokens_in, tokens_out) in told.items():
    print(f"{name:20} {tokens_in:7,} in, {tokens_out:3} out")
sys.exit(0 if list(told.values()) == [(150_400, 307)] * 2 + [(400, 7)] * 3 else 1)
PY
LITELLM_LOCAL_MODEL_COST_MAP=True timeout 100 env/bin/python play.py 2>/dev/null
