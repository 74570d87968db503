#!/usr/bin/env bash
# Langfuse for JavaScript: an answer's calls are lost or mixed in Chat Completions if it is streamed, in Responses if not.
#
# One would expect: observeOpenAI records an answer "with support for streaming and function calling", as its
#   documentation says: the calls that the program got, with their ids, and what the model said beside them.
# What happens: of a stream of Chat Completions, one call piece by piece after the other as OpenAI's API sends it, all
#   pieces become one call: the arguments of both behind each other, which is no JSON, under the name of the last. Ids are
#   gone, and so are the words. From the Responses API it is the answer that comes at once: where the model says anything
#   beside its calls, the trace has these words and no call. The other two of the four are recorded as they were.
# Version: npm @langfuse/openai 5.11.1, @langfuse/tracing 5.11.1, openai 7.59.0, @opentelemetry/sdk-trace-base 2.12.1;
#   2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @langfuse/openai@5.11.1 @langfuse/tracing@5.11.1 openai@7.59.0 \
  @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/api@1.9.1 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// One answer, "I look at both." with two calls, as each of four requests gets it.
import { once } from "node:events";
import { createServer } from "node:http";
import { observeOpenAI } from "@langfuse/openai";
import { setLangfuseTracerProvider } from "@langfuse/tracing";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import OpenAI from "openai";

const WORDS = "I look at both.";
const CALLS = [["call_1", "count_boats", '{"pier":1}'], ["call_2", "read_lamp", '{"lamp":7}']];

function chat(stream) {
  const made = CALLS.map(([id, name, args]) => ({ id, type: "function", function: { name, arguments: args } }));
  const head = { id: "r", created: 1, model: "stub", object: stream ? "chat.completion.chunk" : "chat.completion" };
  if (!stream) {
    const message = { role: "assistant", content: WORDS, tool_calls: made };
    return { ...head, choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
  }
  const pieces = made.flatMap(({ function: { name, arguments: args }, ...call }, index) => [
    { index, ...call, function: { name, arguments: "" } },
    ...[args.slice(0, 5), args.slice(5)].map((part) => ({ index, function: { arguments: part } })),
  ]);
  const deltas = [{ role: "assistant", content: WORDS }, ...pieces.map((piece) => ({ tool_calls: [piece] })), {}];
  return deltas.map((delta, number) => ({
    ...head, choices: [{ index: 0, delta, finish_reason: number === deltas.length - 1 ? "tool_calls" : null }],
  }));
}

function responses(stream) {
  const content = [{ type: "output_text", text: WORDS, annotations: [] }];
  const output = [
    { type: "message", id: "m", role: "assistant", status: "completed", content },
    ...CALLS.map(([id, name, args]) => ({ type: "function_call", id: `f${id}`, call_id: id, name, arguments: args })),
  ];
  const whole = { id: "r", object: "response", created_at: 1, model: "stub", status: "completed", output };
  if (!stream) return whole;
  return [
    { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
    ...output.map((item, index) => ({ type: "response.output_item.done", output_index: index, item })),
    { type: "response.completed", response: whole },
  ];
}

const server = createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  const { stream } = JSON.parse(text);
  const body = (request.url.endsWith("/responses") ? responses : chat)(stream);
  response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
  const events = stream ? body.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("") + "data: [DONE]\n\n" : "";
  response.end(stream ? events : JSON.stringify(body));
}).listen(0, "127.0.0.1");
await once(server, "listening");

const exporter = new InMemorySpanExporter();
setLangfuseTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const client = observeOpenAI(new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 }));
const asked = [{ role: "user", content: "What is at the piers?" }];
const outputs = {};
console.log("@langfuse/openai 5.11.1");
for (const stream of [false, true]) {
  for (const name of ["chat", "responses"]) {
    exporter.reset();
    const answer = name === "chat"
      ? await client.chat.completions.create({ model: "stub", messages: asked, stream })
      : await client.responses.create({ model: "stub", input: asked, stream });
    if (stream) for await (const chunk of answer) void chunk;
    const kind = `${name}${stream ? ", streamed" : ""}`;
    outputs[kind] = exporter.getFinishedSpans()[0].attributes["langfuse.observation.output"];
    console.log(`${kind}:`, outputs[kind]);
  }
}
server.close();
const all = (text) => [WORDS, ...CALLS.flat()].every((word) => text.includes(JSON.stringify(word).slice(1, -1)));
const one = { tool_calls: [{ function: { name: "read_lamp", arguments: '{"pier":1}{"lamp":7}' } }] };
const glued = outputs["chat, streamed"] === JSON.stringify(one);
process.exit(all(outputs.chat) && all(outputs["responses, streamed"]) && glued && outputs.responses === WORDS ? 0 : 1);
JS
timeout 60 node play.mjs
