#!/usr/bin/env bash
# @anthropic-ai/sdk: a tool runner that compacts returns the summary in the place of the answer.
#
# One would expect: done() and runUntilDone() give the model's answer, as they do in every shorter session; a compaction
#   that is asked for "before the next turn" waits for one, and where none comes it is not made.
# What happens: the loop in the documentation of compactBeforeNextTurn() asks for one whenever a message has taken more
#   than 100,000 tokens in. In a long session that holds for the answer as well, behind which there is no turn. The
#   summary is made all the same, and is the runner's last message: done() gives a message with a block of the type
#   "compaction" and no text, and params.messages, from which a program goes on, has neither prompt nor answer. Who did
#   not keep the answer within the loop has it nowhere.
# Version: npm @anthropic-ai/sdk 1.14.0; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @anthropic-ai/sdk@1.14.0 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// One prompt, one call, one answer; the server tells that the answer's prompt was short, or that it was long.
import { once } from "node:events";
import { createServer } from "node:http";
import Anthropic from "@anthropic-ai/sdk";

const ANSWER = "There are nine boats.";

async function played(tokens) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    asked.push(body);
    const summary = { content: [{ type: "compaction", content: "Boats were counted." }], stop_reason: "compaction" };
    const call = { type: "tool_use", id: "call1", name: "count", input: { pier: 1 } };
    const said = asked.length === 1
      ? { content: [call], stop_reason: "tool_use" }
      : { content: [{ type: "text", text: ANSWER }], stop_reason: "end_turn" };
    const head = { id: `message${asked.length}`, type: "message", role: "assistant", model: body.model };
    const usage = { input_tokens: asked.length === 1 ? 1000 : tokens, output_tokens: 10 };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...head, stop_sequence: null, usage, ...(body.compaction ? summary : said) }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new Anthropic({ apiKey: "none", baseURL: `http://127.0.0.1:${server.address().port}`, maxRetries: 0 });
  const count = {
    type: "custom", name: "count", description: "Counts the boats at a pier.",
    input_schema: { type: "object", properties: { pier: { type: "number" } } }, parse: (input) => input, run: () => "9",
  };
  const runner = client.beta.messages.toolRunner({
    model: "claude-sonnet-4-6", max_tokens: 1000, tools: [count], betas: ["compact-2026-09-04"], thread: false,
    messages: [{ role: "user", content: "How many boats are at pier 1?" }],
  });
  for await (const message of runner) if (message.usage.input_tokens > 100_000) runner.compactBeforeNextTurn();
  const outcome = await runner.done();
  server.close();
  const kept = JSON.stringify(runner.params.messages);
  console.log(`\nanswer with ${tokens} tokens in; requests: ${asked.length}`);
  console.log("done():", outcome.stop_reason, JSON.stringify(outcome.content));
  console.log("params.messages:", kept);
  return { requests: asked.length, answered: JSON.stringify(outcome.content).includes(ANSWER), kept };
}

console.log("@anthropic-ai/sdk 1.14.0");
const short = await played(50_000);
const long = await played(150_000);
const asUsual = short.requests === 2 && short.answered && short.kept.includes(ANSWER);
const isSo = long.requests === 3 && !long.answered && !long.kept.includes(ANSWER) && !long.kept.includes("pier 1");
process.exit(asUsual && isSo ? 0 : 1);
JS
timeout 60 node play.mjs
