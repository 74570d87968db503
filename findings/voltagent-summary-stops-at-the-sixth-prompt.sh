#!/usr/bin/env bash
# VoltAgent: with its own memory a summary is never renewed after the sixth prompt; what comes then is soon forgotten.
#
# One would expect: summarization sums up what is older than the newest keepMessages, and again as soon as there is more;
#   what tools gave counts towards triggerTokens and is read by the summarizer, whose instructions ask for it.
# What happens: how far the summary reaches is kept as a number of messages, and held against those that the memory gives.
#   By default these are the newest ten, so the number stays where ten put it while the history moves on: each request is
#   the same old summary and the newest messages, and a rule of the sixth prompt is in no request after the next one's.
#   A larger contextLimit only moves that point. Calls and results are neither counted nor shown: a request of 12,000
#   tokens, nearly all of them results, does not reach triggerTokens of 1,000.
# Version: npm @voltagent/core 2.10.0, ai 6.0.326, zod 4.6.7; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @voltagent/core@2.10.0 ai@6.0.326 zod@4.6.7 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
import { Agent, InMemoryStorageAdapter, Memory, createTool } from "@voltagent/core";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";

const RULE = "From now on leave pier 6 alone.";
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

// Twelve prompts with one call each. `asked` is what the model is sent at the end of each turn.
async function played(triggerTokens) {
  const asked = [];
  const summed = [];
  const model = new MockLanguageModelV3({
    async doGenerate({ prompt }) {
      await new Promise((go) => setTimeout(go, 100)); // as the memory is written beside the call
      const ended = (unified, part) => ({ content: [part], finishReason: { unified }, usage, warnings: [] });
      const text = JSON.stringify(prompt);
      if (text.includes("summarization assistant")) {
        summed.push(prompt.at(-1).content[0].text);
        return ended("stop", { type: "text", text: `Summary ${summed.length}.` });
      }
      const input = JSON.stringify({ pier: 1 });
      const toolCallId = `call${Math.random()}`;
      if (prompt.at(-1).role === "user")
        return ended("tool-calls", { type: "tool-call", toolCallId, toolName: "count", input });
      asked.push(text);
      return ended("stop", { type: "text", text: "Nine." });
    },
  });
  const count = createTool({
    name: "count", description: "Counts the boats at a pier.", parameters: z.object({ pier: z.number() }),
    execute: async () => ({ lamps: "lantern ".repeat(2000) }),
  });
  const agent = new Agent({
    name: "harbour", instructions: "You mind a harbour.", model, tools: [count],
    memory: new Memory({ storage: new InMemoryStorageAdapter() }),
    summarization: { triggerTokens, keepMessages: 4 },
  });
  for (let turn = 1; turn <= 12; turn++)
    await agent.generateText(`Prompt ${turn}. ${turn === 6 ? RULE : ""}`, { userId: "user", conversationId: "one" });
  return { asked, summed };
}

console.log("@voltagent/core 2.10.0");
const { asked, summed } = await played(10);
for (const [index, text] of asked.entries()) {
  const prompts = text.match(/Prompt \d+/g).join(", ");
  console.log(`turn ${index + 1}:`, text.match(/Summary \d/)?.[0] ?? "no summary", "and", prompts,
    text.includes(RULE) ? "with the rule" : "");
}
console.log("the summarizer reads at last:", JSON.stringify(summed.at(-1)));
const high = await played(1000);
const size = Math.ceil(high.asked.at(-1).length / 4);
console.log(`with triggerTokens 1000: ${high.summed.length} summaries, last request of some ${size} tokens`);
const stuck = asked.slice(6).every((text) => text.includes(`Summary ${summed.length}.`)) && summed.length < 6;
const forgotten = !summed.some((text) => text.includes(RULE)) && asked.slice(8).every((text) => !text.includes(RULE));
const unread = !summed.some((text) => text.includes("lantern") || text.includes("pier"));
process.exit(stuck && forgotten && unread && high.summed.length === 0 && size > 10_000 ? 0 : 1);
JS
timeout 150 node play.mjs 2>/dev/null
