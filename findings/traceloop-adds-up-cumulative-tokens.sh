#!/usr/bin/env bash
# opentelemetry-instrumentation-anthropic: a streamed answer has more output tokens in the trace than were written.
#
# One would expect: the span of a call tells the usage that the library itself ends with; whether it was streamed makes
#   no difference.
# What happens: the API counts on: what each message_delta tells is the sum so far, and the start has a few already.
#   The instrumentation adds all of them up. An answer of 400 tokens, whose start told 25, is one of 425 in the trace,
#   and one of 725 where the server also tells a sum on the way. Without streaming it is 400. Input tokens are right.
# Version: PyPI opentelemetry-instrumentation-anthropic 0.62.4, anthropic 2.14.0, opentelemetry-sdk 1.45.2; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env opentelemetry-instrumentation-anthropic==0.62.4 \
  anthropic==2.14.0 opentelemetry-sdk==1.45.2 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""The same answer of 400 tokens whole, in events, and in events with one sum more on the way."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from anthropic import Anthropic
from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

HEAD = {"id": "m", "type": "message", "role": "assistant", "model": "stub", "stop_sequence": None}
INPUT = {"input_tokens": 100, "cache_read_input_tokens": 900, "cache_creation_input_tokens": 0}
sums = []  # what the message_deltas of the next answer tell


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        start = HEAD | {"content": [], "stop_reason": None, "usage": INPUT | {"output_tokens": 25}}
        events = [{"type": "message_start", "message": start},
                  {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
                  {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Done."}},
                  {"type": "content_block_stop", "index": 0}]
        events += [{"type": "message_delta", "delta": {"stop_reason": "end_turn" if told == 400 else None},
                    "usage": {"output_tokens": told}} for told in sums]
        events += [{"type": "message_stop"}]
        kind, text = "text/event-stream", "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events)
        if not body.get("stream"):
            whole = HEAD | {"content": [{"type": "text", "text": "Done."}], "stop_reason": "end_turn"}
            kind, text = "application/json", json.dumps(whole | {"usage": INPUT | {"output_tokens": 400}})
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
spans = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(spans))
AnthropicInstrumentor().instrument(tracer_provider=provider)
client = Anthropic(base_url=f"http://127.0.0.1:{server.server_port}", api_key="none", max_retries=0)
request = {"model": "stub", "max_tokens": 1000, "messages": [{"role": "user", "content": "Go on."}]}
by_library = [client.messages.create(**request).usage.output_tokens]
for sums[:] in ([400], [300, 400]):
    with client.messages.stream(**request) as stream:
        by_library.append(stream.get_final_message().usage.output_tokens)
in_trace = [span.attributes["gen_ai.usage.output_tokens"] for span in spans.get_finished_spans()]
print("opentelemetry-instrumentation-anthropic 0.62.4")
for way, library, trace in zip(("whole", "streamed", "streamed, a sum on the way"), by_library, in_trace, strict=True):
    print(f"{way}: {library} output tokens by the library, {trace} in the trace")
sys.exit(0 if by_library == [400, 400, 400] and in_trace == [400, 425, 725] else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
