#!/usr/bin/env bash
# Strands Agents (TypeScript): each summary is joined to the first prompt and stays, until little but summaries is left.
#
# One would expect: contextManager "auto" sums up what is old at 85 % of the window and keeps the four newest messages;
#   the next summary takes in the one before, as the summarizer is shown what is old.
# What happens: the summary is put behind the first prompt and joined to it, as both are the user's, and that message is
#   never touched again: no later summary takes it in, so each adds to it and the next comes sooner. Once the summaries
#   fill the window, answers and results are dropped turn by turn, without a mark or a summary, while every prompt is
#   joined to that first message, too: requests are larger than the window from then on, and grow. The summarizer is
#   shown no call, only what it returned, as words of the user.
# Version: npm @strands-agents/sdk 1.19.0 (its context manager is marked as experimental), openai 6.49.0, zod 4.6.7;
#   2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @strands-agents/sdk@1.19.0 openai@6.49.0 zod@4.6.7 \
  >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// Eighty prompts with one call each, in a window of 4,000 tokens; a summary has about a tenth of that.
import { once } from "node:events";
import { createServer } from "node:http";
import { Agent, tool } from "@strands-agents/sdk";
import { OpenAIModel } from "@strands-agents/sdk/models/openai";
import { z } from "zod";

const WINDOW = 4000;
const asked = [];
let summaries = 0;

const isSummary = (body) => JSON.stringify(body.messages).includes("summarization assistant");

function answer(body) {
  if (isSummary(body)) return { content: `Summary ${++summaries}. ${"note ".repeat(330)}` };
  if (body.messages.at(-1).role === "tool") return { content: `Nine boats at pier ${asked.length}.` };
  const call = { name: "count", arguments: JSON.stringify({ pier: asked.length }) };
  return { tool_calls: [{ index: 0, id: `call${asked.length}`, type: "function", function: call }] };
}

const server = createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  const body = JSON.parse(text);
  asked.push(body);
  const delta = { role: "assistant", ...answer(body) };
  const size = Math.ceil(JSON.stringify(body.messages).length / 4);
  const usage = { prompt_tokens: size, completion_tokens: 5, total_tokens: size + 5 };
  const head = { id: "r", object: "chat.completion.chunk", created: 1, model: "stub" };
  const chunks = [
    { ...head, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: delta.tool_calls ? "tool_calls" : "stop" }] },
    { ...head, choices: [], usage },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + "data: [DONE]\n\n");
}).listen(0, "127.0.0.1");
await once(server, "listening");

const model = new OpenAIModel({
  api: "chat", modelId: "stub", apiKey: "none", contextWindowLimit: WINDOW,
  clientConfig: { baseURL: `http://127.0.0.1:${server.address().port}/v1` },
});
const count = tool({
  name: "count", description: "Counts the boats at a pier.", inputSchema: z.object({ pier: z.number() }),
  callback: () => "boat ".repeat(200),
});
const agent = new Agent({
  model, tools: [count], contextManager: "auto", printer: false, systemPrompt: "You mind a harbour.",
});
for (let turn = 1; turn <= 80; turn++) await agent.invoke(`Prompt ${turn}: count the boats.`);
server.close();

const times = (text, words) => text.split(words).length - 1;
const told = asked.map((body) => {
  const text = JSON.stringify(body.messages);
  return {
    summary: isSummary(body), tokens: Math.ceil(text.length / 4), summaries: times(text, "Summary "),
    first: times(JSON.stringify(body.messages[1].content), "Prompt "), results: times(text, "boat boat"),
    answers: times(text, "Nine boats"), calls: text.includes('\\"pier\\"'),
  };
});
const summing = told.filter((one) => one.summary);
const last = told.at(-1);
console.log("@strands-agents/sdk 1.19.0; window:", WINDOW, "tokens, at four characters each");
console.log("tokens shown to each summarizer:", summing.map((one) => one.tokens).join(" "));
console.log("an earlier summary is among it:", summing.some((one) => one.summaries));
console.log("a call is among it:", summing.some((one) => one.calls));
for (const one of told.filter((each, index) => !each.summary && (index % 24 === 23 || each === last)))
  console.log(`request of ${one.tokens}: ${one.summaries} summaries, ${one.first} prompts in the first message,`,
    `${one.answers} answers`);
const unread = summing.length > 3 && !summing.some((one) => one.summaries || one.calls);
const piled = last.summaries === summing.length && last.first > 10 && last.answers === 0 && last.tokens > WINDOW;
process.exit(unread && piled ? 0 : 1);
JS
timeout 200 node play.mjs 2>/dev/null
