#!/usr/bin/env bash
# LangChain.js: a system message in the history goes into the summary, and no request behind it holds it.
#
# One would expect: a system message at the head of the messages stays there when what follows it is summed up; the
#   library's trimMessages keeps it, and the middleware itself sets it apart before it counts what is to be kept.
# What happens: what was set apart goes in front of the messages for the summarizer, and all messages are then removed
#   but the newest. The rules that every request had at its head stand in the summarizer's words at most, said by a
#   user, for as long as the session lasts; the second summary is made of the first. A systemPrompt that the agent was
#   made with is no message of the history, and stays.
# Version: npm langchain 1.5.14, @langchain/core 1.4.0, @langchain/langgraph 1.7.3; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . langchain@1.5.14 @langchain/core@1.4.0 \
  @langchain/langgraph@1.7.3 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
import { readFileSync } from "node:fs";
import { createAgent, summarizationMiddleware } from "langchain";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, SystemMessage, trimMessages } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";

class Model extends BaseChatModel {
  asked = [];
  constructor(words) {
    super({});
    this.words = words;
  }
  _llmType() {
    return "one that says little";
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    this.asked.push(messages);
    const text = `${this.words} ${this.asked.length}.`;
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
}

const RULE = "Never touch the folder vendor.";
const told = (messages) => messages.map((message) => `${message.getType()}: ${message.text.replace(/\s+/g, " ")}`);

async function session(systemPrompt) {
  const model = new Model("Answer");
  const summarizer = new Model("Summary");
  const middleware = [summarizationMiddleware({ model: summarizer, trigger: { messages: 5 }, keep: { messages: 1 } })];
  const agent = createAgent({ model, tools: [], middleware, systemPrompt, checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "1" } };
  for (const prompt of ["First.", "Second.", "Third.", "Fourth.", "Fifth.", "Sixth."]) {
    const head = prompt === "First." && !systemPrompt ? [new SystemMessage(RULE)] : [];
    await agent.invoke({ messages: [...head, new HumanMessage(prompt)] }, thread);
  }
  const requests = model.asked.map(told);
  requests.forEach((request, at) => console.log(` request ${at + 1}:`, request.join(" | ")));
  const sums = summarizer.asked.map((asked) => asked.map((message) => message.text).join("\n"));
  console.log(" shown to the summarizer:", sums.map((sum) => (sum.includes(RULE) ? "the rule" : "no rule")).join(", "));
  return { ruled: requests.map((request) => request.some((one) => one.includes(RULE))), sums };
}

console.log("langchain", JSON.parse(readFileSync("node_modules/langchain/package.json", "utf8")).version);
console.log("The rule as a system message of the history:");
const message = await session(undefined);
console.log("The rule as the agent's systemPrompt:");
const prompt = await session(RULE);
const said = [new HumanMessage("First."), new AIMessage("One."), new HumanMessage("Second.")];
const limits = { maxTokens: 2, tokenCounter: (all) => all.length, includeSystem: true };
const trimmed = await trimMessages([new SystemMessage(RULE), ...said], limits);
console.log("trimMessages to two messages:", told(trimmed).join(" | "));
if (message.sums.length < 2) process.exit(2);
const gone = message.ruled.indexOf(false);
const lost = gone > 0 && message.ruled.slice(0, gone).every(Boolean) && !message.ruled.slice(gone).some(Boolean);
const once = message.sums[0].includes(RULE) && !message.sums[1].includes(RULE);
process.exit(lost && once && prompt.ruled.every(Boolean) && trimmed[0].content === RULE ? 0 : 1);
JS
timeout 120 node play.mjs
