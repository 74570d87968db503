#!/usr/bin/env bash
# Mastra: its token limiter takes out the prompt that the agent is at work on, and keeps the greeting before it.
#
# One would expect: what is limited goes from the oldest on; the newest prompt of the user, of which a run is made, stays.
# What happens: each request is filled from its end with whatever still fits, and goes on behind what does not. So once
#   a tool's result has come in, a long prompt is left out of the request while short and older messages stay: the model
#   reads "Good morning.", a call and its result, and no task. Nothing is said, and the next step may hold it again.
#   With trimMode "contiguous" all before the gap goes as well, so that a run ends without any message of a user.
# Version: npm @mastra/core 1.71.0 with zod 4.1.13; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"type": "module"}' >package.json
npm install --silent --no-fund --no-audit @mastra/core@1.71.0 zod@4.1.13 >/dev/null 2>&1 || exit 2

cat >play.js <<'JS'
// A greeting, a long prompt, one call; the limit is 500 tokens, and the model an object that writes down what it is sent.
import { Agent } from "@mastra/core/agent";
import { TokenLimiterProcessor } from "@mastra/core/processors";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";

const TASK = "Count the boats at pier 1, never the ferry.";
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

function stub(asked) {
  const next = () => asked.length === 1
    ? { type: "tool-call", toolCallId: "1", toolName: "count", input: '{"pier": 1}' }
    : { type: "text", text: "Nine." };
  const why = (part) => (part.type === "text" ? "stop" : "tool-calls");
  return {
    specificationVersion: "v2", provider: "stub", modelId: "stub", supportedUrls: {},
    async doGenerate({ prompt }) {
      asked.push(prompt);
      const part = next();
      return { content: [part], finishReason: why(part), usage, warnings: [] };
    },
    async doStream({ prompt }) {
      asked.push(prompt);
      const part = next();
      const text = ["text-start", "text-delta", "text-end"].map((type) => ({ type, id: "t", delta: part.text }));
      const parts = part.type === "text" ? text : [part];
      const all = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason: why(part), usage }];
      return { stream: new ReadableStream({ start(c) { all.forEach((one) => c.enqueue(one)); c.close(); } }) };
    },
  };
}

async function played(trimMode) {
  const asked = [];
  const count = createTool({
    id: "count", description: "Counts what lies at a pier.", inputSchema: z.object({ pier: z.number() }),
    execute: async () => ({ lamps: "lantern ".repeat(150) }),
  });
  const agent = new Agent({
    id: "harbour", name: "harbour", instructions: "You mind a harbour.", model: stub(asked), tools: { count },
    inputProcessors: [new TokenLimiterProcessor(trimMode ? { limit: 500, trimMode } : 500)],
  });
  await agent.generate([
    { role: "user", content: "Good morning." },
    { role: "assistant", content: "Good morning. What shall I count?" },
    { role: "user", content: `${TASK} Known so far: ${"boat ".repeat(300)}` },
  ]);
  const told = asked.map((prompt) => ({
    roles: prompt.map((message) => message.role).join(" "),
    task: JSON.stringify(prompt).includes(TASK),
    greeting: JSON.stringify(prompt).includes('"Good morning."'),
  }));
  told.forEach((one, step) => console.log(`${trimMode ?? "default"}, request ${step + 1}:`, JSON.stringify(one)));
  return told;
}

const [first, second] = await played();
const [, row] = await played("contiguous");
const isSo = first.task && first.greeting && !second.task && second.greeting && !row.roles.includes("user");
process.exit(isSo ? 0 : 1);
JS
timeout 100 node play.js 2>/dev/null
