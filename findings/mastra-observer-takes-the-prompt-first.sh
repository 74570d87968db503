#!/usr/bin/env bash
# Mastra: at a large result its observational memory takes out the prompt, and its observer reads the result's beginning.
#
# One would expect: as its documentation says, the context holds the exact history of the current task; once that passes
#   30,000 tokens, what is old becomes observations, some 6,000 tokens of messages stay, and an observer, who has read
#   what goes, tells of it.
# What happens: after one result of 37,000 tokens the very next request holds the call and all of the result, but not the
#   prompt that asked for it: in its place stand what the observer wrote of it and a reminder, as of the user, to go on.
#   Of the result the observer is shown the first 5,000 tokens, which the documentation does not tell. All of it counts as
#   observed: at the next prompt it is gone, and of the rest of it no observation can tell anything.
# Version: npm @mastra/memory 1.31.0, @mastra/core 1.71.0, @mastra/libsql 1.23.1, zod 4.1.13; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"type": "module"}' >package.json
npm install --silent --no-fund --no-audit @mastra/core@1.71.0 @mastra/memory@1.31.0 @mastra/libsql@1.23.1 zod@4.1.13 \
  >/dev/null 2>&1 || exit 2

cat >play.js <<'JS'
// Two prompts. The first is answered after one call, whose result is longer than the memory's limit as it is by default.
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { LibSQLStore } from "@mastra/libsql";
import { Memory } from "@mastra/memory";
import { z } from "zod";

const TASK = "Read the log, and never name the ferry.";
const END = "The lamp of pier 7 is out.";
const LOG = Array.from({ length: 6000 }, (_, line) => `Line ${line}: lantern lit.`).join("\n") + `\n${END}`;
const OBSERVED = `<observations>
Date: Nov 28, 2026
* (12:00) The agent read a log of lanterns.
</observations>`;
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

// A model that writes down what it is sent; `next` gives its answer as a part.
function model(sent, next) {
  const asked = async (prompt) => {
    await new Promise((go) => setTimeout(go, 100));
    sent.push(prompt);
    const part = next(prompt);
    return { part, finishReason: part.type === "text" ? "stop" : "tool-calls" };
  };
  return {
    specificationVersion: "v2", provider: "stub", modelId: "stub", supportedUrls: {},
    async doGenerate({ prompt }) {
      const { part, finishReason } = await asked(prompt);
      return { content: [part], finishReason, usage, warnings: [] };
    },
    async doStream({ prompt }) {
      const { part, finishReason } = await asked(prompt);
      const text = ["text-start", "text-delta", "text-end"].map((type) => ({ type, id: "t", delta: part.text }));
      const parts = part.type === "text" ? text : [part];
      const all = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }];
      return { stream: new ReadableStream({ start(c) { all.forEach((one) => c.enqueue(one)); c.close(); } }) };
    },
  };
}

const sent = [];
const observed = [];
const call = { type: "tool-call", toolCallId: "1", toolName: "read", input: '{"log": 1}' };
const actor = model(sent, () => (sent.length === 1 ? call : { type: "text", text: "All are lit." }));
const observer = model(observed, () => ({ type: "text", text: OBSERVED }));
const memory = new Memory({
  storage: new LibSQLStore({ id: "memory", url: "file:memory.db" }),
  options: { observationalMemory: { model: observer } },
});
const read = createTool({
  id: "read", description: "Reads a log.", inputSchema: z.object({ log: z.number() }), execute: async () => LOG,
});
const agent = new Agent({
  id: "harbour", name: "harbour", instructions: "You mind a harbour.", model: actor, tools: { read }, memory,
});
for (const words of [TASK, "Thank you. And the piers?"])
  await agent.generate(words, { memory: { resource: "someone", thread: "one" } });

const told = sent.map((prompt) => {
  const text = JSON.stringify(prompt);
  const roles = prompt.map((message) => message.role).filter((role) => role !== "system").join(" ");
  return { roles, task: text.includes(TASK), call: text.includes("tool-call"), end: text.includes(END) };
});
console.log("@mastra/memory 1.31.0; characters of the result:", LOG.length);
told.forEach((one, number) => console.log(`request ${number + 1}:`, JSON.stringify(one)));
const shown = observed.map((prompt) => JSON.stringify(prompt));
console.log("the observer is shown the task:", shown.some((text) => text.includes(TASK)));
console.log("the observer is shown the end of the result:", shown.some((text) => text.includes(END)));
console.log("the last line that it is shown:", Math.max(...shown[0].match(/Line \d+/g).map((line) => +line.slice(5))));
const [first, second, third] = told;
const isSo = first.task && !second.task && second.call && second.end && !third.task && !third.end
  && shown.some((text) => text.includes(TASK)) && !shown.some((text) => text.includes(END));
process.exit(isSo ? 0 : 1);
JS
timeout 150 node play.js 2>/dev/null
