#!/usr/bin/env bash
# OpenInference for Codex: a turn of five requests has the tokens of the last, and a compaction an estimate.
#
# One would expect: the span of a turn, which is the root of its trace and of the kind LLM, tells what the turn's
#   requests used together; that of a compaction what was sent and written for the summary, which the log tells.
# What happens: a turn is given the last count that the log tells within it, which is one request's, so that it is
#   short by every call the agent made. Behind a compaction Codex writes one count more, its own estimate of the history
#   that is left: a total without input and output. That becomes the compaction's tokens. Adding up the spans
#   codex.event.token_count below it does not help there: Codex begins the turn of a compaction with the count of the
#   turn before, so that this is added again, and the estimate as well.
# Version: PyPI openinference-instrumentation-codex 0.5.2, its codex-jsonl-forwarder; npm @openai/codex 0.171.0;
#   2026-11-28.
# Needs: Linux x64, npm, node, python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2
#   when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release @openai/codex@0.171.0 >/dev/null 2>&1 || exit 2
python3 -m venv tools && tools/bin/pip install --quiet --disable-pip-version-check \
  "openinference-instrumentation-codex[otlp]==0.5.2" opentelemetry-sdk==1.45.2 \
  opentelemetry-exporter-otlp-proto-http==1.45.2 >/dev/null 2>&1 || exit 2
mkdir -p home/.codex project

cat >play.py <<'PY'
"""A prompt that takes five requests, a compaction, a prompt that takes one; then the forwarder over the log."""
import json
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

CALLS = 4  # how often the first prompt is answered by a call before it is answered by words
asked = []
spans = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        self.send(b'{"object": "list", "data": [], "models": []}', "application/json")

    def do_POST(self):
        data = self.rfile.read(int(self.headers["content-length"]))
        if self.path.endswith("/traces"):
            for resource in ExportTraceServiceRequest.FromString(data).resource_spans:
                spans.extend(span for scope in resource.scope_spans for span in scope.spans)
            return self.send(b"", "application/x-protobuf")
        number = len(asked) + 1
        usage = {"input_tokens": 9000 + 137 * number, "output_tokens": number}
        usage["total_tokens"] = sum(usage.values())
        asked.append(usage["total_tokens"])
        content = [{"type": "output_text", "text": f"Answer {number}.", "annotations": []}]
        item = {"type": "message", "id": f"m{number}", "role": "assistant", "status": "completed", "content": content}
        if number <= CALLS:
            item = {"type": "function_call", "id": f"f{number}", "call_id": f"c{number}", "name": "exec_command",
                    "arguments": json.dumps({"cmd": f"echo {number}"})}
        head = {"id": f"r{number}", "object": "response", "created_at": 1, "model": "m", "output": []}
        events = [{"type": "response.created", "response": head | {"status": "in_progress"}},
                  {"type": "response.output_item.done", "output_index": 0, "item": item},
                  {"type": "response.completed", "response": head | {"status": "completed", "usage": usage}}]
        text = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)
        self.send(text.encode(), "text/event-stream")

    def send(self, data, kind):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
work = os.getcwd()
with open("home/.codex/config.toml", "w") as file:
    file.write(f'''model = "gpt-5.5"
model_provider = "stub"
model_context_window = 200000
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
analytics.enabled = false
[model_providers.stub]
name = "stub"
base_url = "{address}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
supports_websockets = false
''')
told = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "CODEX_HOME": f"{work}/home/.codex", "STUB_KEY": "none"}
agent = subprocess.Popen([f"{work}/release/node_modules/.bin/codex", "app-server"], cwd="project", env=told, text=True,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
number = 0


def call(method, until=None, **params):
    """The result of a call to the app server, once the event that is waited for has come."""
    global number
    number += 1
    agent.stdin.write(json.dumps({"id": number, "method": method, "params": params}) + "\n")
    agent.stdin.flush()
    result = None
    for line in agent.stdout:
        message = json.loads(line)
        if message.get("id") == number and "method" not in message:
            result = message["result"]
        if result is not None and (until is None or message.get("method") == until):
            return result
    sys.exit(2)


paid = []


def turn(thread, words=None):
    """One turn, or a compaction where there are no words; what the server told of its requests is added to `paid`."""
    before = len(asked)
    if words:
        call("turn/start", "turn/completed", threadId=thread, input=[{"type": "text", "text": words}])
    else:
        call("thread/compact/start", "turn/completed", threadId=thread)
    paid.append((words, asked[before:]))


call("initialize", clientInfo={"name": "play", "version": "1"}, capabilities={"experimentalApi": True})
thread = call("thread/start", cwd=f"{work}/project")["thread"]["id"]
for prompt in ("First.", None, "Second."):
    turn(thread, prompt)
agent.stdin.close()
agent.wait(20)

told |= {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf",
         "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": f"{address}/v1/traces"}
forwarder = subprocess.Popen(["tools/bin/codex-jsonl-forwarder", "--state-path", f"{work}/state.json"], env=told,
                             stderr=subprocess.DEVNULL)
until = time.monotonic() + 40
while sum(span.name == "codex.turn" for span in spans) < len(paid) and time.monotonic() < until:
    time.sleep(0.2)
forwarder.terminate()
forwarder.wait(20)


def tokens(span):
    """What a span tells as input, output and total; None is what it does not tell."""
    values = {one.key: one.value.int_value for one in span.attributes}
    return [values.get(f"llm.token_count.{name}") for name in ("prompt", "completion", "total")]


roots = sorted((span for span in spans if span.name == "codex.turn"), key=lambda span: span.start_time_unix_nano)
if len(roots) != len(paid) or [len(totals) for _, totals in paid] != [CALLS + 1, 1, 1]:
    sys.exit(2)
rows = []
for (words, totals), root in zip(paid, roots):
    parts = [span for span in spans if span.name == "codex.event.token_count" and span.trace_id == root.trace_id]
    rows.append((totals, tokens(root), [tokens(span)[2] for span in parts]))
    print(f"{words or 'a compaction'}: the server told {totals}, {sum(totals)} in all")
    print(f"  the turn's span: input, output, total {rows[-1][1]}")
    print(f"  the spans of counts below it: {rows[-1][2]}, {sum(rows[-1][2])} in all")
(first, first_told, first_parts), (summary, summary_told, summary_parts), (second, second_told, _) = rows
is_last = first_told[2] == first[-1] and first_parts == first and second_told[2] == second[-1]
is_estimate = summary_told[:2] == [None, None] and summary_told[2] not in asked
is_added_again = summary_parts == [first[-1], *summary, summary_told[2]]
sys.exit(0 if is_last and is_estimate and is_added_again else 1)
PY
timeout 200 tools/bin/python play.py
