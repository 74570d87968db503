#!/usr/bin/env bash
# Opik: the input of a traced function is what the function left of it, so that a compaction in place replaces the prompt.
#
# One would expect: a trace shows as the input of a function what it was called with. Opik saw to that in 2025 for what is
#   changed after the call.
# What happens: what is sent when the function begins is right, but it is sent once more, as newer and under the same id,
#   when it ends, with the arguments as they are then. An agent that compacts its list of messages in place and appends to
#   it has as its input the summary and its own answer, in trace and span, and the person's rule in neither; a result that
#   it masks was masked when it came in. Five other tracers, at the same function, keep what was handed over.
# Version: PyPI opik 2.2.122; langsmith 0.15.1, langfuse 5.0.4, braintrust 0.48.1, logfire 5.4.0, openinference-
#   instrumentation 0.1.72; openai 3.57.0; 2026-11-28.
# Needs: python3 (3.11 or later) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env opik==2.2.122 langsmith==0.15.1 langfuse==5.0.4 braintrust==0.48.1 \
  logfire==5.4.0 openinference-instrumentation==0.1.72 openai==3.57.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""One agent step under six tracers; the model and the places to which they send are one server in here."""
import gzip
import json
import logging
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

RULE, RESULT, SUMMARY, CLEARED = "Never touch vendor/.", "Berth 7 is empty.", "The boats were counted.", "(cleared)"
posted = []  # what tracers sent by HTTP


class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        limits = {"use_multipart_endpoint": False, "size_limit": 100, "size_limit_bytes": 10**7,
                  "scale_up_nthreads_limit": 1, "scale_up_qsize_trigger": 1000, "scale_down_nempty_trigger": 4}
        self.answer({"version": "0.10.0", "batch_ingest_config": limits})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
        if "protobuf" in self.headers.get("Content-Type", ""):
            return self.answer({})
        if "/chat/" in self.path:
            message = {"role": "assistant", "content": "Berth 7."}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            return self.answer({"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]})
        posted.append(json.loads(body or "{}"))
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
os.environ |= {"OPIK_URL_OVERRIDE": address, "OPIK_WORKSPACE": "default", "OPIK_PROJECT_NAME": "harbour",
               "LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": address, "LANGSMITH_API_KEY": "none",
               "LANGSMITH_DISABLE_RUN_COMPRESSION": "true",
               "BRAINTRUST_API_KEY": "none", "BRAINTRUST_APP_URL": address, "BRAINTRUST_API_URL": address}
logging.disable()

import braintrust
import langfuse
import langsmith
import logfire
import openai
import opik
from openinference.instrumentation import TracerProvider as OpenInference
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opik.integrations.openai import track_openai

plain = openai.OpenAI(api_key="none", base_url=f"{address}/v1")
exporter, smith = InMemorySpanExporter(), langsmith.Client()
keeping = SimpleSpanProcessor(exporter)
braintrust.init_logger(project="harbour")
logfire.configure(send_to_logfire=False, console=False, additional_span_processors=[keeping])
providers = {"langfuse": TracerProvider(), "openinference": OpenInference()}
for provider in providers.values():
    provider.add_span_processor(keeping)
fuse = langfuse.Langfuse(public_key="pk", secret_key="sk", host=address, tracer_provider=providers["langfuse"])
# For each: the decorator, the client of the model, and what sends on what is still kept back.
TRACERS = {
    "opik": (opik.track, track_openai(openai.OpenAI(api_key="none", base_url=f"{address}/v1")), opik.flush_tracker),
    "langsmith": (langsmith.traceable(client=smith), plain, smith.flush),
    "langfuse": (langfuse.observe(), plain, fuse.flush),
    "braintrust": (braintrust.traced, plain, braintrust.flush),
    "logfire": (logfire.instrument(extract_args=True), plain, lambda: None),
    "openinference": (providers["openinference"].get_tracer("harbour").chain, plain, lambda: None),
}


def compacts(messages):
    messages[:] = [{"role": "user", "content": SUMMARY}]


def masks(messages):
    messages[1]["content"] = CLEARED


def inputs():
    """What was logged as an input of the function, as texts."""
    kept = [span.attributes for span in exporter.get_finished_spans()]
    texts = [value for span in kept for key, value in span.items() if "input" in key or key == "messages"]
    rows = {}  # by id, the newest that was sent
    for row in (row for body in posted for key in ("spans", "traces", "rows", "post") for row in body.get(key, [])):
        told = row.get("input") or row.get("inputs")
        if told and row.get("name") in ("agent", None):
            rows[row["id"]] = told
    return [str(value) for value in texts] + [json.dumps(row) for row in rows.values()]


def play(tracer, change):
    """The texts that are logged as the input of an agent that changes its messages, and the last request of its model."""
    decorate, client, flush = TRACERS[tracer]

    @decorate
    def agent(messages):
        change(messages)
        answer = client.chat.completions.create(model="stub", messages=messages).choices[0].message.content
        messages.append({"role": "assistant", "content": answer})
        return answer

    exporter.clear()
    posted.clear()
    agent([{"role": "user", "content": RULE}, {"role": "user", "content": RESULT}])
    flush()
    return [text for text in inputs() if "content" in text]


whole = []
for tracer in TRACERS:
    compacted, masked = play(tracer, compacts), play(tracer, masks)
    kept = all(RULE in text for text in compacted), all(RESULT in text for text in masked)
    assert compacted and masked, tracer
    print(f"{tracer}: the rule in the input of an agent that compacts: {kept[0]}, the result in that of one that masks: {kept[1]}")
    if tracer == "opik":
        print("  trace and span have:", *compacted, sep="\n  ")
    whole.append(kept)
sys.exit(0 if whole == [(False, False)] + [(True, True)] * 5 else 1)
PY
timeout 200 env/bin/python play.py 2>/dev/null
