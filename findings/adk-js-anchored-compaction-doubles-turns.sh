#!/usr/bin/env bash
# Google ADK for TypeScript: its anchored compaction, at a sixth of its threshold, ends in sending each recent turn twice.
#
# One would expect: AnchoredContextCompactor folds what is old into one summary once the history has more tokens than
#   tokenThreshold; the newest eventRetentionSize events follow it once each, as with the token-based compactor beside it.
# What happens: its count adds up the prompt of every call, and each prompt holds all of the history before it: one of
#   3,300 tokens passes a threshold of 20,000 after seven calls. What is kept brings its counts along, so that soon every
#   call has a summary made, and paid, before it. And where a session goes on with another prompt, the next compaction
#   puts what is kept into the session once more: the model reads the same prompts, calls and results twice. The
#   token-based compactor, which takes the newest prompt's size, sums up nothing here.
# Version: npm @google/adk 2.0.0, zod 4.6.7; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @google/adk@2.0.0 zod@4.6.7 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// Eight prompts with one call each; the model tells the size of its prompt, of which 3,000 tokens are said to be tools.
import {
  AnchoredContextCompactor, BaseLlm, FunctionTool, InMemorySessionService, LlmAgent, LlmSummarizer, Runner,
  TokenBasedContextCompactor,
} from "@google/adk";
import { z } from "zod";

const LIMITS = { tokenThreshold: 20_000, eventRetentionSize: 12 };

class Model extends BaseLlm {
  asked = [];
  summed = 0;
  constructor() {
    super({ model: "stub" });
  }
  connect() {
    throw new Error("not used");
  }
  async *generateContentAsync({ contents }) {
    await new Promise((go) => setTimeout(go, 5)); // events are told apart by their time, in milliseconds
    const text = JSON.stringify(contents);
    const usageMetadata = { promptTokenCount: 3000 + Math.ceil(text.length / 4), candidatesTokenCount: 3 };
    const summary = text.includes("Event 1 - Author");
    if (summary) this.summed++;
    else this.asked.push({ contents, tokens: usageMetadata.promptTokenCount });
    const prompted = contents.at(-1).parts.some((part) => part.text);
    const call = { functionCall: { name: "count", args: { pier: this.asked.length } } };
    const said = { text: summary ? `Summary ${this.summed}.` : "Nine." };
    yield { content: { role: "model", parts: [prompted && !summary ? call : said] }, usageMetadata };
  }
}

async function played(Compactor) {
  const model = new Model();
  const count = new FunctionTool({
    name: "count", description: "Counts the boats at a pier.", parameters: z.object({ pier: z.number() }),
    execute: async () => ({ boats: "boat ".repeat(20) }),
  });
  const compactor = new Compactor({ ...LIMITS, summarizer: new LlmSummarizer({ llm: model }) });
  const agent = new LlmAgent({
    name: "harbour", model, instruction: "You mind a harbour.", tools: [count], contextCompactors: [compactor],
  });
  const sessionService = new InMemorySessionService();
  const who = { userId: "user", sessionId: "session" };
  await sessionService.createSession({ appName: "harbour", ...who });
  const runner = new Runner({ appName: "harbour", agent, sessionService });
  const turns = [];
  for (let turn = 1; turn <= 8; turn++) {
    const before = model.summed;
    const newMessage = { role: "user", parts: [{ text: `Prompt ${turn}` }] };
    for await (const event of runner.runAsync({ ...who, newMessage })) void event;
    const { contents, tokens } = model.asked.at(-1);
    const prompts = JSON.stringify(contents).match(/Prompt \d/g).map((word) => word.at(-1));
    turns.push({ summaries: model.summed - before, tokens, prompts: prompts.join(" ") });
  }
  console.log(Compactor.name);
  for (const turn of turns)
    console.log(`  summaries: ${turn.summaries}, last request: ${turn.tokens} tokens, with prompts ${turn.prompts}`);
  return turns;
}

console.log("@google/adk 2.0.0;", JSON.stringify(LIMITS));
const anchored = await played(AnchoredContextCompactor);
const plain = await played(TokenBasedContextCompactor);
const early = anchored.every((turn) => turn.tokens < LIMITS.tokenThreshold / 5);
const often = anchored.reduce((all, turn) => all + turn.summaries, 0) > 5;
const words = anchored.at(-1).prompts.split(" ");
const twice = new Set(words).size < words.length;
process.exit(early && often && twice && plain.every((turn) => !turn.summaries) ? 0 : 1);
JS
timeout 100 node play.mjs 2>/dev/null
