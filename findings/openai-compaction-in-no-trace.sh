#!/usr/bin/env bash
# openai (Python): the call that compacts a session is missing in what five of seven instrumentations log of it.
#
# One would expect: what wraps or patches the openai package logs each call of a model that goes through it. The package
#   has responses.create and, beside it, responses.compact, which reads a whole history and tells its usage like any other.
# What happens: create is logged by all seven. Of compact Langfuse, LangSmith, Opik, Braintrust and OpenLLMetry write
#   nothing: no call, no tokens, no error. OpenInference writes a span without a model, and the tokens stand in the text of
#   the answer alone. Only Logfire tells them. So the largest call of a session is missing, the sum is too low by 90,000
#   tokens of 91,000, and from one answer to the next the history has become something else without a cause.
# Version: PyPI openai 3.57.0; langfuse 5.0.4, langsmith 0.15.1, opik 2.2.122, braintrust 0.48.1, opentelemetry-
#   instrumentation-openai 0.62.4, openinference-instrumentation-openai 0.1.66, logfire 5.4.0; 2026-11-28.
# Needs: python3 (3.11 or later) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env openai==3.57.0 langfuse==5.0.4 langsmith==0.15.1 opik==2.2.122 \
  braintrust==0.48.1 opentelemetry-instrumentation-openai==0.62.4 openinference-instrumentation-openai==0.1.66 \
  logfire==5.4.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A prompt, a compaction and a prompt, logged by one library; the API and the place of the log are one server in here."""
import gzip
import itertools
import json
import logging
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CREATED, COMPACTED = 437, 90_001  # input tokens of an ordinary call and of the compaction
posted, numbers = [], itertools.count()  # what was sent to be logged, as text


def usage(tokens):
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    return {"input_tokens": tokens, "output_tokens": 3, "total_tokens": tokens + 3} | details


class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        limits = {"use_multipart_endpoint": False, "size_limit": 100, "size_limit_bytes": 10**7,
                  "scale_up_nthreads_limit": 1, "scale_up_qsize_trigger": 1000, "scale_down_nempty_trigger": 4}
        self.answer({"version": "0.10.0", "batch_ingest_config": limits})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path.endswith("/responses/compact"):
            output = [{"type": "compaction", "id": "c", "encrypted_content": "sealed"}]
            told = {"id": "k", "object": "response.compaction", "created_at": 0, "output": output}
            return self.answer(told | {"usage": usage(COMPACTED)})
        if self.path.endswith("/responses"):
            content = [{"type": "output_text", "text": "Done.", "annotations": []}]
            number = next(numbers)
            message = {"type": "message", "id": f"m{number}", "role": "assistant", "status": "completed", "content": content}
            told = {"id": f"r{number}", "object": "response", "created_at": 0, "status": "completed", "model": "gpt-4.1"}
            told |= {"output": [message], "parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
            return self.answer(told | {"usage": usage(CREATED)})
        body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
        if "protobuf" not in self.headers.get("Content-Type", ""):
            posted.append(body.decode())
        project = {"id": "p", "name": "harbour"}
        organization = {"id": "o", "name": "Harbour", "api_url": address, "proxy_url": address}
        self.answer(project | {"project": project, "org_info": [organization], "ids": []})

    do_PATCH = do_POST

    def answer(self, told):
        text = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
os.environ |= {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": f"{address}/v1", "OPIK_URL_OVERRIDE": address,
               "OPIK_WORKSPACE": "default", "OPIK_PROJECT_NAME": "harbour", "LANGSMITH_TRACING": "true",
               "LANGSMITH_ENDPOINT": address, "LANGSMITH_API_KEY": "none", "LANGSMITH_DISABLE_RUN_COMPRESSION": "true",
               "BRAINTRUST_API_KEY": "none", "BRAINTRUST_APP_URL": address, "BRAINTRUST_API_URL": address}
logging.disable()

import openai
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

exporter = InMemorySpanExporter()
keeping, provider = SimpleSpanProcessor(exporter), TracerProvider()
provider.add_span_processor(keeping)


def logged_by(name):
    """A client that is logged by this library, and what sends on what is kept back."""
    if name == "langfuse":
        import langfuse
        from langfuse.openai import OpenAI
        fuse = langfuse.Langfuse(public_key="pk", secret_key="sk", host=address, tracer_provider=provider)
        return OpenAI(), fuse.flush
    client, flush = openai.OpenAI(), lambda: None
    if name == "langsmith":
        import langsmith
        from langsmith.wrappers import wrap_openai
        smith = langsmith.Client()
        return wrap_openai(client, tracing_extra={"client": smith}), smith.flush
    if name == "opik":
        import opik
        from opik.integrations.openai import track_openai
        return track_openai(client), opik.flush_tracker
    if name == "braintrust":
        import braintrust
        braintrust.init_logger(project="harbour")
        return braintrust.wrap_openai(client), braintrust.flush
    if name == "logfire":
        import logfire
        logfire.configure(send_to_logfire=False, console=False, additional_span_processors=[keeping])
        logfire.instrument_openai(client)
    elif name == "openinference":
        from openinference.instrumentation.openai import OpenAIInstrumentor
        OpenAIInstrumentor().instrument(tracer_provider=provider)
    else:
        from opentelemetry.instrumentation.openai import OpenAIInstrumentor
        OpenAIInstrumentor().instrument(tracer_provider=provider)
    return client, flush


def log():
    """What was logged since it was asked for last: all of it, and the spans' fields for tokens or what was sent, as text."""
    flush()
    spans = [dict(span.attributes) for span in exporter.get_finished_spans()]
    tokens = [{key: value for key, value in span.items() if "token" in key or "usage" in key} for span in spans]
    told = [json.dumps(span, default=str) for span in spans] + posted, str(tokens) + str(posted)
    exporter.clear()
    posted[:] = []
    return told


client, flush = logged_by(sys.argv[1])
rule = [{"role": "user", "content": "Never touch vendor/."}]
log()
client.responses.create(model="gpt-4.1", input=rule)
first = str(CREATED) in log()[1]
compacted = client.responses.compact(model="gpt-4.1", input=rule)
written, tokens = log()
client.responses.create(model="gpt-4.1", input=[item.model_dump(exclude_none=True) for item in compacted.output] + rule)
print(json.dumps([first, any(written), str(COMPACTED) in tokens, str(CREATED) in log()[1]]))
PY
declare -A expected=([openinference]="true, true, false, true" [logfire]="true, true, true, true")
changed=0
echo "in the log: the first call's tokens, anything of the compaction, the compaction's tokens, the last call's tokens"
for name in langfuse langsmith opik braintrust openllmetry openinference logfire; do
  told=$(timeout 60 env/bin/python play.py "$name" 2>/dev/null | grep -a '^\[[tf]' || echo "no answer")
  echo "$name: $told"
  [ "$told" = "[${expected[$name]:-true, false, false, true}]" ] || changed=1
done
exit $changed
