#!/usr/bin/env bash
# AI SDK: where Claude's API compacts within a call, the summary is the beginning of the answer, so that no object is found.
#
# One would expect: `text` is what the model answered, as in any other call; an object that was asked for by a schema is
#   read from the answer; and a pause behind a compaction is not the end of an agent's run.
# What happens: the compaction block is made a part of text, told apart by its metadata alone, as the documentation has it
#   for a stream's parts. `text` joins all parts, so it is the summary and the answer without as much as a space between.
#   With a schema the two together are parsed as JSON: the call, the dearest of its session, ends in an error that no
#   object was generated, though the server sent one, streamed or not; it is the compaction's turn alone that fails. With
#   pauseAfterCompaction an agent's run ends at the pause, a finish reason "other", and its text is the summary.
# Version: npm ai 7.0.173, @ai-sdk/anthropic 4.0.105, zod 4.6.7; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund ai@7.0.173 @ai-sdk/anthropic@4.0.105 zod@4.6.7 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// The same answers from the Messages API, once without and once with a compaction in front, each with its own usage.
import { createAnthropic } from "@ai-sdk/anthropic";
import { Output, generateText, isStepCount, streamText, tool } from "ai";
import { z } from "zod";

let answers = [];

function events(message) {
  const { content, stop_reason, usage } = message;
  const begun = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  const rows = [{ type: "message_start", message: begun }];
  content.forEach((block, index) => {
    const summed = block.type === "compaction";
    const content_block = summed ? { ...block, content: null } : { ...block, text: "" };
    rows.push({ type: "content_block_start", index, content_block });
    const delta = summed
      ? { type: "compaction_delta", content: block.content }
      : { type: "text_delta", text: block.text };
    rows.push({ type: "content_block_delta", index, delta }, { type: "content_block_stop", index });
  });
  rows.push({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage }, { type: "message_stop" });
  return rows.map((row) => `event: ${row.type}\ndata: ${JSON.stringify(row)}\n\n`).join("");
}

async function fetch(_, { body }) {
  const content = answers.shift();
  const last = content.at(-1).type;
  const stop_reason = { compaction: "compaction", tool_use: "tool_use" }[last] ?? "end_turn";
  const written = { type: "message", input_tokens: 407, output_tokens: 20 };
  const usage = { input_tokens: written.input_tokens, output_tokens: written.output_tokens };
  if (content[0].type === "compaction") {
    usage.iterations = [{ type: "compaction", input_tokens: 150_000, output_tokens: 300 }, written];
  }
  const head = { id: "m", type: "message", role: "assistant", model: "claude-opus-4-6" };
  const message = { ...head, content, stop_reason, stop_sequence: null, usage };
  const streamed = JSON.parse(body).stream;
  const type = streamed ? "text/event-stream" : "application/json";
  return new Response(streamed ? events(message) : JSON.stringify(message), { headers: { "content-type": type } });
}

const edit = { type: "compact_20260112", trigger: { type: "input_tokens", value: 150_000 } };
const asked = (more) => ({
  model: createAnthropic({ fetch, apiKey: "none" })("claude-opus-4-6"),
  messages: [{ role: "user", content: "Which pier is open?" }],
  providerOptions: { anthropic: { contextManagement: { edits: [{ ...edit, ...more }] } } },
});
const summary = { type: "compaction", content: "The user asks for an open pier." };
const words = { type: "text", text: "Pier 16 is open." };
const json = { type: "text", text: '{"pier": 16}' };
const output = Output.object({ schema: z.object({ pier: z.number() }) });

async function text(...content) {
  answers = [content];
  return (await generateText(asked())).text;
}

async function object(call, ...content) {
  answers = [content];
  try {
    return JSON.stringify(await (await call({ ...asked(), output, onError() {} })).output);
  } catch (error) {
    return error.name;
  }
}

const seen = {};
for (const [name, front] of [["no compaction", []], ["with a compaction", [summary]]]) {
  const objects = [await object(generateText, ...front, json), await object(streamText, ...front, json)];
  seen[name] = [await text(...front, words), ...objects];
  console.log(`${name}:\n  text: ${seen[name][0]}\n  object: ${objects[0]}\n  object, streamed: ${objects[1]}`);
}

const tools = { look: tool({ inputSchema: z.object({}), execute: async () => "16 open, 17 shut" }) };
const call = { type: "tool_use", id: "one", name: "look", input: {} };
answers = [[call], [summary], [words]];
const run = await generateText({ ...asked({ pauseAfterCompaction: true }), tools, stopWhen: isStepCount(9) });
console.log(`a run with a pause: ${run.steps.length} requests, finish reason ${run.finishReason}, text: ${run.text}`);

const none = seen["no compaction"];
const some = seen["with a compaction"];
const healthy = none[0] === words.text && none[1] === '{"pier":16}' && none[2] === none[1];
const asSaid = some[0] === summary.content + words.text && some.slice(1).every((one) => one === "AI_NoObjectGeneratedError");
const ended = run.steps.length === 2 && run.finishReason === "other" && run.text === summary.content;
process.exit(!healthy ? 2 : asSaid && ended ? 0 : 1);
JS
timeout 120 node play.mjs
