#!/usr/bin/env bash
# OpenTelemetry: of a long conversation the Python SDK loses the beginning, the JavaScript SDK the end.
#
# One would expect: a span holds 128 attributes by default, and what comes when it is full is left out, in whatever
#   language; so a conversation recorded message by message lacks its end.
# What happens: in JavaScript it does. In Python each attribute above the limit pushes out the oldest: the model's name
#   and the first messages are gone, the newest are there. What is recorded the same way in two services thus keeps
#   opposite halves, and both spans look alike: 128 attributes, the same number dropped.
# Version: PyPI opentelemetry-sdk 1.45.2; npm @opentelemetry/sdk-trace-base 2.12.1; 2026-11-27.
# Needs: python3 with venv, pip, npm, node 20. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it
#   cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile opentelemetry-sdk==1.45.2 >/dev/null 2>&1 || exit 2
npm install --silent --no-audit --no-fund @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/api@1.9.1 \
  >/dev/null 2>&1 || exit 2

cat >record.py <<'PY'
"""A model's name and two hundred messages, set one by one as instrumentations do; printed: what is left."""
import json
import logging

from opentelemetry.sdk.trace import TracerProvider

logging.disable()  # one warning for each attribute that is pushed out
span = TracerProvider().get_tracer("chat").start_span("chat")
span.set_attribute("llm.model_name", "stub")
for number in range(200):
    span.set_attribute(f"llm.input_messages.{number}.message.content", f"message {number}")
span.end()
names = list(span.attributes)
print(json.dumps([len(names), span.dropped_attributes, names[0], names[-1]]))
PY
cat >record.mjs <<'JS'
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";

const span = new BasicTracerProvider().getTracer("chat").startSpan("chat");
span.setAttribute("llm.model_name", "stub");
for (let number = 0; number < 200; number += 1) {
  span.setAttribute(`llm.input_messages.${number}.message.content`, `message ${number}`);
}
span.end();
const names = Object.keys(span.attributes);
console.log(JSON.stringify([names.length, span.droppedAttributesCount, names[0], names.at(-1)]));
JS
python=$(timeout 60 env/bin/python record.py)
script=$(timeout 60 node record.mjs 2>/dev/null)
echo "opentelemetry-sdk 1.45.2 (Python), @opentelemetry/sdk-trace-base 2.12.1 (JavaScript)"
echo "held, dropped, first, last of 201 attributes"
echo "Python:     $python"
echo "JavaScript: $script"
message=llm.input_messages
[ "$python" = "[128, 73, \"$message.72.message.content\", \"$message.199.message.content\"]" ] &&
  [ "$script" = "[128,73,\"llm.model_name\",\"$message.126.message.content\"]" ]
